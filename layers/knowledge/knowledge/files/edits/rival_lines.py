"""Lines of a summary that tell one thing otherwise: the last of one change, and a person's above all."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from knowledge.files.edits.dates import is_later
from knowledge.text.statements import marks
from knowledge.text.statements.value_conflict import are_rivals
from knowledge.text.strings import one_line


def outdone(line: str, new: Sequence[str], at: datetime) -> str:
    """The line, marked where one of the new ones tells otherwise the change that it tells."""
    text = marks.undated(line)
    now = next((one for one in new if are_rivals(marks.undated(one), text) and not is_later(line, one)), "")
    if not now or marks.unmarked(line) != marks.unpointed(line):
        return line
    return f"{line} {marks.in_part(f'{at:%Y-%m-%d}', marks.quoted(marks.TRAILER.sub('', now.removeprefix('- '))))}"


def overruled(lines: Sequence[str], below: Mapping[str, str]) -> list[str]:
    """The lines in their order, but those `below` a person's line that stands there."""
    under = {f"- {one_line(text)}": persons for text, persons in below.items() if persons in lines}
    ordered = [line for line in lines if line not in under]
    for line in filter(under.__contains__, lines):
        ordered.insert(ordered.index(under[line]) + 1, line)
    return ordered
