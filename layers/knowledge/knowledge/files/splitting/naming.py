"""What the parts of a file are called: after what is in each of them, and in none of the others."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import islice

from knowledge.text import markdown
from knowledge.text.keywords import content_words
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.months import MONTH
from knowledge.text.strings import capitalised

# Of a log's bullet or heading: `- 2026-02-03: …`, `## 2026-02-03 …`
_DAY = re.compile(r"^(?:- |#+ )(\d{4}-\d{2}-\d{2})\b", re.M)
_DAY_BEHIND = re.compile(r"\((\d{4}-\d{2}-\d{2})\)$", re.M)  # behind a statement
_ROW = re.compile(
    r"(?:^(?:- )?|(?<=\. ))(?P<kind>[^\W\d_]{2,30}) #?(?P<number>\d{1,9})\b", re.M
)  # `- Order 1007 ships …`
_ROWS = 3  # lines that make a list of rows
MAX_LABEL = 60  # characters
_ASKED_TWICE = 32  # parts of a text, of which each is parsed for its label and for its file's name
_TELLING, _SHORT = 5, 0.3  # letters of a word that is more than grammar in most languages; what a shorter one weighs
_BEGINNING = 6  # words of a line, which say what it is about
_MONTH = re.compile(rf"\b{MONTH}", re.I)
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÄÖÜÀ-Ý][^\W\d_]{2,}")  # a capital that begins no sentence
_WORD = re.compile(r"[^\W\d_]{2,}")
_CAPITALS = 6  # one of so many words, from which on a language writes its nouns with capitals
_LINK = re.compile(r"\[\[[^\[\]]*\]\]")


@dataclass(frozen=True)
class NamedText:
    """A part that exists, and its label."""

    label: str
    text: str


def labels(slices: Sequence[str], beside: Sequence[NamedText] = (), title: str = "") -> list[str]:
    """A name for each slice of a text, unlike the others' and those of the parts `beside` it.

    Its highest heading, the days of its entries, the rows that it has, the words that tell it, the names in it, what
    its lines begin with, when it was said, else its number. What lines begin with says what they are about; what the
    `title` of the whole says tells no part from another.
    """
    texts = [*slices, *(part.text for part in beside)]
    without_title = _without(content_words(title))
    lines_of = [[without_title(_unmarked(line)) for line in text.splitlines()] for text in texts]
    begun = [[" ".join(line.split()[:_BEGINNING]) for line in lines] for lines in lines_of]
    named = [" ".join(_NAME.findall("\n".join(lines))) for lines in lines_of]
    given = [part.label for part in beside]
    ranked = [
        *(telling_words(list(map(_nouns, lines))) for lines in (begun, lines_of)),
        _of_one(named),
        _of_one(["\n".join(_nouns(lines)) for lines in begun], _TELLING),
    ]
    for number, (text, *words) in enumerate(zip(slices, *ranked, strict=False), 1):
        telling = (heading(text), _days(text), _rows(text), *(_phrase(own, text) for own in words))
        unlike = (name[:MAX_LABEL].strip() for name in [*telling, _stated_days(text)])
        given.append(next((name for name in unlike if name and name not in given), "") or _number(number, given))
    return given[len(beside) :]


def of_text_alone(text: str) -> str:
    """What a part is called by itself, whatever stands in the others: by its heading, its days or its rows."""
    return heading(text) or _days(text) or _rows(text)


def _number(place: int, given: Sequence[str]) -> str:
    """The place in its text, where no part has that number; else one more than any has."""
    numbers = [int(name) for name in given if name.isdecimal()]
    return str(place if place not in numbers else max(numbers) + 1)


def _rows(text: str) -> str:
    """From which to which row it goes, where most lines begin with a row's name: `Order 1007 to 1140`."""
    lines = [line for line in text.splitlines() if line.strip()]
    kinds = Counter(row["kind"] for row in map(_ROW.match, lines) if row).most_common(1)
    if not kinds or kinds[0][1] < max(_ROWS, len(lines) / 2):
        return ""
    kind = kinds[0][0]
    numbers = [int(row["number"]) for row in _ROW.finditer(text) if row["kind"] == kind]
    return f"{kind} {min(numbers)} to {max(numbers)}"


