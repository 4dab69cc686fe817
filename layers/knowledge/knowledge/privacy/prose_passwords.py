"""Passwords that stand bare in a sentence: told by what is said around them, and by what a word of prose is not."""

import calendar
import re
from collections.abc import Iterator

from knowledge.privacy.assignments import CODE, PLACEHOLDER
from knowledge.privacy.login_phrases import BESIDE_USER, PAIR, USED, USED_ROMANCE, WITH
from knowledge.privacy.password_phrases import CHANGED, COLON, FOR_WHAT, HINTS, IS, PASSWORD, SAYS, VALUE
from knowledge.privacy.rule import Replacement, Rule

# In prose the value stands bare: `the password for staging is …`, `pw: …`, `log in with … as the password`.
_QUOTED = (
    rf"(\b(?:{PASSWORD}|identified by)(?:{FOR_WHAT}(?:{SAYS}| to))?(?:{COLON})? {{1,4}}(?:[\"'`]|[«„“] ?))"
    r"([^\s\"'`«»„“”]{4,200})(?= ?[\"'`»“”])"
)
_STATED = rf"(\b(?:{PASSWORD}{FOR_WHAT}{IS}|clave{COLON}) ){VALUE}"
# "Clave" and "é" are said of much else: only what has a digit, and is no name.
_STATED_MIXED = (
    r"(\b(?:clave|senha|palavra-passe)(?: (?:de|del|do|da|para)(?: [\w.'-]{1,30}){1,3}?)? (?:es|é|\\u00e9) )"
    rf"(?=[^\s\d_]{{0,60}}\d){VALUE}"
)
# The noun is feminine, and what is said of it agrees.
_STATED_FEMININE = (
    rf"(\b(?:password|senha|palavra[- ]passe|parola d['’]ordine){FOR_WHAT} (?:é|è|\\u00e9|\\u00e8) ){VALUE}"
)
# Scripts without spaces: what is not written in them is the password.
_STATED_UNSPACED = (
    r"((?:密码|密碼|口令|パスワード|비밀번호)(?:是|为|為|设为|设置为|改为|は|는|은)?\s?[:：=]?\s?)"
    r"((?:(?![\"'`<>\[\]])[!-~]){3,199}(?![\"'`<>\[\].,;:!?)])[!-~])"
)
_UNSPACED_ENDS = r"\s*(?:$|[.,;!?()\n。，；、！？（）]|です|でした|입니다|이고)"
# A variable of the environment in a file of settings: `DB_PASS: …`.
_VARIABLE = (
    r"((?<![\w.$-])(?-i:[A-Z][A-Z0-9]{0,30}_(?:[A-Z0-9]{1,30}_){0,3}(?:PASS(?:WORD|WD|PHRASE)?|PWD?)): {1,4})"
    rf"{VALUE}(?=\s*(?:$|\n|#)|[\"\\])"
)
# `pw = …` outside of code
_EQUAL = (
    r"((?:^|(?<=[.;:,\n] )|(?<=\n))(?!(?:const|let|var|auto|val|string|str|char|final|private|public|static|set)\b)"
    rf"(?:[\w-]{{1,30}} ){{0,3}}(?:{PASSWORD}|pass) = ){VALUE}(?=\.?\s*(?:$|\n)|\. )"
)
_EQUAL_HINTS = tuple(
    f"{end} = "
    for end in ("word", "pass", "phrase", "code", "wort", "passe", "wachtwoord", "ha", "ña", "na", "pw", "pwd")
)
# A label without a verb: `staging db pw …`; of "the pw" more is said.
_LABELLED = (
    r"((?:^|(?<=[.;:\n] )|(?<=[\n\"]))(?:[\w-]{1,30} ){0,3}"
    r"(?<!the )(?<!my )(?<!our )(?<!your )(?<!its )(?<!a )(?<!this )"
    rf"pwd? ){VALUE}(?=[.;!]?(?:\s*(?:$|\n)|[\"\\])|[.;!]\s)"
)
# The abbreviation is nothing but a label, wherever it stands: `the pw Heron88 opens it`, `takes pw Merlin, user ops`.
_MENTIONED = r"(\bpwd? )([^\W\d_]{4,40}\d{0,8})(?![\w.(/-]{0,60}[\w(/])"
# "Pass" counts and grades, too: below a user it is a password.
_LABELLED_PASS = (
    r"(\b(?:user(?:name)?|login): [^\s:]{1,64}[^\S\n]{0,4}\n[^\S\n]{0,8}(?-i:[Pp]ass): )"
    rf"{VALUE}(?=\.?\s*(?:$|\n))"
)
_MADE = (
    rf"(\b{CHANGED} (?:the |my |our |its |your )?(?:[\w-]{{1,30}} ){{0,2}}"
    rf"{PASSWORD}{FOR_WHAT} to:? ){VALUE}"
)
_NAMED = rf"((?<!\S)){VALUE}(?=,? (?:as|is|als) (?:the |a |my |our |your |das )?{PASSWORD}(?!\w))"
# The phrase ends with the word: "as the password hasher" is about another thing.
_TAKEN = (
    rf"(\b(?:use|using|try|enter|type|take) ){VALUE}(?= as (?:the |a |my |our |your )(?:\w{{1,30}} )?{PASSWORD}"
    r"(?:\s*$|[.,;:!?)\n]| (?:for|on|of|to|in|and|when)\b))"
)
# What a password is hashed or coded with, and compounds of words (`argon2-hashed`, `8-digit`).
_NO_PASSWORD = re.compile(
    r"[-\w]*[a-z]{2}-[a-z]+$|\d+-[a-z]+$|"
    r"(?:argon2\w*|pbkdf2|md5|sha-?\d+|base-?64|utf-?\d+|aes-?\d+)\b|https?:|[\w.-]+=",
    re.I,
)
# What tells of a password what it is like, or what is done with it, by how such words end in the languages above.
_PREDICATE = re.compile(
    r"(?:\w+(?:ed|ing|tten|dden|ken|ven|sen|len|(?:ion|u|i|ic|rn|b|m)al|ble|ent|ant|ive|ory|ary|ful|less|ous|ic|able|ly|ect|ert"
    r"|é|ée|tion|ment|ness|ity|nown|quis|[ai]d[oa]|[ao]ri[oa]|ect[oa]|oire|aire|ique|uel|lich|ig|isch|bar|los|ung|[hk]eit|teil)|"
    r"(?:ab|af|an|auf|aus|be|ein|fest|in|mit|nach|om|op|uit|um|vor|weg|zu)?ge\w+(?:t|en)|"
    r"wrong|empty|weak|strong|long|short|null|blank|plain|safe|secure|same|unique|única?|standard|default|public|private|kept|read|sent|shown|set|now|"
    r"what|that|this|there|here|never|always|only|also|just|then|case|used|invalid|leer|falsch|sicher|vide|fort|maître|pflicht|"
    # Participles and adjectives of Dutch
    r"(?:ver|ont|onge|onbe|onver)\w+(?:d|t|en|ig)|onjuist|fout|leeg|zwak|sterk|kort|lang|nodig|vereist|anders|niet|"
    r"fields?|hash|hashes|prompt|auth|reset|form|input|manager|managers|based|login|policy|file|column|env)$",
    re.I,
)
_AGREES = re.compile(r"\w*(?:a|vel|[aeiou]nte|[ai]le?|ar|az|bole|forte|breve|semplice|simples|comune?|nota|gue)$", re.I)
# What asks for a password (`getpass`) is named in whole: "rootpass" is one.
_VARIABLE_NAME = re.compile(
    r"(?:get_?pass(?:word|wd)?|value|input|text|line|data|word|result|entry|default|given|arg\w*|params?)$", re.I
)
# "Log in as demo with care" tells how.
_MANNER = re.compile(
    r"(?:\w+(?:[ea]nce|age|ship|ism|ety)|care|ease|haste|luck|effort|respect|success|trouble|delay|speed|errors?"
    r"|rights|sudo|root|cookies)$",
    re.I,
)
# Behind it the clause ends: with a mark, a bracket, a dash or what begins another one.
_CLAUSE_ENDS = (
    r"\s*(?:$|[.,;!?()\[\n]|[-–—]\s"
    r"|(?:and|as|for|or|on|but|because|which|while|since|und|aber|weil|et|mais|y|e|pero)\b)"
)
_WHERE = r"(?:at|in|to|from|via|with|when|if)\b"
# A name in the middle of a sentence is no word of it: behind it may stand where, for whom and since when it holds.
_NAME = re.compile(r"(?-i:[^\W\d_a-zß-ÿ][^\W\d_A-ZÀ-Þ]{3,39})")
_FOR = r"pour|sur|para|por|per|voor|op"
_SINCE = r"today|yesterday|heute|gestern|ayer"
_NAME_ENDS = rf"{_CLAUSE_ENDS}|\s+(?:{_WHERE}|(?:{_FOR}|für|auf|en|em|im|dans|no|na|nel|do|{_SINCE})\b)"
# Other words end so in Romance languages and Dutch where they tell what a password is like.
_FOREIGN_PREDICATE = re.compile(r"\w*(?:a|i|u|[uú]n|re|ão|baar|elfde|[ae]nd|lijk|el|eur|if|ain|az)$", re.I)
_WORD, _NUMBER = re.compile(r"[^\W\d_]{4,40}"), re.compile(r"\d{6,40}")
# `correct-horse-battery`, `copper-Kettle`
_PHRASE = re.compile(r"[a-z]{3,12}(?:(?:-[a-z]{3,12}){2,9}|(?:-[A-Z][a-z]{1,11}){1,9})")
_OWN = re.compile(r"\b(?:the|my|our|your|its|an?|this|no) (?:[\w-]{1,30} )?$", re.I)  # of which more is said
_DAYS = frozenset([*calendar.day_name, *calendar.month_name])
_ADVERB = re.compile(r"(?!only)\w+ly$", re.I)  # behind a colon there is none: `pw: butterfly`
# What does something is called so, as is who has a part: a password manager, a viewer.
_AGENT = re.compile(r"\w+(?:er|or|ers|ors)$", re.I)


