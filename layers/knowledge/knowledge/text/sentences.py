"""Prose out of markdown: paragraphs as lists of sentences, without code blocks, tables and headings."""

import re
from collections.abc import Callable

from knowledge.text.keywords import DETERMINERS, PRONOUNS, content_words, function_words
from knowledge.text.xml_elements import without_elements

# Without an end it reaches to the end of the text.
_FENCE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n?(.*?)(?:^[ \t]*\1[^\n]*$|\Z)", re.M | re.S)
# `<details>`: elements that take lines of their own
_OPENING, _CLOSING = re.compile(r"^<(\w+)>", re.M), re.compile(r"^</(\w+)>", re.M)
_BREAK = re.compile(r"(?<=[.!?])\s+|\n+")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")  # `- one`, `2) two`
# Headings, tables, quotes, prompts, diffs, tracebacks and rules.
_NOISE = re.compile(r"^\s*(?:#{1,6}\s|\||>|\$ |diff --git|[+-]{3} |@@ |Traceback|File \"|[=\-_*~]{3,})")
# Where a sentence may end, with what begins the next; those of Chinese always do.
_STOP = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[\"'(\[*„»¿¡]*(?P<next>[\w`]))|(?<=[。！？])[」』）]*\s*(?=\S)")
# A full stop behind these, behind one small letter or a capital and letters without a vowel ends no sentence:
# `approx. 5`, `z. B. Berlin`, `Sr. García`.
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|etc|vs|cf|app?rox|env|ungef|resp|ca|dr|prof|mrs?|(?-i:Ms|Rev)|(?-i:[SD]rt?a)|st|\w*str|fig|jan|feb|apr|aug|sept?|oct|nov|dec|"
    r"z\. ?b|d\. ?h|u\. ?a|bzw|usw|inkl|zzgl|ggf|evtl|vgl|nr|mio|mrd|tel|max|p\. ?ex|p\. ?ej|"
    r"(?-i:(?<!\d )[a-z]|[ap]|(?<!\d )[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]+))\.$",
    re.I,
)
_NUMERO = re.compile(r"\bno\.$", re.I)  # before a number; else it is an answer
# What is no abbreviation and no ordinal: a word that is written out, as its length or its end tells; a time, a long
# number, a number with its unit (of no vowel, as `10 min. away` is none; `à 8 h.` is in short) or behind a word
# (`eu-west-1`); a sign.
_WHOLE = re.compile(
    r"(?:[^\W\d_]{5}|[^\W\d_]{3}s|[^\W\d_]{2}[aeiouyáéíóúäöüàèùâêîôû]|\d[.,:]?\d\d|"
    r"\d ?(?-i:(?!h\.)[b-df-hj-np-tv-zµ]{1,3}|[A-Z]{2,3})|[^\W\d_]-\d{1,2}|[^\w\s.!?])\.$|[^.\s][!?]$",
    re.I,
)
# A day and its month, which is no price: `am 3.11. getauscht`.
_DAY = re.compile(r"(?<![^\s(])(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.$")
_WORD = re.compile(r"\b([^\W\d_]{2,})\.$")
# In many languages a point makes a number an ordinal: `am 3. März`, `im 2. Quartal`.
_ORDINAL = re.compile(r"\b(?:am|vom|zum|bis|ab|den|dem|der|die|das|im|ins|seit|bis zum) \d{1,2}\.$", re.I)
# Before a month it is a day, unless it is that of a word: `eu-west-1. April is …`
_NUMBER = re.compile(r"\b(?<![^\W\d_]-)\d{1,2}\.$")
# One capital letter as a word; a word with a capital, with one behind it.
_LETTER = re.compile(r"(?<![^\s(„“\"'’])[A-ZÀ-Þ]\.$")
_NAME = re.compile(r"(?P<word>[A-ZÀ-Þ][\w'’-]+|[A-ZÀ-Þ](?=\.))(?P<next> [A-ZÀ-Þ])?")
_INITIAL = re.compile(r"[A-ZÀ-Þ]\.")  # which is no sentence by itself: `M. Dupont`, `A. Paint the wall`
# "Am 3. März": after a number they begin no sentence.
_MONTH = re.compile(r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b")
# Stars with something close to them on the inside: `2 * 3 * 4` is arithmetic.
_EMPHASIS = re.compile(
    r"\*\*(?=\S)([^*`\n]{1,200})(?<=\S)\*\*|(?<![\w*`])\*(?=[^\s*])([^*`\n]{1,200})(?<=\S)\*(?![\w*`])"
)
# Longer than any learning: what is not closed by then is no sentence.
_MAX_SENTENCE = 600


def paragraphs(text: str) -> list[list[str]]:
    """The sentences of each paragraph or list item, in order."""
    return [paragraph for block in _blocks(without_code(text)) if (paragraph := sentences(block))]


def list_items(text: str) -> set[int]:
    """Which of its paragraphs are items of a list."""
    blocks = [block for block in _marked_blocks(without_code(text)) if sentences(block[0])]
    return {at for at, (_, is_item) in enumerate(blocks) if is_item}


def without_code(text: str, quote: Callable[[str], str] = lambda _: "") -> str:
    """The text without fenced code and without whole elements such as `<output>…</output>`.

    What `quote` gives of the code stands where it stood.
    """

    def instead(fence: re.Match[str]) -> str:
        quoted = quote(fence[2])
        return f" {quoted}\n\n" if quoted else "\n\n"

    return without_elements(_FENCE.sub(instead, text), _OPENING, _CLOSING, "\n\n")


def item(line: str) -> str | None:
    """What stands in a list item's first line; None where the line begins none."""
    mark = _ITEM.match(line)
    return line[mark.end() :] if mark else None


def is_noise(line: str) -> bool:
    """Whether the line is a table's, a heading's, a diff's or a traceback's rather than prose."""
    return bool(_NOISE.match(line))


def sentences(block: str) -> list[str]:
    """The sentences of one paragraph; neither abbreviations nor ordinals end one."""
    block = _EMPHASIS.sub(lambda m: m[1] or m[2], " ".join(block.split()))
    complete, start = list[str](), 0
    for stop in _STOP.finditer(block):
        before = block[start : stop.start()]
        is_open = before.count("`") % 2 or _INITIAL.fullmatch(before)
        if before and (len(before) >= _MAX_SENTENCE or not (is_open or _goes_on(stop))):
            complete.append(before)
            start = stop.end()
    return [*complete, block[start:]] if block[start:] else complete


def may_be_several(sentence: str) -> bool:
    """Whether a stop within it may end a sentence, which nothing tells for sure."""
    return any(not _belongs_to_word(stop) for stop in _STOP.finditer(sentence))


def fragments(text: str) -> list[str]:
    """The text cut at each line's end and behind each mark that may end a sentence: finer than `sentences`."""
    return _BREAK.split(text)


def _goes_on(stop: re.Match[str]) -> bool:
    """Whether the stop ends no sentence; before a figure or a small letter that has to be sure."""
    begins = stop["next"] or "。"
    is_plain = begins.isdigit() or begins.islower()
    return _belongs_to_word(stop) or (is_plain and not _is_whole(stop))


def _is_whole(stop: re.Match[str]) -> bool:
    """Whether what stands before the stop is whole without it, and no quote or bracket stands behind it."""
    before = _before(stop)
    word = _WORD.search(before)
    is_common = word and (word[1].lower() in PRONOUNS or (len(word[1]) > 2 and not content_words(word[1])))
    between = stop.string[stop.start() : stop.start("next")]
    return between.isspace() and not _DAY.search(before) and bool(_WHOLE.search(before) or is_common)


def _belongs_to_word(stop: re.Match[str]) -> bool:
    """Whether the point is that of an abbreviation or of an ordinal."""
    before = _before(stop)
    if _NUMERO.search(before):
        return (stop["next"] or "").isdigit()
    ordinal = _ORDINAL.search(before) or (_NUMBER.search(before) and _MONTH.match(stop.string, stop.end()))
    return bool(_ABBREVIATION.search(before) or ordinal or _is_of_name(stop))


def _is_of_name(stop: re.Match[str]) -> bool:
    """Whether it stands behind the one letter of a name or a title: `est M. Leroux`, `by J. Smith`.

    A name goes on with a word that has a meaning, or, behind one that has none, with an article: `est M. Le Goff`.
    Behind a small word that has one the letter is a label: `row D. Safety`, but for French `M.`.
    """
    *_, word, letter = ["", "", *_before(stop).split()]
    name = _NAME.match(stop.string, stop.end())
    if not _LETTER.search(letter) or not name or letter[-2].lower() in PRONOUNS:
        return False
    common = function_words(stop.string) | PRONOUNS | DETERMINERS
    is_behind_name = bool(name["next"]) and word.lower() in common
    if letter[-2:] != "M." and word.islower() and content_words(word) and word not in common:
        return False
    means = content_words(name["word"]) and name["word"].lower() not in common
    return bool(is_behind_name or means or len(name["word"]) == 1)


def _before(stop: re.Match[str]) -> str:
    return stop.string[max(0, stop.start() - 20) : stop.start()]


def _blocks(text: str) -> list[str]:
    return [block for block, _ in _marked_blocks(text)]


def _marked_blocks(text: str) -> list[tuple[str, bool]]:
    """The paragraphs, each with whether it is an item of a list."""
    blocks: list[tuple[list[str], bool]] = [([], False)]
    for line in text.splitlines():
        rest = item(line)
        if not line.strip() or is_noise(line):
            blocks.append(([], False))
        elif rest is not None:
            blocks.append(([rest], True))
        else:
            blocks[-1][0].append(line)
    return [(" ".join(lines), is_item) for lines, is_item in blocks if lines]


def whole(sentence: str) -> str:
    """The sentence with all its words, ending as one does."""
    sentence = _spaced(" ".join(sentence.split())).rstrip(" ,;")
    if not sentence:
        return ""
    return begun(sentence.rstrip("!") + ("" if sentence[-1] in ".?:。？" else "."))


def begun(text: str) -> str:
    """The text with a capital where an article or a pronoun begins it; `npm install` and `eBay` are written small.

    `du` is a command, too.
    """
    first = re.match(r"[a-z]+\b(?![._(/-])", text)
    return text[0].upper() + text[1:] if first and first[0] in (PRONOUNS | DETERMINERS) - {"du"} else text


def _spaced(sentence: str) -> str:
    """The sentence without spaces before its punctuation; code between backticks is left alone."""
    parts = sentence.split("`")
    parts[::2] = [re.sub(r"(?<!\s)\s+([,.;:])(?!\S)", r"\1", part) for part in parts[::2]]
    return "`".join(parts)
