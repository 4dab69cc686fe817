"""What a run did, as far as it can be judged: each command with whether it worked, and each edit."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePosixPath

from knowledge.extraction.code.file_kinds import is_test
from knowledge.extraction.code.tree_changes import TreeChanges
from knowledge.extraction.code.working_tree import WorkingTree
from knowledge.extraction.commands import called, error_lines, exit_codes, results, time_limits
from knowledge.extraction.commands.looking import SEARCHES, changes_in_place, fetches, looks_only, names_own_error
from knowledge.extraction.commands.tries import tries
from knowledge.text import shell
from knowledge.transcripts import Edit, Turn

_SHELLS = frozenset({"bash", "sh", "zsh", "shell", "powershell", "pwsh", "terminal", "execute_bash"})
# Only what has an ending is a file that was written: `cat > notes.md`, not `> /dev/null`.
_WRITES = re.compile(r"(?:>>?|\btee(?: -a)?|^(?:str_replace_editor )?create)\s*[\"']?([\w./~@-]+\.\w+)")
# Begins where a word does, so that the time is linear.
_PATH = re.compile(r"(?<![\w./-])[\w./-]+\.\w+")
# What gives changes up: not `git checkout -b`, which keeps them, nor `git stash pop`, which brings them back.
_RUNS = re.compile(r"run|exec|test|build|lint|check|compile", re.I)  # in the name of a tool that does more than look
_RESTORES = re.compile(
    r"\bgit (?:checkout|restore)\b(?! -b)|\bgit stash\b(?! (?:pop|apply|list|show))|\bgit reset --hard\b|\bundo_edit\b"
)
# A program on the command line itself, or from standard input: nobody types it again.
_INLINE = re.compile(r"(?:python[\d.]*|node|ruby|perl) (?:- |-(?:c|e)\b)|\b(?:bash|sh) - ")
_AIMED_AT = re.compile(r"[/~]\S*")  # what a tool is aimed at and no command: /etc/hosts, ~/notes.md
_SCRATCH = re.compile(r"/tmp/[^/]+\.\w+")  # a file that lies there alone is nobody's but the run's
_MAX_LINE = 160
_LAST = 1500  # characters of an output without exit code that tell whether it ended in an error


@dataclass(frozen=True)
class Action:
    """One command or edit of the agent's. `worked` is None where the log proves neither; `line` is "" where the
    command cannot be run again by somebody else."""

    place: int
    line: str
    typed: str
    output: str
    worked: bool | None
    edits: tuple[Edit, ...]
    wrote: tuple[str, ...]
    by_exit_code: bool = False  # the log itself says whether it failed
    stopped: bool = False  # by a person, which is no verdict on it
    was_cut: bool = False  # by a limit of time or a signal, before its end
    counts_tests: bool = False  # its output, or that of the same line elsewhere in the log, counts tests that passed
    inspects: bool = False  # its output, or that of the same line elsewhere in the log, says that nothing is wrong
    is_hidden: bool = False  # a command that does something, and has no line
    changes: TreeChanges = field(default_factory=TreeChanges, repr=False)  # what the run had changed by then

    @cached_property
    def error(self) -> str:
        """The line of the output that names the error; "" where nothing failed."""
        return error_lines.error_line(self.output) if self.worked is False else ""

    @cached_property
    def words(self) -> list[str]:
        """The words of the line's last command, which is mostly what it is about, without a limit of time."""
        steps = shell.steps(self.line)
        return shell.unlimited(steps[-1].words) if steps else []

    @property
    def shown(self) -> str:
        """The line, or all that was typed where the line leaves out what wrote a file; "" where there is none."""
        leaves_out = any(path not in self.line for path in _WRITES.findall(self.typed))
        return self.typed if self.line and leaves_out else self.line

    @property
    def folder(self) -> str:
        """The folder that it went to; "" where it stayed."""
        return shell.folder(self.typed)

    @property
    def changed(self) -> list[str]:
        """The paths of the files that it wrote to."""
        return [*self.wrote, *(edit.path for edit in self.edits)]

    @property
    def restores(self) -> bool:
        """Whether it brought files back to how they were."""
        return bool(_RESTORES.search(self.typed))


