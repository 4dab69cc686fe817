"""HTML → Markdown: headings, lists, tables and links are kept; scripts, styles and navigation are not."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from knowledge import errors
from knowledge.documents.encoding import clean, encoding_of, open_text
from knowledge.documents.models import Document, Section

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_SILENT = ["script", "style", "noscript", "template", "svg", "nav", "iframe", "object", "head"]
_INLINE = ("img", "b", "strong", "i", "em", "a", "u", "span")
# Found in bytes, since it says how to read them; both forms of the declaration have `charset=`.
_DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{3,20})""", re.I)


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section with the page's markdown; its title is the `<title>`, or the first heading."""
    from bs4 import BeautifulSoup

    encoding = _encoding(content)
    soup = BeautifulSoup(clean(open_text(content, encoding).read()), "html.parser")
    heading = soup.title or soup.h1
    name = " ".join(heading.get_text().split()) if heading else ""
    return Document(name or title, media_type, [Section(markdown_of(soup), ())], {"encoding": encoding})


def text_of(content: str) -> str:
    """The visible text of the HTML as markdown without emphasis and links. Raises `Invalid` where there is none."""
    from bs4 import BeautifulSoup

    return markdown_of(BeautifulSoup(content, "html.parser"), _INLINE)


def markdown_of(soup: "BeautifulSoup", bare: Sequence[str] = ("img",)) -> str:
    """The visible text of `soup` as markdown with `#` headings, that of `bare` tags alone. Raises `Invalid` where there
    is none."""
    from markdownify import ATX, MarkdownConverter

    for hidden in soup(_SILENT):
        hidden.decompose()
    converter = MarkdownConverter(heading_style=ATX, strip=list(bare), bullets="-", escape_misc=False)
    markdown = re.sub(r"\n{3,}", "\n\n", str(converter.convert_soup(soup))).strip()
    if not markdown:
        raise errors.Invalid("There is no visible text in it; upload one with text, not only scripts or images.")
    return markdown


def _encoding(content: bytes) -> str:
    """The encoding that the page declares, where Python knows it and the bytes are not UTF-8 anyway."""
    import codecs

    detected, declared = encoding_of(content), _DECLARED.search(content[:2048])
    if detected.startswith("utf") or not declared:
        return detected
    try:
        return codecs.lookup(declared.group(1).decode("ascii")).name
    except LookupError:
        return detected