def _stated_days(text: str) -> str:
    """From which day to which its statements were said."""
    return _span(_DAY_BEHIND.findall(text))


def _unmarked(line: str) -> str:
    """What a line says, without the label before it, where it leads to, and when."""
    return _MONTH.sub(" ", _LINK.sub(" ", entry_lines.unlabelled(marks.unmarked(line).removeprefix("- "))))


def _without(words: Sequence[str]) -> Callable[[str], str]:
    """A line without these words."""
    return partial(re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.I).sub, " ") if words else str


def _nouns(lines: Sequence[str]) -> list[str]:
    """The lines, of a language that writes nouns with capitals only those: `Kunden`, and not `bekommt`."""
    named = [_NAME.findall(line) for line in lines]
    words = sum(len(_WORD.findall(line)) for line in lines)
    return list(map(" ".join, named)) if _CAPITALS * sum(map(len, named)) > words else list(lines)


def _phrase(words: Sequence[str], text: str) -> str:
    """The words where they stand beside one another, as the text has them (`average order`), else the first."""
    both = "|".join(rf"\b{re.escape(one)} {re.escape(two)}\b" for one, two in (words, words[::-1])) if words[1:] else ""
    beside = re.search(both, text, re.I) if both else None
    return joined_name([beside[0]] if beside else words[:1], text)


def _of_one(groups: Sequence[str], letters: int = 0) -> list[list[str]]:
    """For each group its first words that no other has."""
    words_of = [content_words(group) for group in groups]
    spread = Counter(word for words in words_of for word in set(words))
    return [_unlike([word for word in words if spread[word] == 1 and len(word) >= letters]) for words in words_of]


def joined_name(words: Sequence[str], text: str) -> str:
    """The words as one name, each in the case that the text has it in: a weekday's capital stays."""
    written = [word if re.search(rf"\b{re.escape(word)}\b", text) else _in_its_case(word, text) for word in words]
    name = " and ".join(written)
    return capitalised(name)


def _in_its_case(word: str, text: str) -> str:
    place = re.search(rf"\b{re.escape(word)}\b", text, re.I)
    return place[0] if place else word


@lru_cache(_ASKED_TWICE)
def heading(text: str) -> str:
    """The highest heading, the first of them where there are several; "" where there is none."""
    titled = [block for block in markdown.headings(text) if block.title]
    return min(titled, key=lambda block: block.rank).title if titled else ""


def telling_words(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """For each group of lines the two words that many of them and few of the others have (TF-IDF over groups).

    A word tells the group where it weighs most, and no other; none is left for a group that shares all its words.
    """
    words_of = cache(lambda line: frozenset(content_words(line)))
    counts = [Counter(word for line in group for word in words_of(line)) for group in groups]
    spread = Counter(word for counted in counts for word in counted)
    weights = [
        {
            word: n * math.log(1 + len(groups) / spread[word]) * (1 if len(word) >= _TELLING else _SHORT)
            for word, n in counted.items()
            if n > 1 and spread[word] < max(2, len(groups))
        }
        for counted in counts
    ]
    heaviest = {word: max(weighed.get(word, 0.0) for weighed in weights) for word in spread}
    names, taken = [], set[str]()
    for weighed in weights:
        own = [word for word in weighed if weighed[word] == heaviest[word] and word not in taken]
        names.append(_unlike(sorted(own, key=lambda word: (-weighed[word], word))))
        taken.update(names[-1])
    return names


def _days(text: str) -> str:
    """From which to which day its entries are, where they have days."""
    return _span(_DAY.findall(text))


def _span(days: Sequence[str]) -> str:
    return "" if not days else days[0] if min(days) == max(days) else f"{min(days)} to {max(days)}"


def _unlike(words: Sequence[str]) -> list[str]:
    """The first word, and the first of the others that is no other form of it."""
    others = (word for word in words[1:] if not word.startswith(words[0]) and not words[0].startswith(word))
    return [*words[:1], *islice(others, 1)]
