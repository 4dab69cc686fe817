"""The first tier: lines `Topic | Description | Location`, at most 50 in a file."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from knowledge.text.strings import one_line, with_pipes_escaped, with_pipes_plain

LIMIT = 50  # lines

# An escaped mark is taken as one, so that its pipe, or the pipe after an escaped backslash, is told apart.
_PIPE_OR_ESCAPED = re.compile(r"\\[\\|]|\|")
# As the description of a record begins that is over, of a page of which all is, and of a history.
_PAST = re.compile(r"(?:Status: )?(?:superseded|changed in part) |over since |what was so before, ", re.I)


OneLine = Annotated[str, AfterValidator(one_line)]


class IndexEntry(BaseModel):
    """One topic of the index."""

    model_config = ConfigDict(frozen=True)

    topic: OneLine
    description: OneLine
    location: OneLine


def lines(content: str) -> list[str]:
    """The lines that say something. Only line feeds end a line: other separators belong to the text."""
    return [line.rstrip("\r") for line in content.split("\n") if line.strip()]


def entry(line: str) -> IndexEntry | None:
    """The topic of one line; None where it is not three fields, as a heading or a remark."""
    cells = [with_pipes_plain(cell) for cell in _cells(line)]
    if len(cells) != 3 or not cells[2].strip():
        return None
    return IndexEntry(topic=cells[0], description=cells[1], location=cells[2])


def entries(content: str) -> list[IndexEntry]:
    """The topics of an index file, in order; what is no entry is passed over."""
    return [parsed for line in lines(content) if (parsed := entry(line))]


def render(entry: IndexEntry) -> str:
    """The line of an entry; pipes inside the fields are escaped, as in a Markdown table."""
    return " | ".join(map(with_pipes_escaped, (entry.topic, entry.description, entry.location)))


def joined(lines: Iterable[str]) -> str:
    """An index file of these lines."""
    return "".join(f"{line}\n" for line in lines)


def tells_past(line: str) -> bool:
    """Whether the line is of what is no longer so, or no longer all."""
    parsed = entry(line)
    return bool(parsed and _PAST.match(parsed.description))


def with_entry(content: str, new: IndexEntry) -> str:
    """The index with the entry in the place of the one with its location, or at the end."""
    rendered = lines(content)
    for position, line in enumerate(rendered):
        parsed = entry(line)
        if parsed and parsed.location == new.location:
            return joined([*rendered[:position], render(new), *rendered[position + 1 :]])
    return joined([*rendered, render(new)])


def without(content: str, location: str) -> str:
    """The index without the entries that point at the location."""
    return joined(line for line in lines(content) if not (parsed := entry(line)) or parsed.location != location)


def _cells(line: str) -> list[str]:
    """The text between the pipes that are not escaped."""
    pipes = [match.start() for match in _PIPE_OR_ESCAPED.finditer(line) if match[0] == "|"]
    return [line[before + 1 : pipe] for before, pipe in pairwise([-1, *pipes, len(line)])]
