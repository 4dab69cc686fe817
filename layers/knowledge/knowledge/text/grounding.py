"""Whether a text says only what another one says: what a model adds of its own is no knowledge.

Words may be others; what can be checked must stand in the source: figures, dates, names, commands, paths.
"""

import re
from collections.abc import Iterator, Set
from itertools import chain

from knowledge.text.keywords import content_words, is_function_word, may_decline_names
from knowledge.text.near_duplicates import identifiers
from knowledge.text.numerals import in_figures
from knowledge.text.sentences import sentences
from knowledge.text.strings import one_line

# "5,433" and "5433" are one number: what groups digits by three says nothing.
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+(?!\d)")
# With what joins its digits (1.2.3, 10:30, 2026-11-22), and a letter that multiplies it.
_FIGURE = re.compile(r"\d+(?:[.,:/’'-]\d+)*(?:(?:[kmb]|mi?o|mrd|bn)\b)?", re.I)
# The same as it is written.
_WRITTEN = re.compile(rf"(?:{_THOUSANDS.pattern}|\d+)(?:[.,:/’'-]\d+)*(?:(?:[kmb]|mi?o|mrd|bn)\b)?", re.I)
_CODE = re.compile(r"`([^`]+)`")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_ENDING = re.compile(r"(?:['’]s|s['’]?|['’]|es|n|en|er|e|ed|d|ing)?")  # by which forms of one word differ
# Where languages decline names, both forms may have an ending of their own, behind a stem that tells what is named:
# `Teneryfę`, `Teneryfie`.
_STEM_OF_NAME, _CASE_ENDING = 5, 3  # letters
_ELIDED = re.compile(r"[^\W\d_]{1,2}['’](?=[a-zß-öø-ÿ])")  # `L'arrêt`: the capital is the article's
_STEM = 4  # letters; a shorter word has no other forms here
# What follows an imperative that begins a sentence, and no name: `Install the …`, `Deploy on …`.
_OBJECT = re.compile(
    r"(?:a|an|the|this|that|these|those|all|any|no|your|our|its|their|every|each|it|them|only|in|on|at|to|for|with|"
    r"without|from|by|of|into|der|die|das|den|dem|ein|eine|einen|alle|keine?)\b|[^a-zß-öø-ÿ]",
)


def ungrounded(item: str, source: str) -> list[str]:
    """The figures, dates, names, commands and paths of `item` that `source` lacks, each once; [] where it has all.

    Figures are equal however their thousands are parted, and in words or digits (`three`, `3`). What stands between
    backticks has to stand in the source as it is, line breaks aside. A name is a word with a capital, also the first
    of a sentence unless what follows shows a request (`Install the …`); its forms count as it (`Lena's`, `Kunden`).
    """
    whole = one_line(source).casefold()
    commands = [code for code in _CODE.findall(item) if one_line(code).casefold() not in whole]
    written = _CODE.sub("`", item)
    prose = in_figures(written)
    shaped = [name for name in identifiers(prose) if not any(map(str.isdigit, name)) and not _stands(name, whole)]
    missing = [*commands, *_figures_lacking(written, source), *shaped, *_names_lacking(prose, whole)]
    return list(dict.fromkeys(missing))


def figures(text: str) -> frozenset[str]:
    """The figures of a text as they are compared: however their thousands are parted."""
    return frozenset(_figures(text))


def has_form(word: str, forms: Set[str]) -> bool:
    """Whether the source has the word, in this form or another."""
    if word in forms or all(part in forms for part in re.split(r"['’-]", word) if part not in ("", "s")):
        return True
    return len(word) >= _STEM and any(_is_form(word, other) or _is_form(other, word) for other in forms)


def _has_declined(name: str, forms: Set[str]) -> bool:
    """Whether the source has the name with another ending of its own."""
    stem = name[: max(_STEM_OF_NAME, len(name) - _CASE_ENDING)]
    longest = len(stem) + _CASE_ENDING
    return len(name) >= _STEM_OF_NAME and any(one.startswith(stem) and len(one) <= longest for one in forms)


def _figures_lacking(prose: str, source: str) -> list[str]:
    item, in_source = in_figures(prose), _with_ends(_figures(source))
    lacking = [figure for figure in _figures(item) if not _is_known(figure, in_source)]
    if lacking:  # the source is long: its numerals are read where its digits do not say it already
        in_source |= _with_ends(_figures(in_figures(source)))
    if lacking and _words(prose) - _words(item) <= _words(source):  # in words that the source has as well
        in_source |= dict.fromkeys(_figures(item).keys() - _figures(prose).keys())
    written = {figure: raw for raw in _WRITTEN.findall(prose) for figure in _figures(raw)}
    return [written.get(figure, figure) for figure in lacking if not _is_known(figure, in_source)]


def _words(text: str) -> set[str]:
    """The words of the text, and those of which a name with underscores is made: `vat_on_fees` has VAT."""
    words = (word.casefold() for word in _WORD.findall(text))
    return {part for word in words for part in (word, *filter(None, word.split("_")))}


def _with_ends(figures: dict[str, None]) -> dict[str, None]:
    """The figures, and of a span both ends: `13:30-15:30` is from 13:30 to 15:30."""
    ends = (span for figure in figures if len(span := figure.split("-")) == 2 and all(span))
    return figures | dict.fromkeys(chain.from_iterable(ends))


def _is_known(figure: str, in_source: dict[str, None]) -> bool:
    """A span of two figures is known where both are."""
    span = figure.split("-")
    return figure in in_source or (len(span) == 2 and all(number in in_source for number in span))


def _figures(text: str) -> dict[str, None]:
    whole = _THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), text)
    return dict.fromkeys(figure.replace(",", ".").replace("’", "'").lower() for figure in _FIGURE.findall(whole))


def _names_lacking(item: str, source: str) -> Iterator[str]:
    forms, may_decline = _words(source), may_decline_names(item)
    for sentence in sentences(item):
        for at, word in enumerate(_WORD.finditer(sentence)):
            name, after = word[0], sentence[word.end() :].lstrip(" ,")
            capital = name[0].isupper() and not _ELIDED.match(name) and (at or _may_be_name(name, sentence, after))
            is_there = has_form(name.casefold(), forms) or (may_decline and _has_declined(name.casefold(), forms))
            if capital and not is_there:
                yield name


def _may_be_name(word: str, sentence: str, after: str) -> bool:
    """Whether the first word of the sentence may be a name, by its language and by what follows."""
    tells = bool(content_words(word)) and not is_function_word(word, sentence)
    return tells and bool(after) and not _OBJECT.match(after)


def _is_form(longer: str, shorter: str) -> bool:
    short = len(shorter) >= _STEM - 1 and longer.startswith(shorter)
    return short and bool(_ENDING.fullmatch(longer[len(shorter) :]))


def _stands(name: str, source: str) -> bool:
    """Whether the source has it; of an acronym one or many (`URL`, `URLs`)."""
    one = name.removesuffix("s") if name.removesuffix("s").isupper() else name
    return bool(re.search(rf"(?<![^\W_]){re.escape(one.casefold())}s?(?![^\W_])", source))
