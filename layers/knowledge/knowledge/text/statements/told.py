"""What a statement tells itself of what it changes: the value that was, and the one that is."""

import re
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import PARTS
from knowledge.text.statements.past import past_values, tells_before
from knowledge.text.statements.values import Value, times_of_year, values


@dataclass(frozen=True)
class Before:
    """What was so before, by the statement that says what is so now: the value, and the clause that says only this."""

    value: str
    clause: str


def told_again(new: str, old: str) -> list[Value]:
    """The values of the earlier clause that the later statement tells as past, in a sentence that has another one."""
    earlier = [*values(old), *times_of_year(old)]
    again: list[Value] = []
    past, parts = past_values(new), _parts(new)
    if not past:
        return []
    for at, part in enumerate(parts):
        near = [value for text in parts[max(0, at - 1) : at + 2] for value in (*values(text), *times_of_year(text))]
        now = [each for each in near if each not in past | set(earlier)]
        here = {value.value for value in (*values(part), *times_of_year(part))}
        told = [value for value in past if value.value in here]
        was = (each for each in earlier if any(_is_said_again(each, one) for one in told))
        again += [each for each in was if any(one.answers_the_same(each) for one in now)]
    return again


def _is_said_again(before: Value, again: Value) -> bool:
    """Whether the second is the first, perhaps without its unit: `three years, not two`, `99.61, not 71`."""
    parts = {before.value, *(each for each in re.split(r"[ .]", before.value) if len(each) > 1 or " " in before.value)}
    return again.value == before.value and again.kind == before.kind or (not again.kind and again.value in parts)


@lru_cache(maxsize=4_096)
def _parts(statement: str) -> list[str]:
    return [part for sentence in sentences(statement) for part in PARTS.split(sentence)]


def before_told(statement: str) -> list[Before]:
    """The values that it tells as past beside what is so now, each once."""
    past, told = past_values(statement), list[Before]()
    parts = _parts(statement)
    for at, part in enumerate(parts):
        near = [value for text in parts[max(0, at - 1) : at + 2] for value in values(text) if value not in past]
        was = [value for value in values(part) if any(_is_said_again(value, one) for one in past)]
        sure = [each for each in was if any(one.answers_the_same(each) or (not each.kind and one.may_replace(each)) for one in near)]
        alone = bool(sure) and len(was) == len(values(part)) and tells_before(part)
        told += [Before(_written(each), part if alone else "") for each in sure]
    return list({each.value: each for each in told}.values())


def _written(value: Value) -> str:
    number = value.value.split()[0] if value.kind == "span" else value.value
    return f"{number} {value.unit}".strip()
