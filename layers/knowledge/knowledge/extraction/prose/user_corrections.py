"""What the user put right, and what the user laid down."""

import re
from collections.abc import Iterator, Sequence

from knowledge.extraction.models import Candidate
from knowledge.text.sentences import sentences
from knowledge.transcripts import Turn

_OPENING = re.compile(
    r"(?:(?:no|nope|nah|stop|wait|hold on|hmm|hey|hi|ok|okay|sorry|right|yes|yeah|yep|actually|please|btw|fyi|also|and|"
    r"but|so|well|thanks|thank you|good|great|nice|one more thing|(?:please )?(?:remember|note|keep in mind)(?: that)?|"
    r"for (?:next time|the future)|from now on|in general|that's (?:not right|wrong|incorrect)|not quite|you're wrong|"
    r"incorrect|that is (?:not right|wrong))\b[,.!:;—– -]*)+",
    re.I,
)
_WRONG = re.compile(
    r"(?:wrong|incorrect)(?:[,.!:;—–-]+ *| (?P<what>[\w -]{2,30}?)(?:, | - |[.;:] )(?:it|that)(?:'s| is) )", re.I
)
_SPOKEN = re.compile(
    r"(?:I (?:said|meant|mean|asked|told you)(?: that)?|you should(?! (?:not|never|always))|"
    r"we should(?! (?:not|never|always))|let's|(?:can|could) you(?: please)?)[: ]+",
    re.I,
)
_PUT_RIGHT = re.compile(
    r"\W*(?:(?:ok|okay|hmm|hm|hey|wait|sorry)[,. ]+)?(?:no|nope|nah|wrong|stop|incorrect|that(?:'s| is) (?:not|wrong)|"
    r"not (?:quite|there|in|like)|you(?:'re| are) wrong|undo|revert|actually|only|i (?:said|meant|mean|asked|told)|"
    r"why did you)\b",
    re.I,
)
_RULE = re.compile(
    r"\b(?:don't|do not|never|always|must(?: not)?|can(?:'t|not)|instead(?: of)?|rather than|"
    r"should(?:n't| not| always| never)?|(?:we|they|you) (?:use|prefer|don't|do not|always|never|only|decided|agreed|"
    r"need|keep|have|run|deploy)|\w+ uses?|use \S+|stick (?:to|with)|prefer|make sure|"
    r"(?:is|are) (?:called|named|deprecated|not|located|in|at|on|under|behind|generated|frozen|owned|only|read-only|"
    r"for)|(?:live|run|belong|stay|go|listen|come)s? (?:in|on|at|to|into|from|with)|"
    r"(?:our|the) (?:convention|policy|rule|standard)|not \S+)\b",
    re.I,
)
_EMPTY = re.compile(
    r"(?:yes|no|ok|okay|thanks|thank you|go on|continue|finish|please|great|perfect|looks good|done|lgtm)\W*", re.I
)
# About this one task, or about the agent's manners: nothing that holds next time.
_PASSING = re.compile(
    r"\b(?:don't (?:worry|know|think|understand|see)|not sure|I'm|no idea|try again|not yet|for now|this time|go ahead|"
    r"does(?:n't| not) work|still (?:fails|broken|not)|(?:is|are) not working|can't (?:you|see|find|open)|why not)\b",
    re.I,
)
_LEANING = re.compile(r"\b(?:it|them|those|there)\b(?! (?:is|are|was|will)\b)|\b(?:this|that)\b(?! \w)", re.I)
_MIN_WORDS, _MAX_LENGTH, _MAX_PAIR = 3, 300, 260
# A longer message is a new task or pasted material.
_MAX_MESSAGE = 4000


def corrects(text: str) -> bool:
    """Whether a message of the user puts right what the agent said or did before it."""
    return bool(_PUT_RIGHT.match(text))


def corrections(turns: Sequence[Turn]) -> list[Candidate]:
    """The user's corrections and standing instructions, in the user's words."""
    found: list[Candidate] = []
    before: Turn | None = None
    for turn in turns:
        if turn.speaker == "agent":
            before = turn
        elif turn.speaker == "user" and before and len(turn.text) <= _MAX_MESSAGE:
            found += [Candidate(text, "correction") for text in _learned(turn.text, before)]
    return found


def _learned(text: str, before: Turn) -> Iterator[str]:
    """What a message teaches, two sentences at a time, with what it was about where it leans on that."""
    correcting = corrects(text)
    for block in re.split(r"\n\s*\n|\n(?=\s*[-*•\d])", text):
        for rule in _paired([rule for sentence in sentences(block) if (rule := _rule(sentence, correcting))]):
            about = _about(before) if correcting and _LEANING.search(rule.split(". ")[0]) else ""
            yield f"The user says{about}: {rule}"


def _rule(sentence: str, correcting: bool) -> str:
    """The sentence as a rule or a fact, without what leads up to it; "" where it is neither."""
    rule = re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", sentence)
    rule = rule[opening.end() :] if (opening := _OPENING.match(rule)) else rule
    if wrong := _WRONG.match(rule):
        rule = f"The {wrong['what']} is {rule[wrong.end() :]}" if wrong["what"] else rule[wrong.end() :]
    rule = _SPOKEN.sub("", rule, count=1).strip(" .!,;")
    rule = re.sub(r"[,;]? (?:please|thanks|thank you)$", "", rule, flags=re.I)
    if _EMPTY.fullmatch(rule) or len(rule.split()) < _MIN_WORDS or len(rule) > _MAX_LENGTH or sentence.endswith("?"):
        return ""
    if _PASSING.search(rule) or not (correcting or _RULE.search(rule)):
        return ""
    return f"{rule[0].upper()}{rule[1:]}." if re.match(r"[a-z]+\b(?![._(/])", rule) else f"{rule}."


def _paired(rules: Sequence[str]) -> Iterator[str]:
    """Neighbours together where that stays short: the second mostly gives the reason or the way."""
    pending = ""
    for rule in rules:
        if pending and len(pending) + len(rule) <= _MAX_PAIR and ". " not in pending:
            yield f"{pending} {rule}"
            pending = ""
        else:
            if pending:
                yield pending
            pending = rule
    if pending:
        yield pending


def _about(before: Turn) -> str:
    command = before.command or ""
    return (
        f" after `{command}`" if command and len(command) <= 80 and "\n" not in command and "`" not in command else ""
    )
