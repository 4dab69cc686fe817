"""What later days say about the question is told with the passage that leads: whoever reads that sees it.

Who asks what is so now uses the words of whoever spoke of it first, and what changed it is told in others. So a passage
of a dated file that leads is told with what other passages say of the question on its own day and on each later one.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, dropwhile, zip_longest

from knowledge.files.paths import Tier
from knowledge.matches.dated_statements import SAYING, is_record, statements, without_label
from knowledge.matches.models import LaterStatement, Match
from knowledge.matches.question_terms import QuestionTerms
from knowledge.matches.superseded import is_retired
from knowledge.text.statements import marks
from knowledge.text.statements.entry_lines import unlabelled
from knowledge.text.statements.marks import leads_to, pointed_to

ROOM = 1_400  # characters of what is told since, at most
DAYS = 4  # of which something is told
OF_A_DAY = 2  # stretches that are told
ABOUT = 200  # characters of a stretch that decide how near it is
STRETCH = 400  # that are told, where its day says so much: the answer follows what names its subject
RELATED = 0.4  # of the best passage's score, from which a single word of the question is about the same
AS_NEAR = 0.5  # the same without any word of the question: it is told in another language
LEAST = 0.6  # of that share and its words' share of the question's weight together, that it is told


@dataclass(frozen=True)
class _Stretch:
    """Statements of one day that follow each other in a passage, and how near they are to the question."""

    passage: Match
    day: str
    statements: tuple[str, ...]
    begins: float  # how much its first statement has of the question
    near: float  # how much all have, with their page's name, and how well search ranks the passage

    @property
    def text(self) -> str:
        return " ".join(self.statements)

    def told_since(self, day: str) -> LaterStatement:
        path = self.passage.source.path if self.passage.source else ""
        return LaterStatement(
            text=self.text, day=self.day, path=path, id=self.passage.id, is_of_same_day=self.day == day
        )

    def repeats(self, other: "_Stretch") -> bool:
        """Whether both tell a statement of one of them; a summary has words before what a description tells."""
        return any(one in other.text for one in self.statements) or any(one in self.text for one in other.statements)

    def is_told_in(self, stated: Collection[str], pointing: Sequence[str]) -> bool:
        """Whether all of it is among what a passage states, or one of its pointing lines leads to some of it."""
        worded = [text for one in self.statements for text in {one, without_label(one)}]
        led_to = (
            leads_to(line, text) or any(text in quote for quote in pointed_to(line))
            for line in pointing
            for text in worded
        )
        return all(_is_among(stated, one) for one in self.statements if not _asks(one)) or any(led_to)


def with_later_statements(matches: Sequence[Match], passages: Sequence[Match], question: str) -> list[Match]:
    """The matches, the leading one with what the passages say about the question since its day, the latest first.

    Standing rules, which nobody asked for, lead nothing. A learning stays as it is, and so does what nobody dated.
    """
    first = next((match for match in matches if match.part != "rule"), None)
    if not first or not first.source or not statements(first):
        return list(matches)
    led = first.model_copy(update={"later": _later(first, passages, question)})
    return [led if match is first else match for match in matches]


def _later(first: Match, passages: Sequence[Match], question: str) -> list[LaterStatement]:
    others = [one for one in passages if one.source and one.id != first.id and not one.is_apart_from(first)]
    live = [first, *(passage for passage in others if not is_retired(passage))]
    stretches = _nearest(live, [passage for passage in others if is_retired(passage)], question)
    day = next((stretch.day for stretch in stretches if stretch.passage is first), _first_day(first))
    return [stretch.told_since(day) for stretch in _latest_first(_chosen(_since(day, stretches, first)))] if day else []


def _since(day: str, stretches: Iterable[_Stretch], first: Match) -> Iterator[_Stretch]:
    """What other passages say of the question on that day and later, but for what the first one tells itself.

    What its own event says beside it, in a record or on a page of its own, is no later news. Nor is what a description
    or a log says of its day: whatever still holds of that stands in a summary.
    """
    pointing = [line for line in first.learning.splitlines() if pointed_to(line)]
    stated = {text for text, _ in statements(first)}
    for stretch in stretches:
        is_later = stretch.day > day or (stretch.day == day and _is_of_a_summary(stretch.passage))
        is_other = stretch.passage is not first and is_later and stretch.near >= LEAST
        of_its_event = stretch.day == day and _are_of_one_event(first, stretch.passage, day)
        if is_other and not of_its_event and not stretch.is_told_in(stated, pointing):
            yield stretch


def _is_of_a_summary(passage: Match) -> bool:
    return bool(passage.source and passage.source.path.startswith(f"{Tier.SUMMARY}/"))


def _are_of_one_event(first: Match, other: Match, day: str) -> bool:
    """Whether both tell a statement of that day: a record, a page and a description tell what one event says.

    A record stands for its day: what another event decided otherwise has superseded it.
    """
    own, others = ([text for text, at in statements(one) if at == day and _tells(text)] for one in (first, other))
    return is_record(first) or any(_is_among(own, text) for text in others)


def _tells(statement: str) -> bool:
    """Whether hardly two events say it alike, as they do `Yes.`"""
    return not _asks(statement) and len(statement.split()) >= SAYING


def _first_day(passage: Match) -> str:
    return next((day for _, day in statements(passage)), "")


def _latest_first(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    return sorted(stretches, key=lambda stretch: stretch.day, reverse=True)


def _nearest(passages: Sequence[Match], retired: Sequence[Match], question: str) -> list[_Stretch]:
    """The stretches of the passages, first what has most of the question's words in what search ranks first.

    Of equals, as a statement and the one before it are, first what begins with such words: what follows answers.
    """
    asked = QuestionTerms(question, [passage.learning for passage in passages])
    best = max(passage.score for passage in passages)
    stretches = chain(
        *(_stretches(passage, asked, _standing(passage, best)) for passage in passages),
        *(_instead(passage, asked, _standing(passage, best), passages) for passage in retired),
    )
    return sorted(stretches, key=lambda stretch: (-stretch.near, -stretch.begins))


def _standing(passage: Match, best: float) -> float:
    return min(passage.score / best, 1.0) if best > 0 else 0.0


def _stretches(passage: Match, asked: QuestionTerms, standing: float) -> Iterator[_Stretch]:
    """From each statement on as many of its day as it takes, but for what neither words nor search find near."""
    days: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for text, day in statements(passage):
        days.setdefault(day, []).append((text, asked.stems(text)))
    foreign = standing >= AS_NEAR and not passage.matched_terms  # else it is near by another of its statements
    title = asked.stems(" ".join(passage.source.breadcrumb[:1] if passage.source else []))
    for day, of_day in days.items():
        for at, (_, begins) in enumerate(of_day):
            taken = of_day[at : _end(of_day, at, ABOUT)]
            stems = title.union(*(stems for _, stems in taken))
            is_about = bool(stems) and (len(stems) > 1 or standing >= RELATED)
            texts = _answered(_once([text for text, _ in of_day[at : _end(of_day, at, STRETCH)]]))
            if texts and (foreign or is_about):
                yield _Stretch(passage, day, texts, asked.share(begins), standing + asked.share(stems))


def _instead(retired: Match, asked: QuestionTerms, standing: float, live: Sequence[Match]) -> Iterator[_Stretch]:
    """What summaries tell instead of what was so, as near as that is: who asks may use the words of what was so."""
    for was, now, _ in chain.from_iterable(map(marks.replaced, retired.learning.splitlines())):
        before = asked.stems(was)
        if len(before) > 1 or (before and standing >= RELATED):
            for passage in filter(_is_of_a_summary, live):
                for text, day in statements(passage):
                    if _tells(text) and marks.quoted(now).startswith(_in_a_mark(text)):
                        stems = asked.stems(text)
                        near = standing + asked.share(before | stems)
                        yield _Stretch(passage, day, (text,), asked.share(stems), near)


@lru_cache(maxsize=8_192)  # statements are found again
def _in_a_mark(statement: str) -> str:
    """A statement as the mark of what it replaced has it."""
    return marks.quoted(unlabelled(statement))


def _once(texts: Sequence[str]) -> list[str]:
    """The statements, each once: a line and the mark of another tell the same; a few words answer again."""
    return [text for at, text in enumerate(texts) if len(text.split()) < SAYING or text not in texts[:at]]


def _answered(texts: Sequence[str]) -> tuple[str, ...]:
    """The statements without the questions at their end, which nothing answers there."""
    return tuple(dropwhile(_asks, reversed(texts)))[::-1]


def _asks(statement: str) -> bool:
    return statement.endswith("?")


def _is_among(stated: Collection[str], statement: str) -> bool:
    """Whether the statement is stated, be it that a summary puts a label before one of the two."""
    bare = without_label(statement) in stated or any(without_label(one) == statement for one in stated)
    return statement in stated or bare


def _end(of_day: Sequence[tuple[str, frozenset[str]]], at: int, least: int) -> int:
    """Where a stretch ends that begins there."""
    length = 0
    while at < len(of_day) and length < least:
        length += len(of_day[at][0])
        at += 1
    return at


def _chosen(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    """The nearest of each day, then the next of each, as far as there is room; none that tells what another does."""
    days: dict[str, list[_Stretch]] = {}
    for stretch in stretches:
        of_day = days.setdefault(stretch.day, [])
        if len(of_day) < OF_A_DAY and not any(stretch.repeats(other) for other in of_day):
            of_day.append(stretch)
    chosen: list[_Stretch] = []
    room = ROOM
    for stretch in (one for turn in zip_longest(*list(days.values())[:DAYS]) for one in turn if one):
        if len(stretch.text) <= room and not any(stretch.repeats(other) for other in chosen):
            chosen.append(stretch)
            room -= len(stretch.text)
    return chosen
