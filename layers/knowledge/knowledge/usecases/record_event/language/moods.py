"""What a sentence tells as possible, advised, doubted or agreed to, and not as what is."""

import re

# What is only possible or advised, in the moods of the four languages; `could not` tells what was.
_PROPOSED = re.compile(
    r"\b(?:could(?! ?n[o'’]t)|might|should|would|may want|let['’]s|how about|(?:suggest|recommend|propose)s?\b|"
    r"könnte\w*|sollte\w*|würde\w*|pourr(?:ai|i)\w+|devr(?:ai|i)\w+|podría\w*|debería\w*)",
    re.I,
)


def is_proposed(text: str) -> bool:
    """Whether it tells what could or should be, and not what is."""
    return bool(_PROPOSED.search(text))


_YES = re.compile(r"(?:yes|yep|ja|oui|sí)\b", re.I)
_ASSENT = re.compile(
    r"(?:(?:ok|okay|fine|great|good|perfect)[,.!]? )*(?:do (?:it|that|so|both)|go (?:ahead|for it))\b"
    r"|(?!no\b)(?:\S{1,20} ){0,4}(?:let['’]s|we(?:['’]ll| will)) (?:do|take|go (?:with|for)) "
    r"(?:it|that|this|both|all)\b",
    re.I,
)


def is_yes(text: str) -> bool:
    """Whether it begins with a yes."""
    return bool(_YES.match(text))


def assents(text: str) -> bool:
    """Whether it asks to do what was proposed."""
    return bool(_ASSENT.match(text))


# Of what is only thought of nothing follows, though it says `should` or `we will`.
_DOUBTED = re.compile(
    r"\b(?:maybe|perhaps|i(?:['’]m| am) not sure|i guess|i wonder|thinking (?:aloud|out loud)|"
    r"(?:we|i) (?:could(?! ?n[o'’]t)|might)|vielleicht|wir könnten|peut-être|on pourrait|quizás|podríamos)\b",
    re.I,
)


def doubts(text: str) -> bool:
    """Whether it only thinks of something."""
    return bool(_DOUBTED.search(text))


_WHAT_IF = re.compile(r"(?:and |but )?(?:what if|why (?:not|don['’]t we)|was wäre|et si|y si)\b", re.I)


def muses(question: str) -> bool:
    """Whether a question thinks of what could be."""
    return bool(_WHAT_IF.match(question)) or is_proposed(question)
