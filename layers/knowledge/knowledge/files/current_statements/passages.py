"""What the descriptions said, sentence by sentence, that no mark tells to be over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.text.statements import entry_lines, marks

WORDS = 4  # of a sentence that may be understood without the one before it

_FRAME = ("#", "- [[")  # what a line begins with that states nothing

_RECORDED = re.compile(r"/decisions/(\d{4}-\d{2}-\d{2})-")  # on which day a decision was made, by its record's name


@dataclass(frozen=True)
class Sentence:
    """A sentence of a description as it stands there, on which day it was said and below which title."""

    path: str
    title: str
    day: str
    text: str
    before: str = ""  # the sentence before, where it says little alone

    @property
    def is_of_record(self) -> bool:
        """Whether it stands in the record of a decision."""
        return bool(_RECORDED.search(self.path))

    @property
    def shown(self) -> str:
        """What of it can be understood."""
        return f"{self.before} {self.text}".strip()


def read_record(path: str, content: str) -> Iterator[Sentence]:
    """What the record of a decision tells beside that; its status tells whether the decision itself stands."""
    day, title, part = _RECORDED.search(path), "", ""
    for line in content.splitlines() if day else []:
        if line.startswith("## "):
            part = line.removeprefix("## ")
        elif line.startswith("# "):
            title = line.removeprefix("# ")
        elif day and part not in ("", "Decision") and line.startswith("- ") and not entry_lines.is_noted(line):
            held = (text.strip() for text in marks.held(line.removeprefix("- ")))
            yield from (
                Sentence(path, title, day[1], text) for text in held if text in line and re.search(r"\w{2}", text)
            )


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
