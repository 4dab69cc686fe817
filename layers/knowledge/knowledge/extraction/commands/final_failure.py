"""Whether a failure is the last that a log has of a check."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import called, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.outcome_phrases import admits_failure, claims_success
from knowledge.transcripts import Turn

# As compilers name an error with its place: `src/a.ts(3,7): error TS2304: …`, `shop/a.py:3: error: …`
_LOCATED = re.compile(
    r"^[ \t]{0,8}[\w./\\@-]{1,200}\.\w{1,8}(?:\(\d+,\d+\)|:\d+(?::\d+)?):? (?:- )?(?:fatal )?error\b", re.M
)
_WORDS = re.compile(r"[\w.+-]+")  # `npm run test:unit`: npm, run, test, unit


def is_last_word(check: Action, actions: Sequence[Action], turns: Sequence[Turn]) -> bool:
    """Whether the check failed by its exit code or what it shows, and nothing afterwards may have mended it or tells
    otherwise.

    Its program was not called again in another form, no file was changed or brought back, no output or message counts
    what passed, and the last words of the agent and of the user tell of no success.
    """
    later = [action for action in actions if action.place > check.place]
    texts = [text for turn in turns[check.place + 1 :] for text in (turn.prose, turn.output or "")]
    return (
        check.worked is False
        and (check.by_exit_code or shows_failure(check.output))
        and not any(_is_change(action, check) or _calls(action, check) for action in later)
        and not any(map(results.looks_passed, texts))
        and not _is_denied(check, turns[check.place + 1 :])
    )


def shows_failure(output: str) -> bool:
    """Whether it says without an exit code that a check failed: by its count, or by errors with their places."""
    return results.counts_failed(output) or bool(_LOCATED.search(output))


def _is_denied(check: Action, later: Sequence[Turn]) -> bool:
    """Whether the last words tell of a success: the user's, or the agent's where no exit code stands against them or
    they admit the failure."""
    is_claimed = claims_success(later, "agent")
    is_explained = not check.by_exit_code or admits_failure(later)
    return claims_success(later, "user") or (is_claimed and is_explained)


def _is_change(action: Action, check: Action) -> bool:
    """Whether it wrote to files, brought some back, or left them as the check had not found them."""
    return bool(action.changed) or action.restores or action.changes.all != check.changes.all


def _calls(action: Action, check: Action) -> bool:
    """Whether it calls the same program otherwise: where the same line is repeated another part of it was read."""
    return action.line != check.line and called.tool(check.words) in _WORDS.findall(action.typed)
