"""An e-mail that is kept: what it says, apart from what its header tells."""

import re
from email import message_from_string
from email.utils import parsedate_to_datetime
from typing import Any

# A header's fields, as programs write them that print mails in German, French, Spanish, Italian, Dutch and Portuguese.
_FIELDS = {
    "From": r"von|de|da|van",
    "To": r"an|à|para|a|aan",
    "Subject": r"betreff|objet|asunto|oggetto|onderwerp|assunto",
    "Date": r"datum|gesendet|envoyé|fecha|enviado|data|inviato|verzonden|sent",
}
_FIELD = re.compile(
    rf"^(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _FIELDS.items())})[ \u00a0\u202f]?:", re.I | re.M
)


def opened(content: Any, metadata: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The body of an e-mail that came as plain text, and its subject, sender and date beside the metadata.

    They are `title`, `from` and `date`; where the caller gave these, the caller's stay. What is no such e-mail is
    returned as it is.
    """
    if not isinstance(content, str):
        return content, metadata
    head, blank, body = content.lstrip().replace("\r\n", "\n").partition("\n\n")
    mail = message_from_string(_FIELD.sub(lambda field: f"{field.lastgroup}:", head) + blank + body)
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
