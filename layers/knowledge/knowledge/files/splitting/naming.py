"""What the parts of a file are called: after what is in each of them, and in none of the others."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from knowledge.text import markdown
from knowledge.text.keywords import content_words
from knowledge.text.statements import entry_lines, marks
from knowledge.text.statements.months import MONTH

# Of a log's bullet or heading: `- 2026-02-03: …`, `## 2026-02-03 …`
_DAY = re.compile(r"^(?:- |#+ )(\d{4}-\d{2}-\d{2})\b", re.M)
_TELLING, _SHORT = 5, 0.3  # letters of a word that is more than grammar in most languages; what a shorter one weighs
_MONTH = re.compile(rf"\b{MONTH}", re.I)
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÄÖÜÀ-Ý][^\W\d_]{2,}")  # a capital that begins no sentence
_LINK = re.compile(r"\[\[[^\[\]]*\]\]")


def labels(slices: Sequence[str]) -> list[str]:
    """A name for each slice of a text: its highest heading, the days of its entries, the words that tell it, the names
    in it, or its number: how it begins differs between two writers, and would say twice what may not stay so."""
    lines_of = [list(map(_unmarked, text.splitlines())) for text in slices]
    named = [" ".join(_NAME.findall("\n".join(lines))) for lines in lines_of]
    only = [_unlike([name for name in content_words(own) if _is_of_one(name, named)]) for own in named]
    return [
        heading(text) or _days(text) or joined_name(own, text) or joined_name(names, text) or str(number)
        for number, (text, own, names) in enumerate(zip(slices, telling_words(lines_of), only, strict=True), 1)
    ]


def _unmarked(line: str) -> str:
    """What a line says, without the label before it, where it leads to, and when."""
    return _MONTH.sub(" ", _LINK.sub(" ", entry_lines.unlabelled(marks.unpointed(line).removeprefix("- "))))


def _is_of_one(name: str, groups: Sequence[str]) -> bool:
    return sum(name in content_words(group) for group in groups) == 1


def joined_name(words: Sequence[str], text: str) -> str:
    """The words as one name, each in the case that the text has it in: a weekday's capital stays."""
    written = [word if re.search(rf"\b{re.escape(word)}\b", text) else _in_its_case(word, text) for word in words]
    name = " and ".join(written)
    return name[:1].upper() + name[1:]


def _in_its_case(word: str, text: str) -> str:
    place = re.search(rf"\b{re.escape(word)}\b", text, re.I)
    return place[0] if place else word


def heading(text: str) -> str:
    """The highest heading, the first of them where there are several; "" where there is none."""
    titled = [block for block in markdown.headings(text) if block.title]
    return min(titled, key=lambda block: block.rank).title if titled else ""


def telling_words(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """For each group of lines the two words that many of them and few of the others have (TF-IDF over groups).

    A word tells the group where it weighs most, and no other; none is left for a group that shares all its words.
    """
    counts = [Counter(word for line in group for word in set(content_words(line))) for group in groups]
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
    days = _DAY.findall(text)
    return "" if not days else days[0] if min(days) == max(days) else f"{min(days)} to {max(days)}"


def _unlike(words: Sequence[str]) -> list[str]:
    """The first word, and the first of the others that is no other form of it."""
    others = (word for word in words[1:] if not word.startswith(words[0]) and not words[0].startswith(word))
    return [*words[:1], *islice(others, 1)]
