"""The noun phrases of a text, in the writer's words and case: what its topics may be called."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from knowledge.text.keywords import DETERMINERS, PRONOUNS
from knowledge.text.sentences import sentences

# What is no noun itself; what stands before one, by which it is known where it is written small, are `DETERMINERS`.
_OTHERS = frozenset(
    re.findall(
        r"\w+",
        """
        each every any all these those this that i you he she it we they me us them who which what when where
        why how and or but if so than then as at by for from in into of off on onto out over to under until up
        with within without after before since between is are was were be been has have had do does did will
        would can could may might must should not only also just now there here more less most least very too
        other another same such own some both few many much one ones two three per pro je und oder aber wenn
        als wie wo wer am im an auf aus bei bis für mit nach seit von vor zu zum zur über um ist sind war wird
        werden wurde hat haben kann nicht nur auch noch schon es er sie wir ihr sich dann da chaque ce cet
        cette ces et ou mais si que qui où dans en sur par pour avec sans à au aux est sont a ont ne pas plus
        se sa son ses il elle cada este esta estos estas ese esa y o pero quien donde con sin por para hay no
        más su sus lo un
        """,
    )
)
# What asks, or is who does something: with one of them words are a clause, and no name.
_CLAUSE = PRONOUNS.union(
    re.findall(
        r"\w+",
        """
        what which who whom whose when where why how wer wen wem was welche welcher welches wann wo warum wieso
        weshalb wie qui que qu quoi quand où pourquoi comment quel quelle quels quelles qué que quién cuándo dónde
        cómo cuál cuáles
        """,
    )
)
JOINING = ("and", "und", "et", "y", "but", "so", "then", "also", "auch", "aussi", "también")
_WORD = re.compile(r"[^\W_]+(?:[-'’.&/_][^\W_]+)*")  # AT&T, user-id and v1.2 are one word each
_ELIDED = re.compile(r"[ld]['’]|qu'", re.I)  # l'équipe, d'accord, qu'il
# `l'équipe`: the article and the word apart.
_TOKEN = re.compile(rf"(?:{_ELIDED.pattern})(?=[^\W_])|{_WORD.pattern}", re.I)
_MARKS = r"[.!?:;,()\[\]\"“”„«»…—–|•]"
# Where no noun phrase goes on: marks behind a word, brackets and quotes before one, " - "
_PARTS = re.compile(rf"(?<!{_MARKS}){_MARKS}++(?=\s|$)|(?<=\s)[(\[\"“„«]+|\n|\s[-/]\s")
# `Budget: …`, `Budget?`, "Budget, is it enough?"
_LABEL = re.compile(r"¿?(?P<label>[^\s.:,;!?¿][^.:,;!?]{2,44})(?:[:.?]|, (?=[^?]*\?))(?=\s|$)")
_OPEN_BRACKET = re.compile(r"(?<!\s)\s*+[(\[][^()\[\]]*$")  # of `Pico Telecom (Dublin)`, without its last mark
MAX_WORDS, MAX_LABEL = 3, 6


@dataclass(frozen=True)
class Words:
    """Words that stand next to one another: `determined` where an article or its like stands before the first of them.

    One that `opens` may begin a sentence, so that a capital says nothing.
    """

    words: tuple[str, ...]
    determined: bool
    opens: bool = False


def stem(word: str) -> str:
    """What a word's forms have in common, roughly, in any language."""
    word = word.casefold().replace("’", "'").removesuffix("'s")
    return re.sub(r"(?:ies|[eo]s|e[nrm]|[sne]|y)$", "", word) if len(word) > 4 else word.removesuffix("s")


def is_form(stem: str, other: str) -> bool:
    """Whether a word of the `other` stem has this one, or begins with it: Temperatur, Temperaturprotokoll."""
    return other == stem or (len(stem) >= 5 and other.startswith(stem))


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order."""
    return [stem(word) for word in _WORD.findall(text)]


def runs(text: str) -> Iterator[Words]:
    """The words between those of the closed classes, and between what ends a part of a sentence."""
    for part, begins in _parts(text):
        before: list[str] = []
        for is_apart, tokens in groupby(_TOKEN.findall(part), key=lambda word: _is_elided(word) or _is_closed(word)):
            words = tuple(tokens)
            if not is_apart:
                determined = bool(before) and (_is_elided(before[-1]) or _is_determiner(before[-1]))
                yield Words(words, determined, opens=begins and all(map(_is_elided, before)))
            before += words


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of its sentences, each with whether a sentence may begin there."""
    for at, part in enumerate(_PARTS.split(text)):
        yield part, not at or text[: text.find(part)].rstrip()[-1:] not in {",", ";", ")", "–", "-"}


