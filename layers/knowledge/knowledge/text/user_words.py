"""What a user said, as a learning tells it: word for word, with what it answered.

What it is said of, where it says nothing without that, is a part of what it says ("Never do that."). What it answered
else only tells where it comes from, and is no part: the same words are the same rule, whatever was asked.
"""

_BEFORE, _ANSWERED, _ABOUT = "The user: “", "” (in answer to: “", "” (about: “"


def quoted(words: str, answered: str = "", leans: bool = False) -> str:
    """The learning that tells the user's words, and the words of another that they answered, or lean on."""
    return f"{_BEFORE}{words}{_ABOUT if leans else _ANSWERED}{answered}”)" if answered else f"{_BEFORE}{words}”"


def words_of(learning: str) -> str:
    """The user's words in such a learning; any other learning as it is."""
    if not learning.startswith(_BEFORE):
        return learning
    return what_is_told(learning).removeprefix(_BEFORE).partition(_ABOUT)[0].removesuffix("”")


def what_is_told(learning: str) -> str:
    """A learning without what only tells where it comes from: by this it is known again."""
    words, answered, _ = learning.partition(_ANSWERED) if learning.startswith(_BEFORE) else (learning, "", "")
    return f"{words}”" if answered else words
