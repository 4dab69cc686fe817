"""The cache's adapter over a real Redis: whatever happens to it, nothing is raised."""

import pytest
from knowledge.errors import Misconfigured
from knowledge.ports import cache as module
from knowledge.ports.cache import RedisCache

KEY = "a key: with spaces, ü and\nlines"


@pytest.fixture
def clock(monkeypatch):
    """The seconds that the circuit goes by."""
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def open_cache():
    """Makes adapters, and closes them."""
    made = []

    def make(url, seconds=60):
        made.append(RedisCache(url, timeout=0.25, seconds=seconds, rest=30))
        return made[-1]

    yield make
    for cache in made:
        cache.close()


def test_it_keeps_gives_and_deletes(redis, open_cache):
    """What was set is given back byte for byte, for as long as the settings say, until it is deleted."""
    cache = open_cache(redis.url, seconds=50)
    assert cache.get(KEY) is None
    cache.set(KEY, b"\x00\xff value")
    assert cache.get(KEY) == b"\x00\xff value"
    assert 0 < redis.client.ttl(KEY) <= 50
    assert cache.delete(KEY) is True
    assert cache.get(KEY) is None


def test_a_server_that_is_down_is_no_error(redis, open_cache, clock):
    """Stopped or killed, it has nothing; and once it is back and was left alone for a while, it is used again."""
    cache = open_cache(redis.url)
    for end in (redis.stop, redis.kill):
        cache.set(KEY, b"value")
        end()
        cache.set(KEY, b"other")
        assert cache.get(KEY) is None
        assert cache.delete(KEY) is False
        redis.start()
        clock[0] += 31
        cache.set(KEY, b"value")
        assert cache.get(KEY) == b"value"


def test_after_a_failure_it_is_left_alone(redis, open_cache, clock, log_lines):
    """One request in half a minute finds out that it is down; the others do not even ask."""
    cache = open_cache(redis.url)
    redis.kill()
    for _ in range(5):
        assert cache.get(KEY) is None
    [line] = log_lines()
    assert (line["event"], line["error"], line["seconds"]) == ("cache_down", "ConnectionError", 30)
    redis.start()
    redis.client.set(KEY, "value")
    assert cache.get(KEY) is None
    clock[0] += 31
    assert cache.get(KEY) == b"value"


def test_a_server_that_never_answers_is_no_error(silent_url, open_cache, log_lines):
    """One that takes the connection and says nothing costs the timeout, once."""
    cache = open_cache(silent_url.replace("http", "redis"))
    assert [cache.get(KEY) for _ in range(5)] == [None] * 5
    assert [line["error"] for line in log_lines()] == ["TimeoutError"]


def test_a_full_server_still_gives(redis, open_cache):
    """What it has no room for is not kept, and what it holds is given."""
    cache = open_cache(redis.url)
    cache.set("small", b"value")
    redis.client.config_set("maxmemory-policy", "noeviction")
    redis.client.config_set("maxmemory", "1")
    cache.set(KEY, b"value")
    assert (cache.get(KEY), cache.get("small")) == (None, b"value")


def test_another_type_under_the_key_is_nothing(redis, open_cache):
    """A key that somebody used for something else holds no copy, and can be deleted."""
    redis.client.rpush(KEY, "a")
    cache = open_cache(redis.url)
    assert cache.get(KEY) is None
    assert cache.delete(KEY) is True


def test_a_connection_that_was_closed_is_opened_anew(redis, open_cache):
    """A server that ends idle connections is asked over a new one, at once."""
    cache = open_cache(redis.url)
    cache.set(KEY, b"value")
    redis.client.client_kill_filter(_type="normal", skipme=True)
    assert cache.get(KEY) == b"value"


def test_a_url_that_is_none_is_the_operators_mistake():
    """It is named before the first request is answered."""
    with pytest.raises(Misconfigured, match="URL"):
        RedisCache("localhost", timeout=1, seconds=1)
