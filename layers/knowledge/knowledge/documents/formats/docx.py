"""Word documents as markdown, by way of HTML."""

import io
import zipfile

from knowledge import errors
from knowledge.documents.encoding import clean
from knowledge.documents.formats.html import markdown_of
from knowledge.documents.limits import MAX_UNPACKED_BYTES
from knowledge.documents.models import Document, Section


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section with the document's markdown; its title is its first heading."""
    import mammoth
    from bs4 import BeautifulSoup

    _check(content)
    html = mammoth.convert_to_html(io.BytesIO(content), convert_image=lambda image: []).value
    soup = BeautifulSoup(clean(html), "html.parser")
    heading = soup.find(["h1", "h2"])
    name = " ".join(heading.get_text().split()) if heading else ""
    return Document(name or title, media_type, [Section(markdown_of(soup), ())], {})


def _check(content: bytes) -> None:
    """Refuses archives that unpack to too much, and document type definitions.

    These are what entity bombs are made of, and the format forbids them (ECMA-376 part 2, §8.2.5).
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > MAX_UNPACKED_BYTES:
            raise errors.Invalid(
                f"The document unpacks to {unpacked / 2**20:,.0f} MB, the limit is "
                f"{MAX_UNPACKED_BYTES // 2**20} MB; "
                "remove large images and save it again."
            )
        for member in archive.infolist():
            if member.filename.endswith((".xml", ".rels")) and _has_doctype(archive.read(member)):
                raise errors.Invalid(
                    "The document declares XML entities, which Word never does; save it again in Word."
                )


def _has_doctype(part: bytes) -> bool:
    """In UTF-16 each letter has a zero byte beside it."""
    return b"<!DOCTYPE" in part.replace(b"\0", b"")
