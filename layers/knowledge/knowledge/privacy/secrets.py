"""Secrets out of texts, before anything is stored.

Tokens are told by their published form (`token_formats`, and detect-secrets for those that it knows). Its keyword and
entropy plugins are left out (they flag commit hashes, identifiers and documentation), as are those of its patterns that
take quadratic time on long lines. What has no form of its own is told by where it stands: in a URL, a header, a
command, an assignment, or a sentence about a password. Every pattern is anchored or bounded: the time is linear.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial

from knowledge.privacy import encoded_credentials, opening_codes, prose_passwords, token_formats
from knowledge.privacy.assignments import ASSIGNED, PLACEHOLDER, SECRET_HINTS, AssignedSecrets, replaced
from knowledge.privacy.command_secrets import COMMANDS
from knowledge.privacy.emphasis import AsRead
from knowledge.privacy.password_phrases import FOR_WHAT, VALUE_END
from knowledge.privacy.password_tables import without_table_passwords
from knowledge.privacy.personal_data import without_personal_data
from knowledge.privacy.rule import Replacement, Rule

_PLUGINS = {
    "aws": "AWSKeyDetector", "azure_storage_key": "AzureStorageKeyDetector", "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector", "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector", "slack": "SlackDetector", "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector", "telegram_token": "TelegramBotTokenDetector", "twilio": "TwilioKeyDetector",
}  # fmt: skip

_MIXED = rf"(?=[^\s\d]{{0,60}}\d)(?=\d{{0,60}}[A-Za-z])[A-Za-z0-9/+_=.-]{{20,200}}{VALUE_END}"
_HEX = r"(?=[a-f]{0,60}\d)(?=\d{0,60}[a-f])[0-9a-f]{16,64}(?![\w-])"
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_KEY = (
    r"(?:secret(?: access)?[ _-]key|(?:api|access|auth|account|private|license|signing|app)[ _-](?:key|token|secret)"
    r"|token|secret|credential)s?"
)

# Where a secret stands: what nothing of the kind is without, then what is kept and the secret.
_PLACES = [
    *COMMANDS,
    ("password", "://", r"(?<![\w+.-])([a-z][a-z0-9+.-]{1,30}://[^\s:/@'\"`<>]{0,100}:)([^\s/'\"`<>]{1,200})(?=@)"),
    ("password", "login", r"(\blogin[ \t]{1,4}\S{1,100}\s{1,8}password[ \t]{1,4})(\S{3,200})"),  # .netrc
    (
        "token",
        "authorization bearer",
        r"\b((?:authorization[\"']?[:=][\s\"']{0,4}\w{1,20}|bearer)\s{1,4})"
        r"((?=[^\s\d]{0,200}\d)[A-Za-z0-9._~+/=-]{16,}|[A-Za-z]{20,})",
    ),
    ("token", "x-", r"(\bx-[\w-]{0,40}(?:key|token|secret|auth)[\"']?: {0,2}[\"']?)([^\s\"'`<>(){},;]{6,400})"),
    (
        "token",  # of a signed URL
        "sig token code key secret",
        r"([?&](?:sig|signature|x-amz-(?:signature|security-token)|(?:access_|auth_)?token|api_?key|code|key|secret)=)"
        r"([^&\s\"'`<>]{12,400})",
    ),
    ("token", "heroku", rf"(\bheroku\b[^\n]{{0,60}}?)({_UUID})"),
    (
        "token",
        "token secret credential key",
        rf"(\b{_KEY}{FOR_WHAT}(?: is| was)?[ :=]{{1,3}})({_UUID}|{_MIXED}|{_HEX})",
    ),
    ("token", "-data: -token:", r"(\b(?:client-key-data|id-token|refresh-token): )([\w+/=.-]{20,20000})"),  # kubeconfig
    (
        "cookie",
        "cookie",
        r"(\b(?:set-)?cookie[\"']?: {0,2}[\"']?[\w.-]{1,80}=)"
        r"([^\s\"'`;]{6,4000}(?:; ?[\w.-]{1,80}=[^\s\"'`;]{6,4000})*)",
    ),
    ("cookie", "curl", r"(\bcurl\b[^\n|;&]{0,200}? (?:-b|--cookie)[ =][\"']?[\w.-]{1,80}=)([^\s\"'`;]{6,4000})"),
    ("token", "token secret credential key", rf"((?<![\w/+.=-]))({_MIXED})(?= \((?:[\w-]+ ){{0,2}}{_KEY}\))"),
    (
        "token",  # AWS gives both at once; a hash has no capitals
        "akia asia",
        r"(\[redacted:aws-key-id\][^\n]{1,40}?(?<![\w/+]))(?=[^\sA-Z]{0,39}[A-Z])([A-Za-z0-9/+]{40})(?![\w/+])",
    ),
    # .pgpass: host, port, database, user
    (
        "password",
        ":",
        r"((?<![^\s\"'`])[\w.*-]{1,100}:(?:\d{4,5}|\*):(?:[a-z]\w{0,60}|\*):[\w.@*-]{1,60}:)([^\s:\"'`\\]{4,100})(?=[\s\"'`\\]|$)",
    ),
]

_REDACTED = "[redacted:"
_MARK = re.compile("[*_~<]")  # of what sets words off
_CAPITALS = re.compile("[A-Z]{2}")
_IDENTIFIER = re.compile(r"[A-Za-z_]+")  # `token=next_token`: a name of the code, no secret


def redact(text: str, assigned: AssignedSecrets | None = None) -> str:
    """`text` with each secret and each personal number replaced by `[redacted:<kind>]`.

    Of a connection string, a header or an assignment only the secret goes; name and host stay readable. Those that are
    `assigned` in all that it is a part of go wherever they stand; by default those that it assigns itself.
    """
    return without_personal_data(_redacted(text, _rules(), assigned))


def without_secrets(text: str) -> str:
    """The same for secrets alone: of what people keep, whom to call is to be found."""
    return _redacted(text, _rules())


def redact_quickly(text: str) -> str:
    """The same by our own rules alone, for labels: whoever only reads should not pay for the library."""
    return without_personal_data(_redacted(text, _own_rules()))


def _redacted(text: str, rules: Sequence[tuple[Rule, Replacement]], assigned: AssignedSecrets | None = None) -> str:
    secrets, lowered = assigned or AssignedSecrets([text]), text.lower()
    for rule, replacement in rules:
        text = rule.replace(text, lowered, replacement)
    text = _redacted_as_read(text)
    for rule, replacement in _said_rules():
        text = rule.replace(text, lowered, replacement)
    return secrets.removed_from(without_table_passwords(text, lowered))


def _redacted_as_read(text: str) -> str:
    """The same of what is said of passwords in words that are set off: `The **password** is **…**`."""
    if not _MARK.search(text):
        return text
    return "\n".join(_line_as_read(line) if _MARK.search(line) else line for line in text.split("\n"))


def _line_as_read(line: str) -> str:
    lowered = line.lower()
    rules = [(rule, replacement) for rule, replacement in _said_rules() if rule.may_stand_in(line, lowered)]
    if not rules or (seen := AsRead(line)).is_written_so:
        return line
    parts, place = list[str](), 0
    for start, end, mark in sorted(_values(seen, rules)):
        if start >= place:
            parts += [line[place:start], mark]
            place = end
    return "".join([*parts, line[place:]])


def _values(seen: AsRead, rules: Iterable[tuple[Rule, Replacement]]) -> Iterator[tuple[int, int, str]]:
    """Where the values stand that the rules replace, in the text as it is written, and by what."""
    for rule, replacement in rules:
        for match in rule.pattern.finditer(seen.text):
            before, mark, kind = (replacement(match) if callable(replacement) else replacement).rpartition(_REDACTED)
            if mark and match[0] != f"{before}{mark}{kind}":
                yield seen.written(match.start() + len(before)), seen.written(match.end() - 1) + 1, f"{mark}{kind}"


@lru_cache(maxsize=1)
def _rules() -> list[tuple[Rule, Replacement]]:
    """Tokens by their form first, then what is told by its place."""
    return [*_by_kind(token_formats.rules()), *_by_kind(_library_rules()), *_placed_rules()]


@lru_cache(maxsize=1)
def _own_rules() -> list[tuple[Rule, Replacement]]:
    return [*_by_kind(token_formats.rules()), *_placed_rules()]


def _by_kind(forms: Iterable[Rule]) -> Iterator[tuple[Rule, Replacement]]:
    return ((rule, partial(_marked, rule.kind)) for rule in forms)


def _marked(kind: str, match: re.Match[str]) -> str:
    """As many lines as there were: what stands below a key is cited by its lines."""
    return f"[redacted:{kind}]" + "\n" * match[0].count("\n")


@lru_cache(maxsize=1)
def _placed_rules() -> list[tuple[Rule, Replacement]]:
    places = [*(Rule.of(kind, place, hints, re.I | re.M) for kind, hints, place in _PLACES), *opening_codes.rules()]
    return [*((rule, _unless_placeholder(rule.kind)) for rule in places), *encoded_credentials.rules()]


@lru_cache(maxsize=1)
def _said_rules() -> list[tuple[Rule, Replacement]]:
    """What is told by a sentence about it, or by the name that it is assigned to."""
    quoted = prose_passwords.quoted()
    assigned = Rule.of("secret", ASSIGNED, SECRET_HINTS, re.I)
    phrases = (opening_codes.phrases(), opening_codes.without_phrase)
    return [(quoted, _unless_placeholder(quoted.kind)), phrases, *prose_passwords.rules(), (assigned, replaced)]


def _library_rules() -> Iterator[Rule]:
    from importlib import import_module  # detect-secrets brings requests: 0.3 s that only writers should pay

    for module, name in _PLUGINS.items():
        plugin = getattr(import_module(f"detect_secrets.plugins.{module}"), name)()
        for pattern in plugin.denylist:
            yield Rule(plugin.secret_type.lower().replace(" ", "-"), pattern)


def _unless_placeholder(kind: str) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        is_other = {"token": _is_name, "password": _is_number}.get(kind)
        harmless = (is_other and is_other(match)) or PLACEHOLDER.match(match[2])
        return match[0] if harmless else f"{match[1]}[redacted:{kind}]"

    return replace


def _is_name(match: re.Match[str]) -> bool:
    """Letters are a name of the code, unless they are many of one case, or of cases that change as no words do."""
    value = match[2]
    is_random = len(value) >= 20 and "_" not in value and (value.islower() or len(_CAPITALS.findall(value)) >= 3)
    return bool(_IDENTIFIER.fullmatch(value)) and not is_random


def _is_number(match: re.Match[str]) -> bool:
    """Few digits are a port or a user's number, and many behind "token" may be how many."""
    return match[2].isdigit() and (len(match[2]) < 6 or "token" in match[1].lower())
