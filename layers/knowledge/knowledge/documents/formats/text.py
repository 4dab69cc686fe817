"""Plain text and Markdown, unchanged: the chunker finds their headings and paragraphs."""

import re

from knowledge import errors
from knowledge.documents.encoding import decode, encoding_of
from knowledge.documents.models import Document, Section, Span

_MOST = 64_000  # characters of front matter
_TITLE = re.compile(r"^#\s+(\S.*)$", re.M)


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section that holds the whole text."""
    text = _filled(decode(content))
    return Document(title, media_type, [_whole(text, title)], {"encoding": encoding_of(content)})


def read_markdown(title: str, media_type: str, content: bytes) -> Document:
    """One section with the markdown below its front matter; the first H1 is the title."""
    from knowledge.text import frontmatter  # which plain text has no use for

    text = _filled(decode(content))
    block, _ = frontmatter.split(text, _MOST)
    start = len(block)
    heading = _TITLE.search(text, start)
    own = heading[1].rstrip().rstrip("#").rstrip() if heading else ""
    metadata = {"encoding": encoding_of(content), "frontmatter": block or None}
    section = Section(text[start:], (), Span("line", text.count("\n", 0, start) + 1, _lines(text)))
    return Document(own or title, media_type, [section], metadata)


def _whole(text: str, title: str) -> Section:
    return Section(text, (title,), Span("line", 1, _lines(text)))


def _lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n"))


def _filled(text: str) -> str:
    if not text.strip():
        raise errors.Invalid("The file holds only blanks; upload one with text in it.")
    return text
