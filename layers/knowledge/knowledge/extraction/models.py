"""What comes out of extraction."""

from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from knowledge.transcripts.diff import PatchedFile

Kind = Literal["rule", "fix", "dead_end", "fact", "decision", "command"]
RunOutcome = Literal["succeeded", "failed", "unverified"]
Checked = Literal["never", "before", "untested", "in vain", "left open"]
"""How checks leave a change unverified: none ran on it; some passed with it, `before` the last change; what ran on it
as it was left tested nothing, as a build or a linter; says neither; or passed, and the end of the log leaves something
open."""


@dataclass(frozen=True)
class Candidate:
    """One thing learned: one or two sentences that stand alone.

    `authority` is `user` for what a person laid down, whose own words are in `verbatim`. `questions` are searched and
    not shown; `supersedes` is a learning that is true no more. `basis` is what of the log proves it: all of it, or how
    the run ended; what a model read has none.
    """

    learning: str
    kind: Kind
    tags: list[str] = field(default_factory=list)
    authority: Literal["learned", "user"] = "learned"
    verbatim: str = ""
    questions: tuple[str, ...] = ()
    supersedes: UUID | None = None
    basis: Literal["log", "ending"] | None = None


@dataclass(frozen=True)
class Failure:
    """A command that failed, in the turn of that place; `error` is the line that names why, "" where none does."""

    place: int
    command: str
    error: str


@dataclass(frozen=True)
class Fix:
    """What made a command pass that had failed with an error.

    `remedy` goes on with a sentence about the command; `solution` says by itself what was done.
    """

    command: str
    error: str
    remedy: str
    solution: str


@dataclass(frozen=True)
class Proof:
    """What a log proves of its run, without any model: what it taught, what came of it, the files that it left
    changed, how many commands it ran, those that failed, what got past their errors, which stood to the end, by their
    turns the commands that somebody could run again, by their commands how its checks went when last run, the paths
    that its edits left changed, whether it changed any of the project's files on the way, or gave changes up, how
    checks leave what it changed where they do not verify it, and whether the user's last words, which nobody took up,
    leave it open."""

    learnings: list[Candidate]
    outcome: RunOutcome
    files: list[PatchedFile]
    commands: int
    failures: list[Failure]
    fixes: list[Fix]
    unsolved: list[Failure]
    ran: dict[int, str] = field(default_factory=dict)
    checks: dict[str, bool | None] = field(default_factory=dict)
    edited: list[str] = field(default_factory=list)
    changed: bool = False
    checked: Checked = "never"
    is_left_open: bool = False
