"""What a short text about somebody says of them."""

import pytest
from knowledge.text.gist import gist


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("User prefers short answers", "The user prefers short answers."),
        ("The user's work is at the Berlin plant", "The user works at the Berlin plant"),
        ("Be concise!", "be  concise"),
        ("Drafts should be concise.", "Drafts are to be concise"),
    ],
)
def test_a_gist_is_without_fillers(one, other):
    """Articles, forms of "be" and of a wish, the user, plurals and signs make no difference."""
    assert gist(one) == gist(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prefers concise briefings", "Prefers detailed briefings"),
        ("Prefers prose over bullet points", "Prefers bullet points over prose"),
        ("Read some emails", "Read all emails"),
        ("the a", "a the"),
        ("日本語で答える", "英語で答える"),
    ],
)
def test_a_gist_tells_opposites_and_order_apart(one, other):
    """What an embedder hardly sees is another gist, in any language."""
    assert gist(one) != gist(other)
