"""Of two passages about what is asked, the later first where each says something else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from knowledge.matches.dated_statements import statements
from knowledge.matches.models import Match
from knowledge.matches.question_terms import QuestionTerms
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import FROM, NOW, ended_names, holds_from, past_values
from knowledge.text.statements.subjects import are_in_other_periods
from knowledge.text.statements.values import Value, times_of_year, values

AS_NEAR = 0.75  # of what the earlier passage has of the question's words the later one has, where it takes its place
WHERE_ENDED = 0.5  # the same, where it tells what the earlier one says as past
ABOUT = 0.3  # of the question's words a statement that answers it has
SURELY = 0.5  # of the question's words one has that may answer it with a name
AS_GOOD = 0.5  # of the earlier passage's score the later one has: words in common are no subject in common
AS_GOOD_OF_VALUES = 0.8  # the same, where nothing but another value of the kind tells that it is so no more
POOL = 20  # passages beside those that are asked for, among which a later one may be


@dataclass(frozen=True)
class _PassageStatement:
    """A statement of a passage: its day, its words with those around it, and how much of the question it has."""

    text: str
    day: str
    share: float
    own: float  # the same, of its own words alone

    @cached_property
    def tells(self) -> list[Value]:
        """Its values, and the times of the year that it names."""
        return [*values(self.text), *times_of_year(self.text)]

    @cached_property
    def states(self) -> list[Value]:
        """The same, but where it tells an amount the days since when that is so."""
        since = {value for part in FROM.findall(self.text) for value in values(part) if value.kind == "date"}
        is_of_amount = any(value.is_amount for value in self.tells)
        return [value for value in self.tells if not is_of_amount or value not in since]

    def ends(self, other: "_PassageStatement") -> bool:
        """Whether it tells the other's value or name as past: `Frankfurt instead of Dublin`."""
        past = {figure.value for figure in past_values(self.text) if figure.is_telling}
        names = ended_names(self.text) & set(WORD.findall(other.text))
        return bool(names or past & {figure.value for figure in other.tells})

    def holds_since(self, other: "_PassageStatement") -> bool:
        """Whether it has as much of the question as the other and tells since when it is so."""
        has_as_much = self.own >= SURELY and self.share >= other.share
        return has_as_much and bool(holds_from(self.text) or NOW.search(self.text))

    def differs_from(self, other: "_PassageStatement") -> bool:
        """Whether it tells another value of a kind that the other tells, and none of the other's of that kind."""
        kinds = {figure.kind for figure in self.states} & {figure.kind for figure in other.states}
        kinds = kinds - {""} or kinds
        own, others = (
            {figure.value for figure in statement.states if figure.kind in kinds} for statement in (self, other)
        )
        return bool(kinds) and not own & others


def newer_first(matches: Sequence[Match], question: str) -> list[Match]:
    """The matches in their order, but for passages of files: one that a later one says otherwise stands behind it."""
    ordered = list(matches)
    passages = [match for match in ordered if match.source]
    if sum(bool(statements(passage)) for passage in passages) < 2:
        return ordered  # and no word of theirs is looked at
    asked = QuestionTerms(question, [match.learning for match in passages])
    statements_of = {match.id: _nearest(match, asked) for match in passages}
    for match in passages[1:]:
        place = next(at for at, other in enumerate(ordered) if other is match)
        before = (at for at in range(place) if not match.is_apart_from(ordered[at]))
        behind = (at for at in before if _stands_behind(ordered[at], match, statements_of))
        if (at := next(behind, None)) is not None:
            ordered.insert(at, ordered.pop(place))
    return ordered


def _stands_behind(passage: Match, other: Match, statements_of: Mapping[UUID, Sequence[_PassageStatement]]) -> bool:
    """Whether the other one, which is about as near to the question, takes its place."""
    is_near = other.score >= AS_GOOD * passage.score
    by_value = other.score >= AS_GOOD_OF_VALUES * passage.score
    return is_near and _gives_way(statements_of.get(passage.id), statements_of[other.id], by_value=by_value)


def _gives_way(
    passage: Sequence[_PassageStatement] | None, other: Sequence[_PassageStatement], *, by_value: bool
) -> bool:
    """Whether the other one says otherwise, later, what the passage has that is nearest to the question."""
    if not passage:
        return False
    earlier = passage[0]
    later = (statement for statement in other if statement.day > earlier.day and statement.share >= ABOUT)
    return any(_takes_its_place(statement, earlier, by_value) for statement in later)


def _takes_its_place(later: _PassageStatement, earlier: _PassageStatement, by_value: bool) -> bool:
    if later.share >= AS_NEAR * earlier.share:
        tells_otherwise = later.ends(earlier) or later.holds_since(earlier)
        instead = tells_otherwise or (by_value and later.differs_from(earlier))
    else:
        instead = later.share >= WHERE_ENDED * earlier.share and later.ends(earlier)
    return instead and not are_in_other_periods(later.text, earlier.text)


def _nearest(match: Match, asked: QuestionTerms) -> list[_PassageStatement]:
    """Its statements, first what has most of the question's words with the sentence before it and its page's name."""
    dated = statements(match)
    title = asked.stems(" ".join(match.source.breadcrumb[:1])) if match.source else frozenset()
    stems = [asked.stems(text) for text, _ in dated]
    scored = (
        _PassageStatement(text, day, asked.share(before | own | title), asked.share(own))
        for before, own, (text, day) in zip([frozenset[str](), *stems], stems, dated, strict=False)
    )
    return sorted(scored, key=lambda statement: (-statement.share, -statement.own))
