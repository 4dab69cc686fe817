"""Whether git kept what a run did: its commits and pushes, and such as failed."""

import re
from collections.abc import Sequence

from knowledge.extraction.code.working_tree import git_words
from knowledge.extraction.commands.actions import Action
from knowledge.text import shell

_VERBS = ("commit", "push")
# As git, a server and the usual runners of hooks say that they refuse.
_REFUSED = re.compile(
    r"^(?:error|fatal): |^ ! \[(?:remote )?rejected\]|\bhook\b.{0,40}\b(?:failed|exited|declined)\b|^- hook id: ", re.M
)
# As git names a commit that it made, and a branch that it sent.
_MADE = re.compile(r"^\[[^\]\n]{1,120} [0-9a-f]{7,}\]|^ .{1,90} -> \S+$", re.M)
_NOTHING = re.compile(r"\bnothing (?:added )?to commit\b|^Everything up-to-date", re.M)


def is_refused(actions: Sequence[Action]) -> bool:
    """Whether the last commit or the last push failed: a hook stopped it, it was rejected, or had nowhere to go."""
    last = {verb: verdict for one in actions for verb in _verbs(one)[-1:] if (verdict := _was_refused(one)) is not None}
    return any(last.values())


def _verbs(action: Action) -> list[str]:
    """What of a line commits or pushes, in order."""
    given = (git_words(step.words) for step in shell.steps(action.typed) if step.words[:1] == ["git"])
    return [words[0] for words in given if words and words[0] in _VERBS]


def _was_refused(action: Action) -> bool | None:
    """By its exit code where that is its own, else by its last word; None where it says neither, or a person stopped
    it."""
    if action.stopped:
        return None
    is_made = max((match.end() for match in _MADE.finditer(action.output)), default=-1)
    refused = max((match.end() for match in _REFUSED.finditer(action.output)), default=-1)
    steps = shell.steps(action.typed)
    has_code = action.by_exit_code and all(step.operator in ("", "&&") for step in steps)
    if _NOTHING.search(action.output) or (has_code and action.worked):
        return False
    if has_code and action.worked is False and git_words(steps[-1].words)[:1] in [[verb] for verb in _VERBS]:
        return True
    return refused > is_made if max(refused, is_made) >= 0 else None
