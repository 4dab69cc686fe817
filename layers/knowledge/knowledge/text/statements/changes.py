"""Which of an earlier statement's clauses a later one changes: its value, its name, its end, its negation.

Nothing here knows a trade or its verbs. A later statement that tells itself what was so before is believed where that
is what the earlier one says. Another has to be about the same, as the rarer words of both tell, with nothing that sets
two things apart; what it then says otherwise, of the same kind, replaces what the earlier one said.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.text.sentences import sentences
from knowledge.text.statements.assertion import asserted
from knowledge.text.statements.clause_pair import (
    FEW_WORDS,
    MIN_SHARED_IF_CHANGED,
    ClausePair,
    Grounds,
)
from knowledge.text.statements.clauses import Clause, clauses, parts
from knowledge.text.statements.former_names import grounds_by_name
from knowledge.text.statements.former_values import (
    ENDED,
    holds_from,
    in_one_word,
    is_of_its_time,
    past_values,
    says_change,
)
from knowledge.text.statements.numbered_rows import are_of_two_rows
from knowledge.text.statements.removal import is_undone
from knowledge.text.statements.self_correction import told_again
from knowledge.text.statements.subjects import Subjects, are_in_other_periods
from knowledge.text.statements.table_rows import is_told_anew
from knowledge.text.statements.told_alike import are_in_the_same_words, are_told_of_two, counterpart
from knowledge.text.statements.value_conflict import is_confirmed
from knowledge.text.statements.value_correction import find_correction

NEAR = 0.3  # cosine of two statements about one thing, on MiniLM; below, words in common mean nothing
MIN_SHARED_BY_VALUE = 0.2  # the weight of a clause's words that the later one has, where it tells its value as past
MIN_COSINE_WITH_BEFORE = 0.25  # where the later one tells what it was before; its words tell that it is of that


@dataclass(frozen=True)
class ReplacedClause:
    """A clause that is no longer so; its whole `sentence` where that says nothing else."""

    sentence: str
    clause: str
    share: float = 0.0  # of its words' weight that the later statement has
    least: float = 0.0  # the cosine with what is said instead that it takes, beside the words in common
    asked: str = ""  # the question that it answers
    by_value: bool = False  # known by the value that the later statement tells as past, whatever page it stands on
    leans: bool = False  # what was said before the later statement tells its subject
    by: str = ""  # what of the later statement says so, where that is known

    @property
    def whole(self) -> str:
        """Its sentence, an answer with the question."""
        return f"{self.asked} {self.sentence}".strip()


class Changes:
    """Compares statements by what their words weigh among all that are compared."""

    def __init__(self, statements: Iterable[str]) -> None:
        self.subjects = Subjects(statements)

    def replaced(
        self,
        new: str,
        old: str,
        similarity: float,
        *,
        explicit: bool = False,
        of_period: bool = False,
        before: str = "",
        title: str = "",
    ) -> list[ReplacedClause]:
        """What of the old statement the new one makes a thing of the past; `similarity` is their cosine.

        With `explicit` the new one has to say that something is otherwise than it was. Where it is told `of_period`, as
        in a month's report, what was counted in that ends nothing that was counted before. `before` is what was said
        just before the new one, `title` what the page of the old one is called.
        """
        if new.casefold() == old.casefold():
            return []
        new = in_one_word(asserted(new))
        if is_undone(new, old) or (is_told_anew(new, old) and not explicit):
            return [ReplacedClause(old, old, 1.0)]
        is_near = similarity >= NEAR and (not explicit or says_change(new) or holds_from(new))
        ours = clauses(new) if is_near else ()
        later = [clause for clause in ours if not (of_period and is_of_its_time(clause.text))]
        replaced, are_two = list[ReplacedClause](), are_told_of_two(new, old)
        for clause in clauses(old):
            if is_confirmed(new, clause.text) or are_of_two_rows(new, clause.sentence, old):
                continue
            reasons = [
                *(
                    ClausePair(one, clause, self.subjects).grounds()
                    for one in later
                    if _may_change(one, clause, are_two=are_two)
                ),
                self._grounds_by_value(new, clause, old),
                find_correction(new, before, clause, old, title, self.subjects),
                grounds_by_name(new, clause, self.subjects),
            ]
            if grounds := [reason for reason in reasons if reason]:
                replaced.append(_replaced(clause, grounds))
        return replaced

    def taken_back(self, new: str, old: str) -> list[ReplacedClause]:
        """What of an earlier statement of the same event the later one names as no longer so, beside what is."""
        texts = sentences(new)
        ours = (clause for clause in clauses(old) if not are_of_two_rows(new, clause.sentence, old))
        named = (clause for clause in ours if any(self._names(texts, at, clause) for at in range(len(texts))))
        return [_replaced(clause, [Grounds(1.0, MIN_COSINE_WITH_BEFORE)]) for clause in named]

    def _names(self, texts: list[str], at: int, old: Clause) -> bool:
        """Whether a sentence tells the clause's value as past, with the words of its subject in it or beside it."""
        if not told_again(texts[at], old.text) or are_in_other_periods(texts[at], old.text):
            return False
        own = self.subjects.stems(texts[at])
        own = own if len(own) >= FEW_WORDS else self.subjects.stems(" ".join(texts[max(0, at - 1) : at + 2]))
        about = self.subjects.stems(old.text) | self.subjects.stems(old.row)
        rows = not old.in_table or bool(self.subjects.stems(old.row) & own)
        return rows and max(self.subjects.share(about, own), self.subjects.share(own, about)) >= MIN_SHARED_IF_CHANGED

    def _grounds_by_value(self, new: str, old: Clause, whole: str) -> Grounds | None:
        """That the later statement tells another value, and that of the earlier one as what it was before."""
        was = told_again(new, old.text)
        if not was or are_in_other_periods(new, old.text) or old.is_of_another_row(new):
            return None
        specific = any(figure.kind or len(figure.value) > 2 for figure in was)
        several = len({figure.value for figure in told_again(new, whole)}) > 1
        share = self._share_by_value(new, old, whole)
        least = MIN_SHARED_BY_VALUE if specific else MIN_SHARED_IF_CHANGED
        telling = next((sentence for sentence in sentences(new) if told_again(sentence, old.text)), "")
        is_of_it = (specific and several) or share >= least
        return Grounds(1 + share, MIN_COSINE_WITH_BEFORE, by=telling) if is_of_it else None

    def _share_by_value(self, new: str, old: Clause, whole: str) -> float:
        """The weight of the subject that the later statement has of the earlier one, or the other way round."""
        about = self.subjects.stems(old.text) | self.subjects.stems(old.row)
        about |= self.subjects.stems(old.context) if len(about) < FEW_WORDS else set()
        own = {stem for sentence in sentences(new) if past_values(sentence) for stem in self.subjects.stems(sentence)}
        has = self.subjects.stems(new)
        shares = (self.subjects.share(subject, has) for subject in (about, self.subjects.stems(old.text)))
        return max(*shares, self.subjects.share(own - self.subjects.pronouns, self.subjects.stems(whole)))


def _may_change(new: Clause, old: Clause, *, are_two: bool) -> bool:
    """Whether the clauses are not of two things, as their statements or sentences are, nor of other parts of those.

    What a clause tells itself to be otherwise is not told of two things, and `…, no longer in Frankfurt` ends any part.
    """
    if (are_two or are_told_of_two(new.sentence, old.sentence)) and not says_change(new.text):
        return False
    is_told = new.answers or old.answers or ENDED.search(new.text)
    if is_told or not are_in_the_same_words(new.sentence, old.sentence):
        return True
    return counterpart(old.text, parts(new.sentence)) == new.text


def _replaced(old: Clause, grounds: Sequence[Grounds]) -> ReplacedClause:
    return ReplacedClause(
        old.sentence,
        old.sentence if old.alone else old.text,
        share=max(reason.share for reason in grounds),
        least=min(reason.least for reason in grounds),
        asked=old.context if old.answers else "",
        by_value=all(reason.by_value for reason in grounds),
        leans=all(reason.leans for reason in grounds),
        by=max(grounds, key=lambda reason: reason.share).by,
    )
