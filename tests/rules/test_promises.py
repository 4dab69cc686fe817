"""Each promise of docs/promises.md names the test that says so, and a figure that was measured says when."""

import re

import pytest

from tests.conftest import ROOT

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "promises.md").read_text().splitlines()
    if line.startswith("| ") and not line.startswith("| promise ")
]
_MEASURED = re.compile(r"\d ?(?:ms|s|a second|failed)\b|load average|\d runs of \d")


@pytest.mark.parametrize("row", ROWS, ids=[row[0][:60] for row in ROWS])
def test_each_promise_is_tested_and_each_measurement_dated(row: list[str]) -> None:
    """By a file that is there and has tests; what depends on the machine or on chance has its day."""
    promise, _, test, figure = row
    names = re.findall(r"`((?:\w+/)*test_\w+\.py)`", test)
    assert names, promise
    for name in names:
        files = [*(ROOT / "tests").rglob(name)]
        assert any("def test_" in file.read_text() for file in files), name
    assert not _MEASURED.search(figure) or re.search(r"2\d{3}-\d\d-\d\d", figure), figure
