"""Secrets out of texts, before anything is stored.

The token formats come from detect-secrets. Its keyword and entropy plugins are left out (they flag commit
hashes, identifiers and documentation), as are those of its patterns that take quadratic time on long lines;
what they would find, and what the library lacks, is below. Every pattern is anchored or bounded, so that the
time is linear in the text's length.
"""

import re
from collections.abc import Callable
from functools import lru_cache

_PLUGINS = {
    "aws": "AWSKeyDetector", "azure_storage_key": "AzureStorageKeyDetector", "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector", "gitlab_token": "GitLabTokenDetector", "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector", "slack": "SlackDetector", "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector", "telegram_token": "TelegramBotTokenDetector", "twilio": "TwilioKeyDetector",
}  # fmt: skip

_START = r"(?<![A-Za-z0-9_-])"
_PEM = r"-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_TOKENS = {
    # A whole PEM block; or, where its end was cut off, the lines of base64 that follow its first line.
    "private-key": rf"{_PEM}(?:(?:[^-]|-(?!----)){{0,16000}}{_PEM}|(?:[\s\\rn\"+]*[A-Za-z0-9+/=]{{40,}})*)",
    "knowledge-loop-key": rf"{_START}kl_[0-9a-f]{{32}}_[A-Za-z0-9_-]{{43}}",
    "anthropic-key": rf"{_START}sk-ant-[A-Za-z0-9_-]{{16,}}",
    "openai-key": rf"{_START}sk-(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{{20,}}",
    "stripe-key": rf"{_START}(?:[rsp]k_(?:live|test)|whsec)_[A-Za-z0-9]{{16,}}",
    "github-token": rf"{_START}github_pat_[A-Za-z0-9_]{{22,}}",
    "slack-token": rf"{_START}(?:xox[a-z]|xapp)-(?=[A-Za-z-]*\d)[A-Za-z0-9-]{{10,}}",
    "google-key": rf"{_START}(?:AIza[A-Za-z0-9_-]{{35}}|ya29\.[A-Za-z0-9_-]{{20,}})",
    "npm-token": rf"{_START}npm_[A-Za-z0-9]{{36}}",
    "hugging-face-token": rf"{_START}hf_[A-Za-z0-9]{{30,}}",
    "jwt": rf"{_START}eyJ[A-Za-z0-9_-]{{8,}}\.eyJ[A-Za-z0-9_-]{{8,}}(?:\.[A-Za-z0-9_-]*)?",
}

_CREDENTIALS = re.compile(
    r"(?<![\w+.-])([a-z][a-z0-9+.-]{1,30}://[^\s:/@'\"`<>]{0,100}:)([^\s/'\"`<>]{1,200})(?=@)", re.I
)
_BEARER = re.compile(
    r"\b((?:authorization[\"']?[:=][\s\"']{0,4}\w{1,20}|bearer)\s{1,4})(?=[^\s\d]{0,200}\d)([A-Za-z0-9._~+/=-]{16,})",
    re.I,
)
_USER_OPTION = re.compile(r"((?<![\w-])(?:-u|--user)[ =][\"']?[\w.@-]{1,64}:)([^\s\"']{4,200})")
_SPOKEN = re.compile(
    r"(\b(?:password|passphrase|identified by)(?: (?:is|was|to))?:? {1,4}[\"'`])([^\s\"'`]{4,200})(?=[\"'`])", re.I
)
# In prose the value stands bare: `the password for staging is …`, `log in with … as the password`.
_PASSWORD = r"(?:password|passphrase|passcode|passwort|kennwort)"
_VALUE = r"([^\s\"'`<>\[]{5,199}[^\s\"'`<>\].,;:!?)])"
_TOLD = re.compile(
    rf"(\b{_PASSWORD}(?: (?:for|of|to|on|in|für|von|zu)(?: [\w.'-]{{1,30}}){{1,3}}?)?"
    rf"(?::| (?:is|was|will be|ist|lautet)(?: now| still| jetzt)?(?: (?:changed|set|reset) to)?:?) ){_VALUE}",
    re.I,
)
_NAMED = re.compile(rf"((?<!\S)){_VALUE}(?=,? (?:as|is|als) (?:the |a |my |our |your |das )?{_PASSWORD}\b)", re.I)
# What a password is hashed or coded with, and compounds of words (`argon2-hashed`, `8-digit`).
_NO_PASSWORD = re.compile(
    r"(?:argon2\w*|pbkdf2|md5|sha\w*|base64|utf\w*|aes\w*)?[-\w]*(?:[a-z]{2,}-)+[a-z]+$|\d+-[a-z]+$|"
    r"(?:argon2\w*|pbkdf2|md5|sha-?\d+|base-?64|utf-?\d+|aes-?\d+)\b|https?:|[\w.-]+=",
    re.I,
)

