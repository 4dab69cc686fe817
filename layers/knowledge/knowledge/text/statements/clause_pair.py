"""A later clause beside an earlier one: whether it replaces it, and on what grounds."""

from dataclasses import dataclass
from functools import cached_property

from knowledge.text.statements.clauses import WORD, Clause
from knowledge.text.statements.denial import asserts, is_denied
from knowledge.text.statements.ended_clause import ends
from knowledge.text.statements.former_values import (
    NO,
    NO_LONGER,
    NOT,
    NOW,
    STILL,
    past_values,
    says_change,
)
from knowledge.text.statements.owners import are_of_others
from knowledge.text.statements.renaming import is_given_to, is_put_off, is_renamed
from knowledge.text.statements.subjects import BESIDE, Subjects, are_set_apart
from knowledge.text.statements.value_conflict import are_comparable, is_of_another, otherwise
from knowledge.text.statements.values import Value, measured_months, periods, values

MIN_SHARED = 0.6  # the weight of a clause's words that the other has, if both are about the same
MIN_SHARED_IF_CHANGED = 0.4  # the same, where the later one says that it changes something
MIN_SHARED_IF_ENDED = 0.25  # the same, where the later one names what it ends, or tells what was before
MIN_MUTUAL = 0.45  # the weight of a later clause's words, with those around it, that the earlier one has
SAYS_NO_MORE = 0.9  # the weight of a later clause's words that the earlier one has, where it says nothing else
MIN_SHARED_BY_DOERS = 0.33  # the weight of what two clauses have in common where each names somebody else
MIN_WORDS_OF_SEVERAL = 2  # in common, where the values have no kind that both have
FEW_WORDS = 3  # an answer of fewer says little without its question
MIN_COSINE = 0.6  # of two clauses, which shows that words in common are about one thing
MIN_COSINE_IF_ENDED = 0.5  # the same, where the later one names what it ends
_POSITIVE = 1e-6  # what replaces an answer without words of its own has grounds as well


@dataclass(frozen=True)
class Grounds:
    """Why a clause is taken to be no longer so."""

    share: float  # of its words' weight that the later statement has
    least: float  # the cosine with what is said instead that it takes, beside the words in common
    by_value: bool = False  # known by the value that the later statement tells as past
    leans: bool = False  # what was said before the later statement tells its subject
    by: str = ""  # what of the later statement says so, where that is known


