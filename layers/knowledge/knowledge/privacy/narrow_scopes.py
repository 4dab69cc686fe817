"""Whether a check is switched off only where it protects nothing: in tests, on one's own branch, for hooks in CI.

What limits it has to be said, and to end its sentence: "only in the unit tests" does, "only in tests and for releases"
does not, and neither does what names no such place ("only here").
"""

import re

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[;\n]")
_REACH = 200  # characters of a sentence on each side
_TESTS = r"(?:tests|test (?:suite|code|fixtures?)|mocks?|mock \w+|fixtures|stubs?)"
_OWN = r"(?:wip|draft|throwaway|scratch) (?:commits?|branch(?:es)?)|(?:your|my|his|her|one's) own (?:branch|fork|clone)"
_IN = r"(?:in|on|for|with|within|during|against)"
_LIMITED = re.compile(
    rf"(?<!not )\bonly\b[^,:]{{0,60}}?\b{_IN} (?P<where>(?:[\w-]+ ){{0,3}}?(?:{_TESTS}|{_OWN})\b[^,:]*)$", re.I
)
# A hook keeps the one who commits from a slip: where a machine builds, it has nobody to keep.
_HOOK = re.compile(r"husky|hook", re.I)
_IN_CI = re.compile(r"\bin (?:the )?(?:CI|docker builds?)\b(?P<where>[^,:]*)$", re.I)
_FURTHER = re.compile(r"\b(?:and|or|but|also|then|plus|except|release\w*|prod\w*|live|main|master)\b|[+&]", re.I)


def is_narrow(text: str, start: int, end: int) -> bool:
    """Whether what stands from `start` to `end` is limited by its own sentence to where it endangers nobody."""
    before = _SENTENCE_END.split(text[max(0, start - _REACH) : start])[-1]
    sentence = before + text[start:end] + _SENTENCE_END.split(text[end : end + _REACH])[0]
    forms = (_LIMITED, _IN_CI) if _HOOK.search(text[start:end]) else (_LIMITED,)
    return any((limit := form.search(sentence)) and not _FURTHER.search(limit["where"]) for form in forms)
