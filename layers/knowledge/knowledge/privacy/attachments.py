"""Files and uploads: what is redacted in them, by the setting of their tenant."""

from collections.abc import Callable

from knowledge.auth import Redaction
from knowledge.documents import encoding
from knowledge.privacy.secrets import redact, without_secrets

REDACTED = {"redacted": "true"}  # the metadata of an object that was


def shareable(redaction: Redaction, *, of_agent: bool = False) -> Callable[[str], str]:
    """What makes the text of a file one that a prompt may hold; an agent's is kept in no other form, either.

    Whom to call and where to write stay, unless an agent brings them and the tenant wants `all` redacted.
    """
    if redaction == "off":
        return _as_sent
    return redact if of_agent and redaction == "all" else without_secrets


def redacted(content: bytes, redaction: Redaction) -> bytes:
    """What may be kept of a file that an agent sends: a text redacted, in its own encoding; any other as it is.

    In a PDF or an office file nothing can be replaced: what is read of it is redacted (`chunks.reader`).
    """
    if redaction == "off" or b"%PDF-" in content[:1024] or encoding.is_binary(content):
        return content
    name = encoding.encoding_of(content)
    text = encoding.open_text(content, name).read()
    clean = shareable(redaction, of_agent=True)(text)
    return content if clean == text else clean.encode(name, "replace")


def _as_sent(text: str) -> str:
    return text
