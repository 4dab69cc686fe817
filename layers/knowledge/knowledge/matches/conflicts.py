"""Who is right where two say different things: what the user wrote, then the system, then what agents learned."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from uuid import UUID

from knowledge.files import paths
from knowledge.matches.models import Match
from knowledge.text.conditions import denies_elsewhere, since_when
from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import TURNING, distinctions, without_distinctions
from knowledge.text.numbered_subjects import are_of_opposites, is_about
from knowledge.text.numerals import in_figures
from knowledge.text.prohibitions import permits
from knowledge.text.sentences import fragments
from knowledge.text.statements.former_values import NOW, past_values
from knowledge.text.statements.subjects import are_about_the_same, are_in_other_periods
from knowledge.text.statements.values import values
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
_LEADING = re.compile(r"\b(?:by|in|into|to|with|from|at|via|on|under|as|is|are|was|were|be)$")
# What leads to one of a kind that a noun behind it names, as in "is kept in the north cellar". What is not the only one
# ("a printer is in the left wing") may be in two places; who is trained on the blue crane may be so on another.
_LEADING_TO_ONE = re.compile(
    r"(?:(?:the|our) [^\n]*\b(?:is|are)(?: by| in| into| from| at| via)?"
    r"|(?!(?:an?|there|some) )[^\n]*\b(?:is|are) \w+ (?:by|in|into|from|at|via)) (?:the|our)(?: \S+)?$"
)
_VALUE = 2  # words of a value, at most
_RANGE = re.compile(r"(?<=\d) (?:to|until|bis|à|au|al|tot) (?=\d)")  # one distinction: `9 to 17`
_NO_LONGER = re.compile(r"\b(?:no longer|not any ?more)\b", re.I)


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
        return distinctions(_RANGE.sub("-", in_figures(self.statement)))

    @property
    def denials(self) -> int:
        """How often it denies."""
        return self.marks.count("not")

    @cached_property
    def subject(self) -> frozenset[str]:
        """Its words but for what distinguishes it, and for what says since when it is so."""
        text = without_distinctions(NOW.sub(" ", _NO_LONGER.sub(" ", self.statement)))
        return frozenset(word.removesuffix("s") for word in content_words(text))

    def is_apart_from(self, other: "_Claim") -> bool:
        """Whether they are of two projects or periods, or one was said of the other."""
        of_two = self.match.is_apart_from(other.match) or are_in_other_periods(self.statement, other.statement)
        return of_two or self.is_of_the_talk_of(other)

    def contradicts(self, other: "_Claim") -> bool:
        """Whether both cannot hold: another value of the same, the opposite of it, or an order against a prohibition.

        What only adds to it is none, and neither is what was said of another project or period, or in its own talk.
        Since when each holds is no part of what it says.
        """
        now, before = self.without_since_when(other), other.without_since_when(self)
        if now is not self or before is not other:
            return now.contradicts(before)
        alike = are_about_the_same(self.words, other.words) and self.has_the_subject_of(other)
        return (
            (alike and not self.says_the_same_as(other))
            or self.has_another_value_than(other)
            or permits(self.statement, other.statement)
            or permits(other.statement, self.statement)
        ) and not self.is_apart_from(other)

    def without_since_when(self, other: "_Claim") -> "_Claim":
        """Itself, or what it says where it begins with since when."""
        rest = self.statement.removeprefix(since_when(self.statement, other.statement))
        return self if rest == self.statement else replace(self, statement=rest, words=frozenset(content_words(rest)))

    def has_the_subject_of(self, other: "_Claim") -> bool:
        """Whether all words are the same but for one number, name or opposite, which is not what one is about.

        Where it is an opposite, another word may stand in its place: `enabled`, `disabled`; `always`, `never`. Who
        denies twice (`never … without`) says what is to be done.
        """
        own, others = self.own_marks(other), other.own_marks(self)
        is_opposite = bool({*own, *others} & (TURNING - {"not"}))
        most, others_most = is_opposite or "not" in others, is_opposite or "not" in own
        if self.speaks_elsewhere_than(other, own, others):
            return False
        is_same = len(self.subject - other.subject) <= most and len(other.subject - self.subject) <= others_most
        are_named = self.is_named_by(own) and other.is_named_by(others)
        are_named |= self.has_a_name_beside(own, other) and other.has_a_name_beside(others, self)
        are_two = max(map(_values_and_names, (own, others))) > 1 or abs(self.denials - other.denials) > 1
        return is_same and not are_named and not are_two

    def speaks_elsewhere_than(self, other: "_Claim", own: Sequence[str], others: Sequence[str]) -> bool:
        """Whether one denies something in another case than the other's, or each is about one of two opposites."""
        one, two = self.statement, other.statement
        are_denials = denies_elsewhere(one, two, own, others) or denies_elsewhere(two, one, others, own)
        return are_denials or are_of_opposites(one, two, [*own, *others])

    def own_marks(self, other: "_Claim") -> list[str]:
        """What distinguishes it from the other."""
        return [*(Counter(self.marks) - Counter(other.marks)).elements()]

    def is_named_by(self, marks: Sequence[str]) -> bool:
        """Whether one of its marks is what it is about."""
        return any(is_about(self.statement, mark) for mark in marks)

    def has_a_name_beside(self, marks: Sequence[str], other: "_Claim") -> bool:
        """Whether it has, beside these marks, a name with a dash that the other lacks (in SQL `_names_beside`)."""
        names = [token for token in self.tokens if "-" in token and token not in other.statement]
        return any(not any(mark in name or name in mark for mark in marks) for name in names)

    @cached_property
    def tokens(self) -> list[str]:
        """Its words in their order, with their capitals."""
        return _TOKEN.findall(self.statement)

    @cached_property
    def plain_tokens(self) -> list[str]:
        """The same without capitals."""
        return [token.casefold() for token in self.tokens]

    def has_another_value_than(self, other: "_Claim") -> bool:
        """Whether both say the same but for one name or word of a kind, to which a preposition or "be" leads.

        It stands at the end; or before the noun with which both end, of which there is one: `from the main branch`.
        What is denied of one may be denied of the other, too: `Never push to main`, `Never push to release`.
        """
        one, two = self.plain_tokens, other.plain_tokens
        if one[:1] != two[:1] or ("not" in self.marks and "not" in other.marks):
            return False
        same = _shared(one, two)
        behind = min(_shared(one[::-1], two[::-1]), len(one) - same, len(two) - same)
        value, instead = self.tokens[same : len(one) - behind], other.tokens[same : len(two) - behind]
        lead = " ".join(one[:same])
        leads = _LEADING_TO_ONE.match(lead) if behind else _LEADING.search(lead)
        is_disjoint = not {*one[same : len(one) - behind]} & {*two[same : len(two) - behind]}
        are_values = 0 < len(value) <= _VALUE and 0 < len(instead) <= _VALUE and is_disjoint
        return same > 2 and bool(leads) and are_values and value[0][0].isupper() == instead[0][0].isupper()

    def is_of_the_talk_of(self, other: "_Claim") -> bool:
        """Whether it was said in the run in which the user laid down the other: led to it, or answered it."""
        path, run_id = self.match.source.path if self.match.source else "", other.match.run_id
        return bool(run_id) and path.endswith(_name(paths.of_run("evidence", run_id or "")))

    def agrees_with(self, other: "_Claim") -> bool:
        """Whether it is about the same, and says no other of it."""
        alike = are_about_the_same(self.words, other.words) and self.says_the_same_as(other)
        return alike and not (self.has_another_value_than(other) or self.is_apart_from(other))

    def says_the_same_as(self, other: "_Claim") -> bool:
        """Whether it says the same, or the same and more: also what is no longer so ("no longer 8090, but 8091").

        It says less where the other only adds to it, and the opposite where the other turns it round, or where it tells
        as past what the other says.
        """
        if any(value in past_values(self.statement) for value in values(other.statement)):
            return False
        more, missing = {*self.marks} - {*other.marks}, {*other.marks} - {*self.marks}
        is_detail = bool(missing) and not missing & TURNING and not more
        return self.marks == other.marks or is_detail or (not missing and bool(more - TURNING))


