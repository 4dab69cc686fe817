"""Commands that did not end by themselves, as servers do not."""

import re

KILLED = 137  # by a limit of time, or for the memory that it took
_ENDED = frozenset({124, 130, 143})  # by a limit of time or by a person, as `timeout` and shells tell of it
# As agents' tools tell of it, where they know of no exit code: `Command timed out after 120 seconds`, `bash tool
# terminated command after exceeding timeout 4000 ms`.
_OUT_OF_TIME = re.compile(
    r"^(?:<\w+>)?\W{0,3}(?:\w+ ){0,4}(?:command|execution)\b.{0,200}\b"
    r"(?:timed out|took (?:more|longer) than|exceed(?:ed|ing) (?:\w+ ){0,2}time(?:out| limit))\b",
    re.I | re.M,
)
_ENDS = 300  # characters at either end of an output in which they do


def was_ended(exit_code: int | None, output: str) -> bool:
    """Whether a limit of time or a person ended it: by its exit code, or as the tool says that ended it."""
    is_stated = any(map(_OUT_OF_TIME.search, (output[:_ENDS], output[-_ENDS:])))
    return exit_code in _ENDED or (exit_code in (None, KILLED) and is_stated)
