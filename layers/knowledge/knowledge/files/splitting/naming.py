"""What the parts of a file are called: after what is in each of them, and in none of the others."""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import chain, count, islice

from knowledge.text import markdown
from knowledge.text.keywords import DETERMINERS, content_words
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.months import MONTH
from knowledge.text.statements.values import values
from knowledge.text.strings import capitalised

# Of a log's bullet or heading: `- 2026-02-03: …`, `## 2026-02-03 …`
_DAY = re.compile(r"^(?:- |#+ )(\d{4}-\d{2}-\d{2})\b", re.M)
# Behind a statement, before where it leads to and its marks.
DAY_BEHIND = re.compile(r"\((\d{4}-\d{2}-\d{2})\)(?= \[\[| \(|$)", re.M)
_ROW = re.compile(
    r"(?:^(?:- )?|(?<=\. ))(?P<kind>[^\W\d_]{2,30}) #?(?P<number>\d{1,9})\b", re.M
)  # `- Order 1007 ships …`
_ROWS = 3  # lines that make a list of rows
MAX_LABEL = 60  # characters
_ASKED_TWICE = 32  # parts of a text, of which each is parsed for its label and for its file's name
_TELLING, _SHORT = 5, 0.3  # letters of a word that is more than grammar in most languages; what a shorter one weighs
_MOST = 0.5  # of the lines of a part, above which they have a word in common
_STRUCK = re.compile(r"~~([^~]+)~~ \(until [^~)]*\)")  # a part of which something ended is about the same
_BEGINNING = 6  # words of a line, which say what it is about
_MONTH = re.compile(rf"\b{MONTH}", re.I)
_NAME = re.compile(r"(?<=[\w,;] )[A-ZÄÖÜÀ-Ý][^\W\d_]{2,}")  # a capital that begins no sentence
_WORD = re.compile(r"[^\W\d_]{2,}")
_SPEAKS = re.compile(r"(?<=[.!?] )[^\W\d_a-z]\w*: ")  # who goes on within a line
_SPEAKER = re.compile(r"(?:(?<=[.!?] )|(?<=^- ))([^\W\d_a-z]\w*): ", re.M)
_FULL_NAME = re.compile(r"(?<=[\w,;] )([A-ZÄÖÜÀ-Ý][\w-]+(?: [A-ZÄÖÜÀ-Ý][\w-]+){0,2})")  # De Knie, Arts Council
_INITIALS = 3  # letters
_LISTED = 3  # names of a part that has no other
# The two words behind an article, of which one is its noun.
_BEHIND_ARTICLE = re.compile(rf"\b(?:{'|'.join(DETERMINERS)})\s+(\w+)(?:\s(\w+))?", re.I)
_CAPITALS = 6  # one of so many words, from which on a language writes its nouns with capitals
_LINK = re.compile(r"\[\[[^\[\]]*\]\]")


@dataclass(frozen=True)
class NamedText:
    """A part that exists, and its label."""

    label: str
    text: str


def labels(slices: Sequence[str], beside: Sequence[NamedText] = (), title: str = "") -> list[str]:
    """A name for each slice of a text, unlike the others' and those of the parts `beside` it.

    Its highest heading, the days of its entries, the rows that it has, what most of its lines say and fewer of the
    others', with a number where a sibling is called so, when it was said, else its number. What lines begin with says
    what they are about; what the `title` of the whole says tells no part from another.
    """
    texts = [*slices, *(part.text for part in beside)]
    without_title = _without(content_words(title))
    lines_of = [[without_title(_unmarked(line)) for line in text.splitlines() if line.strip()] for text in texts]
    begun = [[" ".join(line.split()[:_BEGINNING]) for line in lines] for lines in lines_of]
    shared = [_shared_words(list(map(_nouns, lines))) for lines in (begun, lines_of)]
    nouns = _sure_nouns("\n".join(chain.from_iterable(lines_of)))
    ranked = [[_certain(*one, nouns) for one in zip(words, lines_of, strict=True)] for words in shared]
    given, speaking = [part.label for part in beside], set(_SPEAKER.findall("\n".join(texts)))
    for number, (text, *words) in enumerate(zip(slices, *ranked, strict=False), 1):
        own: Sequence[str] = next(filter(None, words), ())
        named = _names(lines_of[number - 1], speaking)
        telling = (heading(text), _days(text), _rows(text), _phrase(own, text) or named)
        names = [name[:MAX_LABEL].strip() for name in telling if name]
        unlike = [*(name for name in names if name not in given), *(_numbered(name, given) for name in names[-1:])]
        given.append(next(iter([*unlike, *_stated_days(text, given)]), "") or _number(number, given))
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