def _is_elided(word: str) -> bool:
    """Whether it is what French writes before a vowel: `l'`, `d'`, `qu'`."""
    return bool(_ELIDED.fullmatch(word))


def label(sentence: str) -> str:
    """The few words by which somebody comes to a subject: `Night receiving: …`, `Cargo insurance.`, `¿Plazo?`

    A point that is an abbreviation's ends none: `El alquiler cuesta aprox. 900 euros`.
    """
    match = _LABEL.match(sentence)
    if match and match[0].endswith(".") and len(sentences(sentence)[0]) > len(match[0]):
        return ""
    few = match and len(match["label"].split()) <= MAX_LABEL and not re.search(r"\b.?\d", match["label"])
    return match["label"] if match and few else ""


def subject(label: str) -> str:
    """What a label names, in a few words: `¿Y la verificación de ingresos?`; '' where it is more."""
    words = trimmed(label).split()
    inner = any(_is_closed(word) and len(word) > 2 for word in words)
    return "" if inner or len(words) > MAX_WORDS else " ".join(words)


def named_alone(label: str) -> str:
    """The few words of a name that a label is, save for what joins or determines it: `And the charter of Fulmar?`"""
    name = trimmed(label)
    before, within = label.removesuffix(name).split(), name.split()[1:-1]
    joined = before and before[0].casefold() in JOINING
    alone = label.endswith(name) and all(_is_determiner(word) for word in before[1 if joined else 0 :])
    joins = all(_is_determiner(word) or word == "of" for word in within if _is_closed(word))
    return name if alone and joins and len(name.split()) <= MAX_WORDS else ""


def unjoined(text: str) -> str:
    """The text without the words that join it to the one before: `And pitch batteries?`, `And also …`"""
    first, _, rest = text.partition(" ")
    return unjoined(rest) if first.rstrip(",").casefold() in JOINING else text


def is_labelled(text: str) -> bool:
    """Whether it comes to another subject, by a label: `HSE: Graeme leaves`."""
    before_colon = label(text)
    return bool(subject(before_colon)) and text.startswith(f"{before_colon}: ")


def opens_name(text: str) -> bool:
    """Whether it begins as a name does, with an article at most: no `For the record`."""
    first = _WORD.search(text)
    return first is not None and (_is_determiner(first[0]) or not _is_closed(first[0]))


def inside(text: str) -> Iterator[str]:
    """The words that begin no part of a sentence."""
    for part in _PARTS.split(text):
        yield from _WORD.findall(part)[1:]


def unclaused(text: str) -> str:
    """What is named before something is asked or told: `House rules which came up`; '' of `What I looked at`.

    One word before that may be one of doing: `Proposed and what became of it`.
    """
    for word in _WORD.finditer(text):
        if any(part in _CLAUSE for part in re.split("['’]", word[0].casefold())):
            before = trimmed(text[: word.start()])
            return before if len(before.split()) > 1 else ""
    return text


def echoes(text: str, before: str) -> bool:
    """Whether a few words only take up what was said before: `30 min, noted`, `8 December then`."""
    named = [word for run in runs(text) for word in run.words] + re.findall(r"\b[B-HJ-Z]\b(?!['’])", text)
    heard = {_bare(word) for word in stems(before)}
    return bool(named) and any(_bare(stem(word)) in heard for word in named)


def _bare(stem: str) -> str:
    """An ordinal as its number: 8th, 21st."""
    return re.sub(r"^(\d+)[^\W\d_]{1,3}$", r"\1", stem)


def trimmed(text: str) -> str:
    """The text without the words of closed classes at its ends, and without marks."""
    words = list(_WORD.finditer(text))
    while words and _is_closed(words[0][0]):
        words.pop(0)
    while words and _is_closed(words[-1][0]):
        words.pop()
    return _OPEN_BRACKET.sub("", text[words[0].start() : words[-1].end()]) if words else ""


def _is_determiner(word: str) -> bool:
    return word.casefold() in DETERMINERS


def _is_closed(word: str) -> bool:
    small = word.casefold()
    return small in DETERMINERS or small in _OTHERS or re.split("['’]", small)[0] in _OTHERS
