"""The changes that a text of commits tells: their messages, without what machines wrote below them."""

import re
from collections.abc import Iterator

from knowledge.usecases.record_event.language import wording

# `Co-authored-by: …` below a commit's message
_TRAILER = re.compile(r"(?:Files|Commit|Co-authored-by|Signed-off-by|Closes|Refs):? ", re.I)
_HEADER = re.compile(r"diff --git |--- \S|\+\+\+ \S|@@ ")  # lines that only a diff has
_FILE = re.compile(r"^(?:\+\+\+ (?:b/)?|--- a/)(?!/dev/null)(\S+)", re.M)  # `+++ b/src/app.py`
# A line of a patch: changed, kept, a hunk, or what git says of the file.
_PATCH = re.compile(r"[-+@ \\]|(?:diff|index|new file|deleted file|similarity|rename|Binary) ")
# A file that a summary of a diff names, with what became of it, and its count of files and lines.
_LISTED = re.compile(r"\s*[\w@{}*.-]*/[\w@{}*.,/-]*(?:\s{2,}.*|, .*)?$|.*\b\d+ files?(?: changed)?, \+?\d")


def messages(text: str) -> str:
    """What people wrote: no patches, no lists of files, no trailers, unless there is nothing else but such lists."""
    lines = [line for line in _without_patches(text) if not _TRAILER.match(line) and not _LISTED.match(line)]
    subjects = {change.partition("\n")[0] for change in changes(text)}
    written = "\n".join(_ended(line) if line in subjects else line for line in lines).strip()
    return written or ("" if _HEADER.match(text) else text)


def patched(text: str) -> list[str]:
    """The files that a patch changes, where the text is nothing but a patch."""
    return [] if messages(text) else list(dict.fromkeys(_FILE.findall(text)))


def changes(text: str) -> list[str]:
    """The message of each commit, in their order: one begins where another's sha stands, or as commits are called."""
    messages: list[str] = []
    ended = True
    for block in re.split(r"\n\s*\n", "\n".join(_without_patches(text))):
        message = "\n".join(line for line in block.splitlines() if not _TRAILER.match(line)).strip()
        if message and (ended or wording.is_commit(message)):
            messages.append(message)
        elif message:
            messages[-1] += f"\n\n{message}"
        ended = (ended and not message) or "\nCommit: " in f"\n{block}"
    return messages or [text]


def _ended(subject: str) -> str:
    """A subject as a sentence: it is no heading of what stands below it."""
    return f"{subject}." if subject[-1:].isalnum() and " " in subject else subject


def _without_patches(text: str) -> Iterator[str]:
    inside = False
    for line in text.splitlines():
        inside = bool(_HEADER.match(line)) or (inside and bool(_PATCH.match(line)))
        if not inside:
            yield line
