"""A process takes on as much as it can end in time."""

import pytest
from knowledge.errors import Throttled
from knowledge.web.admission import Admission


def test_beyond_the_limit_a_request_is_refused_at_once() -> None:
    """Nobody waits in a queue: the answer says when to come again, and a place that is left is free again."""
    admission = Admission(2, "requests")
    with admission.admit():
        with admission.admit(), pytest.raises(Throttled, match="2 requests") as refused, admission.admit():
            pass
        with admission.admit():
            assert admission.under_way == 2
    assert admission.under_way == 0 and refused.value.retry_after


def test_a_failure_gives_its_place_back() -> None:
    """Whatever a request raises, its place is free for the next."""
    admission = Admission(1, "requests")
    with pytest.raises(ValueError), admission.admit():
        raise ValueError
    assert admission.under_way == 0