def quoted() -> Rule:
    """What stands in quotation marks, whatever it is like."""
    return Rule.of("password", _QUOTED, HINTS, re.I)


def rules() -> Iterator[tuple[Rule, Replacement]]:
    """What stands bare: of some places a word has to show that it is a password, of others that it is none of prose."""
    yield from ((Rule.of("password", form, HINTS + " clave", re.I), _if_shown) for form in (_STATED, _MADE, _NAMED))
    yield Rule.of("password", _STATED_FEMININE, "passw senha passe parola", re.I), _if_not_agreeing
    yield Rule.of("password", _STATED_UNSPACED, "密码 密碼 口令 パスワード 비밀번호"), _if_apart
    yield Rule.of("password", _VARIABLE, "_pass _pw", re.I | re.M), _if_set
    yield Rule("password", re.compile(_EQUAL, re.I | re.M), _EQUAL_HINTS), _if_nowhere_else
    yield Rule.of("password", _STATED_MIXED, "clave senha passe", re.I), _if_shown
    yield Rule.of("password", _LABELLED, "pw", re.I), _if_no_agent
    yield Rule.of("password", _MENTIONED, "pw", re.I), _if_label
    yield Rule.of("password", _LABELLED_PASS, "pass:", re.I), _if_nowhere_else
    yield Rule.of("password", _TAKEN, HINTS, re.I), _if_no_word_of_prose
    yield Rule.of("password", USED, HINTS, re.I), _if_used
    yield Rule.of("password", USED_ROMANCE, HINTS, re.I), _if_no_attribute
    yield Rule.of("password", BESIDE_USER, "log sign connect user", re.I), _if_beside_user
    yield Rule.of("password", PAIR, "log sign cred", re.I), _if_no_role
    yield Rule.of("password", WITH, "log sign", re.I), _if_no_manner


