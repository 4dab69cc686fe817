"""Whether a failure is the last that a log has of a check."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import called, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.outcome_phrases import claims_success
from knowledge.transcripts import Turn

_WORDS = re.compile(r"[\w.+-]+")  # `npm run test:unit`: npm, run, test, unit


def is_last_word(check: Action, actions: Sequence[Action], turns: Sequence[Turn]) -> bool:
    """Whether the check failed by its exit code or by its own count of tests, and nothing afterwards may have mended it
    or tells otherwise.

    Its program was not called again in any form, no file was changed or brought back, no output or message counts what
    passed, and the last words of the agent and of the user tell of no success.
    """
    later = [action for action in actions if action.place > check.place]
    texts = [text for turn in turns[check.place + 1 :] for text in (turn.prose, turn.output or "")]
    return (
        check.worked is False
        and (check.by_exit_code or results.counts_failed(check.output))
        and not any(_is_change(action, check) or _calls(action, check) for action in later)
        and not any(map(results.looks_passed, texts))
        and not claims_success(turns[check.place + 1 :])
    )


def _is_change(action: Action, check: Action) -> bool:
    """Whether it wrote to files, brought some back, or left them as the check had not found them."""
    return bool(action.changed) or action.restores or action.changes.all != check.changes.all


def _calls(action: Action, check: Action) -> bool:
    return called.tool(check.words) in _WORDS.findall(action.typed)
