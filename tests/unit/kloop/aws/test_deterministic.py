"""A request that is played again draws the same ids at the same time."""

from datetime import UTC, datetime

from moto.moto_api._internal import mock_random

from kloop.aws import deterministic

AT = 1_767_225_600.0


def test_the_same_seed_draws_the_same_and_no_other_does() -> None:
    """At the time that was noted; afterwards the thread's own clock and generator go on."""
    deterministic.install()
    with deterministic.as_of(AT, 1):
        first, when = mock_random.uuid4(), deterministic.now()
        with deterministic.as_of(AT + 1, 2):
            other = mock_random.uuid4()
        assert deterministic.now() == when == datetime.fromtimestamp(AT, UTC)
    with deterministic.as_of(AT, 1):
        assert mock_random.uuid4() == first != other
    assert deterministic.now().year >= 2026 and mock_random.uuid4() != first
