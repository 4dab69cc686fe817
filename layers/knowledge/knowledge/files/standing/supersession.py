"""Which of an earlier statement's clauses a later one changes: its value, its name, its end, its negation.

Nothing here knows a trade or its verbs. Two clauses are about one thing where the rarer words of the tenant's own
statements are in both; what the later one then says otherwise, of the same kind, replaces what the earlier one said.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from knowledge.files.standing.values import Value, values, without_values
from knowledge.text.keywords import content_words
from knowledge.text.near_duplicates import distinctions
from knowledge.text.sentences import sentences

NEAR = 0.3  # cosine of two statements about one thing, on MiniLM; below, words in common mean nothing
_MOST = 0.6  # the weight of an earlier clause's words that a later one has, if it is about the same
_MUCH = 0.4  # the same, where the later one says that it changes something
_SOME = 0.25  # the same, where the later one names what it ends
_NEARLY = 0.9  # the weight of a later clause's words that the earlier one has, where it says nothing else
_LEAST = 1e-6
_SAME = 0.33  # the weight of what two clauses have in common where each names somebody else
_CLEAR = 0.6  # the cosine of two clauses that shows that words in common are about one thing
_ENDED = 0.5  # the same, where the later one names what it ends
_WITH_BEFORE = 0.3  # the same, where the later one tells what it was before
_ALIKE = 0.4  # the cosine of two statements of which the later one may tell what the earlier one said
_FEW = 3  # words; an answer of fewer says little without its question
_STEM = 5  # letters

# From here on what follows, or what stands before, is no longer so.
_END = re.compile(
    r"\b(?:no longer|not any ?more|instead of|rather than|replac\w+|drop\w*|cancel\w*|abandon\w*|remov\w*|stop\w*|"
    r"(?:switch|mov|migrat)\w* (?:[\w-]+ ){0,3}from|nicht mehr|kein\w* (?:[\w-]+ ){1,3}mehr|statt|ersetz\w+|gestrichen|"
    r"ne \w+ plus|au lieu de|remplac\w+|ya no|en (?:vez|lugar) de)\b",
    re.I,
)
# What is said is so from now on.
_NOW = re.compile(
    r"\b(?:now|from now on|as of|instead|after all|new|jetzt|neu|nun|ab sofort|doch|erst|désormais|maintenant|ahora)\b",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|no|nobody|without|cannot|kein\w*|nicht|nie|ne|pas|sans|sin)\b|n['’]t\b", re.I)
# What follows it in its clause, or stands between two such words, or before an arrow, was so before.
_WAS = re.compile(
    r"\b(?:instead of|rather than|no longer|not|was|were|forget|statt|nicht(?: mehr)?|kein\w*|war|waren|au lieu de|"
    r"plutôt que|pas|non|plus|était|en lugar de|era)\b(?P<after>[^,;.()!?]{1,40})"
    r"|\b(?:from|von|de|du)\b(?P<between>[^,;.()!?]{1,40}?)\b(?:to|auf|à|au|a)\b|(?P<before>[^,;()]{1,40}?)(?:->|→)",
    re.I,
)
_TO = re.compile(r"\b(?:to|auf|à)\b", re.I)
_COPULA = re.compile(r"\b(?:is|are|will be|runs on|uses|use|ist|sind|est|es)\b", re.I)
_CLAUSE = re.compile(
    r"[,;]\s+(?:(?:and|but|und|aber|et|mais|y|pero) )?|(?<!\s)\s+(?=(?:and|und|et|y) (?:[^\W\d_]+ ){0,3}\d)"
)
_NUMBERED = re.compile(r"\b[^\W\d_]+\d+\b")  # Q1, H2
_BARE = re.compile(r"(?<![^\W\d_])([^\W\d_]+) \d++(?![\w.,:]*\d)(?= ?(?:[.,;]|$)| [a-z]{1,3}\b)")
_WORD = re.compile(r"[^\W\d_][\w-]*[^\W_]")


@dataclass(frozen=True)
class Clause:
    """A clause, the sentence that it stands in, and what is said around it in the same statement."""

    text: str
    sentence: str
    context: str
    answers: bool
    alone: bool
    row: str = ""


@dataclass(frozen=True)
class Replaced:
    """A clause that is no longer so; its whole `sentence` where that says nothing else."""

    sentence: str
    clause: str
    share: float = 0.0  # of its words' weight that the later statement has
    least: float = 0.0  # the cosine with what is said instead that it takes, beside the words in common
    asked: str = ""  # the question that it answers


class Wordings:
    """Compares statements by what their words weigh among all that are compared: rare ones say what it is about."""

    def __init__(self, statements: Iterable[str]) -> None:
        said = [set(map(str.casefold, _WORD.findall(text))) for each in statements for text in sentences(each)]
        words = {word for each in said for word in each}
        self._keys = {word: _key(word, words) for word in words}
        counts = Counter(key for each in said for key in {self._keys[word] for word in each})
        self._weights = {key: math.log(1 + len(said) / count) for key, count in counts.items()}

    def replaced(self, new: str, old: str, similarity: float, *, explicit: bool = False) -> list[Replaced]:
        """What of the old statement the new one makes a thing of the past; `similarity` is their cosine.

        With `explicit` the new one has to say that something is otherwise than it was.
        """
        says_so = not explicit or _says_so(new)
        if similarity < NEAR or not says_so or new.casefold() == old.casefold():
            return []
        later = clauses(new)
        changes = (
            (each, [effects for one in later if (effects := self._change(one, each, similarity))])
            for each in clauses(old)
        )
        return [
            Replaced(
                each.sentence,
                each.sentence if each.alone else each.text,
                max(effects)[0],
                min(least for _, least in effects),
                each.context if each.answers else "",
            )
            for each, effects in changes
            if effects
        ]

    def _change(self, new: Clause, old: Clause, similarity: float) -> tuple[float, float] | None:
        """How much of the old clause's words the new one has where it may replace it, and how near both have to be."""
        share = self._share(self._stems(old.text), self._all(new))
        if similarity >= (_ALIKE if share >= _SOME else _ENDED) and _tells_before(new, old):
            return share + _LEAST, _WITH_BEFORE
        least = _ENDED if self._ends(new.text, old.text) else _CLEAR
        return (share + _LEAST, least) if self._replaces(new, old) else None

    def _all(self, clause: Clause) -> set[str]:
        return self._stems(clause.text) | self._stems(clause.context)

    def _replaces(self, new: Clause, old: Clause) -> bool:
        if new.row and old.row and new.row != old.row:
            return False
        said, around, own = self._stems(old.text), self._stems(old.context), self._stems(new.text)
        after, before = values(new.text), values(old.text)
        units = {self._key(word) for value in before for word in (value.unit, value.per)}
        whole = self._all(new)
        said |= self._stems(old.row)
        about = said | around if old.answers and len(said - units) < _FEW else said  # what was asked, and the answer
        shared = max(self._share(said, whole), self._share(about, whole))
        if not ((about - units) & whole) or not (after or own & (said | around)):
            return False
        changed = _says_so(new.sentence)
        if self._ends(new.text, old.text) and shared >= _SOME:
            return True
        if pairs := _otherwise(new, after, before):
            return self._revalues(new, old, pairs, shared, changed)
        if _renamed(new.text, old.text):
            return True
        if not old.alone and len(said) < _FEW - 1 and not before:  # a piece of a sentence
            return False
        if bool(_NOT.search(new.text)) != bool(_NOT.search(old.text)) and shared >= (_MUCH if changed else _MOST):
            return changed or self._share(own, said | around) >= _MOST
        return bool(_NOW.search(new.text)) and self._succeeds(own, about)

    def _revalues(
        self, new: Clause, old: Clause, pairs: list[tuple[Value, Value]], shared: float, changed: bool
    ) -> bool:
        """Whether another value of the same kind is told of the same thing."""
        alone = not self._stems(old.text)  # an answer that is a value
        if not alone and (_parallel(new.text, old.text) or _numbered_apart(new.text, old.text)):
            return False
        exact = any(one.kind == other.kind and one.per == other.per for one, other in pairs)
        named = any(before in _past_values(new.sentence) for _, before in pairs)
        if not exact:
            return shared >= _MOST
        says_no_more = self._share(self._stems(new.text), self._stems(old.text)) >= _NEARLY
        if says_no_more and shared >= _SOME:  # `Availability was 99.98 %.`
            return True
        return shared >= (_MUCH if changed or named or alone else (_MUCH + _MOST) / 2)

    def _succeeds(self, own: set[str], said: set[str]) -> bool:
        """Whether somebody or something else now does the same: `Marta runs the workshop now`."""
        return len(own & said) > 1 and min(self._share(own, said), self._share(said, own)) >= _SAME

    def _ends(self, new: str, old: str) -> bool:
        """Whether what the new clause ends is what the old one is about."""
        stems = self._stems(old)
        for ending in _END.finditer(new):
            after = [self._key(word) for word in _WORD.findall(new[ending.end() :])][:3]
            before = [self._key(word) for word in _WORD.findall(new[: ending.start()])][-4:]
            if any(word in stems for word in after) or (before and set(before) & stems and len(before) <= 4):
                return True
        return False

    def _share(self, part: set[str], whole: set[str]) -> float:
        """The share of the one's weight that the other has, too."""
        weight = sum(self._weights.get(key, 1.0) for key in part)
        return sum(self._weights.get(key, 1.0) for key in part & whole) / weight if weight else 0.0

    def _stems(self, text: str) -> set[str]:
        said = _NOW.sub(" ", without_values(text))
        return {self._key(word) for word in _WORD.findall(said) if content_words(word) and not _NOT.fullmatch(word)}

    def _key(self, word: str) -> str:
        return self._keys.get(word.casefold(), word.casefold()[:_STEM])


