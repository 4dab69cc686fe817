"""How many passed, failed or were skipped: a number that the log has, with another word beside it, is no proof."""

import re

_OF_WHAT = (
    r"(?: (?:unit|integration|tests?|specs?|examples?|checks?|cases|scenarios|assertions|of|them|were|have|has|now))"
)
_COUNT = re.compile(
    rf"(?<![\w.,:-])(\d{{1,7}}){_OF_WHAT}{{0,3}} (pass|succe|fail|error|skip)"
    r"|\b(pass|succe|fail|error|skip)(?:ed|es|ing|ures?|eded|s|ped)?: {0,8}(\d{1,7})\b"
    r"(?! (?:pass|succe|fail|error|skip))",
    re.I,
)
_SAME = {"succe": "pass", "error": "fail"}


def contradicted_count(text: str, log: str) -> str:
    """A count that is told of a verdict, where the log has so many of another alone; "" where there is none."""
    counted = _counts(log)
    for number, verdict in sorted(_counts(text) - counted):
        if any(number == other for other, _ in counted):
            return f"{number} {verdict}"
    return ""


def _counts(text: str) -> set[tuple[str, str]]:
    pairs = ((match[1] or match[4], (match[2] or match[3]).lower()) for match in _COUNT.finditer(text))
    return {(number, _SAME.get(verdict, verdict)) for number, verdict in pairs}
