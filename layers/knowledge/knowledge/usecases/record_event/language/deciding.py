"""What the wording of a sentence, or of a heading, tells of decisions."""

import re

# What tells of a decision: the noun alone, or as a label.
NOUN = r"(?:decision|entscheidung|beschluss|décision|decisión)"
_CHOSEN = (
    r"(?:decided|agreed|settled on|opted|chose|chosen|going with|go with|entschieden|beschlossen|décidé|decidido)\b"
)
_MADE = rf"\b{_CHOSEN}|\b{NOUN}(?= ?:| to )|(?:^|[.!:] ){NOUN}(?=[.!]|$)"
# "not yet decided", "we haven't agreed"; and what only points at a decision: "as agreed", "the tool chose them"
_UNDECIDED = re.compile(
    rf"(?:\b(?:not|nicht|pas|never)|n['’]t)(?: \w+){{0,2}} {_CHOSEN}|\b(?:as|wie|comme|como)(?: \w+)? {_CHOSEN}"
    rf"|{_CHOSEN} (?:it|them|these|those)(?=[.,;]|$)",
    re.I,
)
_CHOICE = re.compile(_MADE, re.I)
TALKS = r"(?:talk|discuss|look|see|start with)"  # what is decided by none who says that they will
# What we will do is decided, but not that we will talk of it: `let's use Redis`, not `let's discuss Redis`.
_DECISION = re.compile(
    rf"{_MADE}|\b(?:we(?:['’]ll| will| won['’]t|['’]re (?:not )?going to| are (?:not )?going to)(?= \w+ \w)|let['’]s)"
    rf"(?! {TALKS})\b",
    re.I,
)


def decision(text: str) -> re.Match[str] | None:
    """Where it tells that something was decided; None where it does not."""
    return _DECISION.search(_UNDECIDED.sub("", text))


def decides(text: str) -> bool:
    """Whether it tells that something was decided."""
    return bool(decision(text))


def chooses(text: str) -> bool:
    """Whether it tells of a choice, and not only of what somebody is about to do."""
    return bool(_CHOICE.search(_UNDECIDED.sub("", text)))


# `Decisions`, `What we decided`, `Beschlüsse`
_DECIDED = re.compile(rf"(?:\b{_CHOSEN}(?: haben| on)?|{NOUN}(?:e?s|en)?|beschlüsse)\W*$", re.I)
_HEARD_BELOW = re.compile(
    r"\b(?:the following|as follows|folgend\w*|ce qui suit|comme suit|(?:lo )?siguientes?)\b|:$", re.I
)


def heads_decisions(heading: str) -> bool:
    """Whether what stands below the heading is decided."""
    return bool(_DECIDED.search(_UNDECIDED.sub("", heading)))


# `Decided by Ann Boyle on 3 March.`, `Agreed on Thursday by Ann and Ben.`, `What Ann and Ben decided on Monday`
_BYLINE = re.compile(
    r"(?:decided|agreed|approved|beschlossen|entschieden|décidé|decidido)(?: (?:on|am|le|el)(?: [\w.]+){1,3})?"
    rf" (?:by|von|par|por) |(?:what|was|ce que|lo que) [^.:]{{1,60}} {_CHOSEN}(?: \w+)?(?=[.,]|$| (?:on|am|le|el) )",
    re.I,
)


def announces_decisions(sentence: str) -> bool:
    """Whether it only says that what follows it is decided, or who did: `We agreed on the following.`"""
    return bool(_BYLINE.match(sentence)) or (bool(_HEARD_BELOW.search(sentence)) and chooses(sentence))
