"""The words that say what a text is about."""

from knowledge.text.keywords import content_words


def test_what_every_text_has_says_nothing() -> None:
    """Stop words, words of two letters, numbers and marks are left out; the rest is in lower case and in its order."""
    assert content_words("The Deploy of v2 should NOT use 17 blue_green, but canaries") == [
        "deploy",
        "blue",
        "green",
        "canaries",
    ]


def test_words_of_any_script_count() -> None:
    """Letters are letters in any alphabet."""
    assert content_words("Überraschung für 東京都 и Москва") == ["überraschung", "für", "東京都", "москва"]
