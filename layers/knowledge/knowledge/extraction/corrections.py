"""What the user put right, and what the user laid down."""

import re
from collections.abc import Iterator, Sequence

from ..transcripts import Turn
from .model import Candidate
from .prose import sentences

_OPENING = re.compile(
    r"(?:(?:no|nope|nah|wrong|stop|wait|hold on|hmm|hey|ok|okay|sorry|actually|please|btw|also|and|but|"
    r"well|that's (?:not right|wrong)|"
    r"not quite|you're wrong|incorrect|that is (?:not right|wrong))\b[,.!:;—– -]*)+",
    re.I,
)
_PUT_RIGHT = re.compile(
    r"^(?:no|nope|nah|wrong|stop|incorrect|that(?:'s| is) (?:not|wrong)|not quite|you(?:'re| are) wrong|undo|revert|"
    r"actually|i (?:said|meant|mean|asked|told)|why did you)\b",
    re.I,
)
_RULE = re.compile(
    r"\b(?:don't|do not|never|always|must(?: not)?|instead of|rather than|should(?:n't| not| always| never)?|"
    r"we (?:use|prefer|don't|do not|always|never|only)|use \S+|stick (?:to|with)|prefer|make sure|remember|"
    r"is (?:called|named|deprecated|not|located|in)|(?:live|run|belong)s? (?:in|on|at)|not \S+)\b",
    re.I,
)
_EMPTY = re.compile(
    r"(?:yes|no|ok|okay|thanks|thank you|go on|continue|finish|please|great|perfect|looks good|done)\W*", re.I
)
_MAX_LENGTH = 300
# A longer message is a new task or pasted material.
_MAX_MESSAGE = 4000


def corrections(turns: Sequence[Turn]) -> list[Candidate]:
    """The user's corrections and standing instructions, each with what the agent had just done."""
    found: list[Candidate] = []
    before: Turn | None = None
    for turn in turns:
        if turn.role == "assistant":
            before = turn
        elif turn.role == "user" and before and len(turn.text) <= _MAX_MESSAGE:
            found += [Candidate(text, "correction") for text in _rules(turn.text, before)]
    return found


def _rules(text: str, before: Turn) -> Iterator[str]:
    corrected = bool(_PUT_RIGHT.match(text.strip()))
    for sentence in (s for block in re.split(r"\n\s*\n", text) for s in sentences(block)):
        rule = _OPENING.sub("", sentence, count=1).strip() if _OPENING.match(sentence) else sentence.strip()
        if _EMPTY.fullmatch(rule) or len(rule.split()) < 3 or len(rule) > _MAX_LENGTH or rule.endswith("?"):
            continue
        if _RULE.search(rule):
            yield _worded(rule, before if corrected else None)
            corrected = False


def _worded(rule: str, before: Turn | None) -> str:
    rule = re.sub(
        r"^(?:I (?:said|meant|mean|asked|told you)(?: that)?|you should|we should|let's)[: ]+", "", rule, flags=re.I
    )
    rule = rule[0].upper() + rule[1:].rstrip(" .!") + "."
    if before and before.command and len(before.command) <= 80 and "\n" not in before.command:
        return f"The user corrected the agent after `{before.command}`: {rule}"
    return f"The user {'corrected the agent' if before else 'requires'}: {rule}"
