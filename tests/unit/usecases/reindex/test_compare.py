"""Two ordered lists, read side by side."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.usecases.reindex.compare import drift

listings = st.dictionaries(st.text("ab/é\U0001f600", min_size=1, max_size=4), st.integers(0, 2))


@given(listings, st.lists(listings, min_size=1, max_size=3))
def test_every_path_that_differs_in_some_index_is_found(files, indexes):
    """What `drift` tells while reading is what comparing whole dictionaries tells, in order and each path once."""
    differences = list(drift(sorted(files.items()), [sorted(index.items()) for index in indexes]))
    every = sorted({*files, *(path for index in indexes for path in index)})
    assert differences == [
        (path, path not in files or any(index.get(path) != files[path] for index in indexes)) for path in every
    ]


def test_only_the_heads_are_read():
    """A difference at the beginning is told before the rest of the index is read."""

    def index():
        yield from (("a", 1), ("b", 1))
        raise AssertionError("read too far ahead")

    assert next(drift([("a", 2)], [index()])) == ("a", True)
