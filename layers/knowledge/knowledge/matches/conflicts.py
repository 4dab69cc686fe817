"""Who is right where two say different things: what the user wrote, then the system, then what agents learned."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from uuid import UUID

from knowledge.files import paths
from knowledge.matches.models import Match
from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import TURNING, distinctions
from knowledge.text.numbered_subjects import numbers_its_subject
from knowledge.text.sentences import fragments
from knowledge.text.statements.subjects import are_about_the_same, are_in_other_periods
from knowledge.text.user_words import words_of

RANKS = {"user": 3, "system": 2}  # all else is learned
REPORTED = 1  # said by the user, as a log tells
MAX_STATEMENT = 400  # characters; longer ones are no statements
STATEMENTS = 200  # of all matches that are compared, so that long passages cost no time

# Bullets, quotes and a table's borders at both ends: a statement in a list and in prose is the same.
_MARKUP = re.compile(r"^[\s>#*+|-]+|[\s|*]+$")
_TOKEN = re.compile(r"\w+(?:[-'’./]\w+)*")
# What leads to a value, as in "is hosted by Hetzner", "the owner is Ivo"; "of" and "for" lead to what a statement is
# about, and a verb to one thing of several: "needs Redis".
_LEADING = re.compile(r"by|in|into|to|with|from|at|via|on|under|as|is|are|was|were|be")
_VALUE = 2  # words of a value, at most


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
        alike = are_about_the_same(self.words, other.words) or self.has_another_value_than(other)
        return alike and not apart and not (self.is_numbered(other) and other.is_numbered(self))

    def is_numbered(self, other: "_Claim") -> bool:
        """Whether it is about one of several things, which a number names that the other does not have."""
        numbers = (mark for mark in self.marks if mark[0].isdigit() and mark not in other.marks)
        return any(numbers_its_subject(self.statement, number) for number in numbers)

    @cached_property
    def tokens(self) -> list[str]:
        """Its words in their order, with their capitals."""
        return _TOKEN.findall(self.statement)

    def has_another_value_than(self, other: "_Claim") -> bool:
        """Whether both say the same up to their end, and there name two things of a kind: two names, or two words."""
        one, two = ([token.casefold() for token in claim.tokens] for claim in (self, other))
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
        value, instead = self.tokens[same:], other.tokens[same:]
        leads = same > 2 and bool(_LEADING.fullmatch(one[same - 1]))
        are_values = 0 < len(value) <= _VALUE and 0 < len(instead) <= _VALUE and not {*one[same:]} & {*two[same:]}
        return leads and are_values and value[0][0].isupper() == instead[0][0].isupper()

    def is_of_the_talk_of(self, other: "_Claim") -> bool:
        """Whether it was said in the run in which the user laid down the other: led to it, or answered it."""
        path, run_id = self.match.source.path if self.match.source else "", other.match.run_id
        return bool(run_id) and path.endswith(_name(paths.of_run("evidence", run_id or "")))

    def agrees_with(self, other: "_Claim") -> bool:
        """Whether it says the same, or the same and more: also what is no longer so ("no longer 8090, but 8091").

        It says less where the other only adds to it, and the opposite where the other turns it round.
        """
        if self.has_another_value_than(other):
            return False
        more, missing = {*self.marks} - {*other.marks}, {*other.marks} - {*self.marks}
        is_detail = bool(missing) and not missing & TURNING and not more
        return self.marks == other.marks or is_detail or (not missing and bool(more - TURNING))


def overruled(matches: Sequence[Match]) -> dict[UUID, Match]:
    """For each match that one of higher authority contradicts, the highest such one.

    Two statements contradict each other where they are about the same thing, by their words, and differ in numbers,
    names or negation (`distinctions`), or are the same but for the value in the end ("hosted by Hetzner"), unless a
    further statement of that authority agrees. What one of them only adds is no contradiction, and neither is what was
    said in the talk in which the user laid the other down. A contradiction in other words ("tabs", "spaces") is not
    seen.
    """
    claims = [claim for match in matches for claim in _claims(match)][:STATEMENTS]
    stated = [claim for claim in claims if claim.rank]
    overruling: dict[UUID, Match] = {}
    for claim in claims:
        about = (other for other in stated if other.rank > claim.rank and claim.is_about_the_same_as(other))
        higher = [other for other in about if not claim.is_of_the_talk_of(other)]
        agreeing = {other.rank for other in higher if claim.agrees_with(other)}
        against = [other.match for other in higher if other.rank not in agreeing]
        if against:
            candidates = [*filter(None, [overruling.get(claim.match.id)]), *against]
            overruling[claim.match.id] = max(candidates, key=_rank)
    return overruling


def statements(text: str) -> list[str]:
    """The sentences and list items of a text, without their markup."""
    parts = (_MARKUP.sub("", part) for part in fragments(text))
    return [part for part in parts if 10 <= len(part) <= MAX_STATEMENT]


def _claims(match: Match) -> Iterator[_Claim]:
    rank = _rank(match)
    for statement in statements(words_of(match.learning)):
        yield _Claim(match, statement, rank, frozenset(content_words(statement)))


def _name(path: str) -> str:
    return path[path.rindex("/") :]


def _rank(match: Match) -> int:
    return RANKS.get(match.authority, REPORTED if match.reported else 0)
