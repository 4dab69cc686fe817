"""Small changes to any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.strings import (
    abbreviated,
    batched,
    batched_to_the_last,
    capitalised,
    encodable,
    full_lines,
    has_words,
    one_line,
    portions,
    short_line,
    with_pipes_escaped,
    with_pipes_plain,
    with_spelled_signs,
    without_links,
)


@given(st.text())
def test_one_line_keeps_every_word(text: str) -> None:
    """Whatever separated them, the words stand on one line with single spaces."""
    assert one_line(text).split(" ") == (text.split() or [""])


@given(st.text(), st.integers(1, 50))
def test_an_abbreviated_text_is_short_and_begins_alike(text: str, limit: int) -> None:
    """It has at most `limit` characters and the ellipsis, and is untouched where it fits."""
    short = abbreviated(text, limit)
    assert len(short) <= limit + 1 and text.startswith(short.removesuffix("…") if short != text else text)
    assert (short == text) or len(text) > limit


def test_an_abbreviated_text_ends_with_a_word() -> None:
    """No word is cut where there is a space before it."""
    assert abbreviated("Install the dependencies", 14) == "Install the…"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("The lighthouse scene is cut from the whole show, because everybody sagged there, so that it takes an hour",
         "The lighthouse scene is cut from the whole show, because everybody sagged there…"),
        ("Der große Ofen in der alten Backstube an der Hauptstraße wird von jetzt an jeden Montagmorgen gereinigt",
         "Der große Ofen in der alten Backstube an der Hauptstraße wird von jetzt an jeden…"),
        ("We keep SQLite, for now", "We keep SQLite, for now"),
    ],
)  # fmt: skip
def test_a_title_ends_with_a_clause_or_a_word(text: str, title: str) -> None:
    """Half a reason reads as if it were one."""
    assert short_line(text) == title


@given(st.text(st.characters(exclude_categories=())))
def test_every_text_becomes_encodable(text: str) -> None:
    """Lone surrogates become question marks, all else stays."""
    assert encodable(text) == "".join("?" if "\ud800" <= char <= "\udfff" else char for char in text)
    assert encodable(text).encode().decode() == encodable(text)


@given(st.text())
def test_a_field_between_pipes_comes_back(text: str) -> None:
    """No pipe of an escaped field stands alone, and the field comes back as it was."""
    assert with_pipes_plain(with_pipes_escaped(text)) == text
    assert "|" not in with_pipes_escaped(text).replace(r"\\", "").replace(r"\|", "")


def test_links_become_their_paths_and_brackets_stay() -> None:
    """Only what could lead to a file is a link: code with double brackets is left as it is."""
    assert without_links("See [[a/b.md]] and [[x.md|X]].") == "See a/b.md and x.md|X."
    assert without_links("if [[ -f x ]]; then a = [[1, 2], [3]]") == "if [[ -f x ]]; then a = [[1, 2], [3]]"


@pytest.mark.parametrize("text", ["The port is 5433.", "a", "R", "42", "水", "はい", "1111", "x86", "Ω!"])
def test_what_says_something_has_words(text: str) -> None:
    """However short, and in any script."""
    assert has_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n",
        "...",
        "!?!?",
        "-" * 80,
        "🎉🎉",
        "a" * 17,
        "0" * 5000,
        "x x x " * 50,
        "\u3164\u3164",
        "\u115f\u200b\u1160",
        "\uffa0\ufe0f",
    ],
)
def test_what_says_nothing_has_none(text: str) -> None:
    """Marks alone, one character over and over, or what nobody sees: fillers, joiners and blanks."""
    assert not has_words(text)


@given(st.text(alphabet="ab`, ，;\n"), st.integers(2, 40))
def test_portions_are_short_and_lose_no_word(text: str, limit: int) -> None:
    """Together they are the text, but for the white space where it was cut."""
    parts = list(portions(text, limit))
    assert all(len(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_a_portion_ends_with_a_clause_or_a_word() -> None:
    """A point within a number, and a space within code, are no place to cut where there is another."""
    assert list(portions("the price is 1,204, net of all", 24)) == ["the price is 1,204,", "net of all"]
    assert list(portions("call it by `make all now` today", 20)) == ["call it by", "`make all now` today"]


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


@given(st.lists(st.integers()), st.integers(1, 9))
def test_the_last_batch_is_known_as_such(items: list[int], size: int) -> None:
    """It alone; where there are no items, an empty one."""
    batches = list(batched_to_the_last(iter(items), size))
    assert [batch for batch, _ in batches] == (list(batched(items, size)) or [[]])
    assert [is_last for _, is_last in batches] == [False] * (len(batches) - 1) + [True]


def test_lines_that_hold_nothing_are_none() -> None:
    """And how far a line is indented says nothing."""
    assert full_lines("  a\tb \n\n \r\nc") == ["a b", "c"]


def test_a_text_that_begins_with_a_name_keeps_its_case() -> None:
    """One with a capital or digit within; any other gets a capital."""
    texts = ["iOS build", "redshift-2", "the kiln", "", " kiln"]
    assert list(map(capitalised, texts)) == ["iOS build", "redshift-2", "The kiln", "", " kiln"]


def test_signs_that_end_a_word_are_spelled() -> None:
    """By which alone some names differ."""
    assert with_spelled_signs("C++ and C#, issue #4") == "C plus plus and C sharp, issue #4"
