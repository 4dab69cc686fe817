"""Words that only look like reserved ones, in letters of other scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.schemas import Label
from knowledge.text.lookalikes import RESERVED, posing, skeleton
from pydantic import TypeAdapter, ValidationError


@pytest.mark.parametrize(
    "text",
    [
        "uѕer",
        "ЅУЅТЕМ",
        "a/ѕуѕtem/b",
        "the rսle",
        "аdmin",
        "оverruled by me",
        "s\u034fystem",
        "us\u200ber",
        "\u1160system",
        "rule\ufe0f",
        "us\u0332er",
    ],
)
def test_a_word_in_other_letters_poses(text: str) -> None:
    """Wholly or in part, in either case, or with what nobody sees in it."""
    assert posing(text)
    with pytest.raises(ValidationError, match="looks like a reserved word"):
        TypeAdapter(Label).validate_python(text)


@pytest.mark.parametrize(
    "text",
    [
        "user",
        "the system's rule",
        "система",
        "χρήστης",
        "usuário",
        "Ärger",
        "用户",
        "Правило",
        "systém",
        "rules \u2764\ufe0f",
    ],
)
def test_words_of_any_language_do_not(text: str) -> None:
    """Nor does a reserved word in its own letters."""
    assert posing(text) is None
    assert TypeAdapter(Label).validate_python(text) == text


@given(st.text())
def test_a_skeleton_has_as_many_characters(text: str) -> None:
    """So that what is found in it stands at the same place of the text."""
    assert len(skeleton(text)) == len(text)
    assert {skeleton(word) for word in RESERVED} == RESERVED
