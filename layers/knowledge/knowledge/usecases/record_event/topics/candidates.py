"""What the topics of an event may be called: noun phrases that it repeats, labels, headings and its title."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from knowledge.text.sentences import sentences
from knowledge.usecases.record_event.content import turns
from knowledge.usecases.record_event.language import nouns, titles, wording
from knowledge.usecases.record_event.models import Occurrence, Statement

REPEATED, PHRASE, TITLE, LABEL, HEADING, KNOWN = 0.7, 0.15, 0.85, 0.95, 1.1, 0.85  # how good a name is by its origin
APART = 4  # statements between two mentions, from which on they are of two stretches
MAX_HEADING = 4  # words; of a longer one its first noun phrase
MAX_NAMES = 80
SUPPORTED = 2  # statements in which a repeated word stands as a noun does
WHOLE = 2  # a word stands once as a noun; half so much as the last of several
PART = 0.5  # of a mention: the last word of a name
FADES = 0.85  # of a subject of a talk, with each statement after it was come to
FEW = 4  # statements, of which one is enough to speak of a topic that is known

# A table's row as a sentence: `first cell — column: value`.
_ROW = re.compile(r" — [^:]{1,60}: \S")
# The word behind a number, also with Spanish `de` (`2 de marzo`): it measures and is no name.
_UNIT = re.compile(r"\d[.,]?\s(?:de\s)?([^\W\d_]{2,})")
_NAME = re.compile(r"[A-Z][^\W\d_]{0,40}[A-Z]")  # TMS, HaulDesk
# Thai, Lao, kana and Han, between the words of which no space stands: what is longer than a few words is a clause.
_UNSPACED, _MAX_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]"), 12  # characters


@dataclass
class NameCandidate:
    """What a topic may be called, how good a name it is, and how much each statement mentions it."""

    name: str
    weight: float = 0.0
    least: int = SUPPORTED  # statements that have to mention it
    mentions: dict[int, float] = field(default_factory=dict)
    is_heading: bool = False
    is_label: bool = False


def candidates(
    statements: Sequence[Statement],
    title: str,
    existing: Iterable[str] = (),
    nobody: Iterable[str] = (),
    *,
    colons: bool = False,
    whole: str = "",
    parts: Collection[str] = (),
) -> list[NameCandidate]:
    """The names, best first: of phrases, titles and topics that exist; those who speak are `nobody`'s topic.

    Neither is the heading of the `whole` text, nor those that name `parts` of it.
    """
    gathered = _CandidatePool(statements, {nouns.stem(word) for name in nobody for word in name.split()})
    gathered.say_phrases(title)
    gathered.say_labels(colons)
    for run in nouns.runs(title.partition(": ")[2] or title):
        for phrase in gathered.parts(run.words):
            gathered.add(phrase, TITLE, 1)
    for name in existing:
        opens = any(re.match(rf"{re.escape(name)}[ :]", statement.text, re.I) for statement in statements)
        gathered.add(name.split(), KNOWN, 1 if opens or len(statements) < FEW else 2)
    headings = dict.fromkeys(statement.under for statement in statements if statement.under not in ("", whole, *parts))
    headed = filter(None, (_headed(heading, statements, 1.0 if colons else FADES) for heading in headings))
    named = [*gathered.named_candidates(not colons), *headed]
    return sorted(named, key=lambda one: -one.weight * len(one.mentions))[:MAX_NAMES]


def of_event(
    event: Occurrence, statements: Sequence[Statement], existing: Iterable[str] = (), parts: Collection[str] = ()
) -> list[NameCandidate]:
    """The names for what an event says; headings of its `parts` are none."""
    spoken = event.is_talk
    nobody = turns.speakers(event) if spoken else ()
    opening = turns.spoken(event.title, event)[1].strip(" .…")  # of an event without a title, and no title
    title = "" if any(opening in statement.text for statement in statements) else event.title
    whole = "" if spoken else turns.heading_of_all(event)
    return candidates(statements, title, existing, nobody, colons=not spoken, whole=whole, parts=parts)


def names(text: str) -> set[str]:
    """The words with a capital that begin no sentence."""
    words = {word for run in nouns.runs(text) for at, word in enumerate(run.words) if at or not run.opens}
    return {word for word in words if word[0].isupper()}


class _CandidatePool:
    """Candidates by the stems of their words."""

    def __init__(self, statements: Sequence[Statement], nobody: set[str]) -> None:
        self._statements, self._nobody = statements, nobody
        self._candidates: dict[tuple[str, ...], NameCandidate] = {}
        self._written: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self._stems = [nouns.stems(_subject_part(statement.text)) for statement in statements]
        self._evidence, self._capitals = Counter[str](), False
        self._under = [statement.under for statement in statements]

    def add(self, phrase: Sequence[str], weight: float, least: int, *, is_label: bool = False) -> None:
        """A name, unless it has a word that names nothing, or somebody who speaks."""
        key = tuple(map(nouns.stem, phrase))
        if not key or self._nobody & set(key) or not all(map(_is_word, (phrase[0], phrase[-1]))):
            return
        self._written[key][" ".join(phrase)] += 1
        candidate = self._candidates.setdefault(key, NameCandidate(" ".join(phrase)))
        candidate.is_label |= is_label
        candidate.weight, candidate.least = max(candidate.weight, weight), min(candidate.least, least)

    def say_phrases(self, title: str) -> None:
        """The nouns of the statements, alone and with the word before them."""
        texts = [_subject_part(statement.text) for statement in self._statements]
        self._evidence, self._capitals = evidence([*texts, title])
        supported = Counter(key for text in texts for key in _supported(text, self._capitals))
        for run in (run for text in texts for run in nouns.runs(text)):
            for at, word in enumerate(run.words):
                if self._evidence[key := nouns.stem(word)] >= WHOLE and supported[key] >= SUPPORTED:
                    self.add([word], REPEATED, SUPPORTED)
                    if at and (not self._capitals or run.words[at - 1][0].isupper()):
                        self.add(run.words[at - 1 : at + 1], REPEATED + PHRASE, 2)

    def say_labels(self, colons: bool) -> None:
        """What stands before a colon, alone or in a short question, where the statement goes on about it.

        Above the first heading of a text it tells who wrote, or who was there.
        """
        passages = set[int]()
        first = next((at for at, under in enumerate(self._under) if under), 0) if colons else 0
        for statement in self._statements[first:]:
            texts = sentences(_subject_part(statement.text))
            for at, sentence in enumerate(texts):
                label = nouns.subject(nouns.label(sentence))
                rest = " ".join(texts[at:]).partition(label)[2] if label else ""
                rest = rest.lstrip(" .:").removeprefix(label)  # who echoes a word goes on about nothing
                if label and re.search(r"\w", rest) and not wording.is_kind(sentence):
                    closed = sentence.startswith(f"{label}.") and len(list(nouns.runs(label))) == 1
                    marked = f"{label}:" in sentence or closed
                    opens = colons and not at and marked and statement.passage not in passages
                    if opens or (not colons and self._is_label(label, rest, sentence)):
                        self.add(label.split(), LABEL, 1, is_label=True)
                if sentence.endswith("?"):
                    break
            passages.add(statement.passage)

    def _is_label(self, label: str, rest: str, sentence: str) -> bool:
        """Whether the rest takes it up, or tells a value of it; in languages with capitals a noun has one."""
        words = label.split()
        recurs = any(nouns.is_form(nouns.stem(word), other) for word in words for other in nouns.stems(rest))
        if self._capitals and not words[-1][0].isupper():
            return False
        if sentence.endswith("?"):
            return recurs or (1 < len(words) < nouns.MAX_WORDS and bool(re.search(r"\d", rest)))
        return recurs or (len(words) > 1 and sentence.startswith(label))

    def parts(self, words: Sequence[str]) -> Iterator[Sequence[str]]:
        """A run of words as a whole, and its nouns."""
        if len(words) <= nouns.MAX_WORDS:
            yield words
        yield from ([word] for word in words if len(words) > 1 and self._evidence[nouns.stem(word)] > 0)

    def named_candidates(self, talk: bool) -> Iterator[NameCandidate]:
        """Those that enough statements mention; in a talk a word alone, where no subject was come to otherwise."""
        for key, candidate in self._candidates.items():
            candidate.name = self._written[key].most_common(1)[0][0]
            shares = [_share(key, stems) for stems in self._stems]
            candidate.mentions = {at: share for at, share in enumerate(shares) if share}
            weight = candidate.weight
            candidate.weight *= _concentration(list(candidate.mentions))
            spoken = [share for share, under in zip(shares, self._under, strict=True) if not (talk and under)]
            if (spoken if weight < TITLE and len(key) == 1 else shares).count(1.0) >= candidate.least:
                yield candidate


def _headed(heading: str, statements: Sequence[Statement], fades: float) -> NameCandidate | None:
    """A heading, or the first noun phrase of a long one; what is said later is less about what it `fades` from."""
    name = nouns.unclaused(titles.without_number(heading))
    below = [at for at, statement in enumerate(statements) if statement.under == heading]
    runs = [run.words for run in nouns.runs(name) if any(map(_is_word, run.words))]
    if not runs or not nouns.opens_name(name):
        return None
    short = nouns.trimmed(name) if len(name.split()) <= MAX_HEADING else " ".join(runs[0][: nouns.MAX_WORDS])
    shown = short.capitalize() if short.isupper() and len(short) > nouns.MAX_WORDS else short
    return NameCandidate(shown, HEADING, 1, {at: fades**far for far, at in enumerate(below)}, is_heading=True)


def _supported(text: str, capitals: bool) -> set[str]:
    """The words that may stand as nouns: behind an article, or with a capital."""
    words = ((run, at, word) for run in nouns.runs(text) for at, word in enumerate(run.words))
    return {
        nouns.stem(word)
        for run, at, word in words
        if (run.determined and not capitals) or (word[0].isupper() and (at or not run.opens)) or _NAME.search(word)
    }


def evidence(texts: Sequence[str]) -> tuple[Counter[str], bool]:
    """How often (times `WHOLE`) a word stands as nouns do: behind an article, or with a capital where they have one.

    A word before which mostly a number stands is a unit, and none.
    """
    runs = [run for text in texts for run in nouns.runs(text)]
    named = [any(word[0].isupper() for word in run.words) for run in runs if run.determined]
    capitals = 2 * sum(named) > len(named)
    evidence, total = Counter[str](), Counter[str]()
    units = Counter(nouns.stem(word) for text in texts for word in _UNIT.findall(text))
    for run in runs:
        for at, word in enumerate(run.words):
            key, last = nouns.stem(word), at == len(run.words) - 1
            total[key] += 1
            if capitals:
                evidence[key] += WHOLE if word[0].isupper() and (at > 0 or not run.opens) else 0
            elif _NAME.search(word):
                evidence[key] += WHOLE
            elif run.determined and last:
                evidence[key] += WHOLE // 2 if at else WHOLE
    return Counter({key: count for key, count in evidence.items() if units[key] * 3 <= total[key]}), capitals


def _share(key: Sequence[str], stems: Sequence[str]) -> float:
    """1 where all words of a name are said, half where its last one is."""
    parts = [any(nouns.is_form(part, word) for word in stems) for part in key]
    return 1.0 if all(parts) else PART * parts[-1]


def _concentration(places: Sequence[int]) -> float:
    """1 where the mentions stand together; less where they are spread over all that is said."""
    stretches = 1 + sum(after - before > APART for before, after in pairwise(places))
    return 1 - 0.5 * (stretches - 1) / max(1, len(places))


def _is_word(word: str) -> bool:
    is_clause = len(word) > _MAX_UNSPACED and bool(_UNSPACED.search(word))
    is_long = len(word) > nouns.MAX_WORDS or (word.isupper() and len(word) > 1)
    return is_long and not is_clause and not re.search(r"^\D?\d", word)


def _subject_part(text: str) -> str:
    """Of a table's row its name alone, of a commit what it is about."""
    text = wording.without_type(text)
    return text.partition(" — ")[0] if _ROW.search(text) else text
