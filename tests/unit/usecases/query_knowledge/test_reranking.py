"""Which of the matches a model is shown, to choose from."""

from collections.abc import Sequence
from typing import Any

from knowledge.matches.models import Source
from knowledge.ports.llm import Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.reranking import CANDIDATES, OF_A_PART, rerank

from tests.unit.matches.test_relevance import match

QUESTION = Question(query="Which gate is it?")


class AllNeeded:
    """A model to which all that it is shown is needed, in that order."""

    model = "all"

    def complete(
        self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None, gist: str = ""
    ) -> Answer:
        """The ids of the notes."""
        notes = messages[-1]["content"].partition("# The notes\n\n")[2].splitlines()
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
