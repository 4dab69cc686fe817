"""What a text orders that only a person may allow, and does not forbid.

The rules behind it: something that was fetched from elsewhere is executed; a protection is switched off or gone round;
data leaves; instructions are overridden, or something is hidden from the user; what cannot be restored is deleted.
"""

import re
from collections.abc import Iterator

from knowledge.privacy.destruction import destructions
from knowledge.privacy.downloads import executed_downloads
from knowledge.privacy.elsewhere import URL, is_elsewhere
from knowledge.privacy.foreign_orders import foreign_orders
from knowledge.privacy.narrow_scopes import is_narrow
from knowledge.privacy.switches import checks_switched_off
from knowledge.text.prohibitions import is_forbidden, tells_failure

_ANY = r"(?:[^\n.;]|\.(?=\S)){0,120}?"  # of one sentence
# A verb is none behind an article: "a copy of"; nor is a part of a name, as in "the skip-link".
_NO_ARTICLE = r"(?<![\w.-])(?<!\ba )(?<!\ban )(?<!\bthe )(?<!\bits )(?<!\beach )(?<!\bno )"
# Where an order begins: a clause, or behind what leads to it.
_BEGINS = (
    r"(?:(?<![^\n])|(?<=[.!?:;,`\"'(])|(?<=[.!?:;,–—-] )|(?<=\band )|(?<=\bthen )|(?<=\bto )|(?<=\byou )"
    r"|(?<=\bmust )|(?<=\bshould )|(?<=\bmay )|(?<=\bplease )|(?<=\balways )|(?<=\bjust )|(?<=\bnow ))"
)
# What ends a noun phrase: a mark, or a word that is none of it.
_ENDS = (
    r"(?=[\s`\"']*(?:$|[.,;:!?)–—-]|\b(?:in|on|for|at|by|with|from|when|while|before|after|until|to|and|or|so|if"
    r"|as|because|since|during|via|off|then|where|that|which|but|without|everywhere|temporarily|first|again|here|there|completely"
    r"|globally|is|are)\b))"
)
# What protects by itself, and what a check, a prompt or a rule protects.
_GUARD = (
    r"(?:firewalls?|selinux|apparmor|anti-?virus|defender|sandbox\w*|auth|authenti\w+|authori[sz]ation|encryption"
    r"|tls|ssl|csrf|cors"
    r"|2fa|mfa|guardrails?|branch protection|rate limit(?:s|ing|er)?|access controls?|approvals?|code reviews?"
    r"|verification"
    r"|(?:pre-?(?:commit|push) |git |commit )hooks?|audit(?:s|ing)?|certificates?)"
)
_GUARDED = (
    r"(?:tls|ssl|https|certificates?|cert|signatures?|checksums?|hash|gpg|host key|integrity|security|safety"
    r"|secrets?|vulnerability"
    r"|permissions?|auth\w*|csrf|audit|license|approval|firewall|sandbox)"
)
_CHECK = (
    r"(?:check(?:s|ing|er)?|verifications?|validations?|protections?|enforcement|scan(?:s|ner|ners|ning)?"
    r"|reviews?|prompts?"
    r"|approvals?|controls?|rules?|polic(?:y|ies)|middlewares?|guards?|gates?|requirements?|filters?|limits?"
    r"|tests?|hooks?"
    r"|errors?|warnings?|logs?|logging)"
)
_OF = r"(?:(?:the|all|any|our|your|its|their|every|this|these|of|for|strict|whole|entire|\w+'s) ){0,4}"
_TEST = (
    r"(?:\w+ ){0,2}?(?:tests? (?:in|of|for|from) (?:the )?[`\w./-]{0,60}(?:secur|auth)"
    r"|[`\w./-]{0,40}test[\w./-]{0,40}(?:secur|auth)"
    r"|[`\w./-]{0,40}(?:secur|auth)\w{0,20}[ _-]?test)"
)
_PROTECTION = rf"{_OF}(?:[\w.-]{{1,30}} ){{0,2}}?(?:{_GUARDED}[- ]{_CHECK}|{_GUARD}){_ENDS}"
_SWITCH_OFF = (
    r"(?:disabl(?:e|ing|ed)|deactivat(?:e|ing|ed)|bypass(?:ing|ed)?|circumvent(?:ing|ed)?|skip(?:ping|ped)?"
    r"|remov(?:e|ing)"
    r"|comment(?:ing)? out|get(?:ting)? around|work(?:ing)? around|ignor(?:e|ing)|suppress(?:ing)?|stop(?:ping)?"
    r"|(?:turn|switch|shut)(?:ing|ned|ed)? (?:off|down))"
)
SECRETS = (
    r"(?:credentials?|secrets?|passwords?|tokens?|(?:api|access|private|ssh|aws|gcp|azure) keys?"
    r"|\.env|env(?:ironment)? (?:variables?|files?)|\.ssh|\.aws|cookies?|customer (?:data|records)"
    r"|database dump|source code|conversations?|session logs?|user data"
    r"|personal data|repositor(?:y|ies)|everything)"
)
# What opens something by itself.
_CREDENTIALS = r"(?:credentials?|secrets?|passwords?|(?:api|access|private|ssh|aws|gcp|azure) keys?|\.env)(?![\w-])"
# What only its owner reads: hidden files of the home folder, keys, accounts of the machine.
PRIVATE = (
    r"(?:(?:~|\$HOME|/root|/home/\w+)/\.[\w.-]+|\.(?:env|ssh|aws|gnupg|netrc)\b(?!\.(?:example|sample|template|dist))"
    r"|/etc/(?:passwd|shadow)|id_(?:rsa|ed25519|ecdsa)(?!\.pub)|[\w-]+\.(?:pem|key)\b)"
)
# A path or a header is here: "copy .env.example to .env", "post tokens to /oauth/token".
_HERE = r"(?:(?!\b(?:to|at|via|on)\b)(?:[^\n.;]|\.(?=\S))){0,80}"  # up to where it goes
_AWAY = (
    r"\b(?:to|at|via|on)\b(?! [`\"']?[./~]| (?:the |a |its |each )?(?:[\w-]+ )?(?:headers?|environment|endpoint"
    r"|row|table|disk|stdin)\b)"
)
_MANY = (
    r"(?:all|any|the|your|my|its|every|previous|prior|earlier|above|preceding|existing|other|system|of|these"
    r"|those|former)"
)
_GUIDANCE = r"(?:instructions?|prompts?|guidelines?|guidance|directives?|safeguards?|system message|system prompt)"
_RULES = r"(?:rules?|polic(?:y|ies)|restrictions?|constraints?|commands?|orders?)"
_EARLIER = r"(?:previous|prior|earlier|above|preceding|former|your|my|system|the user's|you were given)"
_OVERRIDE = r"(?:ignore|disregard|forget|override|overrule|(?:do not|don['’]t|never|stop) (?:follow|obey|heed)(?:ing)?)"
_USER = r"(?:the |your |any |this to the )?(?:user|human|developer|operator|reviewer|owner|anyone)s?\b"
_THIS = r"(?:this|that|it|these|them|the (?:note|step|change|message|instruction)s?)"
_ITSELF = r"(?:this|these) (?:note|message|text|block|learning|instruction)s?"
_NOT = r"(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|without)"
# A file that instructs whoever works here.
_FOR_AGENTS = (
    r"(?:in|of|from) (?:the )?[`\"']?[\w./-]{0,80}?"
    r"(?:\b(?:agents|claude)\b|\b(?:gemini|copilot-instructions)\.md\b|\.cursor|\.mdc\b|\.[a-z]+rules\b|(?<![\w.-])rules\.(?:md|txt)\b)"
)
# What silences a check in the code.
_SILENCED = (
    r"(?:# ?no(?:qa|sec)\b|\btype: ?ignore\b|\beslint-disable|@ts-(?:ignore|nocheck|expect-error)\b"
    r"|\bmark\.(?:skip|xfail)|@(?:disabled|ignore|skip)\b|\bxfail\b|\bnoinspection\b|\bnolint\b)"
)
_FAILING = r"(?:(?:the|all|any|every) ){0,2}(?:failing|failed|broken|red) (?:\w+ )?(?:tests?|checks?|lines?|specs?)\b"
# Where others read it.
_IN_PUBLIC = (
    r"\b(?:in|into|to|on|onto) (?:the |an? |any |each |your )?(?:[\w-]+ )?(?:tickets?|issues?|chats?|channels?"
    r"|comments?|pull requests?|prs?|gists?|pastebin|e-?mails?|slack|threads?|wikis?"
    rf"|messages?{_ENDS})\b"  # not its header, body or queue
)
_LOST = (
    r"(?:(?:production|prod|live|customer)\b[^\n.;,]{0,30}\b(?:databases?|data|tables?|buckets?|volumes?"
    r"|backups?)|all (?:the )?backups?)"
)


