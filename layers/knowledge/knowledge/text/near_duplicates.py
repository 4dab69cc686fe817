"""What keeps two nearly equal sentences apart: numbers, versions, identifiers and negation.

Embeddings hardly see these ("port 8090" and "port 8091" have a cosine of 0.98), and they are what a learning is
about. Two learnings are near-duplicates only where their distinctions are equal.
"""

import calendar
import re
from collections.abc import Sequence

from knowledge.text.exclusive_roles import holders
from knowledge.text.keywords import is_english
from knowledge.text.numerals import in_figures

# An identifier shows by its shape: a path, a flag, a dotted or snake_case name, a capital inside, a call. Every
# alternative begins where a word does, so that the time is linear in the text's length.
_IDENTIFIER = re.compile(
    r"""
      (?<!\S)--?[A-Za-z][\w-]*               # --flag
    | (?<![\w.-])[\w.-]*[/\\][\w./\\*-]+      # path/to/file
    | (?<!\w)\w+(?:[.:@]{1,2}\w+)+(?:\(\))?  # dotted.name, std::name, a@b, 1.2.3
    | (?<!\w)\w*_\w*                         # snake_case
    | (?<!\w)[A-Za-z]\w*?[A-Z]\w*            # camelCase, PascalCase, HTTPServer, ACRONYM
    | (?<!\w)\w+\(\)                         # call()
    """,
    re.VERBOSE,
)
# With its sign, unless a dash joins it to a word, and with what stands within times, dates, versions and amounts.
_NUMBER = re.compile(r"(?:(?<![\w-])-)?\d[\w.,:%-]*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")  # 1,200
# A letter that tells one of several things from the others: `tool A-red`, `bench B`. `E-mail` and `I` are words.
_LETTER = re.compile(r"(?<![\w.-])(?:(?!E-)[A-HJ-Z]-[a-z]\w*|(?<=[a-z] )[A-HJ-Z](?![\w'’.&+-]| [A-Z]))")
# `used to listen` is past; `is used to listen` is not.
_USED_TO = re.compile(r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bbeen )\bused to\b", re.IGNORECASE)
# v2, 3.11, 16:00, 7:30pm: a number and no name, also in backticks.
_VERSION = re.compile(r"v?\d[\d.:]*(?:[ap]m)?", re.IGNORECASE)
_QUOTED = re.compile(r"`([^`\s]+)`")
_WORD = re.compile(r"[a-z]+(?:['’]t)?", re.IGNORECASE)  # don't is one
_EDGES = "().,;:"

_NEGATIONS = frozenset(
    re.findall(
        r"\w+",
        "no not never none nor neither without cannot avoid except unless nothing nobody nowhere "
        "hardly barely scarcely rarely seldom",
    )
)
_NEGATED = re.compile(r"(?:do|does|did|is|are|was|were|has|have|had|should|would|could|must|ca|wo)nt")  # typed in haste
# Of two opposites only one is marked: a sentence that says neither equals one that says the other. So is a limit.
_MARKED = {
    form: mark
    for mark, forms in {
        "disable": "disable disables disabled disabling",
        "deny": "deny denies denied forbid forbids forbidden reject rejects rejected refuse refuses refused",
        "after": "after",
        "only": "only solely exclusively",
        "past": "formerly previously",
        "pm": "pm",
        "twice": "twice double doubled",
        "less": "less below under smaller fewer lower decrease decreases decreased minimum",
        "last": "last latest newest",
        "false": "false",
        "fail": "fail fails failed failing broken breaks",
        "optional": "optional",
        "async": "async asynchronous asynchronously",
        "exclude": "exclude excludes excluded excluding",
        "remove": "remove removes removed uninstall uninstalls uninstalled delete deletes deleted",
        "close": "close closes closed",
        "stop": "stop stops stopped",
        "write": "write writes writing",
        "server": "server backend",
        "output": "output outputs response responses",
        "download": "download downloads downloaded export exports exported",
        "decode": "decode decodes decoded decrypt decrypts decrypted",
        "private": "private internal",
        "target": "target destination",
        "production": "production prod live",
        "staging": "staging",
        "development": "development dev",
        "local": "local locally localhost",
    }.items()
    for form in forms.split()
}

