"""A cache in front of users' memories: whatever becomes of it, every answer is Postgres' own."""

import json
from functools import partial
from typing import Any

import pytest
from knowledge import wiring
from knowledge.memory.store import MemoryStore
from knowledge.ports import cache as module
from knowledge.ports.cache import RedisCache

from tests.conftest import ONE_ADAPTER
from tests.support.doubles import Watched
from tests.support.memories import Memories

pytestmark = ONE_ADAPTER
FIRST, SECOND = "Works at the Berlin plant", "Never call before nine"


def copied(redis, key):
    """The document that the cache holds."""
    return json.loads(redis.client.get(key).partition(b"\n")[2])


@pytest.fixture
def clock(monkeypatch):
    """The seconds that the circuit goes by."""
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def calls(database, monkeypatch):
    """The names of the calls that reach Postgres."""
    watched = Watched(database)
    monkeypatch.setattr(wiring, "database", lambda: watched)
    return watched.calls


@pytest.fixture
def memory(client, tenant, redis, clock, monkeypatch, calls):
    """A user's memory with an agent's key, behind a cache."""
    cache = RedisCache(redis.url, timeout=0.25, seconds=3600, rest=30)
    monkeypatch.setattr(wiring, "cache", lambda: cache)
    yield Memories(client, tenant.agent)
    cache.close()


@pytest.fixture
def key(tenant):
    """Where the copy is."""
    return f"knowledge-loop:knowledge:{tenant.tenant_id}:anna"


def test_a_read_after_a_write_asks_for_the_key_alone(memory, redis, key, calls):
    """What was written is copied, so that a read asks Postgres whose key it is, and nothing else."""
    memory.save(FIRST)
    calls.clear()
    document = memory.read()
    assert calls == ["authenticate"]
    assert copied(redis, key) == document
    assert 0 < redis.client.ttl(key) <= 3600


def test_what_is_not_in_the_cache_is_copied_at_the_first_read(memory, redis, calls):
    """An evicted copy costs one look into Postgres, and one whether it still holds."""
    memory.save(FIRST)
    redis.client.flushall()
    calls.clear()
    assert [memory.contents() for _ in range(3)] == [[FIRST]] * 3
    assert calls.count("read_memory") == 2


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_cache_that_goes_down_costs_speed_only(memory, redis, clock, end):
    """Stopped or killed between two requests: reads and writes go on, and afterwards it is used again."""
    memory.save(FIRST)
    getattr(redis, end)()
    assert memory.contents() == [FIRST]
    memory.save(SECOND, "rule")
    assert memory.contents() == [FIRST, SECOND]
    redis.start()
    clock[0] += 31
    assert [memory.contents() for _ in range(2)] == [[FIRST, SECOND]] * 2
    assert redis.client.dbsize() == 1


def test_a_stale_copy_is_none(memory, redis, key, clock):
    """A write that the cache did not hear of, because it was away, is in the next answer all the same."""
    memory.save(FIRST)
    before = redis.client.get(key)
    memory.save(SECOND, "rule")
    redis.client.set(key, before)
    assert memory.contents() == [FIRST, SECOND]
    assert copied(redis, key)["version"] == 2


def test_a_copy_from_before_a_clearing_never_comes_back(memory, tenant, redis, key):
    """Also where as many entries are saved again as there were: no version is given twice."""
    memory.save(FIRST)
    before = redis.client.get(key)
    memory.answer("DELETE", key=tenant.admin)
    assert redis.client.get(key) is None
    redis.client.set(key, before)
    assert memory.contents() == []
    memory.save(SECOND, "rule")
    redis.client.set(key, before)
    assert memory.contents() == [SECOND]


@pytest.mark.parametrize(
    "garbage", [b"", b"\xff\x00", b"null", b"[]", b'{"version": 1}', b'{"userId": "anna", "version": "1"']
)
def test_garbage_is_no_copy(memory, redis, key, garbage):
    """What cannot be read is as good as nothing, and is replaced."""
    memory.save(FIRST)
    redis.client.set(key, garbage)
    assert memory.contents() == [FIRST]
    assert copied(redis, key)["userId"] == "anna"


def test_a_copy_that_is_not_whole_is_none(memory, redis, key):
    """Cut off, or with one letter changed under the right version, it is not believed."""
    memory.save(FIRST)
    whole = redis.client.get(key)
    for broken in (whole[:-20], whole.replace(b"Berlin", b"Munich")):
        redis.client.set(key, broken)
        assert memory.contents() == [FIRST]
    assert redis.client.get(key) == whole


