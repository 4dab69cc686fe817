"""What the user said last, and whether it leaves the run open."""

import re
from collections.abc import Callable, Sequence

from knowledge.extraction.outcome_phrases import tells_fault, tells_success
from knowledge.extraction.user_rules import asks_later
from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text import talk
from knowledge.text.instructions import MESSAGES, STANDING, TALK, TEMPERATURE
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn

OpenTest = Callable[[str], bool]
_SMALL_TALK = 0.7  # likelihood from which a sentence is thanks, and reports nothing
_MOST = 40  # sentences that are read; who pastes more than that pastes a file
_MIN_WORDS = 2  # one alone ends a session as often: `exit`
# An answer that ends so says what is to come: "Sure, let me look at the importer."
_ANNOUNCES = re.compile(r"\b(?:I(?:['’]ll| will|['’]m going to| am going to)|let me)\b(?! know)", re.I)


def leaves_open(words: str, embedder: Embedder | None) -> bool:
    """Whether a user's words, with which a run ends, leave it open: they ask for work, or report a fault."""
    return is_order(words, embedder) or _reports(words, embedder)


def is_order(words: str, embedder: Embedder | None) -> bool:
    """Whether a user's words, or a sentence of them, ask for work: not thanks, a question or a report, nor a rule for
    all that is still to come. Without a model that has a side for instructions none do."""
    if embedder is None or "instruction" not in embedder.sides:
        return False
    wordings = [one_line(words), *sentences(one_line(words))[:_MOST]]
    long = [wording for wording in wordings if len(wording.split()) >= _MIN_WORDS]
    kinds = zip(long, likelihoods(long, MESSAGES, embedder, "instruction", TEMPERATURE), strict=True)
    return any(kind[TALK] < 1 / 2 and not asks_later(wording, kind[STANDING]) for wording, kind in kinds)


def _reports(words: str, embedder: Embedder | None) -> bool:
    """Whether a sentence of a user's reports a fault: "It is still broken", and not that it works or who goes on; by a
    model with sides for instructions and talk, and by its words, as no side tells a fault from a plan surely."""
    if embedder is None or not embedder.sides >= {"instruction", "talk"}:
        return False
    own = sentences(one_line(words))[:_MOST]
    unsolved = [one for one in own if not one.endswith("?") and not tells_success(one, is_users=True)]
    reports = filter(tells_fault, unsolved)
    long = [sentence for sentence in reports if len(sentence.split()) >= _MIN_WORDS]
    kinds = likelihoods(long, MESSAGES, embedder, "instruction", TEMPERATURE)
    small = likelihoods([("", sentence) for sentence in long], talk.SENTENCES, embedder, "talk", talk.TEMPERATURE)
    return any(kind[TALK] >= 1 / 2 and one[talk.CHATTER] < _SMALL_TALK for kind, one in zip(kinds, small, strict=True))


def has_unbegun(turns: Sequence[Turn], is_open: OpenTest) -> bool:
    """Whether the user's last words leave open what behind them the log has no action of the agent's for, nor an answer
    but one that announces some."""
    place = max((at for at, turn in enumerate(turns) if _is_said(turn)), default=len(turns))
    after = [turn for turn in turns[place + 1 :] if turn.speaker == "agent" and not turn.thought]
    if place == len(turns) or any(turn.command or turn.edits for turn in after):
        return False
    answer = sentences(one_line(" ".join(turn.prose for turn in after)))
    return (not answer or bool(_ANNOUNCES.search(answer[-1]))) and is_open(turns[place].prose)


def _is_said(turn: Turn) -> bool:
    return turn.speaker == "user" and not turn.command and bool(turn.prose.strip())
