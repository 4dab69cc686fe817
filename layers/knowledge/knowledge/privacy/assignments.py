"""Secrets that are assigned to a name, in code, data and shells; and the same values wherever else they stand."""

import re
from bisect import bisect_right
from collections.abc import Iterable

# Names that mean nothing else, and words that also have other meanings: of these only a value that shows it.
_SECRET_NAME = (
    r"(?P<password>pass(?:word|wd|phrase|wort)|pwd|pgpassword|kennwort|mot_?de_?passe|senha"
    r"|contrase(?:ñ|\\u00f1|\ufffd|\\ufffd|n)a)"
    r"|(?P<word>(?<![a-z])p(?:ass|w)(?![a-z])|(?-i:(?<=[a-z])Pass(?![a-z]))|(?<![a-z])clave(?![a-z])|(?<=_)key(?![a-z_]))"
    r"|(?:secret|token|credential|pepper|(?:api|access|auth|secret|private|encryption|account|signing)[_-]?key(?:_base)?)"
)
SECRET_HINTS = "pass pw secret token credential key pepper kennwort senha contrase clave"
SHORTEST, LONGEST = 8, 400  # characters of a value that can be nothing but a secret
_VALUE = rf"(?P<open>\\*[\"'])(?P<quoted>[^\s\"'\\]{{4,{LONGEST}}})(?=\\*[\"'])"
# `name = value`, `"name": "value"`; and a name with what stands for it: `environ.get("NAME", "value")`.
ASSIGNED = (
    rf"(?P<name>{_SECRET_NAME})(?:(?P<sign>\\*[\"']?\s{{0,4}}(?:=>|:=|[:=])\s{{0,4}}|(?P<comma>\\*[\"'],\s{{0,4}})(?=\\*[\"']))"
    rf"(?:{_VALUE}|(?P<bare>[^\s\"'`,;)}}\]&<>\\]{{6,{LONGEST}}})))"
)
_ANY = re.compile(ASSIGNED, re.I)
PLACEHOLDER = re.compile(
    r"[$%{<\[*.#]|(?:none|null|true|false|undefined|str|string|bytes|optional|self|os|env|process|settings|config)\b"
    r"|(?:x+|your[-_ ]?.*|example.*|changeme|placeholder|redacted.*|pass(?:word|wd)?|secret|token|\W+)$",
    re.I,
)  # fmt: skip
# What `BRIDGE_KEY=` sets, which has no signs that show it.
_LONG_MIXED = re.compile(r"(?=[^\d]{0,40}\d)(?=[^A-Za-z]{0,40}[A-Za-z])[\w-]{12,100}$")
_LETTERS = re.compile(r"[^\W\d_]{6,40}\.?$")
_USER, _BESIDE = re.compile(r"\b(?:user(?:name)?|login)=[^\s=]+[ ,;&]$", re.I), 80  # characters before `pass=…`
_ACCOUNT = re.compile(r"(?<![a-z])(?:db|database|\w?sql|smtp|mail|s?ftp|ssh|root|admin)_$", re.I)  # `$db_pass`
_AROUND = ("", " ", "\n", "\t", ";", "&", "`", "'", '"')
# A call, an attribute, a path, a type: what stands to the right in code.
CODE = re.compile(r".*[(\[{]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+:?$|[A-Za-z_]+:?$|[./~]|.*\.\w{2,4}$")


def replaced(match: re.Match[str]) -> str:
    """The assignment with `[redacted:<kind>]` for its value, where that is a secret."""
    value = match["quoted"] or match["bare"]
    if not _is_secret(match, value):
        return match[0]
    named = match["name"].lower().endswith("key")
    kind = "key" if named else "password" if match["password"] or match["word"] else "token"
    return f"{match['name']}{match['sign']}{match['open'] or ''}[redacted:{kind}]"


class AssignedSecrets:
    """Values that are assigned in texts and can be nothing else: they are secrets wherever they stand."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        assigned = (match for text in texts if _may_assign(text) for match in _ANY.finditer(text))
        values = ((match, match["quoted"] or match["bare"]) for match in assigned)
        secrets = {value for match, value in values if _is_secret(match, value) and _shows_it(value, match["quoted"])}
        self._sorted = sorted({"", *secrets})  # "" is what stands where none of them does
        self._starts = {value[:SHORTEST] for value in secrets}
        self._begins_with: dict[str, str] = {}  # the longest of the others that it begins with
        before = ""
        for value in self._sorted[1:]:
            while not value.startswith(before):
                before = self._begins_with[before]
            self._begins_with[value] = before
            before = value

    def removed_from(self, text: str) -> str:
        """The text with `[redacted:secret]` for each of them, in one pass however many there are."""
        parts, at, end = [], 0, 0
        while self._starts and at + SHORTEST <= len(text):
            if text[at : at + SHORTEST] in self._starts and (secret := self._longest_at(text, at)):
                parts += [text[end:at], "[redacted:secret]"]
                at = end = at + len(secret)
            else:
                at += 1
        return "".join([*parts, text[end:]])

    def _longest_at(self, text: str, at: int) -> str:
        """The longest that stands there: the last before the text in order, or what that begins with."""
        rest = text[at : at + LONGEST]
        longest = self._sorted[bisect_right(self._sorted, rest) - 1]
        while not rest.startswith(longest):
            longest = self._begins_with[longest]
        return longest


def _may_assign(text: str) -> bool:
    lowered = text.lower()
    return any(hint in lowered for hint in SECRET_HINTS.split())


def _is_secret(match: re.Match[str], value: str) -> bool:
    """Whether the right-hand side is a value and not code: the barer it stands, the more it must show."""
    if PLACEHOLDER.match(value):
        return False
    exported = match["name"].isupper() and match["sign"].strip() == match["sign"] == "="
    is_pass = match["word"] and match["word"].lower() != "key"
    if match["quoted"] and is_pass and _ACCOUNT.search(match.string[: match.start()][-_BESIDE:]):
        return bool(_LETTERS.match(value)) or _shows_it(value)
    if match["word"] or match["comma"]:
        return _shows_it(value) or _stands_alone(match, value) or (exported and bool(_LONG_MIXED.match(value)))
    mixed = any(c.isdigit() for c in value) and (bool(match["password"]) or any(c.isalpha() for c in value))
    if match["quoted"]:
        return mixed or (len(value) >= 6 and bool(match["password"])) or len(value) >= 24
    return exported or (mixed and not CODE.match(value)) or _stands_alone(match, value)


def _stands_alone(match: re.Match[str], value: str) -> bool:
    """Whether letters are assigned to a password outside of code: `password=bluewhale` between spaces, not an argument
    or an attribute."""
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    is_named_so = match["name"][:4].lower() in value.lower()  # `passphrase=passphrase`: a variable
    is_beside_user = bool(_USER.search(match.string[: match.start()][-_BESIDE:]))
    is_password = bool(match["password"]) or (match["name"].lower() in ("pass", "pw") and is_beside_user)
    is_setting = is_password and match["sign"] == "=" and bool(_LETTERS.match(value)) and not is_named_so
    return is_setting and before in _AROUND and after in _AROUND


def _shows_it(value: str, quoted: str | None = "") -> bool:
    """Whether it has digits among letters, and signs or both cases, as names and numbers have not; a bare one has
    signs, as types have not."""
    signs = bool(re.search(r"[!@#$%&*?+^]", value))
    cases = any(c.isupper() for c in value) and any(c.islower() for c in value)
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return len(value) >= SHORTEST and mixed and (signs or (cases and quoted is not None)) and not CODE.match(value)
