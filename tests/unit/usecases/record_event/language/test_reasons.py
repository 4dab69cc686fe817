"""Why something was so, what else was weighed, and how an attempt ended, by the words for it."""

import pytest
from knowledge.usecases.record_event.language import reasons


@pytest.mark.parametrize(
    ("asked", "text", "otherwise"),
    [
        (reasons.gives_reason, "We stopped because it leaked", "We stopped on Monday"),
        (reasons.tells_of_failure, "The upload timed out", "The upload ended"),
        (reasons.tells_of_attempt, "Wir haben es versucht", "Wir haben es"),
        (reasons.draws_lesson, "The pool must be closed first", "The pool was closed"),
        (reasons.draws_lesson, "Next time take oil 32 instead", "The belt had 1,120 instead of 1,080 mm"),
        (reasons.names_cause, "Cause was the drain", "The drain may cause it"),
        (reasons.tells_of_next_time, "Nächstes Mal vorher abstellen", "The shop always opens at nine"),
    ],
)
def test_words_tell_what_a_sentence_is_about(asked, text, otherwise):
    """Where none of them stands, nothing is told."""
    assert asked(text) and not asked(otherwise)


@pytest.mark.parametrize(
    "text", ["weil alte Karten galten", "parce que le prix monte", "porque se rompe", "due to age"]
)
def test_what_gives_a_reason_is_the_reason_in_a_log(text):
    """In each language in which it makes the record of a decision."""
    assert reasons.gives_reason(text) and reasons.reason(f"It ends earlier, {text}.") == text


def test_a_reason_and_an_alternative_are_told_as_clauses():
    """To the end of the sentence, and to the next comma; "" where there is none."""
    assert reasons.reason("Queues, because retries\nare slow. Then more.") == "because retries"
    assert reasons.alternative("We take queues rather than cron, for now.") == "Rather than cron."
    assert reasons.reason("In use since 2024 and since Monday") == reasons.alternative("We take queues.") == ""


def test_what_was_before_is_no_alternative() -> None:
    """A value behind `instead of` is the old one; weighed is what is told so."""
    assert not reasons.alternative("Free delivery starts at £45 instead of £35.")
    assert not reasons.weighs("Ben runs two webinars instead of one.")
    assert reasons.weighs("A second van was rejected.") and reasons.weighs("Wir haben das verworfen.")


def test_since_a_time_is_no_reason():
    """Behind it stands a value of time; a clause tells why."""
    assert not any(map(reasons.gives_reason, ["I carry the pager alone since October.", "It is 38 since 2022."]))
    assert reasons.gives_reason("Radon's still 38, since Harwick hasn't raised theirs.")
