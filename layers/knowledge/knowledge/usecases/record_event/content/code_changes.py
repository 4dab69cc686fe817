"""The changes that a text of commits tells: their messages, without what machines wrote below them."""

import re
from collections.abc import Iterator
from itertools import pairwise

from knowledge.text.sentences import sentences
from knowledge.text.statements.removal import is_heading_of_change
from knowledge.usecases.record_event.content.git_log import as_messages
from knowledge.usecases.record_event.content.webhooks import is_routine
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.statements.technologies import bumped

# `Co-authored-by: …` below a commit's message
_TRAILER = re.compile(r"(?:(?:Files|Commit|Closes|Refs):?|[\w-]+-by:) ", re.I)
_NOTE = re.compile(r"\s*(?:[-*] )?(?P<label>\w+)[ \u00a0\u202f]?: (?P<thing>\S.*)")  # `Removed: dark mode`
_LIST = 2  # notes, from which on their labels are headings
_MARK = re.compile(r"^\s*[-*+] ")  # of an item
_ENDS = re.compile(r"[.!?:]\s*$|^\s*$|\d$")  # a line behind which the next one begins a sentence
_LINK = re.compile(r"\[[^][\n]*\]\([^()\s]*\)")  # `[Release notes](https://…)`
_HEADER = re.compile(r"diff --git |--- \S|\+\+\+ \S|@@ ")  # lines that only a diff has
_FILE = re.compile(r"^(?:\+\+\+ (?:b/)?|--- a/)(?!/dev/null)(\S+)", re.M)  # `+++ b/src/app.py`
# A line of a patch: changed, kept, a hunk, or what git says of the file.
_PATCH = re.compile(r"[-+@ \\]|(?:diff|index|new file|deleted file|similarity|rename|Binary) ")
# A file that a summary of a diff names, with what became of it, and its count of files and lines.
_LISTED = re.compile(r"\s*[\w@{}*.-]*/[\w@{}*.,/-]*(?:\s{2,}.*|, .*)?$|.*\b\d+ files?(?: changed)?, \+?\d")


def messages(text: str) -> str:
    """What people wrote: no patches, no lists of files, no trailers, unless there is nothing else but such lists.

    Beside other commits none that only keeps things up and is not called as commits are: it would be part of another.
    """
    text = as_messages(text)
    pushed = changes(text)
    telling = [change for change in pushed if wording.is_commit(change) or not is_routine(change)]
    if 0 < len(telling) < len(pushed):
        text, pushed = "\n\n".join(telling), telling
    lines = [line for line in _without_patches(text) if not _TRAILER.match(line) and not _LISTED.match(line)]
    subjects = {change.partition("\n")[0] for change in pushed}
    written = "\n".join(_below_labels([_ended(line) if line in subjects else line for line in lines])).strip()
    return written or ("" if _HEADER.match(text) else text)


def is_all_upkeep(text: str) -> bool:
    """Whether each of its sentences is upkeep: that it begins so makes no upkeep of what stands behind it."""
    return all(
        is_routine(sentence) or any(bumped(sentence)) or not _LINK.sub("", sentence).strip(" .")
        for sentence in sentences(text)
    )


def patched(text: str) -> list[str]:
    """The files that a patch changes, where the text is nothing but a patch."""
    return [] if messages(text) else list(dict.fromkeys(_FILE.findall(text)))


def changes(text: str) -> list[str]:
    """The message of each commit, in their order: one begins where another's sha stands, or as commits are called.

    What is bumped within another change is one of its own, behind the others.
    """
    messages: list[str] = []
    ended = True
    for block in re.split(r"\n\s*\n", "\n".join(_without_patches(as_messages(text)))):
        message = "\n".join(line for line in block.splitlines() if not _TRAILER.match(line)).strip()
        if message and (ended or wording.is_commit(message)):
            messages.append(message)
        elif message:
            messages[-1] += f"\n\n{message}"
        ended = (ended and not message) or "\nCommit: " in f"\n{block}"
    parted = [_without_bumps(message) for message in messages]
    return [message for message, _ in parted] + [bump for _, bumps in parted for bump in bumps] or [text]


def _without_bumps(message: str) -> tuple[str, list[str]]:
    """The message without the lines below its subject that only bump a dependency, and those; upkeep has it whole."""
    own, bumps = message.splitlines()[:1], list[str]()
    if is_routine(message):
        return message, bumps
    for before, line in pairwise(message.splitlines()):
        bare = _MARK.sub("", line)
        is_bump = is_routine(bare) and any(bumped(bare)) and (bare != line or _ENDS.search(before) or before in own[:1])
        (bumps if is_bump else own).append(bare if is_bump else line)
    return "\n".join(own), bumps


def _below_labels(lines: list[str]) -> Iterator[str]:
    """The lines; of notes that say in a label what became of what (`Added: …`), each below that as below a heading."""
    notes = [None if wording.is_commit(line) else _NOTE.fullmatch(line) for line in lines]
    labels = [note["label"] if note else "" for note in notes]
    if sum(map(is_heading_of_change, labels)) < _LIST:
        yield from lines
        return
    for line, note, label, before in zip(lines, notes, labels, ["", *labels], strict=False):
        if label and label != before:
            yield from ("", f"### {label}", "")
        if before and not label and line[:1].strip():
            yield ""
        yield f"- {note['thing']}" if note else line


def _ended(subject: str) -> str:
    """A subject as a sentence: it is no heading of what stands below it."""
    return f"{subject}." if subject[-1:].isalnum() and " " in subject else subject


def _without_patches(text: str) -> Iterator[str]:
    inside = False
    for line in text.splitlines():
        inside = bool(_HEADER.match(line)) or (inside and bool(_PATCH.match(line)))
        if not inside:
            yield line
