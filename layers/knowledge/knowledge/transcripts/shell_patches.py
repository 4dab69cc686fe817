"""Patches that an agent hands to `apply_patch` in its shell: as an argument, or as a here-document."""

import re
from collections.abc import Iterator

from knowledge.text import shell
from knowledge.text.here_documents import with_short_documents
from knowledge.transcripts import patches

NAME = "apply_patch"
_NAMES = (NAME, "applypatch")
_ENDS = "\n*** End Patch"
_OPENS = re.compile(r"(?<!\w)([\"'])\n?$")  # the quote of an argument; behind the word that ends a document is none
# What a backslash keeps from the shell within double quotes, and how single ones hold one of their own.
_ESCAPES = {'"': re.compile(r'\\(["$`\\])'), "'": re.compile(r"'(?:\\(')|\"(')\")'")}


def patch_in(command: str) -> str:
    """The patches that the command hands over, one below the other; "" where it runs no such program."""
    runs_it = patches.BEGINS in command and not {*_ran(command)}.isdisjoint(_NAMES)
    return "\n".join(_patches(command)) if runs_it else ""


def patches_alone(command: str) -> bool:
    """Whether it does nothing else, but for going to a folder."""
    return {*_ran(command)} <= {"cd", *_NAMES}


def _ran(command: str) -> list[str]:
    """The programs that the line runs, of which some carry documents of any length."""
    return [step.name for step in shell.steps(with_short_documents(command, 0))]


def _patches(command: str) -> Iterator[str]:
    place = 0
    while (start := command.find(patches.BEGINS, place)) >= 0 and (end := command.find(_ENDS, start)) >= 0:
        place = end + len(_ENDS)
        quote = _OPENS.search(command[max(0, start - 3) : start])
        patch = command[start:place]
        yield _ESCAPES[quote[1]].sub(lambda escape: escape[escape.lastindex or 0], patch) if quote else patch