_SECRET_NAME = (
    r"(?P<password>pass(?:word|wd|phrase)|pwd|pgpassword)"
    r"|(?:secret|token|credential|(?:api|access|auth|secret|private|encryption|account|signing)[_-]?key)"
)
_ASSIGNED = re.compile(
    rf"(?P<name>{_SECRET_NAME})(?P<sign>\\*[\"']?\s{{0,4}}(?:=>|:=|[:=])\s{{0,4}})"
    rf"(?:(?P<open>\\*[\"'])(?P<quoted>[^\s\"'\\]{{4,400}})(?=\\*[\"'])|(?P<bare>[^\s\"'`,;)}}\]&<>\\]{{6,400}}))",
    re.I,
)
_OPTION = re.compile(
    r"((?<![\w-])--(?:[\w-]{0,30}-)?(?:password|passwd|secret|token|api-key) )([^\s\"'`,;)-][^\s\"'`,;)]{5,200})", re.I
)
_PLACEHOLDER = re.compile(
    r"[$%{<\[*.#]|(?:none|null|true|false|undefined|str|string|bytes|optional|self|os|env|process|settings|config)\b"
    r"|(?:x+|your[-_ ]?.*|example.*|changeme|placeholder|redacted.*|pass(?:word|wd)?|secret|token|\W+)$",
    re.I,
)  # fmt: skip
# A call, an attribute, a path, a type: what stands to the right in code.
_CODE = re.compile(r".*[(\[{]|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+:?$|[A-Za-z_]+:?$|[./~]|.*\.\w{2,4}$")


def redact(text: str) -> str:
    """`text` with each secret replaced by `[redacted:<kind>]`.

    Of a connection string, a header or an assignment only the secret goes; name and host stay readable.
    """
    for kind, pattern in _token_patterns():
        text = pattern.sub(f"[redacted:{kind}]", text)
    text = _CREDENTIALS.sub(_unless_placeholder("password"), text)
    text = _BEARER.sub(_unless_placeholder("token"), text)
    for option in (_USER_OPTION, _SPOKEN, _OPTION):
        text = option.sub(_unless_placeholder("password"), text)
    for prose in (_TOLD, _NAMED):
        text = prose.sub(_if_shown, text)
    return _ASSIGNED.sub(_assignment, text)


@lru_cache(maxsize=1)
def _token_patterns() -> list[tuple[str, re.Pattern[str]]]:
    from importlib import import_module  # detect-secrets brings requests: 0.3 s that only writers should pay

    ours = [(kind, re.compile(pattern)) for kind, pattern in _TOKENS.items()]
    for module, name in _PLUGINS.items():
        plugin = getattr(import_module(f"detect_secrets.plugins.{module}"), name)()
        kind = plugin.secret_type.lower().replace(" ", "-")
        ours += [(kind, pattern) for pattern in plugin.denylist]
    return ours


def _unless_placeholder(kind: str) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        harmless = _PLACEHOLDER.match(match[2]) or match[2].isdigit()
        return match[0] if harmless else f"{match[1]}[redacted:{kind}]"

    return replace


def _if_shown(match: re.Match[str]) -> str:
    """In prose a word is a password only if it shows it: letters with digits or signs, and neither code nor a name."""
    value = match[2]
    mixed = any(c.isalpha() for c in value) and bool(re.search(r"\d|[^\w\s.,:;/()’-]", value))
    harmless = _PLACEHOLDER.match(value) or _CODE.match(value) or _NO_PASSWORD.match(value)
    return f"{match[1]}[redacted:password]" if mixed and not harmless else match[0]


def _assignment(match: re.Match[str]) -> str:
    value = match["quoted"] or match["bare"]
    if _PLACEHOLDER.match(value) or not _is_secret(match, value):
        return match[0]
    kind = "password" if match["password"] else "key" if match["name"].lower().endswith("key") else "token"
    return f"{match['name']}{match['sign']}{match['open'] or ''}[redacted:{kind}]"


def _is_secret(match: re.Match[str], value: str) -> bool:
    """Whether the right-hand side is a value and not code: the barer it stands, the more it must show."""
    mixed = any(c.isdigit() for c in value) and (bool(match["password"]) or any(c.isalpha() for c in value))
    if match["quoted"]:
        return mixed or (len(value) >= 6 and bool(match["password"])) or len(value) >= 24
    exported = match["name"].isupper() and match["sign"].strip() == match["sign"] == "="
    return exported or (mixed and not _CODE.match(value))
