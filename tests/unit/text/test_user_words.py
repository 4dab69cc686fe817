"""What a learning tells of the user's words, and back."""

from knowledge.text.user_words import quoted, what_is_told, words_of

WORDS = "Always say “moin”."


def test_the_words_of_a_quotation_are_the_users() -> None:
    """With or without what they answered or are about; of any other learning they are all."""
    assert words_of(quoted(WORDS)) == words_of(quoted(WORDS, "I said “hello”.")) == WORDS
    assert words_of(quoted(WORDS, "I said “hello”.", leans=True)) == WORDS
    assert words_of("The API listens on port 8090.") == "The API listens on port 8090."


def test_what_words_are_about_is_told_and_what_they_answered_is_not() -> None:
    """Where they say nothing without it: the same words about something else say something else."""
    assert what_is_told(quoted(WORDS, "Shall I say “hello”?")) == quoted(WORDS)
    about = quoted("Never do that.", "I said “hello”.", leans=True)
    assert what_is_told(about) == about
    assert what_is_told("The API (in answer to: “x”) listens.") == "The API (in answer to: “x”) listens."
