"""What a user said, as a learning tells it: word for word, with what it answered."""

_BEFORE, _ANSWERED = "The user: “", "” (in answer to: “"


def quoted(words: str, answered: str = "") -> str:
    """The learning that tells the user's words, and the words of another that they answered."""
    return f"{_BEFORE}{words}{_ANSWERED}{answered}”)" if answered else f"{_BEFORE}{words}”"


def words_of(learning: str) -> str:
    """The user's words in such a learning; any other learning as it is."""
    if not learning.startswith(_BEFORE):
        return learning
    return learning.removeprefix(_BEFORE).partition(_ANSWERED)[0].removesuffix("”")
