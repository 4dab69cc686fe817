"""The index's line of each summary and description: made from what the file says now, and changed with it."""

import re
from collections.abc import Callable
from textwrap import shorten

from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.paths import Tier
from knowledge.files.repository import File, Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain, orphans
from knowledge.text.sentences import paragraphs
from knowledge.text.strings import one_line

MAX_ABOUT = 120  # characters of a line that say what the file is about
# What has a line by its topic's summary, which names the files: one a run and one an upload would be all of the index.
BY_TOPIC = (paths.RENDITIONS, "3-descriptions/learned/tasks/")

_MARKS = re.compile(r" ?\[\[[^\]]*\]\]|\*\*|^(?:- )|\((?:\d{4}-\d{2}-\d{2})[^)]*\)", re.M)
_LABEL = re.compile(r"^(?:Decision|Requirement|Finding|Fact): |^\d{4}-\d{2}-\d{2}(?:: | — )")


def follow(files: Files, path: str, by: ChangedBy, why: str) -> str | None:
    """Makes the index say what the file says; the path of the index file that was written, None where none was.

    A line that a person wrote stays as it is while there is the file. A part has a line once something leads to it.
    """
    if paths.tier(path) is Tier.INDEX:
        return None
    entry, listed = _entry(files, path), files.listed_in(path)
    if entry is None:
        return next(filter(None, [_drop(files, each.index_path, path, by, why) for each in listed]), None)
    if any(each.by_hand for each in listed) or [each.line for each in listed] == [index.render(entry)]:
        return None
    home = listed[0].index_path if listed else _home(files, path)
    for each in listed[1:]:
        _drop(files, each.index_path, path, by, why)
    return _changed(files, home, lambda content: index.with_entry(content, entry), by, why)


def entry_of(path: str, content: str) -> IndexEntry:
    """The line of a file with this content: its title, and what it says first."""
    return IndexEntry(topic=chain.title(path, content), description=_about(path, content), location=path)


def _entry(files: Files, path: str) -> IndexEntry | None:
    """None where the file is to have no line."""
    if paths.tier(path) not in (Tier.SUMMARY, Tier.DESCRIPTION) or path.startswith(BY_TOPIC):
        return None
    try:
        file = files.read(path)
    except NotFound:
        return None
    return entry_of(path, file.content) if _is_visible(files, file) else None


def _is_visible(files: Files, file: File) -> bool:
    """Whether it is no part of another file, or a part that the links lead to."""
    origin = chain.parse_part(file.path, file.content).part_of
    if not origin or not chain.is_named_as_part(file.path) or not paths.is_allowed(origin):
        return True
    return any(each.path == file.path for each in orphans.reachable(files, origin))


def _about(path: str, content: str) -> str:
    """The first sentence, of a summary the newest; where there is none, the first words."""
    body = chain.parse_part(path, content).body if paths.tier(path) is Tier.SUMMARY else description.split(content)[1]
    plain = _MARKS.sub("", body[: 2 * summary.LIMIT])
    first = next((sentence for block in paragraphs(plain) for sentence in block), "") or one_line(plain).lstrip("# ")
    return shorten(_LABEL.sub("", one_line(first)), MAX_ABOUT, placeholder="…") or chain.title(path, content)


def _home(files: Files, path: str) -> str:
    """Where a new line belongs: in the part of the index that its category has, else in the index itself."""
    category = paths.topic(path).replace("-", " ").casefold()
    try:
        entries = index.entries(files.read(paths.INDEX).content)
    except NotFound:
        return paths.INDEX
    parts = (entry.location for entry in entries if entry.topic.casefold() == category)
    return next((each for each in parts if each.startswith(f"{Tier.INDEX}/") and paths.is_allowed(each)), paths.INDEX)


def _drop(files: Files, index_path: str, location: str, by: ChangedBy, why: str) -> str | None:
    return _changed(files, index_path, lambda content: index.without(content, location), by, why)


def _changed(files: Files, path: str, change: Callable[[str], str], by: ChangedBy, why: str) -> str | None:
    """The path, where the change was one."""
    written: list[bool] = []

    def apply(before: str | None) -> str | None:
        after = change(before or "")
        written[:] = [after != (before or "")]
        return after if written[0] else before

    if path != paths.INDEX:  # a part of the index that is gone is not made anew
        try:
            files.read(path)
        except NotFound:
            return None
    files.update(path, apply, by=by, summary=why)
    return path if written and written[0] else None
