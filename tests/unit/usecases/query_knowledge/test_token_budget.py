"""Tokens are spent on what matters most, and what was left out is named."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.usecases.query_knowledge.token_budget import Budget

from tests.support.doubles import Words

TEXT = st.text("ab \n", max_size=60)


@given(st.integers(0, 200), st.lists(st.lists(TEXT, min_size=1, max_size=4), max_size=8))
def test_never_more_than_allowed_and_nothing_vanishes(max_tokens, groups):
    """The block fits, each group is in it whole or is named as left out, and `spent` is no underestimate."""
    budget, words = Budget(max_tokens, Words()), Words()
    taken = [budget.take(str(number), lines) for number, lines in enumerate(groups)]
    [tokens] = words.count_tokens([budget.formatted])
    assert tokens <= budget.spent <= max_tokens or not any(taken)
    assert budget.lines == [line for lines, kept in zip(groups, taken, strict=True) if kept for line in lines]
    assert [each.what for each in budget.left_out] == [str(at) for at, kept in enumerate(taken) if not kept]
    assert all(each.why for each in budget.left_out)


def test_a_share_may_be_smaller_than_what_is_left():
    """What is over its share is left out though there would be room."""
    budget = Budget(100, Words())
    assert not budget.take("detail", ["one two three four"], within=3)
    assert budget.take("detail", ["one two three"], within=3)


@given(st.integers(0, 200), st.lists(st.lists(TEXT, min_size=1, max_size=4), max_size=8), st.integers(0, 60))
def test_filling_takes_the_first_that_fit(max_tokens, items, within):
    """Items are added whole and in order, in no more than the share, and the next one would not have fitted."""
    budget = Budget(max_tokens, Words())
    sizes = [sum(Words().count_tokens(lines)) for lines in items]
    room = min(within, budget.left)
    taken = budget.fill(items, within)
    assert budget.lines == [line for lines in items[:taken] for line in lines]
    assert taken == 0 or sum(sizes[:taken]) <= room
    assert taken == len(items) or sum(sizes[: taken + 1]) > room