def test_who_clears_is_told_where_a_copy_may_be_left(memory, tenant, redis):
    """With the cache down the memory is gone all the same; the answer says that nobody is given the copy."""
    memory.save(FIRST)
    redis.kill()
    answer = memory.answer("DELETE", key=tenant.admin)
    assert answer["cleared"] == 1 and "does not answer" in answer["note"]
    assert memory.contents() == []


def test_a_forgotten_user_leaves_no_copy(memory, client, tenant, redis, key):
    """The cache holds nothing of the user any more, and what others have there stays."""
    memory.save(FIRST)
    redis.client.set("another", b"value")
    assert FIRST.encode() in redis.client.get(key)
    manifest = client.request("DELETE", "forget", tenant.admin, "/users/anna").json()
    assert manifest["removed"]["memory entries"] == 1 and manifest["remaining"] == {}
    assert redis.client.keys() == [b"another"]


@pytest.mark.parametrize("forgets", ["user", "entry"])
def test_a_reader_who_is_overtaken_by_forgetting_leaves_no_copy(memory, tenant, database, redis, key, forgets):
    """It had read Postgres before, and makes its copy after the copies were erased: it looks again."""
    entry = memory.save(FIRST)
    redis.client.flushall()
    forgetting = [partial(memory.answer, "DELETE", key=tenant.admin)]
    if forgets == "entry":
        forgetting = [partial(memory.answer, "DELETE", f"/entries/{entry['id']}", key=tenant.admin)]

    class Overtaken:
        def call(self, function: str, **arguments: Any) -> Any:
            rows = database.call(function, **arguments)
            if function == "read_memory" and forgetting:
                forgetting.pop()()
            return rows

    cache = RedisCache(redis.url, timeout=1, seconds=60)
    MemoryStore(tenant.tenant_id, Overtaken(), cache).fresh("anna")
    cache.close()
    assert FIRST.encode() not in (redis.client.get(key) or b"")


def test_who_forgets_a_user_is_told_where_a_copy_may_be_left(memory, client, tenant, redis, key):
    """With the cache down the user is forgotten all the same, and the same call again removes the copy."""
    memory.save(FIRST)
    held = redis.client.get(key)
    redis.kill()
    manifest = client.request("DELETE", "forget", tenant.admin, "/users/anna").json()
    assert manifest["remaining"] == {"copies in the cache": 1}
    redis.start()
    redis.client.set(key, held)
    assert memory.contents() == []
    manifest = client.request("DELETE", "forget", tenant.admin, "/users/anna").json()
    assert manifest["remaining"] == {} and redis.client.get(key) is None


def test_what_is_forgotten_leaves_a_cache_that_is_left_alone(memory, redis, key):
    """A cache that failed a moment ago is asked all the same to drop what somebody wants forgotten."""
    first = memory.save(FIRST)
    memory.save(SECOND)
    held = redis.client.get(key)
    redis.kill()
    memory.read()
    redis.start()
    redis.client.set(key, held)
    memory.answer("DELETE", f"/entries/{first['id']}")
    assert FIRST.encode() not in (redis.client.get(key) or b"")


def test_another_users_copy_is_none(memory, redis, key, client, tenant):
    """Under a wrong key, a document is nobody's."""
    Memories(client, tenant.agent, "bob").save(SECOND, "rule")
    memory.save(FIRST)
    redis.client.copy(key.replace("anna", "bob"), key, replace=True)
    assert memory.contents() == [FIRST]


def test_a_full_cache_costs_speed_only(memory, redis):
    """Where it takes no more, what it still has is stale, and is not believed."""
    memory.save(FIRST)
    redis.client.config_set("maxmemory-policy", "noeviction")
    redis.client.config_set("maxmemory", "1")
    memory.save(SECOND, "rule")
    assert [memory.contents() for _ in range(2)] == [[FIRST, SECOND]] * 2


def test_a_cache_that_never_answers_costs_speed_only(memory, silent_url, monkeypatch):
    """One that takes connections and is silent is given up after its timeout."""
    silent = RedisCache(silent_url.replace("http", "redis"), timeout=0.05, seconds=60)
    monkeypatch.setattr(wiring, "cache", lambda: silent)
    memory.save(FIRST)
    assert memory.contents() == [FIRST]
    silent.close()


def test_every_write_is_copied(memory, tenant, redis, key):
    """Whatever changes a memory leaves a copy of what it is then."""
    for change in (
        lambda: memory.save(FIRST),
        lambda: memory.answer("PUT", json={"entries": [{"content": SECOND, "category": "rule"}]}),
        lambda: memory.answer("POST", "?restore=1", tenant.admin),
        lambda: memory.answer("DELETE", f"/entries/{memory.read()['entries'][0]['id']}"),
    ):
        redis.client.flushall()
        change()
        assert copied(redis, key) == memory.read()
