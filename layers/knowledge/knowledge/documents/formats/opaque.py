"""Files without text (pictures, sound, archives): they are stored, and found by their name and description."""

from knowledge.documents.models import Document, Section


def read(title: str, media_type: str, content: bytes) -> Document:
    """One section that says what it is, and that its content is not searchable."""
    notice = f"{title} is a file of the type {media_type}, {len(content):,} bytes. Its content is not searchable."
    return Document(title, media_type, [Section(notice, (title,))], {"opaque": True})
