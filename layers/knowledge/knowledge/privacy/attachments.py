"""Files that agents send, before they are kept."""

from knowledge.documents import encoding
from knowledge.privacy.secrets import redact

REDACTED = {"redacted": "true"}  # the metadata of an object that was


def redacted(content: bytes) -> bytes:
    """A text with its secrets and personal numbers redacted, in its own encoding; any other file as it is.

    In a PDF or an office file nothing can be replaced: what is read of it is redacted (`chunks.reader`).
    """
    if b"%PDF-" in content[:1024] or encoding.is_binary(content):
        return content
    name = encoding.encoding_of(content)
    text = encoding.open_text(content, name).read()
    clean = redact(text)
    return content if clean == text else clean.encode(name, "replace")
