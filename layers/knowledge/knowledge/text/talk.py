"""What a sentence of a talk is to what was said before it, in the words by which the model's side for talk knows it."""

from collections.abc import Sequence

CHATTER, ANOTHER, MORE, LEANING = "chatter", "another", "more", "leaning"
SENTENCES = {
    CHATTER: "Small talk, thanks, a greeting or a joke: nothing that anybody needs to keep.",
    ANOTHER: "Comes to another matter.",
    MORE: "Tells something more of the same matter, and stands alone.",
    LEANING: "Goes on with what was just said, and means nothing without it.",
}
TEMPERATURE = 0.05  # by which the model's side for talk learned them (layers/model/sides/talk)
BEFORE = 200  # characters of what was said before a sentence that are read with it


def line(speaker: str, sentence: str) -> str:
    """A sentence with who says it, as a talk is written."""
    return f"{speaker}: {sentence}" if speaker else sentence


def behind(sentences: Sequence[str]) -> list[tuple[str, str]]:
    """Each sentence behind the last ones before it, as the side for talk reads them."""
    return [(_last(sentences[:at]), sentence) for at, sentence in enumerate(sentences)]


def _last(sentences: Sequence[str]) -> str:
    """The last sentences in so many characters; of a longer one its end."""
    last = ""
    for sentence in reversed(sentences):
        if last and len(last) + len(sentence) > BEFORE:
            break
        last = f"{sentence} {last}"
    return last.strip()[-BEFORE:]