def _do(verb: str, place: str = _NO_ARTICLE) -> str:
    """The form of a verb at such a place, which is looked at only where the verb stands."""
    return rf"\b(?={verb}\b){place}{verb}"


_DISABLE = _do(rf"(?:{_SWITCH_OFF}|delet(?:e|ing)|mark(?:ing)?)")
_SWITCHES_OFF = _do(_SWITCH_OFF)
_TURN = _do(r"(?:turn|switch|shut|set)(?:ing|ned|ed)?")
_SEND = _do(r"(?:send|post|upload|forward|copy|exfiltrat\w+|transmit)")
_BEGIN_BY_OVERRIDING = _do(_OVERRIDE, _BEGINS)
_OVERRIDES = _do(_OVERRIDE)
_ADD = _do(r"(?:add|put|apply|insert|use|set)(?:ing)?")
_PASS_ANYWAY = _do(r"(?:add|append|put|insert)(?:ing)?")
_RUN = _do(r"(?:run|start|launch)(?:ning|ing)?")
_SHOW = _do(r"(?:paste|post|put|attach|include|print|copy)(?:ing)?")
_FETCH = _do(r"(?:fetch|download|load|get|retrieve|open|read|visit|curl)(?:ing)?")
_DELETE = _do(r"(?:delete|drop|wipe|erase|truncate|destroy)(?:ing)?")
_PASS_ON = _do(r"(?:send|post|upload|forward|e-?mail|exfiltrat\w+|leak|share|transmit|publish|report)")

