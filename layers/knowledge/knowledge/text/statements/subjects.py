"""What clauses are about: by the weight of the words that they share, and by what sets two things apart."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import filterfalse

from knowledge.text.keywords import DETERMINERS, PRONOUNS, content_words, function_words
from knowledge.text.near_duplicates import identifiers
from knowledge.text.sentences import sentences
from knowledge.text.statements.clauses import WORD
from knowledge.text.statements.former_values import NOT, NOW, RIGHT
from knowledge.text.statements.told_alike import is_telling, tokens
from knowledge.text.statements.values import periods, values, without_values

SAME_SUBJECT = 0.6  # share of their words that two statements about one thing have in common; chosen by hand
_MANY_CAPITALS = 0.25  # of a sentence's words: in German a third are nouns, which all have one
_STEM = 5  # letters
_FEW = 50  # statements; among fewer, what is said in half of them may still be rare
_NUMBERED = re.compile(r"\b[^\W\d_]+\d+\b")  # Q1, H2
# `room 7`: a number that names, since no unit follows it; taken whole (`++`), so that none of its digits is given back.
_BARE = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+) (\d++)(?![\w.,:]*\d)(?= ?(?:[.,;]|$)| [a-z]{1,3}\b)|"
    r"(?<=[a-zß-ÿ,] )([A-ZÀ-Þ][^\W\d_]+) (\d+(?:\.\d+)+)(?![\w.,:%]*\d)|"  # needs Python 3.11
    rf"^(?i:{'|'.join(sorted(DETERMINERS))}) ([^\W\d_]+) (\d++)(?= [^\W\d_])"  # `Die Linie 4 fährt …`
)
_PARTICIPLE = re.compile(r"(?:ed|[ai]do|é)\b")  # `We opened shop 8`: what was done stays done
# What holds beside others says so itself: what is supported is offered, and not needed alone.
BESIDE = re.compile(
    r"\b(?:also|too|as well|auch|aussi|también|supports|supported|in addition|besides|alongside|includes?|"
    r"zusätzlich|daneben|en plus|además|compatib\w*|unterstütz\w*|kompatib\w*|soport\w*)\b",
    re.I,
)
# "… unless it rains": a condition and what it covers
_IF = re.compile(
    r"\b(?:if|unless|when|provided|only|except|falls|wenn|nur|außer|sauf|si|salvo|solo|excepto)\b(.*)", re.I
)


class Subjects:
    """Weighs the words of all statements that are compared: rare ones say what a statement is about."""

    def __init__(self, statements: Iterable[str]) -> None:
        texts = [text for statement in statements for text in sentences(statement)]
        worded = [WORD.findall(text) for text in texts]
        self._common = frozenset[str]().union(*(function_words(text) for text in texts))
        word_sets = [set(map(folded, words)) for words in worded]
        words = {word for sentence in word_sets for word in sentence}
        self._keys = {word: stem(word, words) for word in words}
        counts = Counter(key for sentence in word_sets for key in {self._keys[word] for word in sentence})
        self._weights = {key: math.log(1 + len(word_sets) / count) for key, count in counts.items()}
        self.names = {self._keys[word] for word in _names(worded)}
        self._plain = {self._keys[folded(word)] for text in worded for word in text if word[0].islower()}
        self._counts, self._most = counts, max(_FEW, len(word_sets))

    @cached_property
    def pronouns(self) -> set[str]:
        """The keys of the words that may stand for anything."""
        return {self.key(word) for word in PRONOUNS}

    @cached_property
    def determiners(self) -> set[str]:
        """The keys of the articles and their like, which tell nothing of what is spoken of."""
        return {self.key(word) for word in DETERMINERS}

    def stems(self, text: str) -> set[str]:
        """What the forms of its telling words have in common, without its values."""
        telling = RIGHT.sub(" ", NOW.sub(" ", without_values(text)))
        return {self.key(word) for word in WORD.findall(telling) if self.tells(word)}

    def tells(self, word: str) -> bool:
        """Whether it is no word that every text of its language has, and denies nothing."""
        return bool(content_words(word)) and word.casefold() not in self._common and not NOT.fullmatch(word)

    def may_be_name(self, word: str) -> bool:
        """Whether it tells something and stands nowhere without its capital."""
        return self.tells(word) and self.key(word) not in self._plain

    def key(self, word: str) -> str:
        """What the forms of a word have in common."""
        plain = folded(word)
        return self._keys.get(plain) or stem(plain)

    def share(self, part: set[str], whole: set[str]) -> float:
        """The share of the one's weight that the other has, too."""
        weight = sum(self._weights.get(key, 1.0) for key in part)
        return sum(self._weights.get(key, 1.0) for key in part & whole) / weight if weight else 0.0

    def rarity(self, key: str) -> float:
        """How rare it is, of what is said once among all that is compared; so are numbers."""
        return math.log(1 + self._most / self._counts.get(key, 1)) / math.log(1 + self._most)

    def conditions_differ(self, new: str, old: str) -> bool:
        """Whether the earlier one holds under a condition that the later one does not mention."""
        match = _IF.search(old)
        condition = self.stems(match[1]) if match else set()
        return bool(condition) and not condition & self.stems(new)