@lru_cache(maxsize=4_096)
def clauses(statement: str) -> tuple[Clause, ...]:
    """The clauses of a statement's sentences, but for its questions, which say what the others are about."""
    return tuple(_clauses(statement))


def _clauses(statement: str) -> Iterator[Clause]:
    said = sentences(statement)
    for at, sentence in enumerate(said):
        if sentence.endswith("?"):
            continue
        parts = [part for part in _CLAUSE.split(sentence.rstrip(".")) if _WORD.search(part) or values(part)]
        asked = said[at - 1] if at and said[at - 1].endswith("?") else ""
        row = sentence.partition(" — ")[0] if " — " in sentence else ""
        for part in parts:
            context = asked or " ".join(other for other in parts if other != part)
            yield Clause(part, sentence, context, bool(asked), len(parts) == 1, row)


def _tells_before(new: Clause, old: Clause) -> bool:
    """Whether the later sentence tells another value, and that of the earlier one as what it was before."""
    past, before = _past_values(new.sentence), values(old.text)
    specific = [each for each in before if each.kind != "weekday" and (each.kind or len(each.value) > 2)]
    was = [each for each in specific if any(_is_said_again(each, one) for one in past)]
    now = [each for each in values(new.sentence) if each not in past and each not in before]
    return any(one.may_replace(other) for one in now for other in was)


