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
    mail = message_from_string(_in_english(content.lstrip().replace("\r\n", "\n")))
    if mail.is_multipart() or not (mail["From"] and (mail["To"] or mail["Subject"])):
        return content, metadata
    header = {"title": mail["Subject"], "from": mail["From"], "date": _date(mail["Date"])}
    return mail.get_payload(), {name: value for name, value in header.items() if value} | metadata


def _in_english(text: str) -> str:
    """The text with the fields of its header as mail servers write them, where it has a subject: `Van: …` and `An: …`
    alone may be two who talk."""
    header, blank, body = text.partition("\n\n")
    named = _FIELD.sub(lambda field: f"{field.lastgroup}:", header)
    return named + blank + body if "\nSubject:" in f"\n{named}" else text


def _date(written: str | None) -> str:
    """In ISO 8601; '' where it is not written as mail servers write it."""
    try:
        return parsedate_to_datetime(written or "").isoformat()
    except ValueError:
        return ""
