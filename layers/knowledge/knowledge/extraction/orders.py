"""What the user ordered last, and whether anybody began it."""

import re
from collections.abc import Callable, Sequence

from knowledge.extraction.user_rules import asks_later
from knowledge.ports.embedder import Embedder, likelihoods
from knowledge.text.instructions import MESSAGES, STANDING, TALK, TEMPERATURE
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn

OrderTest = Callable[[str], bool]
_MIN_WORDS = 2  # one alone ends a session as often: `exit`
# An answer that ends so says what is to come: "Sure, let me look at the importer."
_ANNOUNCES = re.compile(r"\b(?:I(?:['’]ll| will|['’]m going to| am going to)|let me)\b(?! know)", re.I)


def is_order(words: str, embedder: Embedder | None) -> bool:
    """Whether a user's words, or a sentence of them, ask for work: not thanks, a question or a report, nor a rule for
    all that is still to come. Without a model that has a side for instructions none do."""
    if embedder is None or "instruction" not in embedder.sides:
        return False
    wordings = [one_line(words), *sentences(one_line(words))]
    long = [wording for wording in wordings if len(wording.split()) >= _MIN_WORDS]
    kinds = zip(long, likelihoods(long, MESSAGES, embedder, "instruction", TEMPERATURE), strict=True)
    return any(kind[TALK] < 1 / 2 and not asks_later(wording, kind[STANDING]) for wording, kind in kinds)


def has_unbegun(turns: Sequence[Turn], orders: OrderTest) -> bool:
    """Whether the user ordered something last behind which the log has no action of the agent's, nor an answer but one
    that announces some."""
    place = max((at for at, turn in enumerate(turns) if _is_said(turn)), default=len(turns))
    after = [turn for turn in turns[place + 1 :] if turn.speaker == "agent" and not turn.thought]
    if place == len(turns) or any(turn.command or turn.edits for turn in after):
        return False
    answer = sentences(one_line(" ".join(turn.prose for turn in after)))
    return (not answer or bool(_ANNOUNCES.search(answer[-1]))) and orders(turns[place].prose)


def _is_said(turn: Turn) -> bool:
    return turn.speaker == "user" and not turn.command and bool(turn.prose.strip())
