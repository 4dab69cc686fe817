"""The words of a text that say what it is about."""

import re

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

_ENGLISH = _STOP_WORDS | frozenset(re.findall(r"\w+", "an as at be by he if in is it my no of on or she they to we"))
_OTHERS = (PRONOUNS | DETERMINERS) - _ENGLISH - {"a", "i"}


def content_words(text: str) -> list[str]:
    """The words of three letters or more, in lower case and in order, without those that every text has."""
    return [word for word in re.findall(r"[^\W\d_]{3,}", text.lower()) if word not in _STOP_WORDS]


def is_english(text: str) -> bool:
    """Whether more of its function words are English than are another language's alone.

    A word with a letter outside of ASCII is another language's.
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    others = sum(word in _OTHERS or not word.isascii() for word in words)
    return sum(word in _ENGLISH for word in words) > others