RUNS = "tells an agent to run what it downloads"
SWITCHES_OFF = "tells an agent to switch protection off"
SENDS = "tells an agent to send data away"
IGNORES = "tells an agent to ignore instructions"
DELETES = "tells an agent to delete what cannot be restored"

_COMMANDS = [
    (reason, re.compile("|".join(f"(?:{form})" for form in forms), re.I))
    for reason, forms in {
        SWITCHES_OFF: (
            r"\bcurl\b[^\n|;&`]{0,100} -[a-z]{0,5}(?-i:k)[a-z]{0,5}\b[^\n|;&`]{0,200}",
            r"\bgit\b[^\n|;&`]{0,40} commit\b[^\n|;&`]{0,60} -(?-i:[aesqv]{0,3}n[am]{0,2})\b",
            r"\bsetenforce 0\b|\bchmod (?:-\w+ )?[0-7]?777\b|\bufw disable\b|\biptables -(?-i:F)\b"
            r"|\b(?:CERT|VERIFY(?:_PEER)?)_NONE\b",
            # A container that has all of its host.
            r"\b(?:docker|podman|nerdctl)\b[^\n|;&`]{0,200} (?:(?:-v|--volume)[ =][\"']?/:"
            r"|--mount[ =][^\s`]{0,60}(?:source|src)=/(?=[,\s]))[^\n|;&`]{0,100}",
        ),
        SENDS: (
            r"\b(?:curl|wget)\b[^\n|;&`]{0,200}?(?:-d|-F|-T|--data\S{0,20}|--form|--upload-file"
            r"|--post-file)[ =][^\n|;&`]{0,40}"
            rf"(?:@|\$\(|{PRIVATE}|/etc/|\$\{{?[A-Z_]*(?:KEY|TOKEN|SECRET|PASS))[^\n|;&`]{{0,200}}",
            # Into a bare connection goes what a command gives, but for words that are typed there.
            r"(?:^|[\n|;&`])(?![^\n|;&`]{0,40}\b(?:echo|printf)\b)[^\n|;&`]{2,200}\|\s*(?:(?:nc|ncat|netcat|socat)\b"
            r"|curl\b[^\n|;&`]{0,100} (?:-T|-d|--data\S{0,20}|--upload-file)[ =]?@?-(?=[\s`]))"
            r"[^\n|;&`]{0,100}",
            r"(?:\.env|\.ssh/|\.aws/|/etc/(?:passwd|shadow)|\benv|\bprintenv|id_rsa)\b[^\n]{0,60}\|\s*(?:curl"
            r"|wget)\b[^\n]{0,200}",
            rf"\b(?:scp|rsync|sftp|rclone|aws s3|gsutil)\b(?:(?! -\w*i ?)[^\n|;&`]){{0,100}} {PRIVATE}[^\n"
            rf"|;&`]{{0,100}}\w:",
        ),
    }.items()
]
_SPOKEN = [
    (reason, re.compile(rf"\b(?:{'|'.join(forms)})", re.I))
    for reason, forms in {
        SWITCHES_OFF: (
            rf"{_SWITCHES_OFF} {_PROTECTION}",
            rf"{_TURN} {_OF}(?:[\w.-]{{1,30}} ){{0,2}}?(?:{_GUARDED}[- ]{_CHECK}|{_GUARD})"
            r" (?:to )?(?:off|false|none|permissive|down)\b",
            rf"{_DISABLE} {_OF}{_TEST}",
            rf"{_ADD} (?>{_ANY}{_SILENCED}){_ANY}\b(?:to|on|in|over|above|around) {_FAILING}",
            rf"{_DISABLE} {_FAILING}{_ANY}\bso (?:that )?{_ANY}\b(?:pass(?:es)?|green|succeeds?)\b",
            rf"{_PASS_ANYWAY} {_ANY}\|\| ?(?:true|:|exit 0)(?![\w.-]){_ANY}"
            r"\b(?:tests?|lint\w*|checks?|audits?|scans?|ci)\b",
            rf"{_RUN} {_ANY}--privileged\b{_ANY}\bmount(?:ing)? [`\"']?/(?=[`\"'\s])",
        ),
        SENDS: (
            rf"{_PASS_ON}\b"
            rf"{_HERE}\b{SECRETS}{_HERE}{_AWAY}",
            rf"{_SHOW} {_HERE}(?<!\w){_CREDENTIALS}{_HERE}{_IN_PUBLIC}",
            rf"{_CREDENTIALS}{_HERE}\b(?:and|then) (?:paste|post|put|attach|send|share|print) (?:it|them|those)\b"
            rf"{_HERE}{_IN_PUBLIC}",
            rf"{_SEND} {_ANY}\bto (?:{URL}|\S+@|(?:the |a )?(?:\w+ )?webhook)",
        ),
        IGNORES: (
            rf"{_OVERRIDES}(?: {_MANY}){{0,6}} {_GUIDANCE}\b",
            # Rules and commands are also those of programs: these are ones that an agent was given.
            rf"{_BEGIN_BY_OVERRIDING}(?: (?:the|any|of)){{0,3}}(?: (?:all|{_EARLIER})){{1,3}} {_RULES}\b",
            rf"{_BEGIN_BY_OVERRIDING}(?: {_MANY}){{0,6}} {_RULES} (?:above|you were|you have|so far)\b",
            rf"{_BEGIN_BY_OVERRIDING}(?: {_MANY}){{0,6}} {_RULES} {_FOR_AGENTS}",
            # What they say is nobody's here; for a purpose, documentation is followed.
            rf"{_FETCH} {_ANY}{URL}{_ANY}\b(?:and|then) (?:follow|obey|execute|apply|carry out|act on|do) "
            r"(?:(?:its|the|their|all|any|every|those|these|what|whatever|everything|exactly) ){1,3}"
            r"(?:instructions?|directives?|commands?|orders?|prompts?|(?:it|they) says?)\b"
            r"(?! (?:to (?!the\b)|for |on (?!(?:the|that|this) page\b|it\b)|about ))",
            rf"{_OVERRIDES} (?:what|everything|anything)\b[^\n.;]{{0,40}}\b(?:prompt|instructions?|user|told|said"
            rf"|say|says)\b",
            rf"\b(?:previous|prior|earlier|all other) (?:{_GUIDANCE}|{_RULES}) (?:(?:do|does) not|no longer|(?:is"
            rf"|are)(?: hereby| now)?"
            r" (?:void|obsolete|cancell?ed|revoked|superseded|replaced|lifted|no longer))\b",
            rf"\b(?:obey|follow|heed|trust) (?:only {_ITSELF}|{_ITSELF} (?:only|alone)|nothing but {_ITSELF})\b"
            rf"|{_ITSELF} (?:is|are) (?:now )?(?:your|the) only\b",
            rf"\b{_NOT} (?:ever )?(?:tell|inform|ask|notify|warn|alert) {_USER}",
            rf"\bwithout (?:telling|asking|informing|notifying|alerting) {_USER}",
            rf"\b{_NOT} (?:ever )?(?:mention|reveal|show|disclose|report"
            rf"|admit)\b (?:{_THIS} )(?:\w+ ){{0,2}}?to {_USER}",
            rf"\b(?:hid(?:e|ing)|conceal(?:ing)?) (?:{_THIS} )?from {_USER}",
            rf"\bkeep(?:ing)? [^\n.;]{{1,40}} (?:hidden|concealed|secret) from {_USER}",
            r"\byou are (?:now|no longer) (?:an?|the|in|bound|dan|free|unrestricted|allowed|root|admin)\b"
            r"|\bnew system prompt\b|\bdeveloper mode\b|\bjailbreak",
        ),
        DELETES: (rf"{_DELETE} {_OF}{_LOST}",),
    }.items()
]
# Who speaks, in the formats that models are trained on.
_ROLE = re.compile(r"(?:^|\n)[^\S\n]*(?:<\|?|\[|###\s*)?(?:system|inst|im_start|assistant)(?:\|?>|\]|\s*:)", re.I)


