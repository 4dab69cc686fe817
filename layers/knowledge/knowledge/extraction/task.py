"""What the run was for, and what it was about: the background against which statements are judged."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.extraction.code import changes
from knowledge.extraction.code.diff import PatchedFile
from knowledge.text.strings import abbreviated
from knowledge.transcripts import Turn

_TAG_LINE = re.compile(r"\s*(?:</?[\w-]+>\s*)+$|\s*<!--.*")
_PREAMBLE = re.compile(
    r".*:\s*$|(?:we're|we are|you're|you are|please|here'?s?)\b.*(?:repository|issue|description|following)|#+\s*"
    r"(?:description|issue|task|objective|summary)?\s*$",
    re.I,
)
_MAX_TITLE = 140


@dataclass(frozen=True)
class RunTask:
    """`text` is the whole task, `title` its first telling line; `changes` what came of it."""

    title: str
    text: str
    changes: list[PatchedFile] = field(default_factory=list)
    created: set[str] = field(default_factory=set)

    @property
    def names(self) -> set[str]:
        """The files, classes and functions that the run changed."""
        stems = {re.sub(r"\.\w+$", "", change.path.rsplit("/", 1)[-1]) for change in self.changes}
        symbols = {part for change in self.changes for symbol in change.symbols for part in symbol.split(".")}
        return (symbols - {"__init__"}) | stems - {"__init__", "index", "main"}

    def owns(self, step: str) -> bool:
        """Whether the step runs a file that the run itself wrote, by its path, test id or dotted module."""
        files = {word.split("::")[0].rsplit("/", 1)[-1] for word in step.split()}
        modules = {f"{part}.py" for word in step.split() for part in word.split(".")[1:]}
        return bool(self.created & (files | modules))


def read_task(objective: str, turns: Sequence[Turn]) -> RunTask:
    """The task, from the objective or else from the first thing that the user said."""
    first = next((turn.text for turn in turns if turn.speaker in ("task", "user")), "")
    text = objective.strip() or first
    return RunTask(title(text), f"{text}\n{first}", changes.changes(turns), changes.created(turns))


def title(text: str) -> str:
    """The first line that says what is wanted, without preambles, tags and markup; "" where there is none."""
    for line in text.splitlines():
        telling = re.sub(r"^(?:ISSUE|TASK|Title|Objective):\s*", "", line.strip().lstrip("#*> ").rstrip("*"))
        if len(telling) >= 12 and not _TAG_LINE.match(line) and not _PREAMBLE.match(telling):
            return abbreviated(telling, _MAX_TITLE)
    return ""
