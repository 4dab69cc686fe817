"""The cache port: copies of what Postgres holds. A copy may be gone, old or wrong at any moment, and the cache down."""

from collections.abc import Callable
from time import monotonic
from typing import Protocol, TypeVar

from knowledge.errors import Misconfigured
from knowledge.ports.telemetry import log_line, stage

T = TypeVar("T")

REST = 30.0  # seconds that a cache which did not answer is left alone: one slow request in as long


class Cache(Protocol):
    """Keeps bytes for a while. Nothing here raises: without an answer there is no copy."""

    def get(self, key: str) -> bytes | None:
        """What is kept there; None where nothing is, or the cache does not answer."""
        ...

    def set(self, key: str, value: bytes) -> None:
        """Keeps the value, if it can."""
        ...

    def delete(self, key: str) -> bool:
        """Whether it is sure that nothing is kept there any more."""
        ...


class RedisCache:
    """Redis, Valkey, ElastiCache or Upstash. After a failure to answer it is asked nothing for `rest` seconds."""

    def __init__(self, url: str, *, timeout: float, seconds: int, rest: float = REST) -> None:
        """Connects at the first call. `timeout` is in seconds, for connecting and for an answer; `seconds` is how long
        a value is kept at most. Raises `Misconfigured` where the URL is none."""
        import redis
        from redis.backoff import NoBackoff
        from redis.maint_notifications import MaintNotificationsConfig
        from redis.retry import Retry

        self._seconds, self._rest, self._rests_until = seconds, rest, 0.0
        try:
            self.client = redis.Redis.from_url(
                url,
                socket_timeout=timeout,
                socket_connect_timeout=timeout,
                # A connection that the server closed while it was idle is opened anew; what times out is not repeated.
                retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
                # Nothing is asked of the server but what is needed: older ones, and proxies, know no more.
                protocol=2,
                lib_name=None,
                lib_version=None,
                maint_notifications_config=MaintNotificationsConfig(enabled=False),
            )
        except ValueError as error:
            raise Misconfigured(f"The cache's URL is wrong: {error}; the operator corrects it.") from None

    def get(self, key: str) -> bytes | None:
        value = self._asked(lambda: self.client.get(key))
        return value if isinstance(value, bytes) else None

    def set(self, key: str, value: bytes) -> None:
        self._asked(lambda: self.client.set(key, value, ex=self._seconds))

    def delete(self, key: str) -> bool:
        """Asks even a cache that is left alone: whoever deletes wants to know."""
        self._rests_until = 0.0
        return self._asked(lambda: self.client.delete(key)) is not None

    def close(self) -> None:
        """Ends all connections."""
        self.client.close()

    def _asked(self, operation: Callable[[], T]) -> T | None:
        import redis

        if monotonic() < self._rests_until:
            return None
        try:
            with stage("cache"):
                return operation()
        except (redis.ConnectionError, redis.TimeoutError, OSError) as error:
            self._rests_until = monotonic() + self._rest
            log_line("cache_down", level="warning", error=type(error).__name__, seconds=self._rest)
        except redis.RedisError as error:  # it answers, and cannot: it is full, read-only, or holds another type there
            log_line("cache_refused", level="warning", error=type(error).__name__)
        return None
