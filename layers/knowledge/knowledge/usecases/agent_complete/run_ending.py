"""What came of a run, in passages of their own: it is asked for, and nobody in the log says it."""

from collections.abc import Iterable, Sequence

from knowledge.extraction import Proof, RunOutcome, task
from knowledge.extraction.commands.actions import is_shell
from knowledge.extraction.commands.looking import changes_in_place, changes_tree
from knowledge.extraction.commands.new_files import new_files
from knowledge.extraction.models import Checked
from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import reason_to_hold, servable
from knowledge.privacy.runs import CleanRun
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.fresh import says_little
from knowledge.usecases.agent_complete.turn_passages import INTENT

ENDED = "How the run ended"  # by which the passage that says so begins
MAX_NAMED = 10  # files of a kind
LAST, COMMAND = 4, 160  # commands, and characters of one
WORDS = 400  # characters of what the user said last
_VERDICTS: dict[RunOutcome, str] = {
    "succeeded": "it succeeded",
    "failed": "it failed",
    "unverified": "nobody verified it, no check of the project is known to have passed after the last change",
}
_DOUBTS: dict[Checked, str] = {
    "untested": "nobody verified it, no test is known to have run on it as it was left",
    "in vain": "nobody verified it, the checks that ran on it as it was left do not settle what came of it",
    "left open": "nobody verified it, checks passed on it as it was left, and the log ends with something that is open",
}


def closing(run: CleanRun, proof: Proof) -> str:
    """How it ended, which files it left changed and which are new, what it ran last, which checks passed, what the
    user said last where nobody answered it, and which model it was; "" where it did nothing."""
    made = new_files(run.turns)
    added = {file.path for file in proof.files if file.is_new}
    touched = _distinct([*proof.edited, *(file.path for file in proof.files)])
    new = [path for path in touched if path in added or path in made]
    lists = {
        "Files changed": [path for path in touched if path not in new][:MAX_NAMED],
        "New files": new[:MAX_NAMED],
        "Ran last": _distinct(abbreviated(one_line(line), COMMAND) for line in proof.ran.values())[-LAST:],
        "Failed when last run": _distinct(failure.command for failure in proof.unsolved),
    }
    status = [f"Exit status: {run.transcript.exit_status}."] if run.transcript.exit_status else []
    parts = [*status, *(f"{name}: {_quoted(names)}." for name, names in lists.items() if names)]
    title = servable(task.title(task.text(run)))
    ended = f"{ENDED}{f' ({title})' if title else ''}: {_verdict(proof)}."
    model = f"Language model: {_quoted(run.transcript.models)}." if run.transcript.models else ""
    left_open = [*filter(None, [_unanswered(run, proof), _unseen(run)])]
    passage = [ended, *parts, _checked(proof), *left_open, model]
    return " ".join(filter(None, passage)) if parts or left_open else ""


def _verdict(proof: Proof) -> str:
    doubt = _DOUBTS.get(proof.checked) if proof.outcome == "unverified" else None
    return doubt or _VERDICTS[proof.outcome]


def todo_list(run: CleanRun, most: int) -> str:
    """What the agent's list of things to do said last, by state, the last first: what is left stands at its end; ""
    where it kept none, emptied it or did not state all of it in the end. A call that failed or was refused changed
    nothing."""
    states: dict[str, list[str]] = {}
    calls = [turn for turn in run.turns if turn.command and turn.failed is not True]
    tools = {turn.tool for turn in calls if turn.todos}
    for todo in next((turn.todos for turn in reversed(calls) if turn.tool in tools), ()):
        states.setdefault(todo.status, []).append(one_line(todo.text))
    lists = ". ".join(f"{state.capitalize()}: {'; '.join(states[state])}" for state in reversed(states))
    return abbreviated(f"The agent's list of things to do, as the run left it. {lists}.", most) if states else ""


def _checked(proof: Proof) -> str:
    """Which checks passed when last run; that there was none is asked for, too, and nobody says it."""
    if not proof.checks:
        return "No command of its own that tests, builds or lints was seen." if proof.commands else ""
    passed = [line for line, worked in proof.checks.items() if worked]
    return (
        f"Checks that passed when last run: {_quoted(passed[-LAST:])}."
        if passed
        else "No check is known to have passed."
    )


def _unanswered(run: CleanRun, proof: Proof) -> str:
    """What the user said last, where the log ends before an answer, or it leaves the run open whatever was answered:
    how it went may be said there; and that nothing was changed for it."""
    place, after = _last_exchange(run)
    words = abbreviated(one_line(run.turns[place].prose), WORDS) if place >= 0 else ""
    if says_little(words) or MARK in words or reason_to_hold(words):
        return ""
    if _is_answered(after):
        return f"Nothing was done after the user's last words: “{words}”." if proof.is_left_open else ""
    if not after:
        return f"Nobody answered what the user said last: “{words}”."
    is_changed = any(turn.edits or _changes(turn.command or "") for turn in after if not turn.failed)
    since = "" if is_changed else "; since then no file was changed"
    return f"The log ends before the agent answered what the user said last: “{words}”{since}."


def _unseen(run: CleanRun) -> str:
    """The command of which nobody who spoke to the agent was shown the end."""
    _, after = _last_exchange(run)
    last = after[-1] if after and after[-1] == run.turns[-1] else None
    if last is None or not last.command or last.output is not None or not is_shell(last):
        return ""
    return f"What came of `{abbreviated(one_line(last.command), COMMAND)}`, with which the log ends, is not shown."


def _last_exchange(run: CleanRun) -> tuple[int, list[Turn]]:
    """The place of the user's last words, and what the agent said to its reader or did since; -1 and nothing where no
    user spoke."""
    spoke = [at for at, turn in enumerate(run.turns) if turn.speaker == "user" and not turn.command]
    if not spoke:
        return -1, []
    after = run.turns[spoke[-1] + 1 :]
    return spoke[-1], [turn for turn in after if turn.speaker == "agent" and not turn.thought]


def _changes(command: str) -> bool:
    return changes_in_place(command) or changes_tree(command)


def _is_answered(after: Sequence[Turn]) -> bool:
    """Whether the agent spoke to its reader, and did not only announce what it did."""
    return any(turn.command is None for turn in after) or any(len(turn.prose) > INTENT for turn in after[-1:])


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