# Distinctions that tell the opposite of what a text says without them; "only" is no more than a limit.
TURNING = frozenset([*_MARKED.values(), "not"]) - {"only"}

_BESIDES = 3  # words that deny a statement, at most: `ne … plus jamais`

# English; a capital tells them from other words ("may", "march").
_DAYS = frozenset([*calendar.day_name, *(f"{day}s" for day in calendar.day_name), *calendar.month_name]) - {""}


def distinctions(text: str) -> list[str]:
    """The distinctions of a text: numbers in their order, then names, days, opposites and negations, sorted.

    Names are identifiers, letters that tell things apart, and who holds what only one can hold.

    Order matters among numbers ("from 3 to 4"), not among the rest, which paraphrases move about.
    """
    text = " ".join(text.split())
    bare = _QUOTED.sub(" ", text)
    names = {*_named(_QUOTED.findall(text)), *identifiers(bare), *_LETTER.findall(bare)}
    given = _WORD.findall(_IDENTIFIER.sub(" ", bare))
    words = [word.lower().replace("’", "'") for word in given]
    numbers = [number.rstrip(".,:-%") for number in _NUMBER.findall(in_figures(_THOUSANDS.sub("", text)))]
    marks = {_MARKED[word] for word in words if word in _MARKED} | {
        day.rstrip("s") for day in _DAYS.intersection(given)
    }
    marks |= {"past"} if _USED_TO.search(bare) else set()
    named = {name.lower() for name in names | marks}
    names |= {f"by {holder}" for holder in holders(text) if holder not in named}
    negations = sum(map(_denies, words))
    return [*numbers, *sorted(names | marks), *(["not"] * negations)]


def without_distinctions(text: str) -> str:
    """The text without its numbers, names, days, opposites and negations: what is left says what it is about."""
    named = _IDENTIFIER.sub(" ", _LETTER.sub(" ", _QUOTED.sub(" ", " ".join(text.split()))))
    words = re.findall(r"[^\W\d_]+(?:['’]t)?", _USED_TO.sub(" ", _NUMBER.sub(" ", in_figures(named))))
    return " ".join(word for word in words if not _distinguishes(word))


def _distinguishes(word: str) -> bool:
    plain = word.lower().replace("’", "'")
    return plain in _MARKED or word in _DAYS or _denies(plain)


def _denies(word: str) -> bool:
    return word in _NEGATIONS or word.endswith("n't") or bool(_NEGATED.fullmatch(word))


def is_same(text: str, other: str) -> bool:
    """Whether two texts that are alike by embedding say the same: alike numbers, names and negations.

    Where all words but one are the same, that one is what they differ in, in any language: `zwei Uhr`, `drei Uhr`. In
    another language than English one to three words that one has besides may deny it: `accepte`, `n'accepte plus`.
    """
    one, two = (re.findall(r"\w+", statement.casefold()) for statement in (text, other))
    differing = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    may_turn = 0 < abs(len(one) - len(two)) <= _BESIDES and not (is_english(text) or is_english(other))
    is_one_word = len(one) == len(two) and len(differing) == 1
    return distinctions(text) == distinctions(other) and not may_turn and not is_one_word


def identifiers(text: str) -> list[str]:
    """Paths, flags, dotted and snake_case names, words with a capital inside and calls, in their order."""
    return _named(_IDENTIFIER.findall(text))


def _named(names: Sequence[str]) -> list[str]:
    bare = (name.strip(_EDGES) for name in names)
    return [name for name in bare if name and not _VERSION.fullmatch(name)]
