"""Statements that the agent made in passing about the code and its surroundings."""

import re
from collections.abc import Iterator, Sequence

from knowledge.extraction.code.symbols import defined, invented
from knowledge.extraction.prose.note_rules import is_followed, is_note
from knowledge.extraction.prose.scoring import ENVIRONMENT, Scene, Statement, is_telling, judge
from knowledge.extraction.prose.sentence_rules import (
    NAME,
    TAKEN_BACK,
    decision,
    follows_on,
    is_advice,
    is_statement,
    stands_alone,
)
from knowledge.extraction.task import RunTask
from knowledge.text.sentences import paragraphs, tidy
from knowledge.transcripts import Turn

_EXAMPLE_NAME = re.compile(r"`[A-Z]`|`[a-z]\d?`|\b(?:App|My|Test)[A-Z\d]\w*|\b[Ff]oo|\b[Bb]ar\b|\b[Bb]az")
_EXPLAINS = re.compile(r"\b(?:because|since|due to|needs?|requires?|must|only|unless|otherwise)\b", re.I)
_MAX_SENTENCE = 500
_WRITES = re.compile(r"sed -i|>\s*\S|\bpatch\b|git apply|^(?:edit|write|multiedit|str_replace)", re.I)


def statements(turns: Sequence[Turn], task: RunTask) -> list[Statement]:
    """Everything that the assistant stated as a fact about the project; the same text only once."""
    known = defined(turns, task.created)
    scene = Scene(task, known, invented(turns, task.text, known), _edits(turns, task), len(turns))
    found: dict[str, Statement] = {}
    for index, turn in enumerate(turns):
        advising = index == len(turns) - 1
        for text, taken_back in (
            _texts(turn.text, advising, not known and not task.changes) if _is_thought(turn) else ()
        ):
            if _is_about_project(text, scene):
                found[text] = judge(text, scene, index, taken_back)
    return list(found.values())


def _edits(turns: Sequence[Turn], task: RunTask) -> tuple[int, int]:
    """The first and the last turn that write to a file that ended up changed."""
    paths = [change.path for change in task.changes]
    writing = [
        index
        for index, turn in enumerate(turns)
        if turn.command and _WRITES.search(turn.command) and any(path in turn.command for path in paths)
    ]
    return (writing[0], writing[-1]) if writing else (len(turns), len(turns))


def _is_thought(turn: Turn) -> bool:
    """Whether the agent said it beside a command; what it said to a reader is a note."""
    return turn.speaker == "agent" and turn.command is not None


def _texts(text: str, advising: bool, unread: bool) -> Iterator[tuple[str, bool]]:
    """Each statement, and whether the agent takes it back in the sentence after it.

    Where no source was read (`unread`), an explanation needs no name of the project.
    """
    for block in paragraphs(text):
        block = [sentence for sentence in block if len(sentence) <= _MAX_SENTENCE]
        tidied = [tidy(sentence) for sentence in block]
        for index, sentence in enumerate(tidied):
            if decided := decision(sentence):
                yield decided, False
            explained = (
                unread and _EXPLAINS.search(sentence) and is_note(sentence, trusted=False) and not is_followed(sentence)
            )
            if decided or not (stands_alone(sentence) or explained or (advising and is_advice(sentence))):
                continue
            following = tidied[index + 1] if index + 1 < len(tidied) else ""
            taken_back = any(TAKEN_BACK.match(raw) for raw in block[index + 1 : index + 2])
            if follows_on(following) and is_statement(following):
                sentence = f"{sentence} {following}"
            yield sentence, taken_back


def _is_about_project(text: str, scene: Scene) -> bool:
    words = set(re.findall(r"\w+", text))
    own = any(name.strip("`").rsplit("/", 1)[-1] in scene.task.created for name in NAME.findall(text))
    if own or words & scene.invented or _EXAMPLE_NAME.search(text):
        return False
    grounded = any(map(is_telling, words & (scene.known.keys() | scene.task.names))) or "/" in text
    return grounded or not scene.known or bool(ENVIRONMENT.search(text))
