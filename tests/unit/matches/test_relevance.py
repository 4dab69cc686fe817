"""Which of the rows that search found are about the question."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from knowledge.matches.models import Match
from knowledge.matches.relevance import CALIBRATED_ROWS, evidence, floor, near


def match(number: int, score: float, **given: Any) -> Match:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Match.model_validate({
        "id": UUID(int=number), "learning": "x", "part": "fact", "similarity": score, "score": score, "kind": "fact",
        "tags": [], "frequency": 1, "created_at": now, "last_seen_at": now, "run_id": None, "work_order_id": None,
        "variant_of": None, "rows_considered": CALIBRATED_ROWS, **given,
    })  # fmt: skip


def numbers(matches: list[Match]) -> list[int]:
    return [each.id.int for each in matches]


def test_far_behind_the_best_is_a_stranger() -> None:
    """Rules stand however near they are, and with `every` so does all else."""
    found = [match(1, 0.9), match(2, 0.5), match(3, 0.1), match(4, 0.1, part="rule")]
    assert numbers(near(found, 0.4)) == [1, 2, 4]
    assert numbers(near(found, 0.4, every=True)) == [1, 2, 3, 4]


def test_nothing_is_said_where_the_best_is_below_the_floor() -> None:
    """Neither rules nor anything else."""
    assert near([match(1, 0.39), match(2, 0.39, part="rule")], 0.4) == [] == near([], 0.4)


def test_the_floor_is_lower_in_a_small_base_and_never_higher_in_a_large_one() -> None:
    """The best of few strangers is further away than that of many."""
    floors = [floor([match(1, 1.0, rows_considered=rows)], 0.4) for rows in (1, 20, CALIBRATED_ROWS, 10**6)]
    assert floors == sorted(floors) and floors[0] < 0.3
    assert floors[2:] == [pytest.approx(0.4)] * 2


def test_a_single_common_word_is_no_evidence() -> None:
    """Two words are, and so is one that is most of the question."""
    assert evidence(match(1, 0.3, coverage=0.5, matched_terms=["port"])) == pytest.approx(0.3)
    assert evidence(match(1, 0.3, coverage=0.5, matched_terms=["port", "api"])) == pytest.approx(0.8)
    assert evidence(match(1, 0.3, coverage=0.8, matched_terms=["5433"])) == pytest.approx(1.1)
