"""Fields of front matter that no parser reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.field_lines import has_form, parts, restated


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("title: a: b", True),
        ("# comment\ntags:\n- a\n- b\n", True),
        ("title: a\nwhat is none\n", False),
        ("title: a\nversion: 1\nwhat is none\n", True),
        ("  title: indented\n", False),
        ("see http://example.org\n", False),
        ("All that holds since the last move: much\n", False),
        ("", False),
    ],
)
def test_the_form_of_fields_shows_by_most_lines(text: str, is_so: bool) -> None:
    """The first of them is one; a name has three words at most."""
    assert has_form(text, ":") is is_so


def test_each_field_has_its_lines_and_its_words() -> None:
    """Text, or a list on the line or below it, without quotation marks."""
    text = "title: 'a: b'\ntags:\n  - x\n  - \"y\"\nmore: [x, y\n"
    assert [(name, value) for name, _, value in parts(text, ":")] == [
        ("title", "a: b"),
        ("tags", ["x", "y"]),
        ("more", ["x", "y"]),
    ]
    assert "".join(lines for _, lines, _ in parts(text, ":")) == text


@given(st.text(), st.text())
def test_another_value_is_one_line(before: str, value: str) -> None:
    """Whatever stands around it, and whatever it is."""
    block = f"{before}\nversion: 1\nb: c\n"
    later = restated(block, {"version": value})
    assert later.count("\n") == block.count("\n")
    assert later.endswith("\nb: c\n")
