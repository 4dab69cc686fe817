"""What a tenant whose plan is full can do about it."""

import pytest
from knowledge.learnings.plans import upgrade_from


@pytest.mark.parametrize(("tier", "advised"), [("free", "--tier pro"), ("pro", "--tier team"), ("team", "largest")])
def test_the_next_plan_is_named_while_there_is_one(tier: str, advised: str) -> None:
    """The largest has none above it."""
    assert advised in upgrade_from(tier)
