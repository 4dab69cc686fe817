"""Passwords that stand bare in a sentence: told by what is said around them, and by what a word of prose is not."""

import re
from collections.abc import Iterator

from knowledge.privacy.assignments import CODE, PLACEHOLDER
from knowledge.privacy.rule import Replacement, Rule

VALUE_END = r"[^\s\"'`<>\[\].,;:!?)]"  # a value in prose ends before its sentence's punctuation
# Which of the marks behind it are the password's own nobody knows: they go with it.
_VALUE = rf"([^\s\"'`<>\[]{{3,199}}{VALUE_END})[!?]{{0,9}}"
FOR_WHAT = (
    r"(?: (?:for|of|to|on|in|für|von|zu|der|dem|de|du|des|del|della|pour|para)(?: [\w.'-]{1,30}){1,3}?)?"
    r"(?: (?:that )?(?:you|we|i|they) [\w']{1,20}(?: \w{1,10})?)?"
    r"(?: \([^()\n]{1,40}\))?"
)
_PASSWORD = (
    r"(?:password|passphrase|passcode|passwort|kennwort|mot de passe|senha|\bpwd?\b"
    r"|contrase(?:ñ|\\u00f1|\ufffd|\\ufffd|n)a)"
)
_COLON = r"\s?:"  # French has a space before it
_IS = (
    rf"(?:{_COLON}|['’]s| (?:is|was|will be|should be|ist|lautet|est|es|è)(?: now| still| jetzt)?"
    r"(?: (?:changed|set|reset) to)?:?| (?:set|reset|changed) to:?)"
)
_HINTS = "passw passp passc kennwort mot contrase senha pw identified"
# In prose the value stands bare: `the password for staging is …`, `pw: …`, `log in with … as the password`.
_QUOTED = (
    rf"(\b(?:{_PASSWORD}|identified by)(?:{FOR_WHAT} (?:is|was|to|est|es|ist))?:? {{1,4}}[\"'`])"
    r"([^\s\"'`]{4,200})(?=[\"'`])"
)
_STATED = rf"(\b(?:{_PASSWORD}{FOR_WHAT}{_IS}|clave{_COLON}) ){_VALUE}"
# "Clave" and "é" are said of much else: only what has a digit, and is no name.
_STATED_MIXED = (
    r"(\b(?:clave|senha|palavra-passe)(?: (?:de|del|do|da|para)(?: [\w.'-]{1,30}){1,3}?)? (?:es|é|\\u00e9) )"
    rf"(?=[^\s\d_]{{0,60}}\d){_VALUE}"
)
# A label without a verb: `staging db pw …`; of "the pw" more is said.
_LABELLED = (
    r"((?:^|(?<=[.;:\n] )|(?<=[\n\"]))(?:[\w-]{1,30} ){0,3}"
    r"(?<!the )(?<!my )(?<!our )(?<!your )(?<!its )(?<!a )(?<!this )"
    rf"pwd? ){_VALUE}(?=[.;!]?(?:\s*(?:$|\n)|[\"\\])|[.;!]\s)"
)
_MADE = (
    r"(\b(?:set|chang(?:e|ed|ing)|reset|updat(?:e|ed|ing)) (?:the |my |our |its |your )?(?:[\w-]{1,30} ){0,2}"
    rf"{_PASSWORD}{FOR_WHAT} to:? ){_VALUE}"
)
_NAMED = rf"((?<!\S)){_VALUE}(?=,? (?:as|is|als) (?:the |a |my |our |your |das )?{_PASSWORD}(?!\w))"
# The phrase ends with the word: "as the password hasher" is about another thing.
_TAKEN = (
    rf"(\b(?:use|using|try|enter|type|take) ){_VALUE}(?= as (?:the |a |my |our |your )(?:\w{{1,30}} )?{_PASSWORD}"
    r"(?:\s*$|[.,;:!?)\n]| (?:for|on|of|to|in|and|when)\b))"
)
_USED = (
    r"(\b(?:log ?(?:in|on)|sign in|connect|authenticate|using|with|used|uses?)\b(?: as [\w.@-]{1,64})?"
    rf"(?: (?:and|with|using))? (?:the )?{_PASSWORD} ){_VALUE}"
)
_LOG_IN = r"\b(?:log ?(?:in|on)|sign in)"
# A user and, after a mark or "and", the password: `log in as admin, password …`, `user deploy, pw …`.
_BESIDE_USER = (
    rf"((?:{_LOG_IN}|\bconnect|\buser(?:name)?:?)(?: (?:as|with|user)){{0,2}} [\w.@+-]{{1,64}}(?:, ?| and | with | )"
    rf"(?:the )?(?:{_PASSWORD}|\bpass) ){_VALUE}"
)
_LOG_IN_TO = rf"{_LOG_IN}(?: (?:to|on|at)(?: [\w.-]{{1,30}}){{1,3}}?)?"
_PAIR = rf"((?:{_LOG_IN} (?:as|with)|\b(?:login|cred(?:ential)?s)(?::| are)) [\w.@+-]{{1,64}} ?[/:] ?){_VALUE}"
# Who offers to log one in has a name with a capital: "with Google".
_WITH = rf"({_LOG_IN_TO} (?:as|with) [\w.@+-]{{1,64}} (?:with|using) )(?-i:(?![A-Z][a-z])){_VALUE}"
# What a password is hashed or coded with, and compounds of words (`argon2-hashed`, `8-digit`).
_NO_PASSWORD = re.compile(
    r"[-\w]*[a-z]{2}-[a-z]+$|\d+-[a-z]+$|"
    r"(?:argon2\w*|pbkdf2|md5|sha-?\d+|base-?64|utf-?\d+|aes-?\d+)\b|https?:|[\w.-]+=",
    re.I,
)
# What tells of a password what it is like, or what is done with it, by how such words end in the languages above.
_PREDICATE = re.compile(
    r"(?:\w+(?:ed|ing|tten|dden|ken|ven|sen|len|(?:ion|u|i|ic|rn|b|m)al|ble|ent|ant|ive|ory|ary|ful|less|ous|ic|able|ly|ect|ert"
    r"|é|ée|tion|ment|ness|ity|nown|quis|[ai]d[oa]|[ao]ri[oa]|ect[oa]|oire|lich|ig|isch|bar|los)|\w{0,4}ge\w+(?:t|en)|"
    r"wrong|empty|weak|strong|long|short|null|blank|plain|safe|secure|same|unique|única?|public|private|kept|read|sent|shown|set|now|"
    r"what|that|this|there|here|never|always|only|also|just|then|case|used|invalid|leer|falsch|sicher|vide|"
    r"fields?|hash|hashes|prompt|auth|reset|form|input|manager|managers|based|login|policy|file|column|env)$",
    re.I,
)
# Behind it the clause ends: with a mark, a bracket, a dash or what begins another one.
_CLAUSE_ENDS = (
    r"\s*(?:$|[.,;!?()\[\n]|[-–—]\s"
    r"|(?:and|as|for|or|on|but|because|which|while|since|und|aber|weil|et|mais|y|e|pero)\b)"
)
_WHERE = r"(?:at|in|to|from|via|with|when|if)\b"
_WORD, _NUMBER = re.compile(r"[^\W\d_]{4,40}"), re.compile(r"\d{6,40}")
_PHRASE = re.compile(r"[a-z]{3,12}(?:-[a-z]{3,12}){2,9}")  # `correct-horse-battery`
_ADVERB = re.compile(r"(?!only)\w+ly$", re.I)  # behind a colon there is none: `pw: butterfly`
# What does something is called so, as is who has a part: a password manager, a viewer.
_AGENT = re.compile(r"\w+(?:er|or|ers|ors)$", re.I)


