"""The index's line of each summary and description: made from what the file says now, and changed with it."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial, reduce
from operator import itemgetter
from textwrap import shorten

from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.edits.descriptions import ACCEPTED, CHANGED
from knowledge.files.file import File
from knowledge.files.first_statement import first_statement
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain, parts, themes
from knowledge.files.telling_lines import DAY_BEHIND, is_passed, plain, telling_first
from knowledge.text.statements import entry_lines, marks

Change = Callable[[str], str]  # an index file's content in, what it is then out

MAX_ABOUT = 120  # characters of a line that say what the file is about
MAX_INSTEAD = 50  # of them for what a decision was superseded by
HISTORY = "What was so before, until when, and what is so instead"
# `- was: 12 seats, until 2026-02-03; now: 20 seats`
_ENDED = re.compile(r"^- was(?: in part)?: .*, until (\d{4}-\d{2}-\d{2}); now: ", re.M)
# What has a line by its topic's summary, which names the files: one a run and one an upload would be all of the index.
BY_TOPIC = (*paths.RENDITIONS, paths.EVIDENCE, "3-descriptions/learned/tasks/")

_COUNT = re.compile(r"\d{1,9} topics: ")  # what a theme's line says
_ENTRY = re.compile(r"- (\d{4}-\d{2}-\d{2}): ")  # of a list of what happened
_MOMENT = re.compile(r" \(\d{4}-\d{2}-\d{2}T[\d:+.Z-]{1,40}\)$")  # behind a figure: `(2026-02-03T10:00:00+00:00)`


def follow(files: Files, changed: Sequence[str], by: ChangedBy, why: str) -> list[str]:
    """Makes the index say what the files say, each index file in one write; the paths of those that were written.

    A line that a person wrote stays as it is while there is the file. A part has a line once something leads to it.
    """
    changes: defaultdict[str, list[Change]] = defaultdict(list)
    entries_of = cache(partial(_entries, files))  # many new files have their lines in one index
    for path in changed:
        if paths.tier(path) is not Tier.INDEX:
            for home, change in _changes(files, path, entries_of):
                changes[home].append(change)
    written = [home for home, all_of_it in changes.items() if _write_index(files, home, all_of_it, by, why)]
    parts: defaultdict[str, list[Change]] = defaultdict(list)
    for part in written:
        if part != paths.index_of(part):
            parts[paths.index_of(part)].append(_counted(files, part))
    counted = [whole for whole, changed_parts in parts.items() if _write_index(files, whole, changed_parts, by, why)]
    return list(dict.fromkeys([*written, *counted]))


def _counted(files: Files, part: str) -> Change:
    """What makes the index say how many topics a part of it has, where it says that."""
    by_hand = any(entry.by_hand for entry in files.listed_in(part))

    def change(content: str) -> str:
        led = next((line for line in index.entries(content) if line.location == part), None)
        if led is None or by_hand or not _COUNT.match(led.description):
            return content
        with suppress(NotFound):
            says = themes.described(index.lines(files.read(part).content))
            return index.with_entry(content, led.model_copy(update={"description": says}))
        return content

    return change


def _changes(
    files: Files, path: str, entries_of: Callable[[str], Sequence[IndexEntry]]
) -> Iterator[tuple[str, Change]]:
    """What is to be done in which index file, so that one line says what the file says."""
    entry, rows = _entry(files, path), files.listed_in(path)
    if entry is None:
        yield from ((line.index_path, lambda content: index.without(content, path)) for line in rows)
        return
    if any(row.by_hand for row in rows) or [row.line for row in rows] == [index.render(entry)]:
        return
    yield rows[0].index_path if rows else _home(path, entries_of), lambda content: index.with_entry(content, entry)
    yield from ((line.index_path, lambda content: index.without(content, path)) for line in rows[1:])


def entry_of(path: str, content: str) -> IndexEntry:
    """The line of a file with this content: its title, and what it says first."""
    return IndexEntry(topic=chain.title(path, content), description=_about(path, content), location=path)


def _entry(files: Files, path: str) -> IndexEntry | None:
    """None where the file is to have no line."""
    if paths.tier(path) not in (Tier.SUMMARY, Tier.DESCRIPTION) or paths.inner(path).startswith(BY_TOPIC):
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
    return any(below.path == file.path for below in parts.reachable(files, origin))


def _about(path: str, content: str) -> str:
    """What it says first: its figures, what a record decides, or the newest that binds, changes or has a value."""
    if path.endswith("/history.md"):
        ends = _ENDED.findall(content)
        return f"{HISTORY} ({len(ends)}, the last until {max(ends)})" if ends else HISTORY
    if paths.tier(path) is Tier.DESCRIPTION and (newest := _newest_entry(content)):
        return shorten(newest, MAX_ABOUT, placeholder="…")
    body = chain.parse_part(path, content).body if paths.tier(path) is Tier.SUMMARY else description.split(content)[1]
    lines = [line for line in body[: 2 * summary.LIMIT].splitlines() if line.strip()]
    if first := [plain(line) for line in lines if _is_figure(line) or (_is_named(line) and _is_named(lines[0]))]:
        return shorten("; ".join(first), MAX_ABOUT, placeholder="…")
    if record := _decided(lines):
        return shorten(record, MAX_ABOUT, placeholder="…")
    if paths.tier(path) is Tier.SUMMARY:
        if over := _over(lines):
            return shorten(over, MAX_ABOUT, placeholder="…")
        lines = telling_first(lines)
    says = first_statement(list(map(plain, lines)))
    since = _as_of(says, lines)
    return shorten(says, MAX_ABOUT - len(since), placeholder="…") + since or chain.title(path, content)


def _is_named(line: str) -> bool:
    return line.startswith("- **")


def _is_figure(line: str) -> bool:
    moment = _MOMENT.search(line) if _is_named(line) else None
    return bool(moment and any(map(str.isdigit, line[: moment.start()])))


def _decided(lines: Sequence[str]) -> str:
    """What a record of a decision decides; once that is over its status, what is so instead and what was."""
    status = next((line for line in lines if line.startswith("Status: ")), "")
    _, _, below = "\n".join(lines).partition("\n## Decision\n")
    bullet = next((line for line in below.splitlines() if line.startswith("- ")), "")
    if not (status and bullet):
        return ""
    if ACCEPTED in status:
        return plain(marks.without_ended(bullet))
    was, instead = marks.with_ended(bullet)
    over, was = plain(status), plain(was)
    label = "decided" if CHANGED in status else "was"
    by = shorten(instead.rstrip("."), MAX_INSTEAD, placeholder="…")
    return f"{over.removeprefix('Status: ').capitalize()} by “{by}”; {label}: {was}" if by else f"{over}; {was}"


def _over(lines: Sequence[str]) -> str:
    """Since when nothing of what was said is so any more, and what is so instead; "" where something is."""
    ends = [] if any(map(plain, lines)) else [end for line in lines for end in marks.since(line)]
    now, day = max(ends, key=itemgetter(1), default=("", ""))
    return f"Over since {day}; now: {now}" if day else ""


def _as_of(first: str, lines: Sequence[str]) -> str:
    """The day of what is told, where its line says that it is no longer all, or leads to what was said later."""
    line = next((line for line in lines if first and first in plain(line)), "")
    bare = marks.unmarked(line)
    day = (DAY_BEHIND.search(bare) or _ENTRY.match(bare)) if is_passed(line) else None
    return f" (as of {day[1]})" if day else ""


def _newest_entry(content: str) -> str:
    """The title of a log's first entry; "" where it is no log."""
    headings = (entry_lines.read_heading(line) for line in content.splitlines() if line.startswith("## "))
    return next((heading[1] for heading in headings if heading), "")


