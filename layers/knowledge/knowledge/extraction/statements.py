"""Statements that the agent made in passing about the code and its surroundings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..transcripts import Turn
from .model import Kind
from .prose import paragraphs
from .task import Task
from .wording import CAUSE, NAME, follows_on, is_statement, stands_alone, tidy

_TAKEN_BACK = re.compile(r"\b(?:wait|hmm|actually|on second thought|no,|but is it|unless|not quite|however,? i)\b", re.I)
_ENVIRONMENT = re.compile(
    r"\b(?:not installed|isn't installed|installed|not available|command not found|environment|virtualenv|docker|"
    r"python \d|node \d|version \d|port \d+|env(?:ironment)? var\w*|settings module|test runner|runs? with|config(?:ured)?)\b",
    re.I,
)
_FAILURE = re.compile(r"\b(?:fail\w*|errors?|raises?|raised|exception|crash\w*|traceback|\w+Error)\b")
_DECISION = re.compile(r"\b(?:decided|chose|chosen|prefer\w*|better to|best to|safer|cleaner|trade-?off|opted)\b", re.I)


@dataclass(frozen=True)
class Statement:
    """One or two sentences, what they are about, and how good a learning they make (before embeddings)."""

    text: str
    kind: Kind
    score: float


def statements(turns: Sequence[Turn], task: Task) -> list[Statement]:
    """Everything that the assistant stated as a fact about something it named; the same text only once."""
    said = [(turn, index / max(len(turns) - 1, 1)) for index, turn in enumerate(turns) if turn.role == "assistant"]
    found = {
        statement.text: statement
        for turn, position in said
        for text, taken_back in _texts(turn.text)
        for statement in [_judge(text, task, position, taken_back)]
    }
    return list(found.values())


def _texts(text: str) -> Iterator[tuple[str, bool]]:
    """Each statement, and whether the agent takes it back in the sentence after it."""
    for block in paragraphs(text):
        tidied = [tidy(sentence) for sentence in block]
        for index, sentence in enumerate(tidied):
            if not stands_alone(sentence):
                continue
            following = tidied[index + 1] if index + 1 < len(tidied) else ""
            taken_back = any(_TAKEN_BACK.match(raw) for raw in block[index + 1 : index + 2])
            if follows_on(following) and is_statement(following):
                sentence = f"{sentence} {following}"
            yield sentence, taken_back


def _judge(text: str, task: Task, position: float, taken_back: bool) -> Statement:
    words = set(re.findall(r"\w+", text))
    names = {name.strip("`") for name in NAME.findall(text)}
    score = 0.25 * bool(words & task.names) + 0.15 * bool(CAUSE.search(text)) + 0.1 * position
    score += 0.05 * min(len(names), 3) - 0.4 * taken_back
    score -= 0.5 * any(name.rsplit("/", 1)[-1] in task.created for name in names)
    return Statement(text, kind_of(text), score)


def kind_of(text: str) -> Kind:
    """Which kind of learning the text is, by its words."""
    if _ENVIRONMENT.search(text):
        return "environment"
    if _DECISION.search(text):
        return "decision"
    return "error_fix" if _FAILURE.search(text) and CAUSE.search(text) else "conclusion"
