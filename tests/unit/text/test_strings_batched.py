"""Many things, a number at a time."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.strings import batched


@given(st.lists(st.integers()), st.integers(1, 9))
def test_batches_hold_everything_in_order(items: list[int], size: int) -> None:
    """All but the last have the size, none is empty, and together they are the items."""
    batches = list(batched(iter(items), size))
    assert [item for batch in batches for item in batch] == items
    assert all(len(batch) == size for batch in batches[:-1]) and all(batches)


def test_no_more_is_read_than_is_asked_for() -> None:
    """The items may come from a long list of files: the first batch reads its own only."""
    items = iter(range(100))
    assert next(batched(items, 3)) == [0, 1, 2]
    assert next(items) == 3
