"""The words of a text that say what it is about."""

import re
from functools import cache

_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        about after again all also and any are because been before being between both but can could did does each
        for from had has have how into its more most not off once one only other our out over own same should some
        such than that the their them then there these they this those through topics under until use used uses
        using very was were what when where which while who will with without would you your
        """,
    )
)

PRONOUNS = frozenset(
    re.findall(
        r"\w+",
        """
        i you he she it we they ich du er sie es wir ihr je tu il elle on nous vous ils elles yo tú él ella nosotros
        nosotras vosotros vosotras ellos ellas usted ustedes
        """,
    )
)
# Those of them who speak, or are spoken to: they stand for nothing that was said before.
SPEAKERS = frozenset(
    re.findall(
        r"\w+",
        """
        i you we ich du wir ihr je tu nous vous yo tú nosotros nosotras vosotros vosotras usted ustedes
        """,
    )
)

# Articles, and what stands in their place before a noun.
DETERMINERS = frozenset(
    re.findall(
        r"\w+",
        """
        a an the our your my their its his her no der die das den dem des ein eine einen einem einer kein
        keine keinen le la les l un une des du de d nos notre votre leur leurs el los las una unos unas del
        nuestro nuestra al
        """,
    )
)

# The languages beside English of which the words are known that every text has; the package's Spanish has verbs.
_OTHER_LANGUAGES = ("german", "french", "italian", "portuguese", "dutch", "polish", "swedish")
_DECLINING = "polish"  # the one of them that gives names endings
_CAPITALISING = "german"  # the one of them that writes nouns as names
_SPEAKING = 2  # words more than of English by which a language shows: one alone may be a name, or of any language

_ENGLISH = _STOP_WORDS | frozenset(re.findall(r"\w+", "an as at be by he if in is it my no of on or she they to we"))
_OTHERS = (PRONOUNS | DETERMINERS) - _ENGLISH - {"a", "i"}


def content_words(text: str) -> list[str]:
    """The words of three letters or more, in lower case and in order, without those that every text has."""
    words = re.findall(r"[^\W\d_]{3,}", text.lower())
    common = function_words(text)
    return [word for word in words if word not in common]


def function_words(text: str) -> frozenset[str]:
    """What every text has of the language that has most of its words; where it is not known which, of English."""
    spoken = _spoken(text)
    return _STOP_WORDS if spoken is _languages()[0] else spoken


def is_function_word(word: str, text: str) -> bool:
    """Whether it stands for nothing by itself in the language of the text, as far as that is known."""
    return word.casefold() in _spoken(text) or word.casefold() in PRONOUNS | DETERMINERS


def _spoken(text: str) -> frozenset[str]:
    """The words that every text has in the language that has most of the text's; the English ones where none shows."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    english, *others = _languages()
    spoken = max(others, key=lambda common: sum(map(common.__contains__, words)))
    own, foreign = (sum(map(common.__contains__, words)) for common in (english, spoken))
    return spoken if foreign >= own + _SPEAKING else english


def may_capitalise_nouns(text: str) -> bool:
    """Whether nouns have capitals in it, as names do: where it clearly has the words of German."""
    return _spoken(text) is _languages()[1 + _OTHER_LANGUAGES.index(_CAPITALISING)]


def may_decline_names(text: str) -> bool:
    """Whether names may have endings of their own in it: not where it clearly has the words of a known language that
    gives them none. A language that is not known may decline them."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    # The package's English has words of many languages ("je", "sa", "ga").
    counts = [sum(map(common.__contains__, words)) for common in (_ENGLISH, *_languages()[1:])]
    return max(counts) < counts[1 + _OTHER_LANGUAGES.index(_DECLINING)] + _SPEAKING


@cache
def _languages() -> list[frozenset[str]]:
    from stop_words import get_stop_words

    return [frozenset(get_stop_words(language)) for language in ("english", *_OTHER_LANGUAGES)]


def is_english(text: str) -> bool:
    """Whether more of its function words are English than are another language's alone.

    A word with a letter outside of ASCII is another language's.
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    others = sum(word in _OTHERS or not word.isascii() for word in words)
    return sum(word in _ENGLISH for word in words) > others
