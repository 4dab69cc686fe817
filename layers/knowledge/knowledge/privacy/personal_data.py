"""Numbers and addresses of persons out of texts: payment cards, bank accounts, social security, e-mail, telephone.

A number counts only with its check digit or its country's form (python-stdnum), so that versions, hashes, times and
amounts stay. An address of a machine (`git@`, `noreply@`) or of a documentation domain (RFC 2606) is nobody's.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

# Not within a version, a decimal or a longer word, as for all below.
_CARD = re.compile(r"(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-]|\.\d)")
# Visa, Mastercard (two ranges), American Express, and those that begin with 6: ISO/IEC 7812.
_NETWORK = re.compile(r"(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6\d{15})$")
# In one or in blocks as printed, since the check digits decide: `DE89 3704 0044 0532 0130 00`.
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
    r"|(?<![A-Za-z0-9])[a-z]{2}\d{2}[a-z0-9]{11,30}(?![A-Za-z0-9])"
)
# Not within a longer number, a version or a date.
_SSN = re.compile(r"(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-]|\.\d)")
# Not what follows `/`, `:` or `@`: addresses of repositories and of packages (`git+ssh://…`, `npm:a@b`).
_EMAIL = re.compile(
    r"(?:(?<=\bmailto:)|(?<![\w.+/@:%\\-]))([A-Za-z0-9][\w.+%-]{0,63})@((?:[A-Za-z0-9](?:[\w-]{0,62})\.){1,4}[A-Za-z]{2,24})(?![\w@:/-]|\.\w)"
)
# A number is a telephone's where it is written in the international form, or is called one.
_TELEPHONE = re.compile(
    r"(?<![\w+.-])(?:\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){6,11}|\(\d{3}\) ?\d{3}-\d{4}"
    r"|(?<![/:=#])[2-9]\d\d-[2-9]\d\d-\d{4})"  # as North America writes them
    r"(?![\w-]|\.\d)"
)
# A day behind such a word is none: `call me 2026-03-01`.
_CALLED = re.compile(
    r"(\b(?:phone|telephone|mobile|cell|tel|call (?:me|him|her|them)|handy|telefon|mobil|téléphone|teléfono)"
    r"(?: (?:number|nummer|no))?\b\.?(?: (?:is|at|on|under|ist|unter|est))?(?:\s?:)?\s?)"
    r"(?!(?:19|20)\d\d(?P<sign>[-/. ])[01]?\d(?P=sign)[0-3]?\d\b)(\(?\d[\d ()./-]{5,18}\d)(?![\w-])",
    re.I,
)
# The same where it is said whose it is; and a national number, with its trunk prefix, where somebody is called.
_SHAPE = r"(?!(?:19|20)\d\d[-/. ][01]?\d[-/. ][0-3]?\d\b)(\(?\d(?:[ ()./-]{0,2}\d){6,14})(?![\w-]|[.,:]\d)"
_SIX_DIGITS = re.compile(r"\d(?:[ ()./-]{0,2}\d){5}")
_CALLED_OF = re.compile(
    r"((?:\b(?:phone|telephone|mobile|cell|hotline|helpline|fax|pager|whatsapp|handy|telef[oó]n\w{0,6}|mobil|rufnummer"
    r"|durchwahl|téléphone|portable|cellulare|telemóvel|telefoon|mobiel)(?: (?:number|line|nummer|no\.?))?\b"
    r"(?: (?:of|for|from|in|at|du|de|del|di|der|des|van|von|für|voor|vom|pour|para|per)(?: [\w.'’-]{1,30}){1,3}?)?"
    r"(?: \([^()\n]{1,40}\))?(?:\s?:| (?:is|was|on|at|under|ist|unter|est|au|es|è|é|op))"
    rf"|(?:电话|手机|電話|전화)\w{{0,3}}\s?[:：是]?) ?){_SHAPE}",
    re.I,
)
_CALL = re.compile(
    r"(\b(?:call|ring|dial|text|phone|reach|hotline|anrufen|ruf\w{0,2}|appele[rz]|llam\w{1,4}|bel)"
    r"(?: [\w.'-]{1,30}){0,3}?"
    rf" ?:? )(?=\(?0\d{{1,5}}[ )/-]|\d{{3}}[ .-]\d{{3}}[ .-]\d{{4}}\b){_SHAPE}",
    re.I,
)
# Up to the address, which is then a host and no mailbox: `ssh -p 22 `, before `deploy@build.acme.io`.
_LOGIN = re.compile(r"(?:^|[\s`'\"(])(?:ssh|sftp|mosh|ssh-copy-id)(?: -[A-Za-z](?: ?[\w./~-]+)?)* $")
# Addresses that are no person's: noreply@…, your-name@…
_NOBODY = re.compile(
    r"(?:git|no-?reply|do-?not-?reply|root|user|username|you|your[._-]?(?:name|email)|name|email|someone)$", re.I
)
# RFC 2606 keeps these for examples and tests
_DOCUMENTATION = re.compile(r"(?:.*\.)?(?:example\.(?:com|org|net)|example|test|invalid|localhost|local)$", re.I)


def without_personal_data(text: str) -> str:
    """`text` with each card, IBAN, social security number, e-mail address and telephone number replaced by its kind."""
    return without_contacts(without_account_numbers(text))


def without_account_numbers(text: str) -> str:
    """The same of cards, IBANs and social security numbers alone."""
    text = _CARD.sub(_without_card, text)
    text = _IBAN.sub(_where(_is_iban, "iban"), text)
    return _SSN.sub(_where(_is_ssn, "ssn"), text)


def without_contacts(text: str) -> str:
    """The same of e-mail addresses and telephone numbers alone."""
    text = _EMAIL.sub(lambda match: match[0] if _is_host(match) else _address(match[0]), text)
    text = _TELEPHONE.sub("[redacted:telephone]", text)
    for form in (_CALLED, _CALLED_OF, _CALL) if _SIX_DIGITS.search(text) else ():
        text = form.sub(r"\1[redacted:telephone]", text)
    return text


def _where(is_one: Callable[[str], bool], kind: str) -> Callable[[re.Match[str]], str]:
    return lambda match: f"[redacted:{kind}]" if is_one(match[0]) else match[0]


def _without_card(match: re.Match[str]) -> str:
    """A card's number may stand behind another number, a row's, and before one, the month when it expires."""
    numbers = match[0]
    starts, ends = [0, numbers.find(" ") + 1], [len(numbers), numbers.rfind(" ")]
    parts = ((start, end) for start in starts for end in ends if 0 <= start < end)
    start, end = next((part for part in parts if _is_card(numbers[slice(*part)])), (0, 0))
    return f"{numbers[:start]}[redacted:card]{numbers[end:]}" if end else numbers


def _is_card(number: str) -> bool:
    """Digits of a payment network's range and length (ISO/IEC 7812) with Luhn's check digit, four at least together."""
    digits = re.sub(r"\D", "", number)
    if not _NETWORK.match(digits) or len(set(digits)) == 1 or any(len(group) < 4 for group in re.split(r"\D", number)):
        return False
    return bool(_numbers("luhn").is_valid(digits))


def _is_iban(number: str) -> bool:
    return bool(_numbers("iban").is_valid(number))


def _is_ssn(number: str) -> bool:
    return bool(_numbers("us.ssn").is_valid(number))


def _address(text: str) -> str:
    return "[redacted:email]" if _is_somebody(text) else text


def _is_host(match: re.Match[str]) -> bool:
    """Whether it is where a shell logs in: `ssh -p 22 deploy@build.acme.io`."""
    return bool(_LOGIN.search(match.string[max(0, match.start() - 60) : match.start()]))


def _is_somebody(address: str) -> bool:
    name, domain = address.rsplit("@", 1)
    return not _NOBODY.match(name) and not _DOCUMENTATION.match(domain)


@cache
def _numbers(kind: str) -> Any:
    from importlib import import_module

    return import_module(f"stdnum.{kind}")