def actions(turns: Sequence[Turn]) -> list[Action]:
    """What the agent did, and what a person ran beside it, in order."""
    turns = exit_codes.with_successes(turns)
    own = created(turns)
    tried = tries(own, turns)
    scripts = _names_of({*tried, *(path for path in own if not is_test(path))})
    names = _names_of(own)
    ran = [_action(place, turn, scripts, names) for place, turn in enumerate(turns) if turn.command]
    alone = [action for action in ran if _is_alone(action.line) and not fetches(action.line)]
    silent = {action.line for action in alone if action.worked and not results.tests(action.output)}
    runners = {action.line for action in alone if results.counts_passed(action.output)} - silent
    inspectors = {action.line for action in alone if results.finds_no_faults(action.output)}
    return [
        replace(action, changes=changes, counts_tests=action.line in runners, inspects=action.line in inspectors)
        for action, changes in zip(ran, _changes(ran, own, tried), strict=True)
    ]


def _changes(ran: Sequence[Action], own: frozenset[str], tried: frozenset[str]) -> Iterator[TreeChanges]:
    """What is changed after each. A command that failed did nothing, where it is the only one of its line."""
    tree = WorkingTree(own, tried)
    for action in ran:
        is_void = action.worked is False and len(shell.steps(action.typed)) == 1
        yield tree.after(action.place, "" if is_void else action.typed, action.edits, action.wrote)


def _is_alone(line: str) -> bool:
    """Whether it runs one program, so that what is printed is that one's, in whatever folder."""
    return sum(step.name != "cd" for step in shell.steps(line)) == 1


def created(turns: Sequence[Turn]) -> frozenset[str]:
    """The paths of files that the run made itself: a script to try something, a new test."""
    mentioned: set[str] = set()
    made: set[str] = set()
    for turn in turns:
        made |= {path for path in written_anew(turn) if PurePosixPath(path).name not in mentioned}
        mentioned |= {word.rsplit("/", 1)[-1] for word in _PATH.findall(turn.output or "")}
    return frozenset(made)


def written_anew(turn: Turn) -> list[str]:
    """The paths of the files that it wrote as a whole."""
    return [*(edit.path for edit in turn.edits if edit.is_whole), *_written(turn)[0]]


def _names_of(paths: Iterable[str]) -> frozenset[str]:
    return frozenset(PurePosixPath(path).name for path in paths)


def _action(place: int, turn: Turn, scripts: frozenset[str], own: frozenset[str]) -> Action:
    typed = turn.command or ""
    output = results.clean(turn.output or "")
    line = _line(turn, scripts, own)
    return Action(
        place=place,
        line=line,
        typed=typed,
        output=output,
        worked=_worked(turn, output),
        edits=turn.edits if turn.failed is not True else (),
        wrote=tuple(_written(turn)[1]) if turn.failed is not True else (),
        by_exit_code=turn.failed is not None or _printed_code(turn) is not None,
        stopped=turn.stopped,
        is_hidden=is_shell(turn) and not line and not looks_only(typed),
        was_cut=_was_ended(turn) or turn.exit_code == time_limits.KILLED,
    )


def _line(turn: Turn, scripts: frozenset[str], own: frozenset[str]) -> str:
    """The command as one would type it again; "" where it only looks, is code itself, or runs what the run wrote: any
    of its scripts, or a test of its own by itself rather than by a runner."""
    typed = turn.command or ""
    if not is_shell(turn) or _INLINE.search(typed):
        return ""
    line = shell.line(typed)
    steps = shell.steps(line)
    if not steps or len(line) > _MAX_LINE or "`" in line or "\n" in line:
        return ""
    named = [re.split(r"::|:", word)[0] for word in _names(line)]
    programs = _names_of(name for step in steps for name in called.program(step.words))
    parts = {part for word in named for part in PurePosixPath(word).parts}
    is_own = not scripts.isdisjoint(parts) or not own.isdisjoint(programs)
    return "" if is_own or any(map(_SCRATCH.fullmatch, named)) or looks_only(line) else line