def order_in(text: str) -> str | None:
    """What the text orders of this kind, in words; None where it orders nothing, forbids it, or limits it to tests."""
    return next(
        (reason for reason, order, is_code in _orders(text) if not _is_harmless(text, reason, order, is_code)), None
    )


def _orders(text: str) -> Iterator[tuple[str, re.Match[str], bool]]:
    """Each with the reason to hold it, where it stands, and whether it is a command."""
    yield from ((RUNS, match, True) for match in executed_downloads(text))
    yield from ((SWITCHES_OFF, match, True) for match in checks_switched_off(text))
    yield from ((DELETES, match, True) for match in destructions(text))
    yield from ((reason, match, False) for reason, match in foreign_orders(text))
    for forms, is_code in ((_COMMANDS, True), ([*_SPOKEN, (IGNORES, _ROLE)], False)):
        for reason, form in forms:
            yield from ((reason, match, is_code) for match in form.finditer(text) if is_elsewhere(match[0]))


def _is_harmless(text: str, reason: str, order: re.Match[str], is_code: bool) -> bool:
    """Whether the text forbids it, tells only that it fails, or limits it to where it endangers nobody."""
    if reason == SWITCHES_OFF and is_narrow(text, *order.span()):
        return True
    return (is_code and tells_failure(text)) or is_forbidden(text, order.start(), order.end(), is_code=is_code)
