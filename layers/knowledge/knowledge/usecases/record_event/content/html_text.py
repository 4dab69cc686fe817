"""Prose that comes as HTML, as editors and help desks send it."""

import re

from knowledge.documents.formats import html
from knowledge.errors import Invalid

_PROSE = r"p|ul|ol|h[1-6]|table"
_BEGINS = re.compile(rf"\s*(?:<!doctype html\b|<(?:{_PROSE}|html|body|div|article|section)\b)", re.I)
_HAS_PROSE = re.compile(rf"<(?:{_PROSE})\b[^<>]*>.*</", re.I | re.S)
_TAG = re.compile(r"<(?:[/a-z!][^<>]{0,2000}|!--[^<>]{0,2000}--)>", re.I)
_LESS = re.compile(r"<(?=[\s\d=])")  # `5 < 6`


def plain(text: str) -> str:
    """The text as Markdown where it is HTML with paragraphs, lists, headings or tables; any other as it is.

    What is not surely HTML stays: on tags that nobody closes the parser's time is quadratic.
    """
    escaped = _LESS.sub("&lt;", text) if _BEGINS.match(text) and _HAS_PROSE.search(text) else ""
    if not escaped or "<" in _TAG.sub("", escaped):
        return text
    try:
        return html.text_of(escaped)
    except (Invalid, RecursionError):
        return text
