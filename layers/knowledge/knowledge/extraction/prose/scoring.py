"""How good a learning a statement makes, before embeddings."""

import re
from dataclasses import dataclass

from knowledge.extraction.models import Kind
from knowledge.extraction.prose.sentence_rules import CAUSE, NAME
from knowledge.extraction.task import RunTask

ENVIRONMENT = re.compile(
    r"\b(?:not installed|isn't installed|installed|not available|command not found|virtualenv|docker|"
    r"python \d|node \d|env(?:ironment)? var\w*|settings module|test runner|(?:is|are) run (?:with|by|from))\b",
    re.I,
)
_FAILURE = re.compile(r"\b(?:failed|fails|failing|crashed)\b.*\b(?:because|since|due to)\b")
_DECISION = re.compile(
    r"\b(?:decided|chose|chosen|prefer\w*|better to|best to|safer|cleaner|trade-?off|opted|decision:)(?!\w)", re.I
)
_TRIVIAL = re.compile(
    r"\b(?:is (?:defined|imported|located|used|called|a|an|the) |takes |has (?:a|an|the) |imports? |inherits? |"
    r"contains? |creates? (?:a|an|the) |checks? for |constructs? |takes? |is imported|is designed|represents?|"
    r"(?:is|are) (?:in|at) )",
    re.I,
)
_STRONG = re.compile(
    r"\b(?:root cause|decision|turn(?:s|ed) out|because|due to|never|always|must|requires?|instead of|rather than|"
    r"only works?|before running)\b",
    re.I,
)
_LACK = re.compile(
    r"\b(?:not|n't|never|ignores?|missing|fails?|crashes|wrong\w*|always|only|lacks?|hard-?codes?|"
    r"unconditionally|skips?)\b",
    re.I,
)
# Said before the change, and often found wrong a step later.
_ABSENT = re.compile(r"\b(?:doesn't|does not) (?:have|know|seem)\b", re.I)
_NOUN = re.compile(r" (?:method|function|class|property|attribute|object|module|helper|constructor)s?\b")


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
class Scene:
    """What is known about the run where its statements are judged."""

    task: RunTask
    known: dict[str, str]
    invented: set[str]
    edits: tuple[int, int]
    length: int


def judge(text: str, scene: Scene, index: int, taken_back: bool) -> Statement:
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


def _located(text: str, scene: Scene) -> str:
    """The text with the file of the first name in it whose definition the run saw, unless it names one."""
    if "/" in text:
        return text
    for match in NAME.finditer(text):
        words = [word for word in re.findall(r"\w+", match[0]) if is_telling(word)]
        path = next((scene.known[word] for word in words if word in scene.known), None)
        if path:
            noun = _NOUN.match(text, match.end())
            end = noun.end() if noun else match.end()
            return f"{text[:end]} (in `{path}`){text[end:]}"
    return text


def is_telling(word: str) -> bool:
    """Whether a name is more than an everyday word (`value`, `save`)."""
    return "_" in word.strip("_") or not word.islower()


def kind_of(text: str) -> Kind:
    """Which kind of learning the text is, by its words."""
    if ENVIRONMENT.search(text):
        return "environment"
    if _DECISION.search(text):
        return "decision"
    return "error_fix" if _FAILURE.search(text) else "conclusion"
