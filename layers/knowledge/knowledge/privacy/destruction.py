"""Commands that destroy what cannot be brought back, told by what they do and to what.

Held is a command that deletes a store of production's, or all of one without being asked, but for what comes back by
itself, is made again or is there for tests; by itself, what deletes the folder or bucket that a service keeps its data
in, a whole disk, or the history that others work on. Whose any other store is, and who misses it, no command tells.
"""

import re
from collections.abc import Iterator
from itertools import chain

_STORES = (
    r"(?:namespace|ns|database|\w{0,20}db|schema|table|keyspace|bucket|volume|pvc?|disk|pool|file-?system|statefulset|cluster"
    r"|instance|project|account|tenant|(?:key)?vault|repo|repository|stack|group|snapshot|backup)s?"
)
_DELETES = r"(?:delete|destroy|drop(?:database)?|purge|wipe|erase|terminate|truncate|rb|rm|remove|prune|reset|down)"
# Articles, prepositions, auxiliaries and conjunctions are words of no command.
_PROSE = (
    r"(?:the|an?|any|all|our|your|its|it|them|in|of|on|for|to|as|is|are|was|be|do|can(?:not)?|not|that|but|when(?:ever)?"
    r"|while|if|because|before|after)\s"
)
_WORD = rf"(?!{_PROSE})[^\s`;|&]{{1,80}}"
# Where a command of several words stands: in code, behind what says that it is run, or at a line's beginning, with an
# option or alone. What "is" or "fails" is only told of.
_PLACE = (
    r"(?:(?<!\bran )(?<!\w)[`\"']|(?:\$\(|[;|&])\s?|\b(?:run|running|execute|use|with)\s"
    rf"|(?<![^\n])(?-i:[a-z])(?=[^\n`]{{0,80}}\s-|(?:{_WORD}\s){{2,6}}{_WORD}(?![^\n])))(?={_WORD}\s{_WORD})"
)
_COMMAND = re.compile(
    rf"{_PLACE}(?:{_WORD}\s){{0,6}}?[\"']?(?:\w{{1,20}}[:.])?{_DELETES}(?![\w.:/])"
    rf"(?:-{_WORD})?(?:\s{_WORD}){{0,8}}+(?!`?\s(?:is|was|hangs|fails)\b)",
    re.I,
)
_STORE = re.compile(rf"(?<![a-z])(?:{_STORES}|destroy|dropdatabase|delete\sfrom)(?![a-z])", re.I)
_EVERYTHING = re.compile(rf"(?<![a-z])(?:{_STORES}|destroy)\s--?(?:all|auto-approve)\b", re.I)
_NAMES_PRODUCTION = re.compile(r"(?<![a-z])prod(?:uction)?(?![a-z])", re.I)
_IN_PRODUCTION = re.compile(r"\b(?:in|on|at|of|from|against|the|our)\sprod(?:uction)?\b", re.I)
_FOR_A_WHILE = re.compile(
    r"(?<![a-z])(?:tests?|ci|dev|development|local(?:ly|host)?|staging|previews?|review|sandbox|scratch|te?mp\w*|demo"
    r"|old|legacy|unused|vagrant|minikube|(?:re)?create\w*|again|restor\w+)(?![a-z])",
    re.I,
)
# What is derived or passing, a store that is altered, and of its rows a part.
_COMES_BACK = re.compile(
    r"(?<![a-z])(?:(?:pod|job|cache|log|lock|session|list|build|view|workspace)s?|dist|index(?:es)?|alter"
    r"|(?<!without )where)(?![a-z])",
    re.I,
)
_RM = (
    r"\brm (?:-[\w-]{1,30} ){0,4}?(?:-\w{0,6}[rR]\w{0,6}|--recursive) (?:-[\w-]{1,30} ){0,4}?"
    r"(?:--no-preserve-root|[\"']?%s[\"']?(?=[\s`;&|,)]|\.?(?:\s|$)))"
)
# A folder at the root, the home, where one stands, its parent, all in it, or what its history is in.
_WHOLE = r"(?:/(?:\*|[a-z]+/?)?|~/?\*?|\$\{?HOME\}?/?\*?|\.{1,2}/?|\./\*|\*|(?:\./)?\.git/?)"
_BUCKET = r"(?:s3|gs)://[\w.-]+/?"
_SERVICE = r"/[\w.+-]+(?:/(?:[\d.]+|data|main|volumes)){0,2}"
_FOLDER = rf"/(?:var/(?:lib|backups)(?:{_SERVICE})?|(?:srv|mnt|data|home)(?:/[\w.-]+)?)/?\*?"  # of state, by FHS 3.0
_STATE = re.compile(
    rf"{_RM % f'(?:{_FOLDER}|{_BUCKET})'}|\brm {_BUCKET} --recursive\b|\bfind {_FOLDER}(?: -type \w)? -delete\b"
)
_ALWAYS = re.compile(
    rf"{_RM % _WHOLE}|\bmkfs\b|\bdd\b[^\n|;&`]{{0,100}}\bof=/dev/(?!null)|>\s?/dev/(?:sd|nvme|vd)"
    r"|\bgit\b[^\n|;&`]{0,40} push\b[^\n|;&`]{0,60} (?:-[fd]|--force|--delete)(?![\w-])[^\n|;&`]{0,60}"
    r" (?:main|master)\b|\bdropdb\b[^\n]{0,40}prod|\bdrop database (?:if exists )?\w*prod\w*",
    re.I,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n")
_REACH = 200  # characters of a sentence on each side


def destructions(text: str) -> Iterator[re.Match[str]]:
    """Each command in a text that destroys what cannot be brought back."""
    yield from _ALWAYS.finditer(text)
    for match in chain(_STATE.finditer(text), _COMMAND.finditer(text)):
        if _destroys(match, _sentence(text, match)):
            yield match


def _sentence(text: str, match: re.Match[str]) -> str:
    before = _SENTENCE_END.split(text[max(0, match.start() - _REACH) : match.start()])[-1]
    return before + match[0] + _SENTENCE_END.split(text[match.end() : match.end() + _REACH])[0]


def _destroys(match: re.Match[str], sentence: str) -> bool:
    command = match[0]
    is_production = bool(_NAMES_PRODUCTION.search(command) or _IN_PRODUCTION.search(sentence))
    if _COMES_BACK.search(command) or _FOR_A_WHILE.search(command if is_production else sentence):
        return False
    return bool(match.re is _STATE or _EVERYTHING.search(command) or (is_production and _STORE.search(command)))
