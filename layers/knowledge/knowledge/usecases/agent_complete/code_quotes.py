"""What is quoted of the code that stands in what people and agents say."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from knowledge.extraction.commands.error_lines import telling
from knowledge.text.strings import abbreviated, full_lines, one_line
from knowledge.transcripts import Turn

SHORT = 300  # characters of code that is a command, a setting or an error, and no file
PASTED = 4000  # of what a person pasted: it was chosen to be read
SENTENCE = 8  # words
NEWS = 800  # of the lines that are new in a text that was shown before


class CodeQuotes:
    """What is said in each turn, in its order in the log, with what is quoted of its code where it stood.

    Short code is quoted whole. Of longer code a person's is quoted as an output is, an agent's by its beginning; where
    most of its lines were shown before it is a version of that text, and the lines that are new tell the change.
    """

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._shown: set[str] = set()
        self._texts = [self._quoted(turn) for turn in turns]

    def text_at(self, place: int) -> str:
        """What somebody said in the turn at that place of the log; "" in a tool's."""
        return self._texts[place]

    def _quoted(self, turn: Turn) -> str:
        if turn.speaker == "user":
            return turn.quoted(_pasted)
        return turn.quoted(self._written) if turn.speaker == "agent" else ""

    def _written(self, code: str) -> str:
        if stated := _stated(code):
            return stated
        lines = full_lines(code)
        new = [line for line in lines if line not in self._shown]
        is_version = 2 * len(new) < len(lines)
        self._shown.update(lines)
        whole = " ".join(lines)
        if len(whole) <= SHORT or not is_version:
            return _in_backticks(abbreviated(whole, SHORT))
        return _in_backticks(abbreviated(" ".join(new), NEWS))


def _stated(code: str) -> str:
    """What JSON says whose half are sentences, as a review's findings are: a paragraph of each entry; "" of other."""
    try:
        value = json.loads(code)
    except (ValueError, RecursionError):
        return ""
    entries = [list(_strings(entry)) for entry in (value if isinstance(value, list) else [value])]
    of_sentences = sum(len(text) for strings in entries for text in strings if len(text.split()) >= SENTENCE)
    return "\n\n".join(": ".join(strings) for strings in entries) if 2 * of_sentences > len(code) else ""


def _strings(entry: Any) -> Iterator[str]:
    """The texts of an entry, and of the lists in it."""
    for value in entry.values() if isinstance(entry, dict) else [entry]:
        texts = value if isinstance(value, list) else [value]
        yield from (one_line(text) for text in texts if isinstance(text, str))


def _pasted(code: str) -> str:
    whole = one_line(code)
    return _in_backticks(whole) if len(whole) <= SHORT else one_line(telling(code, PASTED))


def _in_backticks(code: str) -> str:
    return f"`{code}`" if code else ""
