"""What the descriptions said, sentence by sentence, that no mark tells to be over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.text.statements import entry_lines, marks

WORDS = 4  # of a sentence that may be understood without the one before it

_FRAME = ("#", "- [[")  # what a line begins with that states nothing


@dataclass(frozen=True)
class Sentence:
    """A sentence of a description as it stands there, on which day it was said and below which title."""

    path: str
    title: str
    day: str
    text: str
    before: str = ""  # the sentence before, where it says little alone

    @property
    def shown(self) -> str:
        """What of it can be understood."""
        return f"{self.before} {self.text}".strip()


def read_passages(path: str, content: str) -> Iterator[Sentence]:
    """The sentences of its dated sections, the newest first as they stand."""
    day, title, before = "", "", ""
    for line in content.splitlines():
        if line.startswith("#") and (heading := entry_lines.read_heading(line)):
            (day, title), before = heading, ""
        elif day and line.strip() and not line.startswith(_FRAME) and not entry_lines.is_noted(line):
            for text in marks.held(entry_lines.without_lead(line.strip())):
                text = text.strip(" |")
                if text in line and re.search(r"\w{2}", text):
                    leans = len(text.split()) < WORDS or line.lstrip().startswith("|")
                    yield Sentence(path, title, day, text, before if leans else "")
                before = text if re.search(r"\w{2}", text) else before
        elif line.startswith("#"):
            before = line.lstrip("# ")
