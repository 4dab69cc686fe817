"""What the descriptions said, sentence by sentence, that no mark tells to be over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.text.statements import marks

WORDS = 4  # of a sentence that may be understood without the one before it

_DATED = re.compile(r"^#+ (\d{4}-\d{2}-\d{2}) — (.*)$")
_FRAME = re.compile(r"^- \*\*(?:Event|Type|Tests|Dependencies|Reports)\*\*:|^- \[\[|^#")
_LABEL = re.compile(r"^(?:- )?(?:\*\*(?:Details|Reason)\*\*: )?")


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
        if heading := _DATED.match(line):
            day, title, before = heading[1], heading[2], ""
        elif day and line.strip() and not _FRAME.match(line):
            for text in marks.held(_LABEL.sub("", line.strip())):
                text = text.strip(" |")
                if text in line and re.search(r"\w{2}", text):
                    leans = len(text.split()) < WORDS or line.lstrip().startswith("|")
                    yield Sentence(path, title, day, text, before if leans else "")
                before = text if re.search(r"\w{2}", text) else before
        elif line.startswith("#"):
            before = line.lstrip("# ")
