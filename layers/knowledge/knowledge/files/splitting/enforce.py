"""A file that is over its tier's limit is split, and nothing is lost on the way."""

from contextlib import suppress
from textwrap import shorten

from knowledge.errors import NotFound, PreconditionFailed
from knowledge.files import paths, splitting
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import Bump, ChangedBy
from knowledge.files.splitting import chain
from knowledge.files.splitting.chain import Part
from knowledge.ports.embedder import Embedder
from knowledge.ports.retry import retried
from knowledge.text.sentences import paragraphs
from knowledge.text.strings import one_line

ATTEMPTS = 10  # at a file that others keep writing; each of their writes brings an event of its own
_MAX_ABOUT = 120  # characters of a part that its line in the index shows


def enforce(files: Files, path: str, embedder: Embedder) -> list[str]:
    """Splits the file if it is over its tier's limit and returns the paths written.

    The parts come first, the last of them before the one that links to it, then their lines in the index, then the
    shortened file itself, and only if it is still what was split. So a crash loses nothing and the repetition, which
    gives the parts the same names, completes it.
    """
    written = retried(lambda: _split(files, path, embedder), on=PreconditionFailed, attempts=ATTEMPTS)
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
    kept, *others = splitting.split(path, file.content, embedder)
    for part in reversed(others):
        _create(files, path, part)
    if paths.tier(path) is Tier.SUMMARY:
        _list_in_index(files, kept, others)
    files.write(
        path,
        kept.content,
        by=ChangedBy.SYSTEM,
        summary=f"Split into {len(others) + 1} files",
        bump=Bump.MAJOR,
        if_match=file.etag,
    )
    return [path, *(part.path for part in others)]


def _create(files: Files, path: str, part: Part) -> None:
    """Writes a part. One of its name is the same part, and may have been edited since: it stays."""
    with suppress(PreconditionFailed):
        files.write(part.path, part.content, by=ChangedBy.SYSTEM, summary=f"Split off {path}"[-150:], if_match=None)


def _list_in_index(files: Files, kept: Part, others: list[Part]) -> None:
    """Gives each part of a summary its line in the index, and the summary itself where it has none."""

    def with_parts(content: str | None) -> str:
        listed = content or ""
        if kept.path not in {entry.location for entry in index.entries(listed)}:
            listed = index.with_entry(listed, _entry(kept))
        for part in others:
            listed = index.with_entry(listed, _entry(part))
        return listed

    files.update(paths.INDEX, with_parts, by=ChangedBy.SYSTEM, summary=f"Parts of {kept.path}"[-150:])


def _entry(part: Part) -> index.IndexEntry:
    body = chain.parse_part(part.path, part.content).body
    said = " ".join(sentence for block in paragraphs(body) for sentence in block)
    about = shorten(said or one_line(body).lstrip("# "), _MAX_ABOUT, placeholder="…") or part.title
    return index.IndexEntry(topic=part.title, description=about, location=part.path)
