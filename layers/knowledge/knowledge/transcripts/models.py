"""What every log becomes: a transcript of turns, in which an action carries its own result."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal

from knowledge.text.sentences import without_code

Speaker = Literal["user", "agent", "tool", "task", "system"]
"""Who truly spoke. `user` is a person, in this person's own words; `agent` the model, also where it sums up what went
before; `tool` whatever was read or run; `task` the text by which a harness or another agent sets the work; `system`
prompts, reminders, project files, hooks: what programs put into a conversation under whatever role."""

UNKNOWN = "unknown"


def _unquoted(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(">")).strip()


@dataclass(frozen=True)
class Edit:
    """A change of a file that an action states in full: `old` is "" in a new file, `new` where text is deleted.

    `inserts` where the text stands beside what was there, of which nothing is shown.
    """

    path: str
    old: str
    new: str
    inserts: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it writes the file as a whole."""
        return not self.old and not self.inserts


@dataclass(frozen=True)
class Todo:
    """A line of the list that an agent keeps of what it is to do, with its state: pending, in progress, completed,
    cancelled or, where it is another, open."""

    text: str
    status: str


@dataclass(frozen=True)
class Turn:
    """One step of a run: what was said and, where something was run, the command and what came of it.

    `command` is the shell command as it was typed, or the tool's name and what it was aimed at; `tool` the tool's
    name as the log has it. An action of the agent's carries its own `output`; a turn by `tool` is output whose action
    the log does not show. `exit_code` and `failed` are None where the log does not say. `stopped` marks what a person
    refused or interrupted: it failed, which says nothing of it. `thought` marks what the agent said to itself. `todos`
    is the agent's whole list of what is to be done, where the call states one. `name` is what the log calls the user
    who speaks, "" where it does not. `index` is the place in the log: message, line or event, from 0.
    """

    speaker: Speaker
    text: str = ""
    command: str | None = None
    tool: str | None = None
    output: str | None = None
    exit_code: int | None = None
    failed: bool | None = None
    stopped: bool = False
    edits: tuple[Edit, ...] = ()
    todos: tuple[Todo, ...] = ()
    thought: bool = False
    at: datetime | None = None
    index: int = 0
    name: str = ""

    @cached_property
    def prose(self) -> str:
        """`text` without fenced code, quotations, and elements such as `<output>…</output>`."""
        return _unquoted(without_code(self.text))

    def quoted(self, quote: Callable[[str], str]) -> str:
        """`prose`, with what `quote` gives of code where it stood: "run this:" says nothing without its command."""
        return _unquoted(without_code(self.text, quote))


@dataclass(frozen=True)
class Transcript:
    """A log as it was understood.

    `format` names the reader, `unknown` where there was none: then no turn is the agent's or the user's. `projects`
    are names of repositories and folders, the surest first. `exit_status` says how a harness ended the run, in words
    such as `exit cost`; `patch` is the diff that the run ended with; `models` are the language models that answered;
    `folder` is the session's own. `broken` counts lines that are no JSON, `passed_over` by its name what the reader
    does not know.
    """

    format: str
    turns: tuple[Turn, ...] = ()
    projects: tuple[str, ...] = ()
    exit_status: str = ""
    patch: str = ""
    models: tuple[str, ...] = ()
    folder: str = ""
    broken: int = 0
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def known(self) -> bool:
        """Whether it is known who speaks."""
        return self.format != UNKNOWN

    @property
    def speakers(self) -> dict[str, int]:
        """How many turns each speaker has."""
        return dict(Counter(turn.speaker for turn in self.turns))
