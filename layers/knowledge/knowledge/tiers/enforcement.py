"""Keeps every file within its tier's limit: what is over it is split, and nothing is lost on the way."""

from collections.abc import Iterator
from contextlib import suppress
from uuid import UUID

from pydantic import BaseModel

from knowledge import log
from knowledge.database import Database
from knowledge.embedder import Embedder
from knowledge.errors import Invalid, KnowledgeError, NotFound, PreconditionFailed
from knowledge.events import ObjectEvent
from knowledge.objects import Objects
from knowledge.tiers import description, index, paths, splitting, summary
from knowledge.tiers.files import Files
from knowledge.tiers.history import Entry
from knowledge.tiers.paths import Tier
from knowledge.tiers.splitting import Part
from knowledge.tiers.versions import Bump, ChangedBy

ATTEMPTS = 10  # at a file that others keep writing; each of their writes brings an event of its own
_PAGE = 1000  # tenants; PostgREST cuts an answer there
# The fewest bytes that a file over its limit can have: only such a file is read.
_OVER = {Tier.INDEX: index.LIMIT, Tier.SUMMARY: summary.LIMIT, Tier.DESCRIPTION: description.LIMIT}
_MAX_ABOUT = 120  # characters of a part that its line in the index shows


class Enforced(BaseModel):
    """What a run did: the paths of the files that it wrote."""

    files: list[str]


def on_event(event: ObjectEvent, objects: Objects, database: Database, embedder: Embedder) -> list[str]:
    """Records what an object's change was, splits the file if it is over its limit, and returns the paths written.

    Looks at what is in the bucket now and not at what the event says of it: so events may come late, twice and in any
    order, and the events of our own writes, which are within the limits, change nothing.
    """
    try:
        tenant, path = paths.locate(event.key)
        files = Files(UUID(tenant), objects, database)
        files.reconcile(path)
    except (Invalid, NotFound, ValueError) as error:  # no file of the tiers, or of no tenant that there is
        log.line("storage event ignored", reason=type(error).__name__)
        return []
    return enforce(files, path, embedder)


def sweep_all(objects: Objects, database: Database, embedder: Embedder) -> Enforced:
    """`sweep` for every tenant. One that fails is logged and does not keep the others waiting for the next time."""
    written: list[str] = []
    for tenant_id in _tenants(database):
        try:
            written += sweep(Files(tenant_id, objects, database), embedder).files
        except KnowledgeError as error:
            log.line("sweep failed", level="error", tenant_id=str(tenant_id), error=type(error).__name__)
    return Enforced(files=written)


def sweep(files: Files, embedder: Embedder) -> Enforced:
    """Does for all files of a tenant what their events should have done; reads only what may be over its limit."""
    for path in list(files.unrecorded()):
        files.reconcile(path)
    large = [entry.path for entry in files.list() if _may_be_over(entry)]
    return Enforced(files=[written for path in large for written in enforce(files, path, embedder)])


def enforce(files: Files, path: str, embedder: Embedder) -> list[str]:
    """Splits the file if it is over its tier's limit and returns the paths written.

    The parts come first, the last of them before the one that links to it, then their lines in the index, then the
    shortened file itself, and only if it is still what was split. So a crash loses nothing and the repetition, which
    gives the parts the same names, completes it.
    """
    import stamina

    for attempt in stamina.retry_context(on=PreconditionFailed, attempts=ATTEMPTS, wait_initial=0.01, wait_max=0.5):
        with attempt:
            written = _split(files, path, embedder)
    if written and paths.tier(path) is Tier.SUMMARY:
        return written + enforce(files, paths.INDEX, embedder)
    return written


def _split(files: Files, path: str, embedder: Embedder) -> list[str]:
    try:
        file = files.read(path)
    except NotFound:
        return []
    if not splitting.over_limit(path, file.content):
        return []
    kept, *parts = splitting.split(path, file.content, embedder)
    for part in reversed(parts):
        _create(files, path, part)
    if paths.tier(path) is Tier.SUMMARY:
        _list_in_index(files, path, parts)
    files.write(
        path,
        kept.content,
        by=ChangedBy.SYSTEM,
        summary=f"Split into {len(parts) + 1} files",
        bump=Bump.MAJOR,
        if_match=file.etag,
    )
    return [path, *(part.path for part in parts)]


def _create(files: Files, path: str, part: Part) -> None:
    """Writes a part. One of its name is the same part, and may have been edited since: it stays."""
    with suppress(PreconditionFailed):
        files.write(part.path, part.content, by=ChangedBy.SYSTEM, summary=f"Split off {path}"[-150:], if_match=None)


def _list_in_index(files: Files, path: str, parts: list[Part]) -> None:
    """Gives each part of a summary its line in the index."""

    def with_parts(content: str | None) -> str:
        listed = content or ""
        for part in parts:
            listed = index.with_entry(listed, _entry(part))
        return listed

    files.update(paths.INDEX, with_parts, by=ChangedBy.SYSTEM, summary=f"Parts of {path}"[-150:])


def _entry(part: Part) -> index.Entry:
    body = splitting.taken_apart(part.path, part.content).body
    about = index.one_line(body).lstrip("# ")[:_MAX_ABOUT]
    return index.Entry(topic=part.title, description=about, location=part.path)


def _may_be_over(entry: Entry) -> bool:
    return entry.size > _OVER[paths.tier(entry.path)]


def _tenants(database: Database) -> Iterator[UUID]:
    after: UUID | None = None
    while rows := database.call("tenant_ids", after=after, max_rows=_PAGE):
        found = [UUID(str(row["tenant_id"])) for row in rows]
        yield from found
        after = found[-1]
