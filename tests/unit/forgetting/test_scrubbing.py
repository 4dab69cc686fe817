"""What is looked for in files where a text is forgotten."""

from knowledge.forgetting.scrubbing import DISTINCT, needles


def test_a_text_is_looked_for_as_files_have_it() -> None:
    """On one line, without its full stop, and no longer than a title would show of it; once."""
    assert needles(["The port\n is 5433.", "The port is 5433"]) == ["The port is 5433"]
    assert needles(["x" * 200]) == ["x" * DISTINCT]


def test_what_would_be_found_everywhere_is_not_looked_for() -> None:
    """A text of a few characters."""
    assert needles(["ok", "", "the port"]) == ["the port"]