def _names(worded: Iterable[Sequence[str]]) -> set[str]:
    """The words that have a capital within sentences and are nowhere without one, where not all nouns have one."""
    named, plain = set[str](), set[str]()
    for words in worded:
        capitals = {folded(word) for word in words[1:] if word[0].isupper()}
        named |= capitals if len(capitals) <= _MANY_CAPITALS * len(words) else set()
        plain |= {folded(word) for word in words if word[0].islower()}
    return named - plain


def are_about_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two short statements with these words are about one thing, where nothing tells which words are rare."""
    both = one & other
    return len(both) > 1 and len(both) >= SAME_SUBJECT * len(one | other)


def are_in_other_periods(new: str, old: str) -> bool:
    """Whether each names months, and no month is in both."""
    one, two = periods(new), periods(old)
    return bool(one and two and not one & two)


def are_set_apart(new: str, old: str) -> bool:
    """Whether something tells that they are about two things: other words, numbers of things, or periods."""
    names, others = ({name for name in identifiers(text) if not values(name)} for text in (new, old))
    return (
        are_in_other_periods(new, old)
        or bool(names and others and not names & others)
        or _are_parallel(new, old)
        or _are_numbered_apart(new, old)
    )


def _are_parallel(new: str, old: str) -> bool:
    """Whether both say the same of two things: words stand for words, away from the value that is told."""
    one, two = tokens(old), tokens(new)
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace" and is_telling(one[a:b]) and is_telling(two[c:d]):
            near = one[max(0, a - 1) : b + 1] + two[max(0, c - 1) : d + 1]
            if not any(values(token) for token in near):
                return True
    return False


def _are_numbered_apart(new: str, old: str) -> bool:
    """Whether a number tells the two things apart, and another one what is said of them: Q1 and Q2, shops 7 and 8."""
    names, others = (set(_NUMBERED.findall(text)) for text in (new, old))
    called = list(zip(_called(new), _called(old), strict=False))
    if any(one.is_another(other) and not _is_renumbered(one, other, new) for one, other in called):
        return True
    one, two = values(new), values(old)
    many = len(one) > 1 and len(two) > 1 and one[0].may_replace(two[0]) and one[-1].may_replace(two[-1])
    return many or bool(names and others and names != others)


@dataclass(frozen=True)
class _NumberedName:
    """A word behind which a bare number stands, what is said before it, and whether more is said behind."""

    word: str
    number: str
    before: frozenset[str]
    goes_on: bool

    def is_another(self, other: "_NumberedName") -> bool:
        """Whether both are things of one kind and not the same."""
        return self.word == other.word != "" and self.number != other.number


def _is_renumbered(now: _NumberedName, was: _NumberedName, new: str) -> bool:
    """Whether a change is told and what is said of the same ends with it: `The service needs Java 21 now.`

    Where it begins, or goes on, it is or belongs to what is spoken of: `Area 51 is closed`.
    """
    is_told = bool(NOW.search(new)) and not (BESIDE.search(new) or any(map(_PARTICIPLE.search, now.before)))
    ends = not (now.goes_on or was.goes_on)
    return is_told and ends and bool(now.before) and now.before == was.before


def _called(text: str) -> list[_NumberedName]:
    """The bare numbers that name: in `page number 3` the number is a name."""
    return [_numbered(match, text) for match in _BARE.finditer(text)]


def _numbered(match: re.Match[str], text: str) -> _NumberedName:
    word, number = filter(None, match.groups())
    before, after = (NOW.sub(" ", part) for part in (text[: match.start()], text[match.end() :]))
    is_measured = any(value.kind and value.is_common for value in values(text[match.start() :])[:1])
    name = word.casefold() if content_words(word) and not (word.isupper() or is_measured) else ""
    return _NumberedName(
        name, number, frozenset(map(folded, WORD.findall(before))), bool(content_words(without_values(after)))
    )


def folded(text: str) -> str:
    """Without capitals and accents: `Électricité` and `electricity` have one beginning."""
    if text.isascii():
        return text.casefold()
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", text.casefold())))


def stem(word: str, words: Collection[str] = ()) -> str:
    """What the forms of a word have in common: the shortest of them among the words, or its first letters."""
    forms = (word[:length] for length in range(_STEM - 1, len(word)) if word[:length] in words)
    return next(forms, word)[:_STEM]
