"""Sentences that were written for a reader: which of them hold for later, and how to say them without their speaker."""

import re

from knowledge.extraction.prose.sentence_rules import CAUSE, NAME

# A place to hang a fact on: a name as in code, a setting, a version, a number with a meaning, a proper noun.
_ANCHOR = re.compile(
    r"`[^`]+`|\b[A-Z][A-Z\d_]{2,}\b|\b[\w-]+/[\w./-]*|\b\w+(?:[._]\w+)+\b|\b\d+(?:\.\d+)*s?\b|--?[a-z][\w-]+|"
    r"(?<=[a-z,;:()] )[A-Z][A-Za-z\d]+|\b[A-Z][a-z]+[A-Z]\w*|\b[a-z]+(?:-[a-z]+)+\b|\"[^\"]{3,}\"|"
    r"^(?!(?:The|A|An|In|On|We|All|Use|To|No|If|For|When|Never|Always|Run|Set|Do|Keep|Cause|Fixed|Decision|"
    r"Only)\b)[A-Z][a-z\d]+ (?:is|are|was|needs?|uses?|runs?|has|fails?|works?|must|expects?|only|requires?|listens?|"
    r"lives?|doesn't)\b"
)
_SIGN = re.compile(
    r"\b(?:caused by|otherwise|or (?:the|it|they|else|you|uploads|\w+s)\b|must|needs?|required|only|never|always|first|"
    r"before|after|liv(?:es?|ing) (?:in|on)|located|listens?|mounts?|belongs?|owned|deprecated|generated|"
    r"(?:is|are) (?:in|at|on|still|behind|under|called|named|read-only|not|no|pinned|set|disabled|enabled|capped|"
    r"limited|shared|case-sensitive|unreliable|flaky|broken)|has no|have no|no longer|works?|worked|hangs?|crash\w*|"
    r"breaks?|broke|times? out|timed out|turn(?:s|ed) out|resolved|solved|fix(?:ed|es) by|fixed it|by \w+ing|run|set|"
    r"install|defaults?|limits?|takes (?:about |around |up to )?\d|per|up to|at most|at least|comes? from|stays?|"
    r"points? (?:to|at)|uses?|keeps?|over|so)\b|(?:->|→)|!=",
    re.I,
)
_STATED = re.compile(r"(?:Decision|Cause|Fix|Workaround|Fixed|Solved|Resolved|The agent)\b")
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|probably|might|not sure|unsure|unclear|I think|I guess|we think|seems?|apparently|hopefully|"
    r"possibly|I suspect|suspect|wonder|no idea|could be|should be fine|looks like)\b",
    re.I,
)
_PLANNED = re.compile(
    r"\b(?:I'll|I will|we'll|we will|I'm|I am|we're|let me|let's|going to|tomorrow|next (?:step|week|time|sprint|up)|"
    r"todo|tbd|plan to|planning|later|shall|will (?:look|try|check|do|continue|investigate)|would you|do you|want me|"
    r"let me know|feel free|happy to|you can now|if you(?:'d| would| want)|roll ?out)\b",
    re.I,
)
_STATUS = re.compile(
    r"\b(?:all (?:\d+ )?(?:the )?tests? (?:are |now )*pass\w*|tests? (?:now )?pass(?:es|"
    r"ed)?\b(?! (?:with|only|when|if))|could not|couldn't|I tried|tried to|took (?:way )?longer|ready (?:to|for)|"
    r"(?:is|are) (?:now )?(?:done|complete|finished|green)|looks good|successfully|deployed to|merged|committed|pushed|"
    r"opened a pr|no (?:further |other )?(?:changes|issues|errors))\b",
    re.I,
)
_PERSON = re.compile(r"\b(?:my|me|mine|your|you're|yours|thanks|sorry|understood|got it(?=[,.!]))\b", re.I)
_FOLLOWING = re.compile(
    r"(?:it|its|this|that|these|those|they|them|there|then|the (?:second|first|other|latter|former) one|both|one|such|"
    r"which|after (?:that|this)|with (?:that|this)|because of (?:that|this)|in (?:that|this) case|instead|otherwise|"
    r"we (?:now|then)|(?:the )?(?:fix|change|workaround|solution)(?: was| is|:))\b",
    re.I,
)
_TRUSTED = re.compile(
    r"\b(?:learn\w*|lessons?|notes?|gotchas?|caveats?|decisions?|decided|environment|env|setup|errors?|fix\w*|"
    r"root cause|causes?|findings?|facts?|tips?|warnings?|conventions?|rules|constraints|pitfalls?|quirks|known issues|"
    r"troubleshooting|commands?|knowledge|remember|takeaways?|conclusions?|resolution|"
    r"what (?:works|worked|did(?:n't| not) work))\b",
    re.I,
)
# What it is about was named in another sentence, or it is still about the speaker.
_ADRIFT = re.compile(
    r"\bI(?:'ve|'d)?\b|\bbecause of (?:that|this|it)\b|^(?:caused|due|because|which|if we|as expected)\b", re.I
)
_MIN_WORDS, _MAX_WORDS, _MIN_LENGTH, _MAX_LENGTH = 4, 60, 24, 360


def is_trusted(section: str) -> bool:
    """Whether a heading says that what stands under it is meant to be kept."""
    return bool(_TRUSTED.search(section))


def is_followed(sentence: str) -> bool:
    """Whether it leans on the sentence before it."""
    return bool(_FOLLOWING.match(sentence))


def is_note(sentence: str, trusted: bool) -> bool:
    """Whether it states something that a later reader can use: about something named, neither guess, plan nor status.

    What stands under a heading such as "Learnings" needs no further sign of that.
    """
    prose = re.sub(r"`[^`]*`", "x", sentence)
    return (
        _MIN_WORDS - trusted <= len(sentence.split()) <= _MAX_WORDS
        and _MIN_LENGTH <= len(sentence) <= _MAX_LENGTH
        and "?" not in re.sub(r"\S*/\S*", "", prose)
        and not any(sign.search(prose) for sign in (_HEDGE, _PLANNED, _STATUS, _PERSON))
        and not _ADRIFT.search(prose)
        and bool(_ANCHOR.search(sentence) or NAME.search(sentence) or trusted)
        and bool(trusted or _SIGN.search(sentence) or CAUSE.search(sentence) or _STATED.match(sentence))
    )
