"""Secrets that are assigned to a name, in code, data and shells; and the same values wherever else they stand."""

import re
from collections.abc import Iterable

# Names that mean nothing else, and words that also have other meanings: of these only a value that shows it.
_SECRET_NAME = (
    r"(?P<password>pass(?:word|wd|phrase|wort)|pwd|pgpassword|kennwort|mot_?de_?passe|senha"
    r"|contrase(?:ñ|\\u00f1|\ufffd|\\ufffd|n)a)"
    r"|(?P<word>(?<![a-z])pass(?![a-z])|(?-i:(?<=[a-z])Pass(?![a-z]))|(?<![a-z])clave(?![a-z])|(?<=_)key(?![a-z_]))"
    r"|(?:secret|token|credential|pepper|(?:api|access|auth|secret|private|encryption|account|signing)[_-]?key)"
)
SECRET_HINTS = "pass pwd secret token credential key pepper kennwort senha contrase clave"
_VALUE = r"(?P<open>\\*[\"'])(?P<quoted>[^\s\"'\\]{4,400})(?=\\*[\"'])"
# `name = value`, `"name": "value"`; and a name with what stands for it: `environ.get("NAME", "value")`.
ASSIGNED = (
    rf"(?P<name>{_SECRET_NAME})(?:(?P<sign>\\*[\"']?\s{{0,4}}(?:=>|:=|[:=])\s{{0,4}}|(?P<comma>\\*[\"'],\s{{0,4}})(?=\\*[\"']))"
    rf"(?:{_VALUE}|(?P<bare>[^\s\"'`,;)}}\]&<>\\]{{6,400}})))"
)
_ANY = re.compile(ASSIGNED, re.I)
PLACEHOLDER = re.compile(
    r"[$%{<\[*.#]|(?:none|null|true|false|undefined|str|string|bytes|optional|self|os|env|process|settings|config)\b"
    r"|(?:x+|your[-_ ]?.*|example.*|changeme|placeholder|redacted.*|pass(?:word|wd)?|secret|token|\W+)$",
    re.I,
)  # fmt: skip
# What `BRIDGE_KEY=` sets, which has no signs that show it.
_LONG_MIXED = re.compile(r"(?=[^\d]{0,40}\d)(?=[^A-Za-z]{0,40}[A-Za-z])[\w-]{12,100}$")
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


def assigned_secrets(texts: Iterable[str]) -> frozenset[str]:
    """The values that the texts assign and that can be nothing else: they are secrets wherever they stand."""
    assigned = (match for text in texts if _may_assign(text) for match in _ANY.finditer(text))
    values = ((match, match["quoted"] or match["bare"]) for match in assigned)
    return frozenset(value for match, value in values if _is_secret(match, value) and _shows_it(value, match["quoted"]))


def without(text: str, secrets: Iterable[str]) -> str:
    """The text with `[redacted:secret]` for each of the secrets, the longest first."""
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "[redacted:secret]")
    return text


def _may_assign(text: str) -> bool:
    lowered = text.lower()
    return any(hint in lowered for hint in SECRET_HINTS.split())


def _is_secret(match: re.Match[str], value: str) -> bool:
    """Whether the right-hand side is a value and not code: the barer it stands, the more it must show."""
    if PLACEHOLDER.match(value):
        return False
    exported = match["name"].isupper() and match["sign"].strip() == match["sign"] == "="
    if match["word"] or match["comma"]:
        return _shows_it(value) or (exported and bool(_LONG_MIXED.match(value)))
    mixed = any(c.isdigit() for c in value) and (bool(match["password"]) or any(c.isalpha() for c in value))
    if match["quoted"]:
        return mixed or (len(value) >= 6 and bool(match["password"])) or len(value) >= 24
    return exported or (mixed and not CODE.match(value))


def _shows_it(value: str, quoted: str | None = "") -> bool:
    """Whether it has digits among letters, and signs or both cases, as names and numbers have not; a bare one has
    signs, as types have not."""
    signs = bool(re.search(r"[!@#$%&*?+^]", value))
    cases = any(c.isupper() for c in value) and any(c.islower() for c in value)
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    return len(value) >= 8 and mixed and (signs or (cases and quoted is not None)) and not CODE.match(value)
