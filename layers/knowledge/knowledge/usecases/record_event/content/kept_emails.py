"""An e-mail that is kept: what it says, apart from what its header tells."""

import re
from collections.abc import Sequence
from email import message_from_string
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

from knowledge.privacy.email_boundaries import opens_original, without_courtesies
from knowledge.text.statements.days import first_day
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
_ENCODINGS = ("quoted-printable", "base64")  # others leave text as it is
_HEADER = 6  # lines in which a header without addresses has its sender and its subject
_OWN = 3  # words; a mail of fewer passes on what stands below them


class Email(NamedTuple):
    """What is said, what is told of it, and in a line who wrote it to whom, and when, in the words of its header."""

    content: Any
    metadata: dict[str, Any]
    header: str = ""


def opened(content: Any, metadata: dict[str, Any]) -> Email:
    """An e-mail that came as plain text, apart from its header; what is none is as it was.

    The metadata tell its subject as `title`, its sender as `from` and its `date`; where the caller gave these, the
    caller's stay.
    """
    if not isinstance(content, str):
        return Email(content, metadata)
    mail = message_from_string(_in_english(content.lstrip().replace("\r\n", "\n")))
    header = {name: _decoded(mail[name]) for name in _FIELDS if mail[name]}
    body = _body(mail) if "From" in header and ("To" in header or "Subject" in header) else None
    if body is None:
        return Email(content, metadata)
    fields = {"title": header.get("Subject"), "from": header["From"], "date": _date(header.get("Date"))}
    line = " · ".join(f"{name}: {text}" for name, text in header.items() if name != "Subject")
    return Email(body, {name: value for name, value in fields.items() if value} | metadata, line)


def _body(mail: Message) -> str | None:
    """Its text, or its HTML where it has no other; None where it has neither."""
    texts = [part for part in mail.walk() if part.get_content_maintype() == "text" and not part.get_filename()]
    part = next(iter(sorted(texts, key=lambda part: part.get_content_subtype() != "plain")), None)
    if part is None:
        return None
    written, encoding = str(part.get_payload()), str(part["Content-Transfer-Encoding"]).strip().lower()
    if encoding not in _ENCODINGS or not written.isascii():  # whoever pasted it may have decoded it
        return written
    return _text(bytes(part.get_payload(decode=True)), part.get_content_charset()) or written


def _decoded(field: str) -> str:
    """The field in a line, its `=?UTF-8?Q?…?=` as people read it."""
    try:
        parts = decode_header(one_line(field))
    except HeaderParseError:
        return one_line(field)
    return one_line("".join(part if isinstance(part, str) else _text(part, charset) for part, charset in parts))


def _text(octets: bytes, charset: str | None) -> str:
    """What they say; as UTF-8 where their character set is none that is known."""
    try:
        return octets.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):
        return octets.decode("utf-8", "replace")


def own_words(text: str, title: str) -> str:
    """What an e-mail says itself, without who is greeted and who signs, and without the mails below it that it answers:
    they were sent before.

    What is forwarded, as its subject or few words above it tell, is what it says.
    """
    lines = text.splitlines()
    below = next((at for at in range(len(lines)) if _opens_original(lines[at : at + _HEADER])), len(lines))
    own = "\n".join(without_courtesies(lines[:below]))
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
    """In ISO 8601, the day alone where it is not written as mail servers write it; '' where it is none."""
    try:
        return parsedate_to_datetime(written or "").isoformat()
    except ValueError:
        day = first_day(written or "")
        return f"{day}" if day else ""
