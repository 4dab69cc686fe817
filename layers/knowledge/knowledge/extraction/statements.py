"""Statements that the agent made in passing about the code and its surroundings."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..transcripts import Turn
from .model import Kind
from .names import defined, invented
from .prose import paragraphs
from .reported import is_followed, is_note
from .task import Task
from .wording import CAUSE, NAME, TAKEN_BACK, decision, follows_on, is_advice, is_statement, stands_alone, tidy

_ENVIRONMENT = re.compile(
    r"\b(?:not installed|isn't installed|installed|not available|command not found|virtualenv|docker|"
    r"python \d|node \d|env(?:ironment)? var\w*|settings module|test runner|(?:is|are) run (?:with|by|from))\b",
    re.I,
)
_FAILURE = re.compile(r"\b(?:failed|fails|failing|crashed)\b.*\b(?:because|since|due to)\b")
_DECISION = re.compile(
    r"\b(?:decided|chose|chosen|prefer\w*|better to|best to|safer|cleaner|trade-?off|opted|decision:)(?!\w)", re.I
)
_TRIVIAL = re.compile(
    r"\b(?:is (?:defined|imported|located|used|called|a|an|the) |takes |has (?:a|an|the) |imports? |"
    r"inherits? |contains? |"
    r"creates? (?:a|an|the) |checks? for |constructs? |takes? |is imported|is designed|represents?|"
    r"(?:is|are) (?:in|at) )",
    re.I,
)
_STRONG = re.compile(
    r"\b(?:root cause|decision|turn(?:s|ed) out|because|due to|never|always|must|requires?|instead of|"
    r"rather than|only works?|"
    r"before running)\b",
    re.I,
)
_LACK = re.compile(
    r"\b(?:not|n't|never|ignores?|missing|fails?|crashes|wrong\w*|always|only|lacks?|hard-?codes?|"
    r"unconditionally|skips?)\b",
    re.I,
)
_EXAMPLE_NAME = re.compile(r"`[A-Z]`|`[a-z]\d?`|\b(?:App|My|Test)[A-Z\d]\w*|\b[Ff]oo|\b[Bb]ar\b|\b[Bb]az")
# Said before the change, and often found wrong a step later.
_ABSENT = re.compile(r"\b(?:doesn't|does not) (?:have|know|seem)\b", re.I)
_EXPLAINS = re.compile(r"\b(?:because|since|due to|needs?|requires?|must|only|unless|otherwise)\b", re.I)
_NOUN = re.compile(r" (?:method|function|class|property|attribute|object|module|helper|constructor)s?\b")
_MAX_SENTENCE = 500
_WRITES = re.compile(r"sed -i|>\s*\S|\bpatch\b|git apply|^(?:edit|write|multiedit|str_replace)", re.I)


@dataclass(frozen=True)
class Statement:
    """One or two sentences and how good a learning they make (before embeddings).

    `outdated` says that they describe a lack which the run's own change has since removed.
    """

    text: str
    kind: Kind
    score: float
    outdated: bool = False


@dataclass(frozen=True)
class _Scene:
    """What is known about the run where its statements are judged."""

    task: Task
    known: dict[str, str]
    invented: set[str]
    edits: tuple[int, int]
    length: int


def statements(turns: Sequence[Turn], task: Task) -> list[Statement]:
    """Everything that the assistant stated as a fact about the project; the same text only once."""
    known = defined(turns, task.created)
    scene = _Scene(task, known, invented(turns, task.text, known), _edits(turns, task), len(turns))
    found: dict[str, Statement] = {}
    for index, turn in enumerate(turns):
        advising = index == len(turns) - 1
        for text, taken_back in (
            _texts(turn.text, advising, not known and not task.changes) if _is_thought(turn) else ()
        ):
            if _is_about_project(text, scene):
                found[text] = _judge(text, scene, index, taken_back)
    return list(found.values())


def _edits(turns: Sequence[Turn], task: Task) -> tuple[int, int]:
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
    return turn.role == "assistant" and turn.command is not None


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


def _is_about_project(text: str, scene: _Scene) -> bool:
    words = set(re.findall(r"\w+", text))
    own = any(name.strip("`").rsplit("/", 1)[-1] in scene.task.created for name in NAME.findall(text))
    if own or words & scene.invented or _EXAMPLE_NAME.search(text):
        return False
    grounded = any(map(_is_telling, words & (scene.known.keys() | scene.task.names))) or "/" in text
    return grounded or not scene.known or bool(_ENVIRONMENT.search(text))


def _judge(text: str, scene: _Scene, index: int, taken_back: bool) -> Statement:
    words = set(re.findall(r"\w+", text))
    changed = bool(words & scene.task.names)
    score = 0.15 * changed + 0.1 * index / max(scene.length - 1, 1) + 0.05 * min(len(NAME.findall(text)), 3)
    score += (0.25 if CAUSE.search(text) else -0.2) + 0.15 * bool(_STRONG.search(text))
    # Where a patch tells what happened, a remark without a reason was mostly not worth keeping (docs/extraction.md).
    score -= 0.3 * bool(scene.task.changes and not _STRONG.search(text))
    score -= 0.4 * (taken_back or bool(_ABSENT.search(text) and index <= scene.edits[0])) + 0.3 * bool(
        _TRIVIAL.search(text)
    )
    # Of what the run changed, only what was said after the last edit is sure to hold still.
    lack = changed and bool(_LACK.search(text))
    score -= 0.5 * (changed and not (lack and index <= scene.edits[0]) and index <= scene.edits[1])
    text = re.sub(r"\b(?:currently|just|indeed|simply) ", "", text)
    return Statement(_located(text, scene), kind_of(text), score, outdated=lack and index <= scene.edits[0])


def _located(text: str, scene: _Scene) -> str:
    """The text with the file of the first name in it whose definition the run saw, unless it names one."""
    if "/" in text:
        return text
    for match in NAME.finditer(text):
        words = [word for word in re.findall(r"\w+", match[0]) if _is_telling(word)]
        path = next((scene.known[word] for word in words if word in scene.known), None)
        if path:
            noun = _NOUN.match(text, match.end())
            end = noun.end() if noun else match.end()
            return f"{text[:end]} (in `{path}`){text[end:]}"
    return text


def _is_telling(word: str) -> bool:
    """Whether a name is more than an everyday word (`value`, `save`)."""
    return "_" in word.strip("_") or not word.islower()


def kind_of(text: str) -> Kind:
    """Which kind of learning the text is, by its words."""
    if _ENVIRONMENT.search(text):
        return "environment"
    if _DECISION.search(text):
        return "decision"
    return "error_fix" if _FAILURE.search(text) else "conclusion"