def _stated_days(text: str, given: Sequence[str]) -> list[str]:
    """From which day to which its statements were said, where no other part is called so."""
    return [days for days in [_span(DAY_BEHIND.findall(text))] if days and days not in given]


def _numbered(name: str, given: Sequence[str]) -> str:
    """The name with the first number with which nothing is called yet."""
    return next(other for number in count(2) if (other := f"{name} {number}") not in given)


def _unmarked(line: str) -> str:
    """What a line says, or said, without the label before it, who speaks in it, where it leads to, and when."""
    whole = _SPEAKS.sub("", marks.unmarked(_STRUCK.sub(r"\1", line)))
    return _MONTH.sub(" ", _LINK.sub(" ", entry_lines.unlabelled(whole.removeprefix("- "))))


def _without(words: Sequence[str]) -> Callable[[str], str]:
    """A line without these words, also in the other number: `Price` tells nothing of `Prices`."""
    forms = [re.escape(word.removesuffix("s")) + "s?" for word in words]
    return partial(re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I).sub, " ") if words else str


def _nouns(lines: Sequence[str]) -> list[str]:
    """The lines, of a language that writes nouns with capitals only those: `Kunden`, and not `bekommt`."""
    named = [_NAME.findall(line) for line in lines]
    words = sum(len(_WORD.findall(line)) for line in lines)
    return list(map(" ".join, named)) if _CAPITALS * sum(map(len, named)) > words else list(lines)


def _sure_nouns(text: str) -> set[str]:
    """The words that the text has behind an article, or never small."""
    written = set(_WORD.findall(text))
    behind_article = {noun.lower() for noun in chain.from_iterable(_BEHIND_ARTICLE.findall(text))}
    return behind_article | {word.lower() for word in written if word.lower() not in written}


def _certain(words: Sequence[str], lines: Sequence[str], nouns: Collection[str]) -> list[str]:
    """The words, of few lines the nouns alone: two lines have a word in common by chance, `Here`, `Asked`, `Paying`."""
    return [word for word in words if len(lines) >= _ROWS or word in nouns]


def _names(lines: Sequence[str], speaking: set[str]) -> str:
    """What most of the lines name, each something else, but nobody who speaks: `Westlake, Chugg, Gazette`."""
    named = [[name for name in _FULL_NAME.findall(line) if _is_things(name, speaking)] for line in lines]
    firsts = list(dict.fromkeys(names[0] for names in named if names))
    return ", ".join(firsts[:_LISTED]) if len(firsts) > len(lines) * _MOST else ""


def _is_things(name: str, speaking: set[str]) -> bool:
    """Whether it is longer than an initial or a title, and neither a day nor somebody who speaks."""
    return len(name) > _INITIALS and not speaking & set(name.split()) and not values(name)


def _phrase(words: Sequence[str], text: str) -> str:
    """The words where they stand beside one another, as the text has them (`average order`), else the first."""
    both = "|".join(rf"\b{re.escape(one)} {re.escape(two)}\b" for one, two in (words, words[::-1])) if words[1:] else ""
    beside = re.search(both, text, re.I) if both else None
    return joined_name([beside[0]] if beside else words[:1], text)


def _shared_words(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """For each group of lines the two words that most of them have and fewest of the others, as they come."""
    words_in = cache(lambda line: dict.fromkeys(content_words(line)))
    words_of = [list(map(words_in, group)) for group in groups]
    counts = [Counter(word for words in lines for word in words) for lines in words_of]
    shares = [
        {word: count / len(lines) for word, count in counted.items()}
        for counted, lines in zip(counts, words_of, strict=True)
    ]
    telling = [_telling_apart(own, [other for other in shares if other is not own]) for own in shares]
    # Of one line all words are beside each other, by chance.
    return [_unlike(words)[: len(group)] for words, group in zip(telling, groups, strict=True)]


def _telling_apart(own: Mapping[str, float], others: Sequence[Mapping[str, float]]) -> list[str]:
    """The words that most lines have, those first that the other groups have least, but for what all have as often."""
    beside = {word: sum(other.get(word, 0.0) for other in others) / max(1, len(others)) for word in own}
    weights = {word: (share - beside[word]) * (1 if len(word) >= _TELLING else _SHORT) for word, share in own.items()}
    shared = [word for word, share in own.items() if share > _MOST and share > beside[word]]
    return sorted(shared, key=lambda word: -weights[word])


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
