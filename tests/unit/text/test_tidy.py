"""A sentence is tidied without touching what it quotes."""

import pytest
from knowledge.text.sentences import tidy


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("So the build is slow because `COPY . .` comes first", "The build is slow because `COPY . .` comes first."),
        ("Wait, in fact `a` needs `b` , always!", "`a` needs `b`, always."),
        ("the file is in .config/app on line 12", "The file is in .config/app."),
        ("No, the file is gone", "The file is gone."),
        ("No passwords are stored", "No passwords are stored."),
        ("Good customers stay for years", "Good customers stay for years."),
        ("価格は月額3,000円です。", "価格は月額3,000円です。"),
        ("", ""),
    ],
)
def test_flourish_and_line_numbers_go_and_code_stays(before: str, after: str) -> None:
    """What leads up to a statement is dropped; inside backticks and names every character counts."""
    assert tidy(before) == after
