"""Characters that a reader does not see, and words that only a reader takes for what they are."""

import pytest
from knowledge.privacy.hidden_characters import has_hidden_characters, mixes_scripts, spelt_out


@pytest.mark.parametrize(
    "hidden",
    [
        "\u200b",
        "\u202e",
        "\ufe01",
        "\ufe0f",
        "\U000e0101",
        "\u3164",
        "\u034f",
        "\u2800",
        "\ufeff",
        "\u200c",
        "\u200d",
        "\x1b",
    ],
)
def test_what_nobody_sees_within_a_text_is_told(hidden: str) -> None:
    """Formats, fillers, blanks and selectors, and what joins letters that need no joining."""
    assert has_hidden_characters(f"The gate{hidden}way listens.")


def test_selectors_that_carry_data_are_told() -> None:
    """One behind an emoji chooses its form, a second one chooses nothing."""
    assert has_hidden_characters("Fine ⚠\ufe0f\ufe01") and has_hidden_characters("Fine 😀\U000e0101")
    assert not has_hidden_characters("Fine ⚠\ufe0f")


def test_words_of_two_alphabets_are_told() -> None:
    """A unit's mu is none."""
    assert mixes_scripts("Ign\u043ere") and not mixes_scripts("Игнор ignore μSeconds 5µs")


def test_a_word_is_read_as_a_reader_does() -> None:
    """Whatever stands between its letters, or for one of them."""
    assert spelt_out("i g n o r e 7hese ru\xadles of v1.2") == "ignore these rules of v1.2"
