"""Word documents → Markdown, by way of HTML."""

import io

from knowledge.documents.encoding import clean
from knowledge.documents.formats import archive
from knowledge.documents.formats.html import markdown_of
from knowledge.documents.models import Document, Section


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section with the document's markdown; its title is its first heading."""
    import mammoth
    from bs4 import BeautifulSoup

    archive.check(content)
    html = mammoth.convert_to_html(io.BytesIO(content), convert_image=lambda image: []).value
    soup = BeautifulSoup(clean(html), "html.parser")
    heading = soup.find(["h1", "h2"])
    name = " ".join(heading.get_text().split()) if heading else ""
    return Document(name or title, media_type, [Section(markdown_of(soup), ())], {})
