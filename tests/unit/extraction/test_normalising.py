"""Learnings lose what differs from run to run, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.extraction.normalising import normalised


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Run `pytest`; it passes (23 tests).", "Run `pytest`; it passes."),
        ("Run `pytest`; it passes (12 passed in 3.21s).", "Run `pytest`; it passes."),
        ("`bash: line 1: python: command not found`", "`bash: python: command not found`"),
        ("The default is set in app/main.py:42 for all.", "The default is set in app/main.py for all."),
        ("No such file: /tmp/pytest-of-me-17/x", "No such file: /tmp/…/x"),
        ("It fails at commit 3fd2a1c9d0e1 only.", "It fails at commit <hash> only."),
        ("2025-02-11T09:12:02Z Error 111 is a refusal.", "Error 111 is a refusal."),
        ("Edit /home/dev/shop/a.py by hand.", "Edit shop/a.py by hand."),
    ],
)
def test_volatile_details_go(before: str, after: str) -> None:
    """Counts, durations, lines, temporary paths, hashes, times and home folders."""
    assert normalised(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "The worker's timeout (30s) is shorter than the retry loop (45s).",
        "The UI is at airflow.internal.example:8443.",
        "It needs Node 18.2, at least 4 GB and port 5433.",
        "Deploys between 02:00 and 02:40 fail.",
        "Refunds over 500 EUR need approval until 2025-12-31.",
        "The queue holds 200 tests a worker.",
        "`value.rstrip()` became `super().rstrip ()`, and PID 1 traps signals.",
    ],
)
def test_facts_stay(text: str) -> None:
    """Limits, ports, versions, opening hours, dates and calls are what a learning is about."""
    assert normalised(text) == text


@given(st.text(max_size=300))
def test_settling_twice_changes_nothing_more_for_words(text: str) -> None:
    """It never lengthens a text by more than its placeholders, and takes any text."""
    assert len(normalised(text)) <= 2 * len(text) + 1
