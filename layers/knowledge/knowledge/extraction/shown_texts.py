"""Texts that a user shows, whose sentences are not the user's own: quotations, what is to be edited, documents."""

import re

# What shows a text, to be translated or mended: its sentences are not the user's own. A colon in `a::b` shows none.
_SHOWS = re.compile(r":(?!\S)|\b(?:this|these|following|below)\b", re.I)
# What begins by saying whose words follow, or in which language: "CLAUDE.md says: …", "Bob wrote: …", "In German: …"
_LANGUAGE = (
    r"English|German|French|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Turkish|Arabic|Chinese|Japanese|Korean"
    r"|Deutsche?|Englische?|Französische?|Spanische?|anglais|allemand|français|espagnol|inglés|alemán|francés|español"
)
_QUOTES = re.compile(
    r"\.(?:mdc?|\w{1,20}rules)\b[^:]{0,60}:(?:\s|$)"
    r"|^[^.:!?]{0,60}(?<!\bI )(?<!\bwe )\b(?:says?|said|wrote|writes)\b[^.!?]{0,20}:\s"
    rf"|^(?:\w+ ){{0,3}}(?:in|into|to|auf|ins|en|al?) (?:{_LANGUAGE})\b[^.!?]{{0,20}}:\s",
    re.I,
)
# What a document begins with, and no sentence of a talk: a heading of Markdown, front matter.
_TITLE = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+\S|\*\*[^*\n]{1,80}\*\*:?[ \t]*$|={3,}[ \t]*$)|\A\s*-{3}[ \t]*$", re.M)


def shows_text(words: str) -> bool:
    """Whether a text stands beside these words."""
    return bool(_SHOWS.search(words))


def quotes(message: str) -> bool:
    """Whether a message in one line begins by saying whose words follow, or names a file whose words do."""
    return bool(_QUOTES.search(message))


def above_document(message: str) -> str:
    """A message without the document that was pasted into it, from the title on."""
    title = _TITLE.search(message)
    return message[: title.start()] if title else message
