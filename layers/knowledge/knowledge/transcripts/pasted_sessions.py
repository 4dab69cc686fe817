"""A session that a person copied from OpenCode's terminal into a message, and what they say beside it."""

import re
from collections.abc import Iterator

from knowledge.transcripts.models import Speaker

# What ends each turn of the agent's: its mode, the model and the time it took, `▣  Build · Some Model · 1m 14s`.
_ENDED = re.compile(r"^[ \t]{0,8}▣[ \t]{1,4}\w[\w ]{0,40} · [^\n]{1,100}$", re.M)
# What begins one: what it thought, read, wrote, searched or ran.
_BEGUN = re.compile(r"^[ \t]{0,8}(?:Thinking: |[→←✱⚙$#] )", re.M)


def parted(text: str) -> Iterator[tuple[Speaker, str]]:
    """Who says what in a person's message, in order: all of it the person, but for a copied session's turns.

    What stands before the first of their ends is the agent's, and a turn of which no beginning is marked.
    """
    *turns, last = _ENDED.split(text)
    for index, turn in enumerate(turns):
        begun = _BEGUN.search(turn) if index else None
        start = begun.start() if begun else 0
        yield "user", turn[:start]
        yield "agent", turn[start:]
    begun = _BEGUN.search(last) if turns else None
    end = begun.start() if begun else len(last)
    yield "user", last[:end]
    yield "agent", last[end:]
