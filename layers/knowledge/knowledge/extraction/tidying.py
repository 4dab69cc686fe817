"""A sentence without its flourish, beginning and ending as one does."""

import re

_LINES = re.compile(r"\s*\(?\b(?:on|at|in|around|near)?\s*\blines? ~?\d+(?:\s*(?:-|to|and|,)\s*\d+)*\+?\)?", re.I)
_LEAD = re.compile(
    r"(?:(?:(?:no|yes|right|great|good|perfect)(?=[,:!.;])|"
    r"so|but|and|or|however|currently|also|thus|hence|therefore|indeed|wait|ah|aha|oh|okay|ok|yep|"
    r"actually|hmm|anyway|basically|essentially|specifically|importantly|interestingly|in fact|"
    r"in short|as analyzed|it turns out(?: that)?|turns out(?: that)?|note that|note|notice that|"
    r"the (?:key|root) (?:cause|problem) is that|the (?:issue|problem|reason|cause|bug) is(?: indeed)?(?: that)?|"
    r"(?:this|it|which) (?:means|shows|confirms)(?: that)?|(?:now )?I (?:see|found|know|understand|realized|realize|"
    r"noticed|notice|have found)(?: that)?|I can see(?: that)?|the root cause is(?: that)?)[,:!.]?\s+)+(?=\S)",
    re.I,
)


def tidy(sentence: str) -> str:
    """The sentence without its opening flourish and its line numbers, beginning and ending as one does."""
    sentence = sentence.strip()
    lead = _LEAD.match(sentence)
    sentence = _LINES.sub("", sentence[lead.end() :] if lead else sentence)
    sentence = _spaced(" ".join(sentence.split())).rstrip(" ,;")
    if not sentence:
        return ""
    sentence = sentence.rstrip("!") + ("" if sentence[-1] in ".?:。？" else ".")
    return sentence[0].upper() + sentence[1:] if re.match(r"[a-z]+\b(?![._(/])", sentence) else sentence


def _spaced(sentence: str) -> str:
    """The sentence without spaces before its punctuation; code between backticks is left alone."""
    parts = sentence.split("`")
    parts[::2] = [re.sub(r"\s+([,.;:])(?!\S)", r"\1", part) for part in parts[::2]]
    return "`".join(parts)
