"""Who is right where two say different things: what the user wrote, then the system, then what agents learned."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from knowledge.matches.models import Match
from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import distinctions
from knowledge.text.statements.subjects import are_about_the_same, are_in_other_periods

RANKS = {"user": 3, "system": 2}  # all else is learned
REPORTED = 1  # said by the user, as a log tells
MAX_STATEMENT = 400  # characters; longer ones are no statements
STATEMENTS = 200  # of all matches that are compared, so that long passages cost no time

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
# Bullets, quotes and a table's borders at both ends: a statement in a list and in prose is the same.
_MARKUP = re.compile(r"^[\s>#*+|-]+|[\s|*]+$")


@dataclass(frozen=True)
class _Claim:
    """One statement of a match, and its words, which say what it is about."""

    match: Match
    statement: str
    rank: int
    words: frozenset[str]

    @cached_property
    def marks(self) -> list[str]:
        """What distinguishes it."""
        return distinctions(self.statement)

    def is_about_the_same_as(self, other: "_Claim") -> bool:
        apart = self.match.is_apart_from(other.match) or are_in_other_periods(self.statement, other.statement)
        return not apart and are_about_the_same(self.words, other.words)

    def agrees_with(self, other: "_Claim") -> bool:
        """Whether it says the same, or the same and besides what is no longer so ("no longer 8090, but 8091")."""
        denied = {*self.marks} - {*other.marks}
        return self.marks == other.marks or ({*other.marks} < {*self.marks} and "not" in denied and len(denied) > 1)


def overruled(matches: Sequence[Match]) -> dict[UUID, Match]:
    """For each match that one of higher authority contradicts, the highest such one.

    Two statements contradict each other where they are about the same thing, by their words, and differ in numbers,
    names or negation (`distinctions`), unless a further statement of that authority agrees. A contradiction in other
    words ("tabs", "spaces") is not seen.
    """
    claims = [claim for match in matches for claim in _claims(match)][:STATEMENTS]
    stated = [claim for claim in claims if claim.rank]
    overruling: dict[UUID, Match] = {}
    for claim in claims:
        higher = [other for other in stated if other.rank > claim.rank and claim.is_about_the_same_as(other)]
        agreeing = {other.rank for other in higher if claim.agrees_with(other)}
        against = [other.match for other in higher if other.rank not in agreeing]
        if against:
            candidates = [*filter(None, [overruling.get(claim.match.id)]), *against]
            overruling[claim.match.id] = max(candidates, key=_rank)
    return overruling


def statements(text: str) -> list[str]:
    """The sentences and list items of a text, without their markup."""
    parts = (_MARKUP.sub("", part) for part in _SENTENCE.split(text))
    return [part for part in parts if 10 <= len(part) <= MAX_STATEMENT]


def _claims(match: Match) -> Iterator[_Claim]:
    rank = _rank(match)
    for statement in statements(match.learning):
        yield _Claim(match, statement, rank, frozenset(content_words(statement)))


def _rank(match: Match) -> int:
    return RANKS.get(match.authority, REPORTED if match.reported else 0)
