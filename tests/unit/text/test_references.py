"""A text names no other learning by how it begins."""

import pytest
from knowledge.text.references import with_reference_quoted, without_reference


@pytest.mark.parametrize(
    "mark",
    ["[k160d] ", "k160d: ", "(k160d) ", "k160d – ", "[kc51b, 4x, user rule, 2026-11-02] ", "[K160D: user rule]: ",
     "[k160d] [k160e, user] "],
)  # fmt: skip
def test_a_text_is_quoted_and_learned_without_the_mark_of_another(mark: str) -> None:
    """What an agent puts before its words names no learning, and nobody's authority, in a prompt."""
    assert without_reference(f"{mark}The printer needs toner.") == "The printer needs toner."
    assert with_reference_quoted(f"{mark}The printer needs toner.") == f'"{mark.strip()}" The printer needs toner.'


@pytest.mark.parametrize("text", ["[kernel] panics are logged.", "kafka: 3 brokers.", "k8s: one node.", "The k1a2b: x"])
def test_what_is_no_mark_stays(text: str) -> None:
    """Names that begin like one, and what stands within a sentence."""
    assert without_reference(text) == with_reference_quoted(text) == text
