"""An e-mail that is kept: what it says, apart from what its header tells."""

from email import message_from_string
from email.utils import parsedate_to_datetime
from typing import Any


def opened(content: Any, metadata: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The body of an e-mail that came as plain text, and its subject, sender and date beside the metadata.

    They are `title`, `from` and `date`; where the caller gave these, the caller's stay. What is no such e-mail is
    returned as it is.
    """
    if not isinstance(content, str):
        return content, metadata
    mail = message_from_string(content.lstrip())
    if mail.is_multipart() or not (mail["From"] and (mail["To"] or mail["Subject"])):
        return content, metadata
    header = {"title": mail["Subject"], "from": mail["From"], "date": _date(mail["Date"])}
    return mail.get_payload(), {name: value for name, value in header.items() if value} | metadata


def _date(written: str | None) -> str:
    """In ISO 8601; '' where it is not written as mail servers write it."""
    try:
        return parsedate_to_datetime(written or "").isoformat()
    except ValueError:
        return ""
