"""Parts that a lost race or a crash left, so that nothing leads to them."""

from collections.abc import Iterator
from contextlib import suppress

from knowledge.errors import NotFound, PreconditionFailed
from knowledge.files import paths, splitting
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain, parts
from knowledge.ports.embedder import Embedder


def remove(files: Files, path: str, embedder: Embedder) -> list[str]:
    """Removes the orphans among the parts of the file, or of the file that it is a part of; returns their paths.

    What a run at this moment is about to make visible stays: its parts are called as splitting the file as it is now
    calls them. Any other run has lost already, for it writes on the condition that the file is as it was. The list of
    parts is read before the files that may lead to them.
    """
    whole = parts.origin(files, path)
    listed_parts = [path for path in _listed(files, whole) if chain.is_named_as_part(path)]
    if not listed_parts:
        return []
    needed = set(_needed(files, whole, embedder))
    if not needed:  # the file itself is gone, and what stands in its parts is all that there is of it
        return []
    superfluous = [path for path in listed_parts if path not in needed]
    return [path for path in superfluous if _is_part(files, path, whole) and _delete(files, path)]


def _needed(files: Files, origin: str, embedder: Embedder) -> Iterator[str]:
    """What the file leads to, and what it and its parts would be split into now."""
    for file in parts.reachable(files, origin):
        yield file.path
        if splitting.is_over_limit(file.path, file.content):
            yield from (part.path for part in splitting.split(file.path, file.content, embedder, file.version))


def _listed(files: Files, origin: str) -> list[str]:
    """What may be a part by its name: it begins as the file's own does."""
    return [entry.path for entry in files.list(chain.parts_prefix(origin))]


def _is_part(files: Files, path: str, origin: str) -> bool:
    """Whether the service itself split it off that file, and nobody has touched it since.

    It may be no first version: one that was removed as an orphan is made again by whoever was at the same split.
    """
    with suppress(NotFound):
        own = paths.tier(path) is Tier.INDEX or chain.parse_part(path, files.read(path).content).part_of == origin
        return own and files.versions(path)[0].split_off is not None
    return False


def _delete(files: Files, path: str) -> bool:
    with suppress(NotFound, PreconditionFailed):
        etag = files.read(path).etag
        files.delete(path, by=ChangedBy.SYSTEM, summary="Part of no file", if_match=etag)
        return True
    return False
