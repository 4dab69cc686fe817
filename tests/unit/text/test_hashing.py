"""What tells one thing from another."""

from hypothesis import given
from hypothesis import strategies as st
from knowledge.text.hashing import SHORT, of_request, short


@given(st.dictionaries(st.text(), st.integers() | st.text()))
def test_the_order_of_fields_does_not_count(fields: dict[str, int | str]) -> None:
    """Equal requests have equal digests; another field makes another."""
    backwards = dict(reversed(fields.items()))
    assert of_request(fields) == of_request(backwards)
    assert of_request(fields) != of_request({**fields, "\x00other": 0, "\x01another": 1})


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_a_short_digest_can_stand_in_a_path(text: str) -> None:
    """It has hexadecimal digits alone, always as many, and the same for the same text."""
    assert len(short(text)) == SHORT and set(short(text)) <= set("0123456789abcdef")
    assert short(text) == short(text)
