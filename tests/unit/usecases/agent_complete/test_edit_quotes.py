"""Where the two texts of an edit part."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.usecases.agent_complete.edit_quotes import from_difference, parted

LINES = st.lists(st.sampled_from(["a = 1", "b = 2", "", "  c"])).map("\n".join)


def test_lines_that_begin_or_end_both_are_left_out() -> None:
    """What is told is the change, and not where it stands."""
    assert parted("import a\nx = 1\nend", "import a\n  x = 2\nend") == ("x = 1", "x = 2")
    assert parted("import a\nend", "import a\n\nimport b\nend") == ("", "import b")
    assert parted("", "x = 1") == ("", "x = 1")


@given(LINES, LINES)
def test_what_is_left_begins_and_ends_apart(old: str, new: str) -> None:
    """Nothing is, of texts that differ in blanks alone."""
    before, after = (text.splitlines() for text in parted(old, new))
    if before and after:
        assert before[0] != after[0] and before[-1] != after[-1]
    lines = [[line.strip() for line in text.splitlines() if line.strip()] for text in (old, new)]
    assert bool(before or after) == (lines[0] != lines[1])


def test_lines_that_begin_alike_are_led_to_by_a_few_words() -> None:
    """Short ones stand whole."""
    led = "The parcels of the northern hall leave every day but Sunday by the truck that"
    assert from_difference(f"{led} is red", f"{led} is blue") == (
        "…every day but Sunday by the truck that is red",
        "…every day but Sunday by the truck that is blue",
    )
    assert from_difference("rate = 1", "rate = 2") == ("rate = 1", "rate = 2")
