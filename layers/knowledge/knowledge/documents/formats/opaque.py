"""Files that hold no text: pictures, sound, archives. They are kept, and found by what is said of them."""

from knowledge.documents.models import Document, Section


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section that says what it is, and that its content is not searchable."""
    notice = f"{title} is a file of the type {media_type}, {len(content):,} bytes. Its content is not searchable."
    return Document(title, media_type, [Section(notice, (title,))], {"opaque": True})