def _home(path: str, entries_of: Callable[[str], Sequence[IndexEntry]]) -> str:
    """Where a new line belongs: in the part of the index that its category has, else in the index itself."""
    category, whole = paths.topic(path).replace("-", " ").casefold(), paths.index_of(path)
    parts = (entry.location for entry in entries_of(whole) if entry.topic.casefold() == category)
    return next((part for part in parts if _is_part_of(whole, part)), whole)


def _entries(files: Files, path: str) -> Sequence[IndexEntry]:
    with suppress(NotFound):
        return index.entries(files.read(path).content)
    return []


def _is_part_of(whole: str, part: str) -> bool:
    """Whether the location is a further file of that index: people write into one what they like."""
    return part.startswith(f"{Tier.INDEX}/") and paths.is_allowed(part) and paths.index_of(part) == whole


def _write_index(files: Files, path: str, changes: Sequence[Change], by: ChangedBy, why: str) -> bool:
    """Whether the index file was written."""

    def apply(before: str | None) -> str | None:
        after = reduce(lambda content, change: change(content), changes, before or "")
        return after if after or before else None

    try:
        if path != paths.index_of(path):  # a part of the index that is gone is not made anew
            files.read(path)
        return files.update(path, apply, by=by, summary=why).is_written
    except NotFound:  # no index, and no line for it
        return False