def _is_said_again(before: Value, again: Value) -> bool:
    """Whether the second is the first, perhaps without its unit: `three years, not two`."""
    return before == again or (not again.kind and again.value in before.value.split())


@lru_cache(maxsize=4_096)
def _past_values(sentence: str) -> list[Value]:
    """The values that a sentence tells as what was so before."""
    parts = (match[match.lastgroup or 0] for match in _WAS.finditer(sentence))
    return [value for part in parts for value in values(_TO.split(part)[0])]


def _says_so(text: str) -> bool:
    return bool(_NOW.search(text) or _END.search(text) or any(map(_past_values, sentences(text))))


def is_same(text: str, other: str) -> bool:
    """Whether two texts that are alike by embedding say the same: alike numbers, names and negations.

    Where all words but one are the same, that one is what they differ in, in any language: `zwei Uhr`, `drei Uhr`.
    """
    one, two = (re.findall(r"\w+", each.casefold()) for each in (text, other))
    differing = [pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]]
    return distinctions(text) == distinctions(other) and not (len(one) == len(two) and len(differing) == 1)


def _parallel(new: str, old: str) -> bool:
    """Whether both say the same of two things: words stand for words, away from the value that is told."""
    one, two = _tokens(old), _tokens(new)
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace" and _telling(one[a:b]) and _telling(two[c:d]):
            near = one[max(0, a - 1) : b + 1] + two[max(0, c - 1) : d + 1]
            if not any(values(token) for token in near):
                return True
    return False


def _numbered_apart(new: str, old: str) -> bool:
    """Whether a number tells the two things apart, and another one what is said of them: Q1 and Q2, shops 7 and 8."""
    names, others = (set(_NUMBERED.findall(each)) for each in (new, old))
    if any(one == other and one for one, other in zip(_called(new), _called(old), strict=False)):
        return True
    one, two = values(new), values(old)
    many = len(one) > 1 and len(two) > 1 and one[0].may_replace(two[0]) and one[-1].may_replace(two[-1])
    return many or bool(names and others and names != others)


def _called(text: str) -> list[str]:
    """The words that stand before the bare numbers: in `page number 3` the number is a name."""
    words = (match[1] for match in _BARE.finditer(text))
    return ["" if word.isupper() or not content_words(word) else word.casefold() for word in words]


def _otherwise(new: Clause, after: list[Value], before: list[Value]) -> list[tuple[Value, Value]]:
    """The values that are new, each with those of its kind that are no longer told, or told as what it was before."""
    past, now = _past_values(new.sentence), values(new.sentence)
    added = [each for each in after if each not in before and each not in past]
    dropped = [each for each in before if each in past or each not in now]
    return [(one, other) for one in added for other in dropped if one.may_replace(other)]


def _renamed(new: str, old: str) -> bool:
    """Whether both say what one thing is, each by another name."""
    sides = [_COPULA.split(each, maxsplit=1) for each in (new, old)]
    if any(len(each) < 2 for each in sides):
        return False
    (subject, after), (other, before) = sides
    names = [re.match(r"\s*(?:now )?(?:an? |the )?([A-Z][\w.+-]*)", each) for each in (after, before)]
    subjects = [{word.casefold() for word in _WORD.findall(each) if len(word) > 3} for each in (subject, other)]
    named = {name[1] for name in names if name}
    return subjects[0] == subjects[1] != set() and len(named) == 2


def _telling(tokens: list[str]) -> bool:
    return any(content_words(token) and not _NOW.fullmatch(token) and not values(token) for token in tokens)


def _tokens(text: str) -> list[str]:
    return [token.strip(".,;:") for token in re.findall(r"(?<![\w.,:%€$£-])[\w.,:%€$£-]*\w[\w.,:%€$£-]*", text.lower())]


def _key(word: str, words: set[str]) -> str:
    """What the forms of a word have in common: the shortest of them, or its first letters."""
    forms = (word[:length] for length in range(_STEM - 1, len(word)) if word[:length] in words)
    return next(forms, word)[:_STEM]
