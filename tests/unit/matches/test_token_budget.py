"""Room is spent on what matters most, and what was left out is named."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.matches.token_budget import Budget, Size

from tests.support.doubles import Words

TEXT = st.text("ab \n", max_size=60)
GROUPS = st.lists(st.lists(TEXT, min_size=1, max_size=4), max_size=8)


@given(st.integers(0, 200), st.integers(0, 900), GROUPS)
def test_never_more_than_allowed_and_nothing_vanishes(max_tokens, max_characters, groups):
    """The block fits, each group is in it whole or is named as left out, and `spent` is no underestimate."""
    budget = Budget(Size(max_tokens, max_characters), Words())
    taken = [budget.take(str(number), lines) is not None for number, lines in enumerate(groups)]
    [tokens] = Words().count_tokens([budget.formatted])
    assert tokens <= budget.spent <= max_tokens or not any(taken)
    assert len(budget.formatted) <= max_characters or not any(taken)
    assert budget.lines == [line for lines, kept in zip(groups, taken, strict=True) if kept for line in lines]
    assert [item.what for item in budget.left_out] == [str(at) for at, kept in enumerate(taken) if not kept]
    assert all(item.why for item in budget.left_out)


def test_a_share_may_be_smaller_than_what_is_left():
    """What is over its share is left out though there would be room."""
    budget = Budget(Size(200, 2000), Words())
    assert not budget.take("detail", ["one two three four"], within=Size(3, 2000))
    assert budget.take("detail", ["one two three"], within=Size(3, 2000)) == Size(3, 14)
