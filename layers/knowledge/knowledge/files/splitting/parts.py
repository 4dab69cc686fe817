"""The parts that splitting made of a file: what leads to them, and which its history names."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.file import File
from knowledge.files.formats import index
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.splitting import chain
from knowledge.files.version_history import split_off_reason


def reachable(files: Files, path: str) -> Iterator[File]:
    """The file, and those that the links lead to from there, each once."""
    waiting, passed = [path], set[str]()
    while waiting:
        at = waiting.pop(0)
        passed.add(at)
        with suppress(NotFound):
            file = files.read(at)
            yield file
            waiting += [below for below in _links(file) if below not in passed and below not in waiting]


def _links(file: File) -> list[str]:
    if paths.tier(file.path) is Tier.INDEX:
        located = (entry.location for entry in index.entries(file.content))
        parts = (path for path in located if path.startswith(f"{Tier.INDEX}/") and paths.is_allowed(path))
        return [path for path in parts if paths.index_of(path) == paths.index_of(file.path)]
    following = chain.parse_part(file.path, file.content).continues
    return [following] if following and paths.is_allowed(following) else []


def origin(files: Files, path: str) -> str:
    """The file that it is a part of, else itself."""
    if not chain.is_named_as_part(path):
        return path
    if paths.tier(path) is Tier.INDEX:
        return paths.index_of(path)
    with suppress(NotFound):
        return chain.parse_part(path, files.read(path).content).part_of or path
    return path


def split_off(files: Files, path: str) -> list[str]:
    """All that was split off the file, and off that, as their history or they say; each before what it was split off.

    Also what is deleted, and what somebody wrote in since, or had something forgotten in.
    """
    beginning = chain.parts_prefix(path)
    named = [entry.path for entry in files.list(beginning) if chain.is_named_as_part(entry.path)]
    reasons = {part: split_off_reason(origin(files, part)) for part in named} | dict(files.split_off(beginning))
    lineage = [path]
    for whole in lineage:  # which grows meanwhile
        lineage += [part for part in reasons if reasons[part] == split_off_reason(whole) and part not in lineage]
    return lineage[:0:-1]


def led_to(files: Files, leaders: Iterable[str]) -> set[str]:
    """The files that these link to as what continues them, and so on."""
    return {file.path for leader in leaders for file in reachable(files, leader) if file.path != leader}
