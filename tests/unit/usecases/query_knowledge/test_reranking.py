"""Which of the matches a model is shown, to choose from."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from knowledge.matches.models import Source
from knowledge.ports.llm import Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.reranking import CANDIDATES, NOTE, OF_A_PART, rerank

from tests.unit.matches.test_relevance import match

QUESTION = Question(query="Which gate is it?", questions=("which gate", "its number"))


class AllNeeded:
    """A model to which all that it is shown is needed, in that order; `read` is what it was shown last."""

    model, read = "all", ""

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        """The ids of the notes."""
        self.read = messages[-1]["content"]
        notes = self.read.partition("# The notes\n\n")[2].splitlines()
        return answer.model_validate({"needed": [note.removeprefix("- [")[: len("k1a2b")] for note in notes]})


def shown(candidates: Sequence[Any]) -> list[Any]:
    """The numbers of the candidates that it is shown."""
    matches, receipt = rerank(QUESTION, candidates, AllNeeded())
    assert receipt.candidates == len(matches)
    return [one.id.int for one in matches]


def test_a_passage_is_shown_once() -> None:
    """Not again as a neighbour that it is told with, found by another of the questions."""
    gates = Source(path="gates.md", chunk=4, chunks=[3, 4, 5])
    beside = gates.model_copy(update={"chunk": 5, "chunks": [4, 5, 6]})
    apart = gates.model_copy(update={"chunk": 6, "chunks": [5, 6, 7]})
    assert shown([match(1, source=gates), match(2, source=beside), match(3, source=apart)]) == [1, 3]


def test_the_nearest_of_each_part_are_shown_though_others_are_nearer() -> None:
    """What must not be done is seldom near to the task; what is over is room for whatever is nearest."""
    facts = [match(number, part="fact") for number in range(1, CANDIDATES + 9)]
    rules = [match(100 + number, part="rule") for number in range(OF_A_PART + 5)]
    numbers = shown([*facts, *rules])
    assert numbers == [*range(1, CANDIDATES - OF_A_PART + 1), *range(100, 100 + OF_A_PART)]
    assert len(numbers) == CANDIDATES


def test_the_model_is_told_what_is_asked_and_of_which_day() -> None:
    """With the further questions; a question about the past is asked on its day. A learning has its own day."""
    model, past = AllNeeded(), datetime(2026, 5, 6, tzinfo=UTC)
    learned = match(1).model_copy(update={"last_seen_at": past})
    rerank(QUESTION.model_copy(update={"as_of": past}), [learned], model)
    assert model.read.startswith("Today is 2026-05-06.") and "] (2026-05-06) A text." in model.read
    assert all(text in model.read for text in (QUESTION.query, *QUESTION.questions))


def test_a_long_note_is_cut() -> None:
    """A learning and a passage."""
    model = AllNeeded()
    long = "A text of many words. " * 200
    passage = match(2, source=Source(path="gates.md", chunk=4, chunks=[4]))
    rerank(QUESTION, [one.model_copy(update={"learning": long}) for one in (match(1), passage)], model)
    assert NOTE < len(model.read) < 3 * NOTE
