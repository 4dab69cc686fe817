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
# What opens a box or a tab, or closes one: `!!! note "Title"` and `=== "Title"` of MkDocs with an indented block below,
# `:::tip[Title]` or `::: tip Title` of Docusaurus and VitePress; and a box of GitHub's, which is no quotation.
_INDENTED = re.compile(
    r"""^[ \t]*(?:(?:!!!|\?\?\?\+?)[ ]?[\w-]+(?:[ ]inline(?:[ ]end)?)?|===[!+]?(?=[ ]"))
    (?:[ ]"([^"\n]*)")?(?=\s*\n(?:[ ]{4}|\t))""",
    re.M | re.X,
)
_FENCED = re.compile(r"^[ \t]*:::+[ ]?(?:[\w-]+(?:\[([^\[\]\n]*)\]|[ ][^{}\n]*)?(?:\{[^{}\n]*\})?)?[ \t]*$", re.M)
_ALERT = re.compile(r"^[ \t]*>[ \t]?\[!\w+\][+-]?(.*(?:\n[ \t]*>.*)*)", re.M)
_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.M)


def rendered(text: str) -> str:
    """The text without front matter, comments, closed fences of code, tags, the addresses of its pictures, and what
    opens a box, but for its title; code between backticks is left alone."""
    _, body = frontmatter.split(text)
    for marks, filler in ((_FENCE, "\n"), (_COMMENT, "")):
        body = without_elements(body, *marks, filler)
    for box in (_INDENTED, _FENCED):
        body = box.sub(lambda opening: f"\n{opening[1] or ''}\n", body)
    body = _ALERT.sub(lambda alert: _QUOTE.sub("", alert[1]), body)
    parts = _CODE.split(_ATTRIBUTES.sub(r"\1", body))
    parts[::2] = [_TAG.sub(" ", _IMAGE.sub(r"\1", part)) for part in parts[::2]]
    return "".join(parts)
