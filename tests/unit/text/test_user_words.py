"""What a learning tells of the user's words, and back."""

from knowledge.text.user_words import quoted, words_of

WORDS = "Always say “moin”."


def test_the_words_of_a_quotation_are_the_users() -> None:
    """With or without what they answered; of any other learning they are all."""
    assert words_of(quoted(WORDS)) == words_of(quoted(WORDS, "I said “hello”.")) == WORDS
    assert words_of("The API listens on port 8090.") == "The API listens on port 8090."
