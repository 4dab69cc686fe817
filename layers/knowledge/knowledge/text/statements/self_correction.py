"""What a statement tells itself of what it changes: the value that was, and the one that is."""

from functools import lru_cache

from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import PARTS
from knowledge.text.statements.former_values import past_values
from knowledge.text.statements.values import Value, times_of_year, values

_LONG = 4  # digits


def told_again(new: str, old: str) -> list[Value]:
    """The values of the earlier clause that the later statement tells as past, in a sentence that has another one."""
    earlier = still_told(old)
    again: list[Value] = []
    past, parts = past_values(new), _parts(new)
    if not past:
        return []
    for at, part in enumerate(parts):
        near = [value for text in parts[max(0, at - 1) : at + 2] for value in (*values(text), *times_of_year(text))]
        now = [figure for figure in near if figure not in past | set(earlier)]
        here = {value.value for value in (*values(part), *times_of_year(part))}
        repeated = [value for value in past if value.value in here]
        was = (figure for figure in earlier if any(_is_said_again(figure, one) for one in repeated))
        again += [figure for figure in was if any(_answers(one, figure) for one in now)]
    return again


def still_told(old: str) -> list[Value]:
    """The values of a clause, without those that it tells as past beside others of their kind."""
    stated, gone = [*values(old), *times_of_year(old)], past_values(old)
    kinds = {figure.kind for figure in stated if figure not in gone}
    return [figure for figure in stated if figure not in gone or figure.kind not in kinds]


def _is_said_again(before: Value, again: Value) -> bool:
    """Whether the second is the first, perhaps without its unit: `three years, not two`, `99.61, not 71`."""
    fraction = before.value.rpartition(".")[2]
    pieces = () if before.kind == "date" else before.value.split(" ")  # a day alone is told as one: `not the 15th`
    parts = {before.value, *pieces, *([fraction] if len(fraction) > 1 else ())}
    return (again.value == before.value and again.kind == before.kind) or (not again.kind and again.value in parts)


def _answers(now: Value, before: Value) -> bool:
    """Whether it is told instead; of two long numbers the later one may leave the unit out."""
    are_long = all(figure.value.isdigit() and len(figure.value) >= _LONG for figure in (now, before))
    return now.answers_the_same(before) or (are_long and now.may_replace(before) and not now.kind)


@lru_cache(maxsize=4_096)
def _parts(statement: str) -> list[str]:
    return [part for sentence in sentences(statement) for part in PARTS.split(sentence)]
