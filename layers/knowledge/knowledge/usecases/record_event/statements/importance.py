"""Which of many sentences are read closely, and told first: chosen over the whole of an event, however long it is."""

from collections.abc import Hashable, Sequence

from knowledge.files.first_statement import has_value
from knowledge.usecases.record_event.language import deciding, wording
from knowledge.usecases.record_event.models import Says, Statement

MAX_COMPARED = 200  # sentences and statements that are compared with one another
_GOLDEN = 0.618034  # whose multiples, without their whole parts, never come close to one another


def weight(text: str, says: Says | None, under: str = "", *, last: bool = False) -> float:
    """How much it counts: what is decided or required before what is the case; a conclusion and a value add to it."""
    decides = says == "decision" or (says == "finding" and deciding.chooses(text))
    binds = 4.0 if decides else 3.0 if says == "requirement" else 1.0
    return binds + 2 * last + has_value(text) + 2 * (wording.concludes(text) or wording.concludes(under))


def by_weight(weights: Sequence[float], sections: Sequence[Hashable]) -> list[int]:
    """The places of all, the weightiest first; of equals those with which a section begins, and from everywhere."""
    begins = [at == 0 or section != sections[at - 1] for at, section in enumerate(sections)]
    return sorted(range(len(weights)), key=lambda at: (-weights[at], not begins[at], at * _GOLDEN % 1))


def most_telling(texts: Sequence[str]) -> list[str]:
    """The sentences, each once; of very many those that tell most, each with the question that it may answer."""
    texts = list(dict.fromkeys(texts))
    if len(texts) <= MAX_COMPARED:
        return texts
    weights = [weight(text, wording.says("conversation", text)) for text in texts]
    telling = by_weight(weights, texts)[:MAX_COMPARED]
    asked = (at - 1 for at in telling if at and wording.is_question(texts[at - 1]))
    return [texts[at] for at in sorted({*telling, *asked})]


def telling_most(statements: Sequence[Statement]) -> list[Statement]:
    """As many as are compared with one another, in their order; of words that are said again the first."""
    by_text: dict[str, Statement] = {}
    for statement in statements:
        by_text.setdefault(statement.text, statement)
    distinct = list(by_text.values())
    chosen = set(_places_by_weight(distinct)[:MAX_COMPARED])
    return [statement for at, statement in enumerate(distinct) if at in chosen]


def within(budget: int, statements: Sequence[Statement]) -> list[Statement]:
    """The best of them that fit into so many characters, in their order."""
    left, chosen = budget, set[int]()
    for at in _places_by_weight(statements):
        if len(statements[at].text) <= left:
            left -= len(statements[at].text)
            chosen.add(at)
    return [statement for at, statement in enumerate(statements) if at in chosen]


def _places_by_weight(statements: Sequence[Statement]) -> list[int]:
    weights = [weight(one.text, one.says, one.under, last=one.concludes) for one in statements]
    return by_weight(weights, [one.item or one.passage for one in statements])
