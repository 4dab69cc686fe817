"""A file that is over its tier's limit is split in one step that all see at once, and nothing is lost on the way.

The parts come first, under names of their own, the last of them before the one that links to it: nobody sees them. The
shortened file, written only if it is still what was split, makes them visible. Whoever loses that race, or is killed
before it, leaves parts that nothing leads to; whoever comes next removes them.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from knowledge.errors import Conflict, KnowledgeError, NotFound, PreconditionFailed
from knowledge.files import paths, splitting
from knowledge.files.file import File
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import Bump, ChangedBy
from knowledge.files.splitting import chain, orphans, parts
from knowledge.files.splitting.chain import Part
from knowledge.files.splitting.naming import NamedText
from knowledge.files.version_history import split_off_reason
from knowledge.ports.embedder import Embedder
from knowledge.ports.retry import retried

ATTEMPTS = 10  # at a file that others keep writing; each of their writes brings an event of its own

OnLost = Callable[[str, Sequence[str]], object]


def _nothing(_: str, __: Sequence[str]) -> None: ...


def enforce(files: Files, path: str, embedder: Embedder, on_lost: OnLost = _nothing) -> list[str]:
    """Splits the file if it is over its tier's limit and returns the paths written.

    A repetition after a crash gives the parts the same names and completes it. Parts that nobody made visible are
    removed, be they of this file or of the one that it is a part of; `on_lost` takes the file and such parts before.
    A part that is small enough is left to the event of what it was split off: to look through all parts for each of
    them would take the square of their number.
    """
    if chain.is_named_as_part(path) and not _is_over_limit(files, path):
        return []
    try:
        return retried(lambda: _split(files, path, embedder, on_lost), on=PreconditionFailed, attempts=ATTEMPTS)
    finally:
        with suppress(Conflict):  # others write there: their events do it
            orphans.remove(files, path, embedder)


def _is_over_limit(files: Files, path: str) -> bool:
    with suppress(NotFound):
        return splitting.is_over_limit(path, files.read(path).content)
    return False


def _split(files: Files, path: str, embedder: Embedder, on_lost: OnLost) -> list[str]:
    try:
        file = files.read(path)
    except NotFound:
        return []
    if not splitting.is_over_limit(path, file.content):
        return []
    head, *others = splitting.split(path, file.content, embedder, file.version, _chain(files, path))
    whose = files.person_mark(path)
    created = [part.path for part in others]
    try:
        _create(files, path, others, whose)
        _shorten(files, file, head, len(others), whose)
    except KnowledgeError:
        on_lost(path, created)
        raise
    return [path, *created]


def _chain(files: Files, path: str) -> dict[str, NamedText]:
    """The files that a part of this one is to be called unlike."""
    if paths.tier(path) is Tier.INDEX:
        return {}
    files_of_chain = parts.reachable(files, parts.origin(files, path))
    return {file.path: chain.named_text(file.path, file.content) for file in files_of_chain}


def _create(files: Files, path: str, others: list[Part], whose: str = "") -> None:
    """Writes the parts. One of its name is the same part, written by another run at the same edition of the file."""
    for part in reversed(others):
        with suppress(PreconditionFailed):
            files.update(
                part.path,
                lambda before, part=part: part.content,  # type: ignore[misc]
                by=ChangedBy.SYSTEM,
                summary=split_off_reason(path),
                if_match=None,
                person=whose,
            )


def _shorten(files: Files, file: File, head: Part, others: int, whose: str) -> None:
    """Makes the parts visible. Raises `PreconditionFailed` where the file is no longer what was split."""
    files.update(
        file.path,
        lambda _: head.content,
        by=ChangedBy.SYSTEM,
        summary=f"Split into {others + 1} files",
        bump=Bump.MAJOR,
        if_match=file.etag,
        person=whose,
    )
