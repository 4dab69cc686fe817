"""Which lines of a run's files repeat a learning."""

import pytest
from knowledge.text.repeated_lines import RepeatedLines

RULE = "The user: “From now on we ship the Weber crates via Rotterdam, never via Hamburg.”"
FIX = (
    "sorter: `pytest -q tests/test_sorter.py` failed with `KeyError: lane_lindqvist`; what made it pass: in "
    '`/srv/sorter.py` `self.map = {}` became `self.map = load_map("lane_lindqvist")`.'
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (RULE, "## From now on we ship the Weber crates via Rotterdam, never via Hamburg."),
        (RULE, "We will ship all Weber crates via Rotterdam from now on and never via Hamburg, as you say."),
        (FIX, 'Changed `/srv/sorter.py`: `self.map = {}` → `self.map = load_map("lane_lindqvist")`'),
        (FIX, "`pytest -q tests/test_sorter.py` failed: `KeyError: lane_lindqvist 1 failed in 0.4s`"),
        ("Die Ordner von Hoffmann liegen in Gang neun.", "Notiert: die Ordner von Hoffmann liegen in Gang neun."),
        ("冷蔵庫の温度は四度です。", "冷蔵庫の温度は四度です、覚えました。"),
    ],
)
def test_a_line_with_most_of_its_words_repeats_it(text: str, line: str) -> None:
    """In whatever order, with what stands around it."""
    assert RepeatedLines([text]).holds(line)


@pytest.mark.parametrize(
    "line", ["## Can you label the Weber crates?", "They are labelled by colour.", "### The agent", "", "Noted."]
)
def test_a_line_about_the_same_is_none(line: str) -> None:
    """One name in common is no repetition."""
    assert not RepeatedLines([RULE]).may_hold(line)
