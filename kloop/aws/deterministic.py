"""Makes moto give the same identifiers and times when a request is played again.

moto draws version ids, message ids and the like from one generator that all threads share, and reads the
clock. Here each thread has its own, which `as_of` fixes for one request.
"""

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import SimpleNamespace

from moto.moto_api._internal import mock_random
from moto.moto_api._internal.moto_random import MotoRandom
from moto.s3 import models as s3_models


class _Moment(threading.local):
    def __init__(self) -> None:
        self.random = random.Random()
        self.now: datetime | None = None


_moment = _Moment()


class _ThreadRandom(MotoRandom):
    """moto's generator; all its draws come from these two methods."""

    def random(self) -> float:
        return _moment.random.random()

    def getrandbits(self, k: int, /) -> int:
        return _moment.random.getrandbits(k)


def install() -> None:
    """Puts the per-thread generator and clock into moto; once, before the first request."""
    mock_random.__class__ = _ThreadRandom
    vars(s3_models)["utcnow"] = _utcnow
    vars(s3_models)["os"] = SimpleNamespace(urandom=mock_random.randbytes)  # upload ids, its only use there


@contextmanager
def as_of(timestamp: float, seed: int) -> Iterator[None]:
    """While open, this thread's requests happen at `timestamp` and draw what `seed` gives."""
    outer = (_moment.random, _moment.now)
    _moment.random = random.Random(seed)
    _moment.now = datetime.fromtimestamp(timestamp, UTC).replace(tzinfo=None)
    try:
        yield
    finally:
        _moment.random, _moment.now = outer


def now() -> datetime:
    """The time of this thread's request."""
    return _utcnow().replace(tzinfo=UTC)


def _utcnow() -> datetime:
    return _moment.now or datetime.now(UTC).replace(tzinfo=None)
