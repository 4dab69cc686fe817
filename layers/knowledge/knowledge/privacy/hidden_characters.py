"""Characters that a reader does not see, and words that only a reader takes for what they are."""

import re
import unicodedata

_JOINERS = "\u200c\u200d"  # part of words in Persian and Indic scripts, and of emoji
_SOFT_HYPHEN, _BYTE_ORDER, _BRAILLE_BLANK = "\xad", "\ufeff", "\u2800"
# Letters and marks by their category, and yet drawn as nothing: fillers of Hangul, inherent vowels of Khmer, a joiner.
_BLANK = "\u3164\u115f\u1160\uffa0\u17b4\u17b5\u034f"
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_WORD = re.compile(r"[^\W\d_]{2,}")  # of letters alone
_SPACED = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .*_-]){3,40}[^\W\d_](?![^\W_])")  # `i g n o r e`
_DIGIT = re.compile(r"(?<=[A-Za-z])[013457](?=[A-Za-z])|(?<!\w)[013457](?=[A-Za-z]{3})")
_AS_LETTERS = str.maketrans("013457", "oieast")


def has_hidden_characters(text: str) -> bool:
    """Controls of direction, zero-width characters, tags, fillers and other formats; what its script needs stays."""
    around = zip("\n" + text, text, text[1:] + "\n", strict=False)
    return any(_is_hidden(before, c, after) for before, c, after in around if not c.isascii() or c < " " or c > "~")


def _is_hidden(before: str, c: str, after: str) -> bool:
    if c in _JOINERS:
        return before.isascii() and after.isascii()
    if _SELECTORS.match(c):
        return _has_no_variants(before, c)
    if c == _BRAILLE_BLANK:
        return not any("\u2800" < other <= "\u28ff" for other in (before, after))
    if c == _BYTE_ORDER:
        return before != "\n"
    category = unicodedata.category(c)
    is_control = category == "Cc" and c not in "\t\n\r\f\v"
    return is_control or c in _BLANK or (category in ("Cf", "Co", "Cn") and c != _SOFT_HYPHEN)


def _has_no_variants(before: str, selector: str) -> bool:
    """Whether a selector stands where no sign is that it could choose a form of: behind a space, a Latin letter or
    another selector; and those that choose forms of ideographs behind anything else."""
    if selector > "\ufe0f":
        return unicodedata.category(before) != "Lo"
    return before.isspace() or (before.isascii() and before.isalpha()) or bool(_SELECTORS.match(before))


def mixes_scripts(text: str) -> bool:
    """Whether in one word Latin letters stand beside Cyrillic or Greek ones (Unicode TS 39, mixed scripts)."""
    return not text.isascii() and any(_is_mixed(word) for word in _WORD.findall(text))


def _is_mixed(word: str) -> bool:
    """A micro sign is none, and no Greek mu where it is written for one: `μSeconds`."""
    letters = word.replace("µ", "").removeprefix("μ")
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK"}) and len(word) > 2


def spelt_out(text: str) -> str:
    """The text as a reader takes it: without soft hyphens, `i g n o r e` as a word, and `Ign0re` with its letter."""
    joined = _SPACED.sub(lambda word: word[0][::2], text.replace(_SOFT_HYPHEN, ""))
    return _DIGIT.sub(lambda digit: digit[0].translate(_AS_LETTERS), joined)