def may_be_password(value: str) -> bool:
    """Whether what stands alone, as in a table's cell, may be one: a word in small letters, or one with digits."""
    is_mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    harmless = PLACEHOLDER.match(value) or _NO_PASSWORD.match(value) or _PREDICATE.match(value)
    if harmless or not 4 <= len(value) <= 200 or re.search(r"[\s\[\](){}<>]", value):
        return False
    if is_mixed:
        return not CODE.match(value) and "://" not in value
    return value.islower() and bool(_WORD.fullmatch(value) or _PHRASE.fullmatch(value))


def _if_shown(match: re.Match[str]) -> str:
    """In prose a word is a password if it shows it by digits or signs among letters, or if it can be nothing else."""
    value = match[2]
    mixed = any(c.isalpha() for c in value) and bool(re.search(r"\d|[^\w\s.,:;/()’-]", value))
    harmless = PLACEHOLDER.match(value) or CODE.match(value) or _NO_PASSWORD.match(value)
    if mixed and not harmless:
        return f"{match[1]}[redacted:password]"
    return _if_no_word_of_prose(match, _name_ends(value)) if match[1] else match[0]


def _name_ends(value: str) -> str:
    """Behind which words of more a value may stand."""
    if _NAME.fullmatch(value):
        return _NAME_ENDS
    return _CLAUSE_ENDS if _FOREIGN_PREDICATE.match(value) else rf"{_CLAUSE_ENDS}|\s+(?:{_FOR})\b"


