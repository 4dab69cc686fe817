"""The lines of a summary as the index reads them: what each says, and which of them tell most."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from knowledge.files.first_statement import has_value
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.changes import Changes
from knowledge.text.statements.former_values import holds_from, tells_turn
from knowledge.text.statements.marks import ENDING, STRUCK_OUT
from knowledge.text.strings import one_line

DAY_BEHIND = re.compile(r"\((\d{4}-\d{2}-\d{2})\)")
# What an entry of a summary has beside its words: the link to its file, bold, the bullet, and since when it holds.
_MARKS = re.compile(r"(?: by)? ?\[\[[^\[\]]*\]\]|\*\*|^(?:- )|\((?:\d{4}-\d{2}-\d{2})[^)]*\)", re.M)
_LOOSE = re.compile(r"[;,:]? (?=[.;,](?:\s|$))")  # before a mark that stood behind what was struck out
_DAY = re.compile(r"^\d{4}-\d{2}-\d{2}(?:: | — )")  # `2026-02-03: …` and `2026-02-03 — …`


def telling_first(lines: Sequence[str]) -> list[str]:
    """What holds whole, with nothing said later, comes first, and of that what binds, changes or tells a value.

    Of one day what binds or changes comes before what was told beside it, which led to it.
    """
    days = groupby(lines, key=lambda line: day[1] if (day := DAY_BEHIND.search(line)) else "")
    news_first = [line for day, run in days for line in (sorted(run, key=_is_no_news) if day else run)]
    ended = set(_ended_by_others(lines))
    values = {line for line in lines if has_value(plain(line))}
    return sorted(
        news_first, key=lambda line: (line in ended, is_passed(line), _is_no_news(line) and line not in values)
    )


def _is_no_news(line: str) -> bool:
    """Whether it neither binds nor says since when something is so, or that it is otherwise."""
    says = plain(line)
    return not (entry_lines.binds(line) or tells_turn(says) or holds_from(says))


def is_passed(line: str) -> bool:
    """Whether it says of itself that it is no longer all so, or leads to what was said later."""
    return bool(ENDING.search(line) or marks.pointed_to(line))


def plain(line: str) -> str:
    """What the line says, without its marks, its day and the word for what it is."""
    text = one_line(_MARKS.sub("", ENDING.sub("", STRUCK_OUT.sub("", marks.unpointed(line)))))
    bare = _DAY.sub("", _LOOSE.sub("", text))
    return entry_lines.unlabelled(bare) if line.startswith("- ") else bare  # the status of a record is no label


def _ended_by_others(lines: Sequence[str]) -> Iterator[str]:
    """The lines of which a newer one tells that it is otherwise: what a person wrote has no mark of its own.

    Newer are those with a day above it, and right below it, where what an agent was told stands.
    """
    statements, days = [plain(line) for line in lines], [DAY_BEHIND.search(line) for line in lines]
    changes = Changes(statements)
    for at, (line, statement) in enumerate(zip(lines, statements, strict=True)):
        below = takewhile(lambda other: days[other], range(at + 1, len(lines)))
        newer = [statements[other] for other in (*range(at), *below) if days[other]]
        if not days[at] and any(changes.replaced(one, statement, 1.0, explicit=True) for one in newer):
            yield line
