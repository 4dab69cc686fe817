"""Whether a run ended in a failure that its agent admits."""

import re
from collections.abc import Sequence

from knowledge.extraction import task
from knowledge.extraction.commands import programs
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.final_failure import is_last_word
from knowledge.extraction.outcome_phrases import admits_failure, claims_success, last_words
from knowledge.privacy.runs import CleanRun
from knowledge.text.keywords import content_words
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn

# "I could not create …": what was not done is the next word; "The integration does not work": what stands before.
_UNABLE = re.compile(
    r"\b(?:I|we) (?:(?:could|can)(?:not| not|n[’']t)|(?:was|were|am|are)(?: not able| unable|n[’']t able) to) (\w+)",
    re.I,
)
_WORKS_NOT = re.compile(r"\bdo(?:es)?(?: not|n[’']t) (?:\w+ )?work\b", re.I)
# A task that is about a failure, or asks, is done by one that is told: "The import fails because …"
_ASKS = re.compile(r"\?|\bfail|\b(?:errors?|why|reproduce|check|test|investigate|debug|try)\b|\bnot\b|n[’']t\b", re.I)


def ends_in_failure(run: CleanRun, actions: Sequence[Action]) -> bool:
    """Whether the last command failed, and the agent's last words admit that with it the task did.

    Not where they tell of a success, too, or where the task asked what fails; of checks their own verdict decides.
    """
    asked = _asked(run)
    ran = [action for action in actions if action.line and action.worked is not None]
    if not ran or programs.is_check(ran[-1]) or _ASKS.search(asked) or not is_last_word(ran[-1], actions, run.turns):
        return False
    later = run.turns[ran[-1].place + 1 :]
    return not claims_success(later, "agent") and (admits_failure(later) or _denies(later, content_words(asked)))


def _asked(run: CleanRun) -> str:
    """The task, and what the user ordered last."""
    last = next((turn.prose for turn in reversed(run.turns) if turn.speaker == "user" and not turn.command), "")
    return f"{task.text(run)}\n{last}"


def _denies(later: Sequence[Turn], asked: Sequence[str]) -> bool:
    """Whether the agent's last words say that it could not do what was asked, or that it does not work."""
    for sentence in sentences(one_line(last_words(later, "agent"))):
        before, *rest = _WORKS_NOT.split(sentence)
        about = content_words(before) if rest else [word.lower() for word in _UNABLE.findall(sentence)]
        if set(about) & set(asked):
            return True
    return False