def _names(line: str) -> list[str]:
    """The words of a line, and what dotted names in it would be as files."""
    words = [word for step in shell.steps(line) for word in step.words]
    return words + [f"{part}.py" for word in words for part in word.split(".")[1:]]


def is_shell(turn: Turn) -> bool:
    """Whether it is a shell's command rather than the name of a tool and what it was aimed at, or a path alone."""
    tool, typed = (turn.tool or "").lower(), turn.command or ""
    return tool in _SHELLS or not (_AIMED_AT.fullmatch(typed) or (tool and typed.split(" ")[0].lower() == tool))


def _worked(turn: Turn, output: str) -> bool | None:
    """None also where it did not end by itself, as a server does not, unless it counts tests that failed, or where its
    exit code tells of a success and its output of a part that failed, or of tests that may be another command's."""
    worked = _verdict(turn, output)
    if worked is None or (_was_ended(turn) and not results.counts_failed(output)):
        return None
    is_partial = results.tells_of_failed_part(output) or (_is_of_last(turn) and results.counts_failed(output))
    return None if worked and is_partial else worked


def _is_of_last(turn: Turn) -> bool:
    """Whether the exit code is that of the last of several commands."""
    return any(step.operator == ";" for step in shell.steps(shell.line(turn.command or "")))


def _verdict(turn: Turn, output: str) -> bool | None:
    """By the exit code where it is that of the command, else by what its output says."""
    line = shell.line(turn.command or "")
    if turn.stopped or (turn.failed is None and (_shows(turn) or looks_only(line))):
        return None
    hidden = is_shell(turn) and shell.hides_exit_code(turn.command or "")
    printed = _printed_code(turn)
    if printed or (turn.failed and not (hidden and _fails_anyway(turn))):
        return False
    if printed == 0 or (turn.failed is False and not hidden):
        return None if results.has_run_nothing(output) else True
    if fetches(line):
        return False if names_own_error(line, output) else None
    is_error = turn.failed is not False and is_shell(turn) and bool(error_lines.error_lines(output[-_LAST:]))
    if is_error or results.looks_failed(output):
        return False
    return results.looks_passed(output) or results.says_passed(output)


def _shows(turn: Turn) -> bool:
    """Whether it is a tool that shows something, whatever is said there: a file may quote an error."""
    return not is_shell(turn) and not turn.edits and not _RUNS.search(turn.tool or "")


def _was_ended(turn: Turn) -> bool:
    return is_shell(turn) and time_limits.was_ended(turn.exit_code, turn.output or "")


def _printed_code(turn: Turn) -> int | None:
    """The command's exit code where its own line prints it."""
    return shell.printed_exit_code(turn.command or "", turn.output or "") if is_shell(turn) else None


def _fails_anyway(turn: Turn) -> bool:
    """Whether it fails where all is well: searched for what is not there (`pytest | grep FAILED`), or inverted."""
    return shell.steps(turn.command or "")[-1].name in {*SEARCHES, "!"}


def _written(turn: Turn) -> tuple[Sequence[str], Sequence[str]]:
    """The files that a shell command makes anew, and those that it writes to."""
    typed = turn.command or ""
    if not is_shell(turn):
        return (), ()
    made = [path for path in _WRITES.findall(typed) if not path.startswith(("/dev/", "/tmp/"))]
    changed = [path for path in _PATH.findall(typed) if "/" in path] if changes_in_place(typed) else []
    return made, [*made, *changed]
