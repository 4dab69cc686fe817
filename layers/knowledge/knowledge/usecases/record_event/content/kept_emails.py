"""An e-mail that is kept: what it says, apart from what its header tells."""

import re
from collections.abc import Sequence
from email import message_from_string
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

from knowledge.privacy.email_boundaries import opens_original
from knowledge.text.strings import one_line

# A header's fields, as programs write them that print mails in German, French, Spanish, Italian, Dutch and Portuguese.
_FIELDS = {
    "From": r"from|von|de|da|van",
    "To": r"to|an|à|para|a|aan",
    "Subject": r"subject|betreff|objet|asunto|oggetto|onderwerp|assunto",
    "Date": r"date|datum|gesendet|envoyé|fecha|enviado|data|inviato|verzonden|sent",
}
_FIELD = re.compile(
    rf"^(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _FIELDS.items())})[ \u00a0\u202f]?:", re.I | re.M
)

_FORWARDED = re.compile(r"(?:fwd?|wg|tr|rv|i|enc|doorst)\b\s?:", re.I)  # what a subject begins with, as in `_FIELDS`
_HEADER = 6  # lines in which a header without addresses has its sender and its subject
_OWN = 4  # words; a mail of fewer passes on what stands below them


class Email(NamedTuple):
    """What is said, what is told of it, and in a line who wrote it to whom, and when, in the words of its header."""

    content: Any
    metadata: dict[str, Any]
    header: str = ""


def opened(content: Any, metadata: dict[str, Any]) -> Email:
    """An e-mail that came as plain text, apart from its header; what is none is as it was.

    The metadata tell its subject as `title`, its sender as `from` and, where mail servers wrote it, its `date`; where
    the caller gave these, the caller's stay.
    """
    if not isinstance(content, str):
        return Email(content, metadata)
    mail = message_from_string(_in_english(content.lstrip().replace("\r\n", "\n")))
    if mail.is_multipart() or not (mail["From"] and (mail["To"] or mail["Subject"])):
        return Email(content, metadata)
    fields = {"title": mail["Subject"], "from": mail["From"], "date": _date(mail["Date"])}
    header = " · ".join(f"{name}: {one_line(mail[name])}" for name in _FIELDS if mail[name] and name != "Subject")
    return Email(mail.get_payload(), {name: value for name, value in fields.items() if value} | metadata, header)


def own_words(text: str, title: str) -> str:
    """What an e-mail says itself, without the mails below it that it answers: they were sent before.

    What is forwarded, as its subject or few words above it tell, is what it says.
    """
    lines = text.splitlines()
    below = next((at for at in range(len(lines)) if _opens_original(lines[at : at + _HEADER])), len(lines))
    own = "\n".join(lines[:below])
    return text if _FORWARDED.match(title) or len(own.split()) < _OWN else own


def _opens_original(lines: Sequence[str]) -> bool:
    """Whether the first line opens a mail that is quoted, or the header of one."""
    fields = [field.lastgroup for line in lines if (field := _FIELD.match(line.lstrip("> *")))]
    is_header = bool(_FIELD.match(lines[0].lstrip("> *"))) and fields[:1] == ["From"] and "Subject" in fields
    return is_header or opens_original(lines[0])


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
