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


def content_words(text: str) -> list[str]:
    """The words of three letters or more, in lower case and in order, without those that every text has."""
    return [word for word in re.findall(r"[^\W\d_]{3,}", text.lower()) if word not in _STOP_WORDS]
