"""What an event makes of what the summaries say."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, product

from knowledge.files.current_statements.changed_sentences import are_of_others
from knowledge.files.current_statements.ending import Judgement, emptied, renewing
from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.current_statements.reversal import reversed_decision
from knowledge.files.current_statements.striking import LineChange, SupersededStatement, past
from knowledge.ports.embedder import Embedder, cosine
from knowledge.text.near_duplicates import is_same
from knowledge.text.sentences import sentences
from knowledge.text.statements import marks
from knowledge.text.statements.changes import Changes, ReplacedClause
from knowledge.text.statements.former_values import ended_names, ends_something, says_change


@dataclass(frozen=True)
class News:
    """What an event adds to what stands: which of its statements are new, and what they make a thing of the past.

    `texts` are those of its statements of which the event itself, or what stands, takes a part back, without that part.
    `judged` where somebody read both and said what has ended.
    """

    new: list[bool]
    places: dict[int, str]
    superseded: list[SupersededStatement]
    texts: dict[int, str] = field(default_factory=dict)
    passages: list[SupersededStatement] = field(default_factory=list)  # of descriptions
    judged: bool = False
    repeated: frozenset[tuple[str, str]] = frozenset()  # lines, with their files, that the event says again
    overruled: dict[int, str] = field(default_factory=dict)  # those that a person's line says otherwise, with that line


def news(
    statements: Sequence[str],
    standing: Sequence[CurrentStatement],
    at: datetime,
    embedder: Embedder,
    *,
    explicit: bool = False,
    of_period: bool = False,
    judgement: Judgement | None = None,
) -> News:
    """What of the statements, in their order, is new, and what of what stands they supersede.

    What a later day's statement supersedes is none of the news: it goes to the history at once.
    With `explicit`, as for a log of what was done, only what says that it changes something does. Of an event
    `of_period`, as a month's report, what was counted then ends no earlier count. The `judgement` is
    that of somebody who read both: then nothing else is superseded.
    """
    comparison = _Comparison(statements, standing, f"{at:%Y-%m-%d}", embedder, explicit, of_period)
    return comparison.news() if judgement is None else comparison.judged(judgement)


class _Comparison:
    """One event's statements against those that stand, and against its own earlier ones."""

    def __init__(
        self,
        statements: Sequence[str],
        standing: Sequence[CurrentStatement],
        day: str,
        embedder: Embedder,
        explicit: bool,
        of_period: bool,
    ) -> None:
        texts = [*(line.text for line in standing), *statements]
        vectors = embedder.embed(texts)
        self._statements, self._standing, self._day = statements, standing, day
        self._known, self._own = vectors[: len(standing)], vectors[len(standing) :]
        self._explicit, self._of_period, self._embedder = explicit, of_period, embedder
        self._changes, self._near_duplicate = Changes(texts), embedder.near_duplicate
        self._new, self._late = [True] * len(statements), list[SupersededStatement]()
        self._repeated: dict[int, int] = {}  # what stands, and the last statement that says it again
        self._gone, self._corrected, self._outdated, self._persons = (
            defaultdict[int, list[LineChange]](list) for _ in range(4)
        )

    def judged(self, judgement: Judgement) -> News:
        """What is new, and what has ended, but for what says the same; marks that told it tell what is so since."""
        statements = self._statements
        compared = [ending for ending in judgement.ended if ending.may_go and not ending.is_said_again(statements)]
        ends = {(place, ending.ended) for ending in compared for place in ending.by}
        for place in range(len(statements)):
            compared_with = (at for at, line in enumerate(self._standing) if (place, line) not in ends)
            says_again = any(self._says_again(place, other) for other in compared_with)
            self._new[place] = not says_again and place not in judgement.repeated
        late = [ending for ending in compared if ending.is_told_late(self._day)]
        gone = [ending for ending in compared if ending not in late]
        left = {ending.by[0]: ending.still or "" for ending in late}
        self._new = [is_new and left.get(place, "-") != "" for place, is_new in enumerate(self._new)]
        ended_now = [ending.superseded(self._statements, self._day) for ending in gone]
        lines = [line for line in ended_now if line.line]
        own = {(line.path, line.line) for line in lines}  # they have their marks
        others = [line for line in self._standing if (line.path, line.line) not in own]
        marked = [renewed for line in ended_now for other in others if (renewed := renewing(other, line))]
        return News(
            self._new,
            emptied(gone, lines, self._standing),
            [*lines, *marked, *(ending.told_late(self._statements) for ending in late)],
            left,
            passages=[sentence for sentence in ended_now if not sentence.line],
            judged=True,
        )

    def news(self) -> News:
        """Compares all with all, and looks twice at what seems to be replaced."""
        own = range(len(self._statements))
        for place, other in product(own, range(len(self._standing))):
            if self._says_again(place, other):
                self._new[place], self._repeated[other] = False, place
            elif self._standing[other].text == marks.quoted(self._statements[place]):
                self._repeated[other] = place  # a mark tells it to be so now
        for place in filter(self._new.__getitem__, own):
            for other in range(len(self._standing)):
                self._beside_standing(place, other)
            self._beside_earlier(place)
        self._verify()
        self._reverse()
        texts = self._told_late() | self._taken_back()
        places = {
            change.place: self._standing[other].origin
            for other in reversed(self._gone)
            for change in self._gone[other]
            if not change.replaced.by_value
        }
        lines = (self._standing[other] for other in self._repeated)
        repeated = frozenset((line.path, line.line) for line in lines)
        overruled = {
            change.place: self._standing[other].line for other, changes in self._persons.items() for change in changes
        }
        return News(
            self._new, places, [*self._superseded(), *self._late], texts, repeated=repeated, overruled=overruled
        )

    def _verify(self) -> None:
        """Keeps only what is near enough to what is said instead: words in common may be about two things."""
        groups = (self._gone, self._corrected, self._outdated, self._persons)
        compared = {
            text for group in groups for changes in group.values() for change in changes for text in change.compared
        }
        vectors = dict(zip(compared, self._embedder.embed(list(compared)), strict=True)) if compared else {}
        for group in groups:
            _keep(group, lambda change: change.is_sure(vectors))
        ends = list(chain.from_iterable(self._gone.values()))
        others = are_of_others([(change.replaced.whole, change.now) for change in ends], self._embedder)
        _keep(self._gone, lambda change: not others[ends.index(change)])

    def _reverse(self) -> None:
        """Decisions that the event says no longer hold, by the month in which they were made."""
        for place, statement in enumerate(self._statements):
            before = self._statements[place - 1] if place else ""
            if gone := reversed_decision(statement, before, self._standing, self._changes.subjects):
                other, lines = gone
                self._gone[other] += [LineChange(ReplacedClause(line, line), statement, place) for line in lines]

    def _says_again(self, place: int, other: int) -> bool:
        """Whether the statement says what stands already, and is no mark."""
        statement, standing = self._statements[place], self._standing[other]
        near = cosine(self._own[place], self._known[other]) >= self._near_duplicate
        end_alike = all(tells(statement) == tells(standing.text) for tells in (ends_something, ended_names))
        return not standing.is_mark and near and end_alike and is_same(statement, standing.text)

    def _may_end(self, place: int, other: int) -> bool:
        """Whether the event does not say again what stands, or tells behind it that it changes something."""
        again = self._repeated.get(other, -1)
        return again < 0 or (again < place and says_change(self._statements[place]))

    def _beside_standing(self, place: int, other: int) -> None:
        statement, standing = self._statements[place], self._standing[other]
        nearness = cosine(self._own[place], self._known[other])
        if not self._may_end(place, other):
            return
        if standing.is_persons or not standing.day or standing.day <= self._day:
            before = self._statements[place - 1] if place else ""
            replaced = self._changes.replaced(
                statement,
                standing.text,
                nearness,
                explicit=self._explicit,
                of_period=self._of_period,
                before=before,
                title=standing.title,
            )
            for clause in replaced:
                if not standing.is_mark and marks.ends(standing.line, clause.clause):
                    continue  # the mark that names it tells what is so since
                now = f"{before} {statement}" if clause.leans else statement
                gone = self._persons if standing.is_persons else self._gone  # a person's line is no agent's to end
                gone[other].append(LineChange(clause, now, place))
        elif replaced := self._changes.replaced(standing.text, statement, nearness, explicit=self._explicit):
            self._outdated[place] += [LineChange(clause, standing.text, other) for clause in replaced]

    def _beside_earlier(self, place: int) -> None:
        """Who corrects themselves in one event names what is gone; anything else stands beside what was said."""
        statement = self._statements[place]
        for earlier in range(place):
            before = self._statements[earlier]
            if self._new[earlier] and before.casefold() != statement.casefold():
                taken = self._changes.taken_back(statement, before)
                self._corrected[earlier] += [LineChange(clause, statement, place) for clause in taken]

    def _superseded(self) -> list[SupersededStatement]:
        return [
            ended for other, changes in self._gone.items() for ended in past(self._standing[other], changes, self._day)
        ]

    def _told_late(self) -> dict[int, str]:
        """What is left of the statements of which a later day's one supersedes sentences."""
        texts: dict[int, str] = {}
        for place, changes in self._outdated.items():
            whole, by = sentences(self._statements[place]), self._standing[changes[0].place]
            ended = {change.replaced.sentence for change in changes}
            was = " ".join(filter(ended.__contains__, whole)) or self._statements[place]
            left = [sentence for sentence in whole if sentence not in was]
            self._new[place] = not all(sentence.endswith("?") for sentence in left)
            texts[place] = " ".join(left)
            self._late.append(SupersededStatement("", "", was, was, by.day, by.text))
        return texts

    def _taken_back(self) -> dict[int, str]:
        """What is left of the event's own statements that it takes back in part."""
        texts: dict[int, str] = {}
        for earlier, changes in self._corrected.items():
            statement = self._statements[earlier]
            gone = past(CurrentStatement("", "", "", f"- {statement}", statement, self._day), changes, self._day)
            self._late += [replace(ended, line="") for ended in gone]
            self._new[earlier] = bool(gone[0].left)
            texts[earlier] = gone[0].left.removeprefix("- ")
        return texts


def _keep(group: defaultdict[int, list[LineChange]], is_kept: Callable[[LineChange], bool]) -> None:
    for key, changes in list(group.items()):
        group[key] = list(filter(is_kept, changes))
        if not group[key]:
            del group[key]