def quoted() -> Rule:
    """What stands in quotation marks, whatever it is like."""
    return Rule.of("password", _QUOTED, _HINTS, re.I)


def rules() -> Iterator[tuple[Rule, Replacement]]:
    """What stands bare: of some places a word has to show that it is a password, of others that it is none of prose."""
    yield from ((Rule.of("password", form, _HINTS + " clave", re.I), _if_shown) for form in (_STATED, _MADE, _NAMED))
    yield Rule.of("password", _STATED_MIXED, "clave senha passe", re.I), _if_shown
    yield Rule.of("password", _LABELLED, "pw", re.I), _if_no_agent
    yield Rule.of("password", _TAKEN, _HINTS, re.I), _if_no_word_of_prose
    yield Rule.of("password", _USED, _HINTS, re.I), _if_used
    yield Rule.of("password", _BESIDE_USER, "log sign connect user", re.I), _if_no_word_of_prose
    yield from ((Rule.of("password", form, "log sign cred", re.I), _if_no_agent) for form in (_PAIR, _WITH))


def _if_shown(match: re.Match[str]) -> str:
    """In prose a word is a password if it shows it by digits or signs among letters, or if it can be nothing else."""
    value = match[2]
    mixed = any(c.isalpha() for c in value) and bool(re.search(r"\d|[^\w\s.,:;/()’-]", value))
    harmless = PLACEHOLDER.match(value) or CODE.match(value) or _NO_PASSWORD.match(value)
    if mixed and not harmless:
        return f"{match[1]}[redacted:password]"
    return _if_no_word_of_prose(match) if match[1] else match[0]


def _if_no_agent(match: re.Match[str]) -> str:
    """The same, where a word may also name what does something with passwords, or who logs in."""
    return match[0] if _AGENT.match(match[2]) else _if_no_word_of_prose(match)


def _if_used(match: re.Match[str]) -> str:
    """The same, behind which may stand where it is used: `using password kangaroo at …`."""
    return match[0] if _AGENT.match(match[2]) else _if_no_word_of_prose(match, rf"{_CLAUSE_ENDS}|\s+{_WHERE}")


def _if_no_word_of_prose(match: re.Match[str], end: str = _CLAUSE_ENDS) -> str:
    """Letters alone are a password where they end the clause and do not tell what a password is like."""
    value, after = match[2], match.string[match.end(2) : match.end(2) + 10]
    ends = bool(re.match(end, after, re.I))
    named = match[1].rstrip().endswith(":") or match[1].lower().startswith(("use ", "take ", "type ", "enter "))
    is_said = _PREDICATE.match(value) and not (named and _ADVERB.match(value))
    word = bool(_WORD.fullmatch(value) or _PHRASE.fullmatch(value) or _NUMBER.fullmatch(value)) and not is_said
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value) and not CODE.match(value)
    secret = (word and ends) or (mixed and not _NO_PASSWORD.match(value))
    return match[0] if not secret or PLACEHOLDER.match(value) else f"{match[1]}[redacted:password]"
