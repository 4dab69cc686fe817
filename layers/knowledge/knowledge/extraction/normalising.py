"""Learnings without what differs from run to run, so that the same fact is told in the same words."""

import re
from collections.abc import Iterable

# By line, in the words of `normalised`: colours, lines and durations; a runner's bracket of counts and time; moments;
# `file.py:12:3`, `file.ts(12,3)`; temporary paths; homes; addresses and ids; hashes, which mix both; processes.
_VOLATILE = [
    # None of these may make two errors of one: `\x1b[31m`, `run.sh: line 12: no such file`, `5 failed in 0.53s`.
    (re.compile(r"\x1b\[[0-9;]*m|: line \d+(?=:)|(?<=\S) in \d+\.\d+ ?(?:s|ms|secs?|seconds)\b"), ""),
    (
        # Blanks only from where they begin, so that the time is linear: ` (3 passed, 0.5 s)`. A call's `()` stays.
        re.compile(
            r"(?:(?<!\s)\s+|(?<!\s))\((?!\))(?:in |after )?(?:\d+ (?:tests?|passed|failed),? ?)*"
            r"(?:(?:in )?\d+\.\d+ ?(?:s|ms|seconds))?\)"
        ),
        "",
    ),
    # With what parts it from the message, so that nothing of it is left: `2026-03-01 12:00:05,123Z: `.
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?[ ,:]*"), ""),
    (re.compile(r"(\.[a-z]{1,5})(?:(?::\d+){1,2}\b|\(\d+,\d+\))"), r"\1"),
    (re.compile(r"(?<![\w./-])(?:/private)?(?:/var)?/tmp/[\w.-]*\d[\w.-]*"), "/tmp/…"),
    # The rest is the same on each machine: `/home/ann/shop/x.py` and `C:/Users/bob/shop/x.py` are one file.
    (re.compile(r"(?<![\w./:-])(?:[A-Za-z]:)?/(?:testbed|home/[\w.-]+|Users/[\w.-]+|workspace)/(?=[\w.])"), ""),
    (re.compile(r"\b0x[0-9a-fA-F]{6,}\b|\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b"), "<id>"),
    (re.compile(r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,64}\b"), "<hash>"),
    (re.compile(r"\bpid[= ]\d{2,}\b", re.I), "pid <n>"),
]


def normalised(learning: str, folders: Iterable[str] = ()) -> str:
    """The learning without colours, durations, times of day, line numbers, temporary paths, homes and hashes; paths
    within these folders from there on."""
    for folder in folders:
        learning = learning.replace(folder, "")
    for pattern, substitute in _VOLATILE:
        learning = pattern.sub(substitute, learning)
    return " ".join(learning.split())