def overruled(matches: Sequence[Match]) -> dict[UUID, Match]:
    """For each match that one of higher authority contradicts, the highest such one.

    Two statements contradict each other where they are the same but for a number, a name or a negation (`distinctions`)
    or the value in the end ("hosted by Hetzner"), or one orders what the other forbids, unless a further statement of
    that authority agrees. What one of them only adds is no contradiction, and neither is what was said in the talk in
    which the user laid the other down. A contradiction in other words ("tabs", "spaces") is not seen.
    """
    claims = _claims(matches)
    stated = [claim for claim in claims if claim.rank]
    overruling: dict[UUID, Match] = {}
    for claim in claims:
        higher = [other for other in stated if other.rank > claim.rank]
        agreeing = {other.rank for other in higher if claim.agrees_with(other)}
        against = [other.match for other in higher if other.rank not in agreeing and claim.contradicts(other)]
        if against:
            candidates = [*filter(None, [overruling.get(claim.match.id)]), *against]
            overruling[claim.match.id] = max(candidates, key=_rank)
    return overruling


def exceptions(matches: Sequence[Match], project: str) -> dict[UUID, Match]:
    """For each learning that holds for all, the project's own of the same authority that contradicts it, if any."""
    claims = _claims([match for match in matches if not match.source and not match.replaced_by])
    of_project = [claim for claim in claims if project in claim.match.projects]
    return {
        claim.match.id: own.match
        for claim in claims
        for own in of_project
        if not claim.match.projects and own.rank == claim.rank and own.contradicts(claim)
    }


def statements(text: str) -> list[str]:
    """The sentences and list items of a text, without their markup."""
    parts = (_MARKUP.sub("", part) for part in fragments(text))
    return [part for part in parts if 10 <= len(part) <= MAX_STATEMENT]


def _claims(matches: Iterable[Match]) -> list[_Claim]:
    stated = ((match, statement) for match in matches for statement in statements(words_of(match.learning)))
    claims = (_Claim(match, text, _rank(match), frozenset(content_words(text))) for match, text in stated)
    return [*islice(claims, STATEMENTS)]


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many words both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _values_and_names(marks: Sequence[str]) -> int:
    return sum(mark != "not" for mark in marks)


def _name(path: str) -> str:
    return path[path.rindex("/") :]


def _rank(match: Match) -> int:
    return RANKS.get(match.authority, REPORTED if match.reported else 0)
