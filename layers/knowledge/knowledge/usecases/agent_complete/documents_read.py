"""What the documents say that a run opened or wrote: more of them is worth keeping than of what a command printed."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands.actions import is_shell
from knowledge.text.strings import abbreviated, one_line, portions
from knowledge.transcripts import Edit, Turn
from knowledge.usecases.agent_complete.edit_quotes import EDIT, parted

_GIVEN = re.compile(r"Contents of ([^\n]{1,300}):\n\n")  # as transcripts have a file that a program gave the agent
NAME = 120  # characters of the command by which a passage says where it was read
_DOCUMENT = re.compile(r"[\w)\]-]\.(?:md|mdx|markdown|rst|adoc)\b", re.I)  # `cat docs/setup.md`
# What names a document and does not show it: `git add README.md`
_KEEPS = re.compile(r"\bgit (?:add|commit|push|rm|mv)\b[^&|;\n]*")
# Before a line of a file that was shown with the numbers of its lines.
_NUMBERED = re.compile(r"^[ \t]*\d{1,6}(?:→|\t|[ ]?[|:])[ \t]?", re.M)
# A blank line, or before a heading or a list's item.
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•#]|\d+[.)])\s)")


def documents_read(turn: Turn, most: int, later: Sequence[Edit] = ()) -> list[str]:
    """Passages of at most `most` characters of a document that the agent opened, each with what it was opened by, that
    it was given by its program, or that it wrote, as a whole or a part at length.

    They say what the run's `later` edits left there, or, where one of these changed what is not shown, that they are
    older: not all of it may be so any more.
    """
    command, output = turn.command or "", turn.output or ""
    if turn.speaker == "system" and (given := _GIVEN.match(turn.text)):
        return _passages("Given to the agent from", given[1], given[1], turn.text[given.end() :], most, later)
    if turn.speaker != "agent" or turn.failed:
        return []
    if turn.edits:
        wrote = (edit for edit in turn.edits if _DOCUMENT.search(edit.path) and _written(edit))
        return [one for edit in wrote for one in _passages_written(edit, most, later)]
    if len(output) <= most or not _DOCUMENT.search(_KEEPS.sub("", command)):
        return []
    return _passages("Read by", command, _path(turn), output, most, later)


def _passages_written(edit: Edit, most: int, later: Sequence[Edit]) -> list[str]:
    how = "Wrote" if edit.is_whole else "Wrote into"
    return _passages(how, edit.path, edit.path, _written(edit), most, later)


def _written(edit: Edit) -> str:
    """What it writes of a document; of a part as much as is more than the edit is quoted with anyhow."""
    text = edit.new if edit.is_whole else parted(edit.old, edit.new)[1]
    return text if edit.is_whole or len(text) > EDIT else ""


def _passages(how: str, shown: str, path: str | None, document: str, most: int, later: Sequence[Edit]) -> list[str]:
    """The document's paragraphs, as many in a passage as have room below what leads to it."""
    named = abbreviated(one_line(shown), NAME).replace("`", "'")
    plain, since = _as_left(_NUMBERED.sub("", document.replace("\r", "")), [one for one in later if one.path == path])
    lead = f"{how} `{named}`{since}:"
    passages = [""]
    for paragraph in map(one_line, _PARAGRAPH.split(plain)):
        for portion in portions(paragraph, most - len(lead) - 1):
            if len(lead) + len(passages[-1]) + len(portion) + 1 > most:
                passages.append("")
            passages[-1] += f" {portion}"
    return [f"{lead}{passage}" for passage in passages if passage]


def _as_left(document: str, later: Sequence[Edit]) -> tuple[str, str]:
    """The document as the run's later edits of it left it, and what to say of that; as it was where one of them changed
    what is not shown."""
    left = document
    for edit in later:
        if not edit.old or edit.old not in left:
            return document, ", before the run changed it"
        left = left.replace(edit.old, edit.new, 1)
    return left, ", with what the run changed in it later" if later else ""


def _path(turn: Turn) -> str | None:
    """What a tool or a program was aimed at; None for a path from a shell's folder, which the log need not tell."""
    path = (turn.command or "").partition(" ")[2]
    return path if path.startswith("/") or not is_shell(turn) else None
