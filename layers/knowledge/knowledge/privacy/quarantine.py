"""What a text tells an agent to do that only a person may allow: such a learning is stored, not served until released.

A learning is put into the prompt of another agent, so that one poisoned run could steer all later ones. Held are
orders to run what was just downloaded, to switch protection off, to send data away, and to ignore instructions; and
texts with characters that a reader does not see. The test is of what the text orders, not of who sent it: a log can be
forged. English orders and the commands of shells are told; an order in another language is not, unless it names
a command.
"""

import re
import unicodedata

_FETCH = r"(?:curl|wget|fetch|iwr|irm|invoke-(?:webrequest|restmethod))\b"
_SHELL = (
    r"(?:sudo )?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|node|perl|ruby|php|iex|invoke-expression|powershell|pwsh|source"
    r"|eval)\b"
)
_ANY = r"(?:[^\n.;]|\.(?=\S)){0,120}?"  # of one sentence
_SECRETS = (
    r"(?:credentials?|secrets?|passwords?|tokens?|(?:api|access|private|ssh) keys?"
    r"|\.env|env(?:ironment)? (?:variables?|files?)|\.ssh|\.aws|cookies?|customer (?:data|records)"
    r"|database dump|source code|conversations?|session logs?|user data"
    r"|personal data|repositor(?:y|ies)|everything)"
)
_PROTECTION = (
    r"(?:(?:tls|ssl|certificate|signature|hash|checksum|host key|gpg) (?:checks?|checking|verification|validation)"
    r"|certificates?|authenti\w+|authori\w+|firewall|selinux|apparmor|antivirus|sandbox\w*"
    r"|security (?:checks?|scans?|rules?)|safety (?:checks?|rules?)|code reviews?|approvals?"
    r"|permission (?:checks?|prompts?)|access controls?|rate limits?"
    r"|2fa|mfa|csrf|cors|audit\w*|secret scan\w*|branch protection|guardrails?|verification)"
)
_ORDERS = {
    "tells an agent to run what it downloads": (
        rf"\b{_FETCH}[^\n]{{0,300}}?\|\s*{_SHELL}",
        rf"\b{_SHELL}[^\n]{{0,40}}?[<$]\(\s*{_FETCH}",
        rf"\b{_SHELL}[^\n]{{0,20}}?[\"'`]\$?\(?\s*{_FETCH}",
        r"\bbase64 (?:-d|-D|--decode)\b[^\n]{0,80}\|\s*" + _SHELL,
        rf"\bdownload\b{_ANY}\band (?:then )?(?:run|execute|source|install)\b",
        rf"\b{_FETCH}[^\n]{{0,200}}?(?:&&|;)\s*(?:chmod \+x|(?:ba|z)?sh|sudo) ",
    ),
    "tells an agent to switch protection off": (
        rf"\b(?:disabl\w+|turn(?:ing)? off|switch(?:ing)? off|bypass\w*|circumvent\w*|skip(?:ping)?|deactivat\w+"
        rf"|remove) (?:all |any |the |our |your |of )*{_PROTECTION}",
        r"--(?:no-verify|insecure|no-check-certificate|allow-unauthenticated|dangerously-[\w-]+"
        r"|disable-web-security"
        r"|trusted-host|no-gpg-check|skip-ssl)\b",
        r"\bverify\s*=\s*False\b|\bsslverify(?:\s|=)+false\b|\bNODE_TLS_REJECT_UNAUTHORIZED\b"
        r"|\bStrictHostKeyChecking[ =]no\b|\bsetenforce 0\b|\bchmod (?:-R )?[0-7]?777\b|\bcurl\b[^\n"
        r"|;&]{0,100} -k\b"
        r"|\bufw disable\b|\bstrict-ssl false\b",
    ),
    "tells an agent to send data away": (
        rf"\b(?:send|post|upload|forward|e-?mail|exfiltrat\w+|leak|share|copy|transmit|publish"
        rf"|report)\b{_ANY}\b{_SECRETS}{_ANY}"
        r"(?:\bto\b|\bat\b|\bvia\b|\bon\b)",
        rf"\b(?:send|post|upload|forward|exfiltrat\w+|transmit)\b{_ANY}\bto (?:https?://|\S+@|webhook)",
        r"\b(?:curl|wget)\b[^\n]{0,200}?(?:-d|-F|-T|--data\S*|--form|--upload-file|--post-file)[ =][^\n]{0,40}"
        r"(?:@|\$\(|`|\.env|\.ssh|\.aws|/etc/|\$\{?[A-Z_]*(?:KEY|TOKEN|SECRET|PASS))",
        r"(?:\.env|\.ssh/|\.aws/|/etc/(?:passwd|shadow)|\benv|\bprintenv|id_rsa)\b[^\n]{0,60}\|\s*"
        r"(?:curl|nc|ncat|netcat|wget)\b",
    ),
    "tells an agent to ignore instructions": (
        r"\b(?:ignore|disregard|forget|override|overrule|do not follow|don't follow|stop following)\b"
        r"(?: (?:all|any|the|your|my|its|every|previous|prior|earlier|above|preceding|existing|other|system|of"
        r"|these"
        r"|those|former))* (?:instructions?|rules?|prompts?|guidelines?|guidance|polic(?:y|ies)|restrictions?"
        r"|constraints?"
        r"|directives?|safeguards?|commands?|orders?|system message)\b",
        r"\b(?:do not|don't|never) (?:tell|inform|ask|notify|mention (?:this|it) to|reveal (?:this|it) to|warn"
        r"|alert) "
        r"(?:the |your |any |this to the )?(?:user|human|developer|operator|reviewer|owner|anyone)s?\b",
        r"\bwithout (?:telling|asking|informing|notifying|alerting) (?:the |your |any )?"
        r"(?:user|human|operator|anyone|owner)s?\b",
        r"\byou are (?:now|no longer) (?:an?|the|in|bound|dan|free|unrestricted|allowed|root|admin)\b"
        r"|\bnew system prompt\b|\bdeveloper mode\b|\bjailbreak",
        r"(?:^|\n)[^\S\n]*(?:<\|?|\[|###\s*)?(?:system|inst|im_start|assistant)(?:\|?>|\]|\s*:)",
    ),
}
_HELD = [(reason, re.compile("|".join(f"(?:{form})" for form in forms), re.I)) for reason, forms in _ORDERS.items()]
_JOINERS = "‌‍"  # part of words in Persian and Indic scripts, and of emoji
_WORD = re.compile(r"[^\W\d_]{2,}")  # of letters alone


def reason_to_hold(text: str) -> str | None:
    """Why the text may not be served before a person has read it; None where nothing speaks against it."""
    if _has_hidden_characters(text):
        return "carries characters that a reader does not see"
    if any(_mixes_scripts(word) for word in _WORD.findall(text)):
        return "writes words with look-alike letters of another alphabet"
    plain = " ".join(unicodedata.normalize("NFKC", line) for line in text.splitlines())
    return next((reason for reason, pattern in _HELD if pattern.search(plain) or pattern.search(text)), None)


def _has_hidden_characters(text: str) -> bool:
    """Controls of direction, zero-width characters, tags and other formats; those that join letters stay."""
    formats = [c for c in text if unicodedata.category(c) in ("Cf", "Co", "Cn") and c not in _JOINERS + "\ufeff\xad"]
    controls = [c for c in text if unicodedata.category(c) == "Cc" and c not in "\t\n\r\f\v"]
    return bool(formats or controls)


def _mixes_scripts(word: str) -> bool:
    """Whether Latin letters stand beside Cyrillic or Greek ones in one word (Unicode TS 39, mixed scripts)."""
    if word.isascii():
        return False
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK"}) and len(word) > 2 and "µ" not in word
