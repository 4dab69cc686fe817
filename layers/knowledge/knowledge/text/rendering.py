"""Markdown as its readers see it: without what stands in its source for programs."""

import re

from knowledge.text import frontmatter
from knowledge.text.xml_elements import without_elements

_COMMENT = re.compile(r"(?<!`)<!(--)"), re.compile(r"(--)>")
# A fence that is closed, wherever it stands: what stands in it may have blank lines, and lines like `Name: …`.
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[^`\n]*$", re.M), re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*$", re.M)
_CODE = re.compile(r"(`[^`\n]{1,300}`)")
_IMAGE = re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\n]{0,1000}\)")
_ATTRIBUTES = re.compile(
    r"(\]\([^()\n]{0,1000}\))\{[^{}\n]{0,300}\}"
)  # of a link: `[docs](https://…){target="_blank"}`
# Elements that set words apart for the eye; any other tag may be code, or a place to fill in: `<your name>`.
_TAG = re.compile(
    r"</?(?:a|b|br|center|div|em|font|h[1-6r]|i|iframe|img|kbd|p|small|span|strong|sub|sup|u)(?:\s[^<>\n]{0,1000})?\s?/?>",
    re.I,
)


def rendered(text: str) -> str:
    """The text without front matter, comments, closed fences of code, tags, and the addresses of its pictures; code
    between backticks is left alone."""
    _, body = frontmatter.split(text)
    for marks, filler in ((_FENCE, "\n"), (_COMMENT, "")):
        body = without_elements(body, *marks, filler)
    parts = _CODE.split(_ATTRIBUTES.sub(r"\1", body))
    parts[::2] = [_TAG.sub(" ", _IMAGE.sub(r"\1", part)) for part in parts[::2]]
    return "".join(parts)
