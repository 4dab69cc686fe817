"""Whether a statement changes an earlier one about the same thing: its number, its name, its end, its negation."""

import re
from difflib import SequenceMatcher

from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import distinctions
from knowledge.text.sentences import sentences

_NEAR = 0.3  # cosine of two statements about one thing, on MiniLM; below, words in common mean nothing
_LIKE = 0.4
_ALIKE = 0.6  # of two that differ in a number alone
_SAME = 0.72  # of one and its negation

# From here on what follows, or what stands before, is no longer so.
_END = re.compile(
    r"\b(?:no longer|not any ?more|instead of|rather than|replac\w+|drop\w*|cancel\w*|abandon\w*|scrap\w*|remov\w*|"
    r"stop\w*|discontinu\w*|deprecat\w*|retir\w+|(?:switch|mov|migrat)\w* (?:[\w-]+ ){0,3}from|nicht mehr|statt|"
    r"anstelle|ersetz\w+|streich\w+|gestrichen|abgeschafft|ne \w+ plus|au lieu de|"
    r"remplac\w+|supprim\w+|ya no|en (?:vez|lugar) de)\b",
    re.I,
)
_INSTEAD = re.compile(r"\binstead\b(?! of)|\bdoch\b|\bplutôt\b", re.I)
_MODAL = {
    "will",
    "shall",
    "now",
    "currently",
    "decided",
    "agreed",
    "new",
    "moved",
    "changed",
    "raised",
    "costs",
    "cost",
}
_VALUE = re.compile(
    r"\d|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w{0,6}$|^(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?$|"
    r"^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)$"
)
_NOT = re.compile(r"\b(?:not|never|no|without|cannot|kein\w*|nicht|nie|ne|pas|sans|sin)\b|n['’]t\b", re.I)
_COPULA = re.compile(r"\b(?:is|are|will be|runs on|uses|use|ist|sind|est|es)\b", re.I)


def supersedes(new: str, old: str, similarity: float) -> bool:
    """Whether the new statement makes the old one a thing of the past; `similarity` is their cosine."""
    if similarity < _NEAR or new.casefold() == old.casefold():
        return False
    pairs = [(one, other) for one in {new, *sentences(new)} for other in {old, *sentences(old)}]
    return any(_supersedes(one, other, similarity) for one, other in pairs)


def is_in_part(new: str, old: str) -> bool:
    """Whether the old statement tells more than the new one changes: of two prices one."""
    return len(_values(old)) > len(_values(new)) > 0


def _supersedes(new: str, old: str, similarity: float) -> bool:
    shared = _covered(old, new)
    if _ends(new, old) and shared >= 0.34:
        return True
    if _INSTEAD.search(new) and shared >= 0.4 and similarity >= _LIKE:
        return True
    if _renamed(new, old):
        return similarity >= _ALIKE
    if _parallel(new, old) or _numbered_apart(_groups(new), _groups(old)):
        return False
    if _values(new) and _values(old) and _values(new) != _values(old):
        return (similarity >= _ALIKE and shared >= 0.6) or (similarity >= _LIKE and shared >= 0.8)
    if bool(_NOT.search(new)) != bool(_NOT.search(old)):
        return similarity >= _SAME and shared >= 0.75
    return False


def is_same(text: str, other: str) -> bool:
    """Whether two texts that are alike by embedding say the same: alike numbers, names and negations.

    Where all words but one are the same, that one is what they differ in, in any language: `zwei Uhr`, `drei Uhr`.
    """
    one, two = (re.findall(r"\w+", each.casefold()) for each in (text, other))
    differing = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    return distinctions(text) == distinctions(other) and not (len(one) == len(two) and len(differing) == 1)


def _covered(old: str, new: str) -> float:
    """The share of the old statement's words that the new one has too, numbers aside."""
    words = _stems(old)
    return len(words & _stems(new)) / len(words) if words else 0.0


def _ends(new: str, old: str) -> bool:
    """Whether what the new statement ends is what the old one is about."""
    stems = _stems(old)
    for found in _END.finditer(new):
        after, before = _ordered(new[found.end() :]), _ordered(new[: found.start()])
        if after and after[0] in stems:
            return True
        if before and len(before) <= 4 and set(before) <= stems:
            return True
    return False


def _parallel(new: str, old: str) -> bool:
    """Whether both say the same of two things: words stand for words, away from the value that is told."""
    one, two = _tokens(old), _tokens(new)
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "replace" or not (_telling(one[a:b]) and _telling(two[c:d])):
            continue
        near = one[max(0, a - 1) : b + 1] + two[max(0, c - 1) : d + 1]
        if not any(_VALUE.search(token) for token in near):
            return True
    return False


def _numbered_apart(new: list[str], old: list[str]) -> bool:
    """Whether a number tells the two things apart, and another one what is said of them: Q1 and Q2, shops 7 and 8."""
    return len(new) > 1 and len(old) > 1 and new[0] != old[0] and new[-1] != old[-1]


def _groups(text: str) -> list[str]:
    """The values, those next to one another as one: `September 1st`."""
    groups: list[str] = []
    before = False
    for token in _tokens(text):
        now = bool(_VALUE.search(token))
        if now and before:
            groups[-1] += f" {token}"
        elif now:
            groups.append(token)
        before = now
    return groups


def _renamed(new: str, old: str) -> bool:
    """Whether both say what one thing is, each by another name."""
    sides = [_COPULA.split(each, maxsplit=1) for each in (new, old)]
    if any(len(each) < 2 for each in sides):
        return False
    (subject, told), (other, before) = sides
    names = [re.match(r"\s*(?:an? |the )?([A-Z][\w.+-]*)", each) for each in (told, before)]
    return _stems(subject) == _stems(other) != set() and all(names) and names[0][1] != names[1][1]  # type: ignore[index]


def _values(text: str) -> list[str]:
    return [token for token in _tokens(text) if _VALUE.search(token)]


def _telling(tokens: list[str]) -> bool:
    words = content_words(" ".join(tokens))
    return any(word not in _MODAL for word in words)


def _tokens(text: str) -> list[str]:
    return [token.strip(".,;:") for token in re.findall(r"(?<![\w.,:%€$£-])[\w.,:%€$£-]*\w[\w.,:%€$£-]*", text.lower())]


def _ordered(text: str) -> list[str]:
    return [word[:5] for word in content_words(text) if not _VALUE.search(word)]


def _stems(text: str) -> set[str]:
    return set(_ordered(text)) - {word[:5] for word in _MODAL}
