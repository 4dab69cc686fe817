"""Which statements stand in a summary."""

import pytest
from knowledge.files.current_statements.reading import read_standing

PATH = "2-summaries/finance/kegs.md"


@pytest.mark.parametrize("label", ["Decision", "Metric", "Progress", "Technology", "Fact", "Status"])
def test_a_statement_is_read_without_the_word_for_what_it_is(label: str):
    """However it is labelled, and with its day before or behind it: else the same, said again, would be another."""
    lines = f"- {label}: Kegs weigh 31 kg. (2026-03-01) [[3-descriptions/a/b.md]]\n- 2026-03-01: {label}: Kegs leak.\n"
    content = f"Kegs | v1.0.0, 2026-11-23T00:00:00+00:00 | \n\n{lines}"
    standing = read_standing(PATH, {PATH: content}.get)
    assert [(one.text, one.day) for one in standing] == [
        ("Kegs weigh 31 kg.", "2026-03-01"),
        ("Kegs leak.", "2026-03-01"),
    ]
