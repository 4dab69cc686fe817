"""Codes that open something, and words that do: told by what they open."""

import re
from collections.abc import Iterator

from knowledge.privacy.password_phrases import COLON, FOR_WHAT
from knowledge.privacy.rule import Rule
from knowledge.text.keywords import content_words

# A code that opens something, as no error's, status's or country's does.
_OPENING = (
    r"(?:un-?lock(?:ing)?|door|gate|alarm|entry|access|security|safe|locker|keypad|garage|disarm|recovery|verification"
    r"|one[- ]time|otp|2fa|mfa"
    r"|pass|t(?:ü|\\u00fc)r|tor|zugangs|entsperr|sicherheits|tresor|toegangs|deur)"
)
_OPENED = (
    r"(?:un-?lock|door|gate|alarm|safe\b|locker|keypad|garage|t(?:ü|\\u00fc)r|tresor|porte|entr(?:é|\\u00e9)e"
    r"|acc(?:è|\\u00e8)s|d(?:é|\\u00e9)verrouillage|coffre|puerta|acceso|desbloqueo|seguridad|acesso|seguran"
    r"|desbloqueio|porta|accesso|sblocco|sicurezza|deur)"
)
_OF_WHAT = (
    r"(?:to|for|of|de|del|della|di|du|da|do|van|f(?:ü|\\u00fc)r|zum|zur)"
    r"(?: (?:the|la|le|el|il|los|het|de|den|das|die|der))?"
)
_ITS_CODE = (
    rf"(?:\b{_OPENING} ?-?codes?|(?:^|\b(?:the|a|our|my|your|der|le|un|el|il|o|de) )(?:code|c(?:ó|\\u00f3)digo|codice)"
    rf" (?:d['’]|{_OF_WHAT} ){_OPENED}\w{{0,12}})(?: {_OF_WHAT}(?: [\w.'\\-]{{1,30}}){{1,4}}?)?"
    r"(?: (?:is|was|ist|lautet|est|es|è|é)|:) "
)
_DIGITS = r"(\d{4,10})(?![\w.,:-]*\w)"
# Letters and then digits alone are a name: `CVE-2024-12345`, `HTTP-403`, `ISO-8601`.
_GROUPS = (
    r"((?!(?-i:[A-Z]{3,8}(?:-\d{3,8}){1,8})(?![\w-]))"
    r"(?-i:[A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){1,8}))(?=\s*(?:$|[.,;!?()\n]))"
)
_PIN = r"(\bpin(?: code)? (?:is|was|ist|est|es) )(\d{4,8})(?!\w)"
_PIN_LABEL = rf"(\b(?-i:PIN)(?: code)?{FOR_WHAT}(?: (?:is|was|ist|est|es))?[ :=]{{1,3}})(\d{{4,8}})(?!\w)"
_ITS_PIN = rf"(\b{_OPENING} pin(?: code)?:? )(\d{{4,8}})(?!\w)"
# What protects a key or a wallet: many words, none of which says anything of the others.
_PHRASE = (
    rf"(\b(?:pass|seed |recovery )phrase{FOR_WHAT}(?: is| was|{COLON}) )"
    r"((?-i:[a-z]{3,12} ){3,23}(?-i:[a-z]{3,12}))(?=\s*(?:$|[.,;!()\n]))"
)


def rules() -> Iterator[Rule]:
    """Each with what is kept and the code."""
    for form, hints in ((_PIN, "pin"), (_PIN_LABEL, "pin"), (_ITS_PIN, "pin")):
        yield Rule.of("pin", form, hints, re.I)
    for code in (_DIGITS, _GROUPS):
        yield Rule.of("pin", rf"({_ITS_CODE}){code}", "code digo codice", re.I | re.M)


def phrases() -> Rule:
    """A phrase of words that say nothing."""
    return Rule.of("passphrase", _PHRASE, "phrase", re.I | re.M)


def without_phrase(match: re.Match[str]) -> str:
    """The sentence without the phrase, where all its words are words of their own and none says something of others."""
    words = match[2].split()
    return f"{match[1]}[redacted:passphrase]" if len(content_words(match[2])) == len(words) else match[0]
