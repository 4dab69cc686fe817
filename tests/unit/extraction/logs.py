"""Small runs, written step by step, for the rules of extraction."""

from knowledge.extraction import Proof, prove
from knowledge.privacy.runs import CleanRun
from knowledge.transcripts import Edit, Transcript, Turn


def ran(command: str, output: str = "", exit_code: int | None = 0, text: str = "") -> Turn:
    """A command that the agent typed; without an exit code the log has none."""
    failed = None if exit_code is None else exit_code != 0
    return Turn("agent", text, command=command, tool="bash", output=output, exit_code=exit_code, failed=failed)


def edited(path: str, old: str, new: str) -> Turn:
    """An edit that the agent made."""
    return Turn("agent", command=f"Edit {path}", tool="Edit", output="ok", failed=False, edits=(Edit(path, old, new),))


def reply(text: str) -> Turn:
    """What the agent told its reader."""
    return Turn("agent", text)


def user(text: str) -> Turn:
    """What a person said."""
    return Turn("user", text)


def run(*turns: Turn, patch: str = "", status: str = "", outcome: str = "", project: str = "shop") -> CleanRun:
    """A run with a task and these turns."""
    projects = (project,) if project else ()
    task = Turn("task", "Make the export of empty orders work")
    return CleanRun(Transcript("test", (task, *turns), projects, status, patch), outcome=outcome)


def proof(*turns: Turn, patch: str = "", status: str = "", outcome: str = "", project: str = "shop") -> Proof:
    """What it proves."""
    return prove(run(*turns, patch=patch, status=status, outcome=outcome, project=project))


def learned(*turns: Turn, patch: str = "", project: str = "shop") -> list[str]:
    """What it teaches."""
    return [candidate.learning for candidate in proof(*turns, patch=patch, project=project).learnings]
