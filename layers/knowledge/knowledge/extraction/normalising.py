"""Learnings without what differs from run to run, so that the same fact is told in the same words."""

import re

_VOLATILE = [
    (re.compile(r": line \d+(?=:)"), ""),
    (
        re.compile(
            r"\s*\((?:(?:all |in |after )?\d[\d,]* ?(?:tests?|passed|failed|specs?|assertions?)(?:, |"
            r" and )?(?: ?(?:in )?\d+\.\d+ ?m?s)?)+\)"
        ),
        "",
    ),
    (re.compile(r"\s*\((?:in |after )?\d+\.\d+ ?(?:s|ms|secs?|seconds)\)"), ""),
    (re.compile(r"(?<=\S) in \d+\.\d+ ?(?:s|ms|secs?|seconds)\b"), ""),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?[ ,:]*"), ""),
    (re.compile(r"^(?:On|As of) (?:\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}(?:, \d{4})?),? "), ""),
    (re.compile(r"\s*\(\d{4}-\d\d-\d\d\)"), ""),
    (
        re.compile(
            r"\s*\(?\b(?:on |at |in |around |near )?lines? ~?\d+(?:\s*(?:-|–|to|and|,)\s*\d+)*\)?(?=[\s,.;:`')]|$)"
        ),
        "",
    ),
    (re.compile(r"(\.(?:pyi?|[jt]sx?|go|rs|java|kt|rb|php|c|cc|cpp|h|sql|swift|cs))(?::\d+){1,2}\b"), r"\1"),
    (re.compile(r"(?<![\w./-])(?:/private)?(?:/var)?/tmp/[\w.-]*\d[\w.-]*"), "/tmp/…"),
    (re.compile(r"(?<![\w./-])/(?:testbed|home/[\w.-]+|Users/[\w.-]+|workspace)/(?=[\w.])"), ""),
    (re.compile(r"\b0x[0-9a-fA-F]{6,}\b"), "0x…"),
    (re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,64}\b"), "<hash>"),
    (re.compile(r"\b(commit |revision |sha )(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b", re.I), r"\1<hash>"),
    (re.compile(r"\bpid[= ]\d+\b", re.I), "pid <n>"),
]


def settled(learning: str) -> str:
    """The learning without test counts, durations, times of day, line numbers, temporary paths, homes and hashes."""
    for pattern, substitute in _VOLATILE:
        learning = pattern.sub(substitute, learning)
    return re.sub(r"  +", " ", learning).strip()
