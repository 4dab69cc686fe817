"""What two clauses say of their values: which the later one tells instead, which it tells again."""

from collections.abc import Iterable

from knowledge.text.statements.clauses import Clause
from knowledge.text.statements.past import past_values
from knowledge.text.statements.values import Value, values


def otherwise(new: Clause, after: list[Value], before: list[Value]) -> list[tuple[Value, Value]]:
    """The values that are new, each with those of its kind that are no longer told, or told as what it was before."""
    past, now = past_values(new.sentence), values(new.sentence)
    known = {each.value for each in before}  # perhaps with another word behind it: `cap 100`, `100 kills`
    added = [each for each in after if each.value not in known and each not in past]
    numbers = {each.value for each in now if each not in past}
    dropped = [each for each in before if each in past or each.value not in numbers]
    return [
        (one, other)
        for one in added
        for other in dropped
        if one.may_replace(other) and (one.kind or not other.is_sure) and _was(other, one, past)
    ]


def _was(before: Value, now: Value, past: Iterable[Value]) -> bool:
    """Whether nothing speaks against it: who tells what it was before changes what says that, and nothing else."""
    replaced = {each.value for each in past if now.answers_the_same(each) or each.answers_the_same(now)}
    return not replaced or before.value in replaced


def is_of_another(new: Clause, old: Clause) -> bool:
    """Whether the later one tells again, or as past, a value of another clause of the earlier sentence."""
    beside = {each.value for each in values(old.context) if each.is_amount and each.is_telling}
    return not old.answers and bool(beside & {each.value for each in values(new.sentence)})


def is_confirmed(new: str, old: str) -> bool:
    """Whether all amounts of the clause are told again as what is so."""
    amounts, past = [each for each in values(old) if each.is_amount], past_values(new)
    return any(each.is_sure for each in amounts) and all(each in values(new) and each not in past for each in amounts)
