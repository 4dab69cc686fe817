"""What two clauses say of their values: which the later one tells instead, which it tells again."""

import re
from collections.abc import Iterable

from knowledge.text.statements.clauses import WORD, Clause
from knowledge.text.statements.former_values import NOT, past_values
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import Value, values, without_values

_MUCH_MORE = 100
_IN_ITS_MONTH = re.compile(rf"(?<![\d.,])\d[\d.,]* [ie][mn] {MONTH}(?! \d)", re.I)  # and no day of it


def otherwise(new: Clause, old: Clause, after: list[Value], before: list[Value]) -> list[tuple[Value, Value]]:
    """The values that are new, each with those of its kind that are no longer told, or told as what it was before.

    Who tells what it was before changes what says that, or what tells the same to have been before: the last wins.
    """
    past, now = past_values(new.sentence), values(new.sentence)
    # Perhaps with another word behind it (`cap 100`, `100 kills`), or none: `ten minutes`, `Ten, as always.`
    earlier = {value for figure in before for value in (figure.value, figure.value.partition(" ")[0])}
    added = [figure for figure in after if figure.value not in earlier and figure not in past]
    numbers = {figure.value for figure in now if figure not in past}
    dropped = [figure for figure in before if figure in past or figure.value not in numbers]
    return [
        (one, other)
        for one in added
        for other in dropped
        if one.may_replace(other)
        and (one.kind or not (other.is_sure or other.kind == "span"))
        and _was(other, one, past - past_values(old.sentence))
    ]


def are_rivals(one: str, other: str) -> bool:
    """Whether both tell in the same words that a value is another now, each another one: the last of them won."""
    was = past_values(one)
    if not was or was != past_values(other) or values(one) == values(other):
        return False
    words, others = (WORD.findall(without_values(text).casefold()) for text in (one, other))
    return words == others


def are_comparable(one: Value, other: Value) -> bool:
    """Whether neither amount is a hundred times the other, as a turnover is of a price."""
    small, large = sorted((one.size, other.size))
    return large < _MUCH_MORE * small or not small


def _was(before: Value, now: Value, past: Iterable[Value]) -> bool:
    """Whether nothing speaks against it: no other value is told as what it was before."""
    replaced = {figure.value for figure in past if now.answers_the_same(figure) or figure.answers_the_same(now)}
    bare = {figure.value for figure in past if not figure.kind and now.kind == "span"}  # `60 days, not 30`
    return not (replaced or bare) or before.value in replaced or before.value.partition(" ")[0] in bare


def is_of_another(new: Clause, old: Clause) -> bool:
    """Whether the later one tells again, or as past, a value of another clause of the earlier sentence."""
    stated = set(values(old.context)) - past_values(old.sentence)
    beside = {figure.value for figure in stated if figure.is_amount and figure.is_telling}
    return not old.answers and bool(beside & {figure.value for figure in values(new.sentence)})


def _says(text: str, part: str) -> bool:
    """Whether the text has the part, and no negation before it."""
    before, part, _ = text.partition(part)
    return bool(part) and not NOT.fullmatch((before.split() or [""])[-1])


def is_confirmed(new: str, old: str) -> bool:
    """Whether all amounts of the clause are told again as what is so, or one with its month, in which it stays so."""
    if any(_says(new.casefold(), match[0].casefold()) for match in _IN_ITS_MONTH.finditer(old)):
        return True
    amounts, past = [figure for figure in values(old) if figure.is_amount], past_values(new)
    return any(figure.is_sure for figure in amounts) and all(
        figure in values(new) and figure not in past for figure in amounts
    )