@dataclass(frozen=True)
class ClausePair:
    """A later clause and an earlier one, compared by what their words weigh."""

    new: Clause
    old: Clause
    subjects: Subjects

    def grounds(self) -> Grounds | None:
        """Why the later clause replaces the earlier one; None where it does not."""
        if not (self._is_denied() or self._is_told_alone() or (self._is_of_one_matter() and self._is_otherwise())):
            return None
        share = self.subjects.share(self._stems, self._new_words)
        is_sure = self._ends or is_given_to(self.new.text, self.old.text)  # two names are not near to one another
        return Grounds(share + _POSITIVE, MIN_COSINE_IF_ENDED if is_sure else MIN_COSINE, by=self.new.sentence)

    def _is_denied(self) -> bool:
        """Whether it was asked whether the earlier clause is so, and the answer is no; names alone ask nothing."""
        if not self.new.answers or not NO.match(self.new.text):
            return False
        if NOT.search(self.old.text) or not asserts(self.old.text):
            return False
        asked = self.subjects.stems(self.new.context)
        named = {self.subjects.key(word) for word in WORD.findall(self.new.context) if word[0].isupper()}
        return not asked & self._stems <= named and self._common_share(asked, self._stems) >= MIN_SHARED_IF_CHANGED

    def _is_told_alone(self) -> bool:
        """Whether the later one tells another value by the earlier one's measure alone: `It is 79 a month now.`"""
        if not (self.new.alone and self._changes) or self.subjects.stems(self.new.text) or self._stays():
            return False
        pairs = otherwise(self.new, self.old, self._after, self._before)
        is_of_one_measure = any(one.kind == other.kind and one.per == other.per != "" for one, other in pairs)
        return is_of_one_measure and self._may_revalue(pairs)

    def _is_of_one_matter(self) -> bool:
        """Whether the later one has words of the earlier one's subject, and stands at the like place of a table."""
        new, old = self.new, self.old
        if new.in_table != old.in_table or new.cell != old.cell:
            return False
        if new.row and old.row and not self.subjects.stems(new.row) & self.subjects.stems(old.row):
            return False
        if not (self._about - self._units) & self._new_words and not self._counts_alone:
            return False
        is_piece = not old.alone and len(self._words) < FEW_WORDS - 1 and not self._before
        return not is_piece and bool(self._after or self._own & (self._words | self._around))

    @property
    def _counts_alone(self) -> bool:
        """Whether the earlier clause tells how many there are and nothing else: `We have 12 employees.`"""
        return bool(self._stems) and self._stems <= self._counted(self._before) & self._counted(self._after)

    def _is_otherwise(self) -> bool:
        """Whether the later one ends what the earlier one tells, or tells another value, name, answer or doer of it."""
        if self._ends and self._shared >= (MIN_SHARED_IF_CHANGED if self._before else MIN_SHARED_IF_ENDED):
            return True
        if self._stays():
            return False
        if pairs := otherwise(self.new, self.old, self._after, self._before):
            return self._is_of_more_than_names(pairs) and self._may_revalue(pairs) and self._revalues(pairs)
        if is_renamed(self.new.text, self.old.text) or is_given_to(self.new.text, self.old.text):
            return True
        if self._is_opposite():
            return self._negates()
        if BESIDE.search(self.new.text) or past_values(self.new.sentence):
            return False  # who tells what a value was says nothing of what has another, or none
        tells_more = not set(self._after) <= set(self._before)
        return bool(NOW.search(self.new.text)) and not tells_more and self._succeeds()

    def _stays(self) -> bool:
        """Whether it is said to, or is of a month, or under a condition, that the later one does not tell."""
        if STILL.search(self.new.text) or measured_months(self.old.text) - periods(self.new.sentence):
            return True
        return self.subjects.conditions_differ(f"{self.new.sentence} {self.new.context}", self.old.sentence)

    def _is_of_more_than_names(self, pairs: list[tuple[Value, Value]]) -> bool:
        """Whether a word in common says what of somebody or some place the values are: `Ann: 30 hours`, `Ann: 2 May`.

        Where no change is told one word may be of many amounts, or spans: it takes a second, or a value, or more than
        half of what is said.
        """
        counted = self._counted(self._before) & self._counted(self._after)
        common = (self._about & self._new_words) - self.subjects.names - self._units | counted
        several = len(common) + len(set(self._before) & set(self._after)) >= MIN_WORDS_OF_SEVERAL
        is_of_days = any(figure.kind in ("date", "time", "weekday") for figure, _ in pairs)
        is_all = self._shared >= SAYS_NO_MORE
        return bool(common) and (self._changes or several or is_of_days or is_all or self._mutual >= MIN_SHARED)

    def _may_revalue(self, pairs: list[tuple[Value, Value]]) -> bool:
        """Whether nothing tells that the values are of two things."""
        if is_of_another(self.new, self.old) or are_of_others(self.new, self.old, self.subjects):
            return False
        if self._stems and are_set_apart(self.new.text, self.old.text):
            return False
        sure = any(one.kind == other.kind != "" for one, other in pairs)
        several = len(self._before) > 1 or not any(one.kind or other.kind for one, other in pairs)
        if several and self._stems and not sure and len(self._stems & self._new_words) < MIN_WORDS_OF_SEVERAL:
            return False  # which of its values is meant, a word in common does not tell
        # A hundred times as much, told in other words, is of something else, as a turnover is beside a price.
        return self._changes or self._mutual >= SAYS_NO_MORE or any(are_comparable(*pair) for pair in pairs)

    def _revalues(self, pairs: list[tuple[Value, Value]]) -> bool:
        """Whether another value of the same kind is told of the same thing."""
        if not any(one.kind == other.kind and one.per == other.per for one, other in pairs):
            return self._shared >= MIN_SHARED
        if self.subjects.share(self._own, self._stems) >= SAYS_NO_MORE and self._shared >= MIN_SHARED_IF_ENDED:
            return True  # `Availability was 99.98 %.`
        if self._changes or not self._stems or is_put_off(self.new.text):
            are_of_one_measure = any(one.kind == other.kind and one.per == other.per != "" for one, other in pairs)
            return self._shared >= MIN_SHARED_IF_CHANGED or (are_of_one_measure and self._mutual >= MIN_MUTUAL)
        # A value alone may be of anything.
        least = (MIN_SHARED_IF_CHANGED + MIN_SHARED) / 2 if self._own else SAYS_NO_MORE
        return self._shared >= least and self._mutual >= MIN_MUTUAL

    def _is_opposite(self) -> bool:
        """Whether one of them denies, of what seems to be the same, what the other asserts."""
        denial = NO_LONGER.search(self.new.text) or NOT.search(self.new.text)
        denies = asserts(self.old.text) and bool(NOT.search(self.new.text)) != bool(NOT.search(self.old.text))
        if denial and not is_denied(self.old.text, denial, self.subjects):
            return False
        least = MIN_SHARED_IF_CHANGED if self._changes else MIN_SHARED
        return denies and len(self._words - self.subjects.determiners) >= FEW_WORDS and self._shared >= least

    def _negates(self) -> bool:
        """Whether it is the same, by the values and the words of both."""
        if self._before and self._after and not set(self._before) & set(self._after):
            return False
        if not self._changes and are_of_others(self.new, self.old, self.subjects):
            return False
        is_same = self.subjects.share(self._own, self._words | self._around) >= MIN_SHARED
        return self._changes or (not self.old.answers and is_same)

    def _succeeds(self) -> bool:
        """Whether somebody or something else now does the same: `Marta runs the workshop now`."""
        own, about = self._own - self._units, self._about - self._units
        return len(own & about) > 1 and self._common_share(own, about) >= MIN_SHARED_BY_DOERS

    @cached_property
    def _ends(self) -> bool:
        return ends(self.new.text, self.old.text, self.subjects)

    def _common_share(self, one: set[str], other: set[str]) -> float:
        """Of the weight of either, what the other has, too: the smaller share."""
        return min(self.subjects.share(one, other), self.subjects.share(other, one))

    @cached_property
    def _changes(self) -> bool:
        return says_change(self.new.sentence)

    @cached_property
    def _after(self) -> list[Value]:
        return values(self.new.text)

    @cached_property
    def _before(self) -> list[Value]:
        return values(self.old.text)

    def _counted(self, figures: list[Value]) -> set[str]:
        """What is counted, as bikes are in `140 bikes`; the units of all kinds of things are not."""
        return {self.subjects.key(figure.unit) for figure in figures if figure.unit and not figure.is_common}

    @cached_property
    def _units(self) -> set[str]:
        return {self.subjects.key(word) for value in self._before for word in (value.unit, value.per)}

    @cached_property
    def _own(self) -> set[str]:
        """The later clause's words."""
        return self.subjects.stems(self.new.text)

    @cached_property
    def _new_words(self) -> set[str]:
        """The later clause's words, with those around it."""
        return self._own | self.subjects.stems(self.new.context)

    @cached_property
    def _stems(self) -> set[str]:
        """The earlier clause's words; an answer that is a value has none."""
        return self.subjects.stems(self.old.text)

    @cached_property
    def _words(self) -> set[str]:
        """The earlier clause's words, with those of its row."""
        return self._stems | self.subjects.stems(self.old.row)

    @cached_property
    def _around(self) -> set[str]:
        return self.subjects.stems(self.old.context)

    @cached_property
    def _about(self) -> set[str]:
        """What the earlier clause is about: of a short answer also what was asked."""
        is_short = self.old.answers and len(self._words - self._units) < FEW_WORDS
        return self._words | self._around if is_short else self._words

    @cached_property
    def _shared(self) -> float:
        """The weight of the earlier clause's words that the later one has."""
        return max(self.subjects.share(self._words, self._new_words), self.subjects.share(self._about, self._new_words))

    @cached_property
    def _mutual(self) -> float:
        """The weight of the later clause's words that the earlier sentence has."""
        return self.subjects.share(self._new_words, self.subjects.stems(self.old.sentence) | self._around)
