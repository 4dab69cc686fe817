"""What a patch makes of settings, in sentences."""

import pytest
from knowledge.usecases.record_event.content.patched_settings import told_settings


def patch(path: str, *lines: str) -> str:
    return "\n".join([f"diff --git a/{path} b/{path}", f"--- a/{path}", f"+++ b/{path}", "@@ -1,9 +1,9 @@", *lines])


@pytest.mark.parametrize(
    ("path", "lines", "paragraph"),
    [
        ("ovens.yml", [" deck:", "-  max_trays: 12", "+  max_trays: 14"], "Ovens: deck max trays 12 -> 14."),
        ("app.json", ['-  "maxTrays": 12,', '+  "maxTrays": 14,'], "App: max trays 12 -> 14."),
        (
            "lib/proof.rb",
            [" module Proof", "-  HOLD_SECONDS = 600", "+  HOLD_SECONDS = 480  # the cold room"],
            "Proof: hold seconds 600 -> 480 (8 minutes).",
        ),
        ("keep.sh", ['-TARGET="attic:/d"', '+TARGET="cellar:/d"'], "Keep: target attic:/d -> cellar:/d."),
        ("a.toml", [" [oven]", "-hot = true", "+hot = false"], "A: oven hot true -> false."),
    ],
)
def test_a_changed_setting_is_told_by_what_it_stands_below(path: str, lines: list[str], paragraph: str) -> None:
    """With what it was before."""
    assert list(told_settings(patch(path, *lines))) == [paragraph]


def test_what_others_have_of_the_same_setting_is_told_beside_it() -> None:
    """It is another's, and stays."""
    lines = [" deck:", "-  trays: 12", "+  trays: 14", " stone:", "   trays: 6", "   door: left"]
    assert list(told_settings(patch("ovens.yml", *lines))) == ["Ovens: deck trays 12 -> 14. Stone trays stays 6."]


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("src/oven.py", ["-    trays = count(12)", "+    trays = count(14)", "-    at = 1", "+    at = 2"]),
        ("tests/ovens.yml", ["-trays: 12", "+trays: 14"]),
        ("docs/ovens.md", ["-TRAYS=12", "+TRAYS=14"]),
        ("build.yml", ["-  uses: actions/cache@v4", "+  uses: actions/cache@v5"]),
        ("package.json", ['-  "left-pad": "^1.2.3",', '+  "left-pad": "^1.3.0",']),
        ("chart.yml", ["-about: Bakes bread and rolls", "+about: Bakes bread and rolls by night"]),
        ("jobs.yml", ["-  run: a", "-  run: b", "+  run: c", "+  run: b"]),
        ("new.yml", ["+trays: 14"]),
    ],
)
def test_what_sets_nothing_is_not_told(path: str, lines: list[str]) -> None:
    """Code, tests, documents, what is pinned, prose, items of a list and what was not there before."""
    assert list(told_settings(patch(path, *lines))) == []
