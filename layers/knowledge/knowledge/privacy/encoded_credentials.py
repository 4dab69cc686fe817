"""A user and a password that are encoded, as Docker and npm keep them: what is decoded tells them."""

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator

from knowledge.privacy.rule import Replacement, Rule

_AUTH = r"(\b_?auth\\{0,3}[\"']?\s{0,4}[:=]\s{0,4}\\{0,3}[\"']?)([A-Za-z0-9+/]{6,2000}={0,2})(?![\w+/=])"
_USER_AND_PASSWORD = re.compile(r"[^\s:]{1,200}:[ -~]{3,}")


def rules() -> Iterator[tuple[Rule, Replacement]]:
    """Behind the name that such files give it."""
    yield Rule.of("password", _AUTH, "auth", re.I), _if_credentials


def _if_credentials(match: re.Match[str]) -> str:
    try:
        decoded = b64decode(match[2] + "=" * (-len(match[2]) % 4), validate=True).decode()
    except (Error, UnicodeDecodeError):
        return match[0]
    return f"{match[1]}[redacted:password]" if _USER_AND_PASSWORD.fullmatch(decoded) else match[0]
