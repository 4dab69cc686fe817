"""A sentence is tidied without touching what it quotes."""

import pytest
from knowledge.extraction.tidying import tidy


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("So the build is slow because `COPY . .` comes first", "The build is slow because `COPY . .` comes first."),
        ("Wait, in fact `a` needs `b` , always!", "`a` needs `b`, always."),
        ("the file is in .config/app on line 12", "The file is in .config/app."),
        ("", ""),
    ],
)
def test_flourish_and_line_numbers_go_and_code_stays(before: str, after: str) -> None:
    """What leads up to a statement is dropped; inside backticks and names every character counts."""
    assert tidy(before) == after
