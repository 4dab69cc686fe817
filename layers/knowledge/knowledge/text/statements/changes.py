"""Which of an earlier statement's clauses a later one changes: its value, its name, its end, its negation.

Nothing here knows a trade or its verbs. A later statement that tells itself what was so before is believed where that
is what the earlier one says. Another has to be about the same, as the rarer words of both tell, with nothing that sets
two things apart; what it then says otherwise, of the same kind, replaces what the earlier one said.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from knowledge.text.keywords import PRONOUNS, content_words
from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import WORD, Clause, clauses
from knowledge.text.statements.former_values import ENDED, ENDS_NEXT, NO, NOT, NOW, holds_from, past_values, says_change
from knowledge.text.statements.self_correction import told_again
from knowledge.text.statements.subjects import Subjects, are_in_other_periods, are_set_apart
from knowledge.text.statements.value_conflict import are_comparable, is_confirmed, is_of_another, otherwise
from knowledge.text.statements.value_correction import Correction, find_correction
from knowledge.text.statements.values import Value, measured_months, periods, values

NEAR = 0.3  # cosine of two statements about one thing, on MiniLM; below, words in common mean nothing
_MOST = 0.6  # the weight of a clause's words that the other has, if both are about the same
_MUCH = 0.4  # the same, where the later one says that it changes something
_SOME = 0.25  # the same, where the later one names what it ends, or tells what was before
_NEARLY = 0.9  # the weight of a later clause's words that the earlier one has, where it says nothing else
_SAME = 0.33  # the weight of what two clauses have in common where each names somebody else
_LEAST = 1e-6
_CLEAR = 0.6  # the cosine of two clauses that shows that words in common are about one thing
_ENDED = 0.5  # the same, where the later one names what it ends
_WITH_BEFORE = 0.25  # the same, where the later one tells what it was before
_MUTUAL = 0.45  # the weight of a later clause's words, with those around it, that the earlier one has
_SEVERAL = 2  # words in common, where the values have no kind that both have
_FEW = 3  # words; an answer of fewer says little without its question

_COPULA = re.compile(r"\b(?:is|are|will be|runs on|uses|use|ist|sind|est|es)\b", re.I)


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


class Changes:
    """Compares statements by what their words weigh among all that are compared."""

    def __init__(self, statements: Iterable[str]) -> None:
        self.subjects = Subjects(statements)
        self._pronouns = {self.subjects.key(word) for word in PRONOUNS}

    def replaced(
        self, new: str, old: str, similarity: float, *, explicit: bool = False, before: str = "", title: str = ""
    ) -> list[ReplacedClause]:
        """What of the old statement the new one makes a thing of the past; `similarity` is their cosine.

        With `explicit` the new one has to say that something is otherwise than it was. `before` is what was said just
        before the new one, `title` what the page of the old one is called.
        """
        if new.casefold() == old.casefold():
            return []
        later = clauses(new) if similarity >= NEAR and (not explicit or says_change(new) or holds_from(new)) else ()
        replaced: list[ReplacedClause] = []
        for clause in clauses(old):
            if is_confirmed(new, clause.text):
                continue
            effects = [effect for one in later if (effect := self._change(one, clause))]
            effects += filter(None, [self._effect_by_value(new, clause, old)])
            again = find_correction(new, before, clause, old, title, self.subjects)
            if effects or again:
                shares = [*effects, (again.share, again.least)] if again else effects
                replaced.append(self._replaced(clause, shares, again if not effects else None))
        return replaced

    def taken_back(self, new: str, old: str) -> list[ReplacedClause]:
        """What of an earlier statement of the same event the later one names as no longer so, beside what is."""
        texts = sentences(new)
        named = (clause for clause in clauses(old) if any(self._names(texts, at, clause) for at in range(len(texts))))
        return [self._replaced(clause, [(1.0, _WITH_BEFORE)]) for clause in named]

    def _names(self, texts: list[str], at: int, old: Clause) -> bool:
        """Whether a sentence tells the clause's value as past, with the words of its subject in it or beside it."""
        if not told_again(texts[at], old.text) or are_in_other_periods(texts[at], old.text):
            return False
        own = self._subject(texts[at])
        own = own if len(own) >= _FEW else self._subject(" ".join(texts[max(0, at - 1) : at + 2]))
        about = self._subject(old.text) | self._subject(old.row)
        rows = not old.in_table or bool(self.subjects.stems(old.row) & own)
        return rows and max(self.subjects.share(about, own), self.subjects.share(own, about)) >= _MUCH

    def _replaced(
        self, old: Clause, effects: list[tuple[float, float]], again: Correction | None = None
    ) -> ReplacedClause:
        whole = old.sentence if old.alone else old.text
        asked = old.context if old.answers else ""
        share, least = max(effects)[0], min(least for _, least in effects)
        leans = again is not None and again.leans
        return ReplacedClause(old.sentence, whole, share, least, asked, by_value=again is not None, leans=leans)

    def _effect_by_value(self, new: str, old: Clause, whole: str) -> tuple[float, float] | None:
        """Whether the later statement tells another value, and that of the earlier one as what it was before."""
        was = told_again(new, old.text)
        is_other_row = old.in_table and old.row[:-3].casefold() not in new.casefold()
        if not was or are_in_other_periods(new, old.text) or is_other_row:
            return None
        specific = any(figure.kind or len(figure.value) > 2 for figure in was)
        about = self._subject(old.text) | self._subject(old.row)
        about |= self._subject(old.context) if len(about) < _FEW else set()
        own = {stem for sentence in sentences(new) if past_values(sentence) for stem in self._subject(sentence)}
        has = self.subjects.stems(new)
        shares = (self.subjects.share(subject, has) for subject in (about, self._subject(old.text)))
        share = max(*shares, self.subjects.share(own, self.subjects.stems(whole)))
        several = len({figure.value for figure in told_again(new, whole)}) > 1
        if specific and several:
            return 1 + share, _WITH_BEFORE
        return (1 + share, _WITH_BEFORE) if share >= (_SOME if specific else _MUCH) else None

    def _subject(self, text: str) -> set[str]:
        """Its words but for the units in which all kinds of things are told."""
        units = {self.subjects.key(value.unit) for value in values(text) if value.is_common}
        return self.subjects.stems(text) - units

    def _change(self, new: Clause, old: Clause) -> tuple[float, float] | None:
        """How much of the old clause's words the new one has where it may replace it, and how near both have to be."""
        share = self.subjects.share(self.subjects.stems(old.text), self._all(new))
        least = _ENDED if self._ends(new.text, old.text) else _CLEAR
        return (share + _LEAST, least) if self._replaces(new, old) else None

    def _all(self, clause: Clause) -> set[str]:
        return self.subjects.stems(clause.text) | self.subjects.stems(clause.context)

    def _replaces(self, new: Clause, old: Clause) -> bool:
        if self._is_denied(new, old):
            return True
        if new.in_table != old.in_table or new.cell != old.cell:
            return False
        if new.row and old.row and not self.subjects.stems(new.row) & self.subjects.stems(old.row):
            return False
        words, around, own = (self.subjects.stems(text) for text in (old.text, old.context, new.text))
        after, before = values(new.text), values(old.text)
        units = {self.subjects.key(word) for value in before for word in (value.unit, value.per)}
        whole = self._all(new)
        words |= self.subjects.stems(old.row)
        about = words | around if old.answers and len(words - units) < _FEW else words  # what was asked, and the answer
        shared = max(self.subjects.share(words, whole), self.subjects.share(about, whole))
        if not ((about - units) & whole) or not (after or own & (words | around)):
            return False
        changed = says_change(new.sentence)
        if not old.alone and len(words) < _FEW - 1 and not before:  # a piece of a sentence
            return False
        if self._ends(new.text, old.text) and shared >= _SOME:
            return True
        if measured_months(old.text) - periods(new.sentence):  # what was counted in a month stays
            return False
        if self.subjects.conditions_differ(f"{new.sentence} {new.context}", old.sentence):
            return False
        if pairs := otherwise(new, after, before):
            return self._revalues(new, old, pairs, shared, changed)
        if _is_renamed(new.text, old.text):
            return True
        denies = _asserts(old.text) and bool(NOT.search(new.text)) != bool(NOT.search(old.text))
        if denies and len(words) >= _FEW and shared >= (_MUCH if changed else _MOST):
            same = not (before and after) or set(before) & set(after)
            return bool(same) and (changed or (not old.answers and self.subjects.share(own, words | around) >= _MOST))
        return bool(NOW.search(new.text)) and self._succeeds(own, about)

    def _revalues(
        self, new: Clause, old: Clause, pairs: list[tuple[Value, Value]], shared: float, changed: bool
    ) -> bool:
        """Whether another value of the same kind is told of the same thing."""
        alone = not self.subjects.stems(old.text)  # an answer that is a value
        if not alone and are_set_apart(new.text, old.text):
            return False
        exact = any(one.kind == other.kind and one.per == other.per for one, other in pairs)
        named = any(before in past_values(new.sentence) for _, before in pairs)
        sure = any(one.kind == other.kind != "" for one, other in pairs)
        bare = not any(one.kind or other.kind for one, other in pairs)
        if is_of_another(new, old):
            return False
        several = len(values(old.text)) > 1 or bare
        if several and not (alone or sure) and len(self.subjects.stems(old.text) & self._all(new)) < _SEVERAL:
            return False  # which of its values is meant, a word in common does not tell
        mutual = self.subjects.share(
            self._all(new), self.subjects.stems(old.sentence) | self.subjects.stems(old.context)
        )
        # A hundred times as much, told in other words, is of something else, as a turnover is beside a price.
        if not changed and mutual < _MOST and not any(are_comparable(*pair) for pair in pairs):
            return False
        if not exact:
            return shared >= _MOST
        says_no_more = self.subjects.share(self.subjects.stems(new.text), self.subjects.stems(old.text)) >= _NEARLY
        if says_no_more and shared >= _SOME:  # `Availability was 99.98 %.`
            return True
        if changed or named or alone:
            return shared >= _MUCH
        least = (_MUCH + _MOST) / 2 if self.subjects.stems(new.text) else _NEARLY  # a value alone may be of anything
        return shared >= least and mutual >= _MUTUAL

    def _is_denied(self, new: Clause, old: Clause) -> bool:
        """Whether it was asked whether the earlier clause is so, and the answer is no; names alone ask nothing."""
        if not new.answers or not NO.match(new.text) or NOT.search(old.text):
            return False
        asked, before = self.subjects.stems(new.context), self.subjects.stems(old.text)
        named = {self.subjects.key(word) for word in WORD.findall(new.context) if word[0].isupper()}
        return (
            not asked & before <= named
            and min(self.subjects.share(asked, before), self.subjects.share(before, asked)) >= _MUCH
        )

    def _succeeds(self, own: set[str], before: set[str]) -> bool:
        """Whether somebody or something else now does the same: `Marta runs the workshop now`."""
        return (
            len(own & before) > 1 and min(self.subjects.share(own, before), self.subjects.share(before, own)) >= _SAME
        )

    def _ends(self, new: str, old: str) -> bool:
        """Whether what the new clause ends is what the old one is about; a pronoun may stand for anything."""
        stems = self.subjects.stems(old) - self._pronouns
        next_to = [(match[0], self._telling(new[match.end() :])[:1]) for match in ENDS_NEXT.finditer(new)]
        next_to += [(match[0], self._telling(new[: match.start()])[-1:]) for match in ENDED.finditer(new)]
        return any(self.subjects.key(ending) not in stems and stems.intersection(word) for ending, word in next_to)

    def _telling(self, text: str) -> list[str]:
        return [
            self.subjects.key(word) for word in WORD.findall(text) if content_words(word) and not NOT.fullmatch(word)
        ]


def _asserts(clause: str) -> bool:
    """Whether it says something, and is no mere name: `Milan Koch (Dramaturgie)`."""
    return any(word[0].islower() and content_words(word) for word in WORD.findall(clause))


def _is_renamed(new: str, old: str) -> bool:
    """Whether both say what one thing is, each by another name."""
    sides = [_COPULA.split(text, maxsplit=1) for text in (new, old)]
    if any(len(side) < 2 for side in sides):
        return False
    (subject, after), (other, before) = sides
    names = [re.match(r"\s*(?:now )?(?:an? |the )?([A-Z][\w.+-]*)", text) for text in (after, before)]
    subjects = [{word.casefold() for word in WORD.findall(text) if len(word) > 3} for text in (subject, other)]
    named = {name[1] for name in names if name}
    return subjects[0] == subjects[1] != set() and len(named) == 2
