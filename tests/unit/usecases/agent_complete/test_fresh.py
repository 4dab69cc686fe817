"""What of a run was not said in it before."""

from knowledge.usecases.agent_complete.fresh import NoveltyFilter


def test_what_was_said_before_in_nearly_the_same_words_is_not_new() -> None:
    """In the task or by an earlier piece; with another number it is of another thing, unless a command counted it."""
    fresh = NoveltyFilter("Rename the column price of the table orders to amount")
    assert not fresh.take("Rename the column price of the table orders", is_said=True)
    assert fresh.take("Lane 4 of the hall ships at nine", is_said=True)
    assert not fresh.take("Lane 4 of the hall ships at nine now", is_said=True)
    assert fresh.take("Lane 5 of the hall ships at nine", is_said=True)
    assert not fresh.take("Lane 6 of the hall ships at nine", is_said=False)


def test_a_word_or_two_tell_nothing_without_code() -> None:
    """`make` alone is a command; thanks are none."""
    fresh = NoveltyFilter("")
    assert not fresh.take("Thank you", is_said=True)
    assert fresh.take("Run `make`", is_said=True)
