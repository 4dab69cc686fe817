"""The words that say what a text is about."""

import pytest
from knowledge.text.keywords import content_words, is_english, may_capitalise_nouns


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bei 90 Einsätzen im Monat sind das 1.800 Euro.", ["einsätzen", "monat", "euro"]),
        ("Les prix sont plus hauts pour nous.", ["prix", "hauts"]),
        ("The die is cast per order.", ["die", "cast", "per", "order"]),
        ("Sie wartet.", ["sie", "wartet"]),
    ],
)
def test_the_words_that_every_text_has_are_those_of_its_language(text: str, words: list[str]) -> None:
    """Of two or more that only another language has; one alone may be a name, or a word of any language."""
    assert content_words(text) == words


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("The worker restarts.", True),
        ("CI is on main.", True),
        ("Cafés are listed in Zürich.", False),
        ("Der Dienst nimmt Anfragen an.", False),
        ("Il lavoro parte in due.", False),
        ("Usługa to przyjmuje żądania.", False),
        ("Deploys need approval.", False),
        ("", False),
    ],
)
def test_english_shows_by_its_function_words(text: str, is_so: bool) -> None:
    """They are more than another language's; of words that tell nothing it is not said."""
    assert is_english(text) is is_so


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("Die Pumpe ist kaputt.", True),
        ("The Kubernetes cluster at the Frankfurt office is down.", False),
        ("De pomp is kapot, en de winkel is dicht.", False),
        ("Heizung kaputt", False),
    ],
)
def test_nouns_have_capitals_in_german(text: str, is_so: bool) -> None:
    """As the words tell that every text has: an English one with many names is none."""
    assert may_capitalise_nouns(text) is is_so
