"""A short text about somebody → the words that say something of them."""

import re

# What may be left out of a sentence about somebody: articles, forms of "be", whose it is, that it is the user's, and
# how it is put as a wish ("is to be", "should be").
_FILLERS = frozenset(
    re.findall(
        r"\w+",
        "a an the is are was were be been am i you he she they it my your his her their its user that "
        "to should shall must please",
    )
)


def gist(text: str) -> str:
    """The words of a short text in their order, lower case and singular, without fillers; of fillers alone, these.

    Where the gist of one text is part of another's, the first says nothing beyond the second: opposites, which
    embeddings hardly tell apart ("concise", "detailed"), and another order ("A over B") have another gist.
    """
    words = [_singular(word) for word in re.findall(r"\w+(?:['’]\w+)*", text.lower())]
    return " ".join(word for word in words if word not in _FILLERS) or " ".join(words)


def _singular(word: str) -> str:
    word = re.sub(r"['’]s?$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
