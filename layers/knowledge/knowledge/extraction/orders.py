"""What the user said last, and whether it leaves the run open."""

import re
from collections.abc import Callable, Sequence

from knowledge.extraction.outcome_phrases import tells_fault, tells_success
from knowledge.extraction.user_rules import asks_later
from knowledge.ports.embedder import Embedder, Likelihoods, cosine, likelihoods
from knowledge.text import talk
from knowledge.text.instructions import MESSAGES, STANDING, TALK, TEMPERATURE
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line
from knowledge.transcripts import Turn

OpenTest = Callable[[str, bool], bool]  # of a user's words, and whether they were answered
_SMALL_TALK = 0.7  # likelihood from which a sentence is thanks, and reports nothing
_SURELY_SMALL = 0.9  # the same of one that has a fault's words and is nearer to a rejection
# What a user may think of a result; a sentence that is nearest to the first rejects it.
_REJECTS = "The user rejects the result: it is wrong, broken, or worse than before."
_OTHERWISE = (
    "The user accepts the result: it is right, it works.",
    "The user tells of a plan, of what comes next, of somebody else.",
)
_MOST = 40  # sentences that are read; who pastes more than that pastes a file
_MIN_WORDS = 2  # one alone ends a session as often: `exit`
# An answer that ends so says what is to come: "Sure, let me look at the importer."
_ANNOUNCES = re.compile(r"\b(?:I(?:['’]ll| will|['’]m going to| am going to)|let me)\b(?! know)", re.I)


def leaves_open(words: str, is_answered: bool = False, *, embedder: Embedder | None) -> bool:
    """Whether a user's words, with which a run ends, leave it open: they report a fault, which no words mend, or ask
    for work, unless that `is_answered`."""
    return (not is_answered and is_order(words, embedder)) or _reports(words, embedder)


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
    model with sides for instructions and talk, and by its words or what it is nearest to, as each misses some."""
    if embedder is None or not embedder.sides >= {"instruction", "talk"}:
        return False
    own = [one for one in sentences(one_line(words))[:_MOST] if len(one.split()) >= _MIN_WORDS]
    unsolved = [one for one in own if not one.endswith("?") and not tells_success(one, is_users=True)]
    rejected = _rejections(unsolved, embedder)
    suspects = {one: rejects for one, rejects in zip(unsolved, rejected, strict=True) if rejects or tells_fault(one)}
    kinds = likelihoods(list(suspects), MESSAGES, embedder, "instruction", TEMPERATURE)
    small = likelihoods([("", one) for one in suspects], talk.SENTENCES, embedder, "talk", talk.TEMPERATURE)
    judged = zip(suspects.items(), kinds, small, strict=True)
    return any(
        _is_told(kind, rejects) and _is_fault(tells_fault(one), rejects, chatter[talk.CHATTER])
        for (one, rejects), kind, chatter in judged
    )


def _is_told(kind: Likelihoods, rejects: bool) -> bool:
    """Whether it is talk; what rejects a result may sound like a task, too, but like no rule."""
    return kind[TALK] >= 1 / 2 or (rejects and kind[STANDING] < 1 / 2)


def _is_fault(is_worded: bool, rejects: bool, small_talk: float) -> bool:
    return (is_worded or rejects) and small_talk < (_SURELY_SMALL if is_worded and rejects else _SMALL_TALK)


def _rejections(reports: Sequence[str], embedder: Embedder) -> list[bool]:
    """Which of them are nearer to the rejection of a result than to whatever else is said of one."""
    if not reports:
        return []
    rejection, *others = embedder.embed([_REJECTS, *_OTHERWISE, *reports])
    otherwise, own = others[: len(_OTHERWISE)], others[len(_OTHERWISE) :]
    return [cosine(one, rejection) > max(cosine(one, other) for other in otherwise) for one in own]


def is_thanks(words: str, embedder: Embedder | None) -> bool:
    """Whether a user's words are small talk sentence by sentence, and leave nothing open; by a model without sides
    none are."""
    own = sentences(one_line(words))[:_MOST]
    if embedder is None or "talk" not in embedder.sides or not own or leaves_open(words, embedder=embedder):
        return False
    small = likelihoods([("", one) for one in own], talk.SENTENCES, embedder, "talk", talk.TEMPERATURE)
    return all(one[talk.CHATTER] >= _SMALL_TALK for one in small)


def has_unbegun(turns: Sequence[Turn], is_open: OpenTest) -> bool:
    """Whether the user's last words leave open what behind them the log has no action of the agent's for; whether it
    answered, but by announcing some, `is_open` is told."""
    place = max((at for at, turn in enumerate(turns) if _is_said(turn)), default=len(turns))
    after = [turn for turn in turns[place + 1 :] if turn.speaker == "agent" and not turn.thought]
    if place == len(turns) or any(turn.command or turn.edits for turn in after):
        return False
    answer = sentences(one_line(" ".join(turn.prose for turn in after)))
    return is_open(turns[place].prose, bool(answer) and not _ANNOUNCES.search(answer[-1]))


def _is_said(turn: Turn) -> bool:
    return turn.speaker == "user" and not turn.command and bool(turn.prose.strip())