def _if_no_agent(match: re.Match[str]) -> str:
    """The same, where a word may also name what does something with passwords, or who logs in."""
    return match[0] if _AGENT.match(match[2]) else _if_no_word_of_prose(match)


def _if_label(match: re.Match[str]) -> str:
    """Letters and digits do not tell what a password is like; a name does neither, behind which the clause ends."""
    value, text = match[2], match.string
    before, after = text[max(match.start() - 40, 0) : match.start()], text[match.end() : match.end() + 10]
    is_name = bool(_NAME.fullmatch(value)) and bool(re.match(r"[,;.!)]|\s*$", after)) and not _OWN.search(before)
    is_said = _PREDICATE.match(value.rstrip("0123456789")) or _NO_PASSWORD.match(value) or value in _DAYS
    return match[0] if is_said or not (is_name or value[-1].isdigit()) else f"{match[1]}[redacted:password]"


def _if_beside_user(match: re.Match[str]) -> str:
    """A word of prose or a password, behind which may stand where a name holds."""
    return _if_no_word_of_prose(match, _name_ends(match[2]))


def _if_no_role(match: re.Match[str]) -> str:
    """The same, behind which may stand where a name holds."""
    return match[0] if _AGENT.match(match[2]) else _if_no_word_of_prose(match, _name_ends(match[2]))


def _if_set(match: re.Match[str]) -> str:
    """The same, behind which may stand a comment."""
    return _if_no_word_of_prose(match, rf"{_CLAUSE_ENDS}|\s+#")


def _if_no_manner(match: re.Match[str]) -> str:
    """The same, where a word may also tell how somebody logs in."""
    return match[0] if _MANNER.match(match[2]) else _if_no_agent(match)


def _if_not_agreeing(match: re.Match[str]) -> str:
    """The same, where what is said of the password agrees with the noun."""
    is_said = _AGREES.match(match[2]) and not _NAME.fullmatch(match[2])
    return match[0] if is_said else _if_shown(match)


def _if_no_attribute(match: re.Match[str]) -> str:
    """The same, where a word may tell which password it is."""
    return match[0] if _FOREIGN_PREDICATE.match(match[2]) else _if_not_agreeing(match)


def _if_apart(match: re.Match[str]) -> str:
    """The same, where a word that goes on in the other script is a part of what is said."""
    return match[0] if CODE.match(match[2]) and "(" in match[2] else _if_no_word_of_prose(match, _UNSPACED_ENDS)


def _if_nowhere_else(match: re.Match[str]) -> str:
    """The same, where a word that stands elsewhere in the text, too, is a name of the code."""
    is_name = _VARIABLE_NAME.match(match[2]) or len(re.findall(rf"\b{re.escape(match[2])}\b", match.string)) > 1
    return match[0] if is_name else _if_no_word_of_prose(match)


def _if_used(match: re.Match[str]) -> str:
    """The same, behind which may stand where it is used: `using password kangaroo at …`. A name may
    end like an agent's: `the password Sandpiper`."""
    is_agent = _AGENT.match(match[2]) and not (_NAME.fullmatch(match[2]) and match[2].endswith("er"))
    return match[0] if is_agent else _if_no_word_of_prose(match, rf"{_CLAUSE_ENDS}|\s+{_WHERE}")


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
