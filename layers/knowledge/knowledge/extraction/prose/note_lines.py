"""Notes as lines, each with the heading that it stands under."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.text.sentences import is_noise, item, without_code

_HEADING = re.compile(
    r"\s*(?:(?P<marks>#{1,6})\s+(?P<marked>[^#].{0,80}?)[:#\s]*|(?:\d[.)] )?\*\*(?P<bold>[^*]{2,80}?):?\*\*:?"
    r"|(?P<plain>[A-Z][\w' /&-]{1,60}):)\s*"
)
_SYMPTOM = re.compile(r"\b(?:symptom|problem|issue|bug)s?\s*:\s*(.{8,140}?)[.]?(?=\s*$|\. [A-Z])", re.I)
_OPEN = re.compile(
    r"\b(?:next|to-?dos?|open|questions?|remaining|follow[- ]?ups?|later|plans?|tomorrow|unresolved|not done|timeline|"
    r"tasks?|objective|goal|request|participants|attendees)\b",
    re.I,
)
# A line that goes on in the next one is about as long as its paragraph is wide.
_MIN_WRAPPED, _WRAPPED_SHARE = 55, 0.75


@dataclass(frozen=True)
class Line:
    """One paragraph, list item or line of notes; `symptom` is what it names as the problem that was looked at."""

    text: str
    section: str
    symptom: str = ""


def lines(text: str) -> Iterator[Line]:
    """The lines of a text, without those under headings such as "Next steps" or "Open questions"."""
    section = ""
    for block in _blocks(without_code(text)):
        heading = _HEADING.fullmatch(block)
        if heading:
            section = "" if heading["marks"] == "#" else heading["marked"] or heading["bold"] or heading["plain"]
        elif not _OPEN.search(section):
            symptom = _SYMPTOM.search(block)
            yield Line(block, section, symptom[1] if symptom else "")


def _blocks(text: str) -> Iterator[str]:
    """Headings, list items and paragraphs; the lines of a paragraph apart where each is a note of its own."""
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        rest = item(line)
        if not line.strip() or rest is not None or is_noise(line) or _HEADING.fullmatch(line):
            yield from _joined(paragraph)
            paragraph = [] if rest is None else [rest]
            if _HEADING.fullmatch(line):
                yield line.strip()
        else:
            paragraph.append(line.strip())
    yield from _joined(paragraph)


def _joined(paragraph: list[str]) -> Iterator[str]:
    width = max(map(len, paragraph), default=0)
    wrapped = all(len(line) >= max(_MIN_WRAPPED, _WRAPPED_SHARE * width) for line in paragraph[:-1])
    yield from [" ".join(paragraph)] if wrapped and paragraph else paragraph
