"""Where the two texts of an edit part."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from knowledge.usecases.agent_complete.edit_quotes import edits_made, from_difference, parted

from tests.unit.extraction.logs import edited

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


def test_a_file_that_is_written_once_more_is_changed_from_what_it_was_written_as() -> None:
    """Unless something else changed it between; what failed wrote nothing."""
    first, again = edited("a.py", "", "x = 1\ny = 1"), edited("a.py", "", "x = 1\ny = 2")
    other = edited("a.py", "x = 1", "x = 3")
    assert [edit.old for edits in edits_made([first, again]) for edit in edits] == ["", "x = 1\ny = 1"]
    assert [edit.old for edits in edits_made([first, other, again]) for edit in edits] == ["", "x = 1", ""]
    assert [edit.old for edits in edits_made([replace(first, failed=True), again]) for edit in edits] == [""]
