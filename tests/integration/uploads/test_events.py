"""Files that appear in the bucket: whatever happens to their events, the same end."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from knowledge import passages
from knowledge.database import Database
from knowledge.objects import S3Objects
from knowledge.uploads.arrivals import Arrivals

from tests.conftest import ONE_ADAPTER
from tests.doubles import Killed, Watched, Words
from tests.integration.uploads.conftest import CSV, MARKDOWN, created

DELETED = "Object Deleted"


def test_an_object_is_ingested_once(put, arrive, known):
    """However it came and however often it is told, an object under assets/ has its chunks, once."""
    key = put("assets/ops/deploy.md", MARKDOWN)
    assert arrive(created(key, "01"), created(key, "01")) == []
    once = known()
    assert [row[:2] for row in once["uploads"]] == [("assets/ops/deploy.md", "done")] and once["chunks"]
    assert arrive(created(key, "01")) == []
    assert known() == once


def test_replaced_and_deleted_in_the_bucket(put, arrive, known):
    """A replaced object's chunks are replaced, a deleted one's go, whatever order the events come in."""
    key = put("assets/ops/rule.txt", b"The gate closes at nine.")
    arrive(created(key, "01"))
    put("assets/ops/rule.txt", b"The gate closes at ten.")
    arrive(created(key, "02"), created(key, "01"))
    assert [row[2] for row in known()["chunks"]] == ["The gate closes at ten."]
    put("assets/ops/rule.txt", None)
    arrive(created(key, "03", DELETED), created(key, "02"))
    left = known()
    assert left["chunks"] == [] and left["files"] == [("1-index/index.md",)]
    assert [row[1] for row in left["uploads"]] == ["deleted"]


def test_a_copy_is_a_duplicate(objects, put, arrive, known, tenant):
    """An object copied within the bucket keeps its own reference and shares the chunks."""
    source = put("assets/a/deploy.md", MARKDOWN)
    arrive(created(source, "01"))
    target = f"{tenant.tenant_id}/assets/b/copy.md"
    objects._client.copy_object(
        Bucket=objects._bucket, Key=target, CopySource={"Bucket": objects._bucket, "Key": source}
    )
    assert arrive(created(target, "01")) == []
    state = known()
    assert [(row[0], row[1], row[3]) for row in state["uploads"]] == [
        ("assets/a/deploy.md", "done", None),
        ("assets/b/copy.md", "done", "assets/a/deploy.md"),
    ]
    assert {row[0] for row in state["chunks"]} == {"assets/a/deploy.md"}


@pytest.mark.parametrize(
    "key", ["{t}/assets/", "{t}/assets/folder/", "{t}/2-summaries/a/b.md", "other/assets/a/b.txt", "assets/a/b.txt"]
)
def test_what_is_no_asset_is_left_alone(put, arrive, stored, tenant, key):
    """Folder markers, other tiers and objects of no tenant are handled by doing nothing."""
    before = stored(tenant.tenant_id)
    assert arrive(created(key.replace("{t}", str(tenant.tenant_id)), "01")) == []
    assert stored(tenant.tenant_id) == before


def test_an_unknown_tenants_object_is_left_alone(arrive, stored):
    """The objects of a tenant that is gone make no message fail for ever."""
    before = stored()
    assert arrive(created("00000000-0000-0000-0000-00000000000f/assets/a/b.txt", "01")) == []
    assert stored() == before


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a/empty.txt", b"", "zero bytes"),
        ("a/odd#name.txt", b"text", "not allowed"),
        ("a/nul.bin", b"\0" * 500, "cannot be read"),
        ("a/large.txt", b"x" * (10 * 2**20 + 1), "the limit is"),
    ],
    ids=["empty", "name", "binary", "large"],
)
def test_what_cannot_be_ingested_fails_with_its_reason(put, arrive, known, name, content, reason):
    """An object that cannot be read is a failed upload that says why; its message is done, and the next works."""
    assert arrive(created(put(f"assets/{name}", content), "01")) == []
    [(path, status, told, *_)] = known()["uploads"]
    assert (path, status) == (f"assets/{name}", "failed") and reason in told
    assert arrive(created(put("assets/a/fine.txt", b"All is well."), "01")) == []
    assert [row[1] for row in known()["uploads"] if row[0] == "assets/a/fine.txt"] == ["done"]


def test_a_failed_file_that_is_replaced_is_read(put, arrive, known):
    """A better version of a refused file clears the reason."""
    arrive(created(put("assets/a/file.txt", b""), "01"))
    arrive(created(put("assets/a/file.txt", b"Now there is text."), "02"))
    assert [(row[1], row[2]) for row in known()["uploads"]] == [("done", None)]


def test_a_batch_names_only_what_failed(put, arrive, known, monkeypatch):
    """One message that fails is delivered again; the others of its batch are done. Its reason is on the upload."""
    bad, good = put("assets/a/bad.txt", b"The bad one."), put("assets/a/good.txt", b"The good one.")
    parse, broken = passages.parse_content, RuntimeError("out of order")

    def failing(name: str, *args: Any, **options: Any) -> Any:
        if name == "bad.txt":
            raise broken
        return parse(name, *args, **options)

    monkeypatch.setattr(passages, "parse_content", failing)
    assert arrive(created(bad, "01"), created(good, "01")) == [created(bad, "01")]
    assert {row[0]: (row[1], row[2] and "RuntimeError" in row[2]) for row in known()["uploads"]} == {
        "assets/a/bad.txt": ("failed", True),
        "assets/a/good.txt": ("done", None),
    }
    monkeypatch.setattr(passages, "parse_content", parse)
    assert arrive(created(bad, "01")) == []
    assert {row[1] for row in known()["uploads"]} == {"done"}


class Failing:
    """A port whose every second call fails, before or after it did its work."""

    def __init__(self, port: Any, dice: random.Random) -> None:
        self._port, self._dice = port, dice

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._port, name)
        return lambda *args, **options: self._call(value, *args, **options)

    def _call(self, method: Callable[..., Any], *args: Any, **options: Any) -> Any:
        when = self._dice.random()
        if when < 0.04:
            raise ConnectionError("before")
        answer = method(*args, **options)
        answer = list(answer) if isinstance(answer, Iterator) else answer
        if when < 0.08:
            raise ConnectionError("after")
        return answer


def history(put: Callable[..., str]) -> list[dict[str, Any]]:
    """Files that come, are replaced, copied, renamed and deleted; and their events."""
    numbers = count(1)

    def note(path: str, content: bytes | None) -> dict[str, Any]:
        kind = "Object Created" if content is not None else DELETED
        return created(put(path, content), f"{next(numbers):04X}", kind)

    return [
        note("assets/a/one.md", MARKDOWN),
        note("assets/a/two.md", MARKDOWN),
        note("assets/b/rule.txt", b"The gate closes at nine."),
        note("assets/b/rule.txt", b"The gate closes at ten."),
        note("assets/b/gone.txt", b"Soon to be deleted."),
        note("assets/b/gone.txt", None),
        note("assets/b/same.txt", b"The gate closes at ten."),
        note("assets/a/one.md", b"# Another text\n\nNow something else.\n"),
        note("assets/c/broken.pdf", b"%PDF-1.7\nnothing"),
        note("assets/c/towns.csv", CSV[:300]),
    ]


def settled(known: Callable[[], Any]) -> dict[str, Any]:
    """What is known, without how often it was told."""
    state = known()
    return {**state, "uploads": [row for row in state["uploads"] if row[1] != "deleted"]}


@ONE_ADAPTER
@pytest.mark.parametrize("seed", range(3))
def test_events_in_any_order_thrice_and_half_failing_come_to_the_same_end(
    put, tenant, database: Database, objects: S3Objects, known, seed
):
    """Ten events, each delivered three times, shuffled, with calls failing before and after their work: what is known
    at the end is what one undisturbed delivery after the last write makes of the bucket."""
    events, dice = history(put), random.Random(seed)
    deliveries = events * 3
    dice.shuffle(deliveries)
    ports = Failing(objects, dice), Failing(database, dice), Failing(Words(), dice)
    embedder = Watched(ports[2])
    embedder.__dict__ |= {"model": "words", "max_tokens": 256, "near_duplicate": 0.9}
    arrivals = Arrivals(ports[0], ports[1], lambda _: [embedder])
    failures = 0
    while deliveries:
        event = deliveries.pop()
        try:
            deliver(arrivals, event)
        except ConnectionError:
            failures += 1
            deliveries.insert(dice.randrange(len(deliveries) + 1), event)
    assert failures > len(events)
    disturbed = settled(known)
    assert all(row[6] == [] for row in disturbed["uploads"])
    expected = [
        ("assets/a/one.md", "done", None),
        ("assets/a/two.md", "done", None),
        ("assets/b/rule.txt", "done", None),
        ("assets/b/same.txt", "done", "assets/b/rule.txt"),
        ("assets/c/broken.pdf", "failed", None),
        ("assets/c/towns.csv", "done", None),
    ]
    assert [(row[0], row[1], row[3]) for row in disturbed["uploads"]] == expected
    assert len(disturbed["chunks"]) == len({row[:2] for row in disturbed["chunks"]})
    calm = Arrivals(objects, database, lambda _: [Words()])
    for event in events:
        deliver(calm, event)
    assert settled(known) == disturbed


def deliver(arrivals: Arrivals, event: dict[str, Any]) -> None:
    """One event, as the handler hands it on."""
    from knowledge.events import parse

    for found in parse(event):
        arrivals.take(found)


def test_a_killed_run_is_finished_by_the_next_delivery(put, tenant, database, objects, known):
    """Wherever the process ends, also in the middle of a deletion that leaves a duplicate behind, the same event
    delivered again comes to the same end."""
    first, second = put("assets/a/one.md", MARKDOWN), put("assets/a/two.md", MARKDOWN)
    calm = Arrivals(objects, database, lambda _: [Words()])
    deliver(calm, created(first, "01"))
    deliver(calm, created(second, "01"))
    put("assets/a/one.md", None)
    event = created(first, "02", DELETED)
    for call in count(1, 3):
        watched = Watched(database, die=lambda at, call=call: "after" if at == call else None)
        try:
            deliver(Arrivals(objects, watched, lambda _: [Words()]), event)
        except Killed:
            continue
        break
    deliver(calm, event)
    state = known()
    assert {row[0] for row in state["chunks"]} == {"assets/a/two.md"}
    assert [(row[1], row[3], row[6]) for row in state["uploads"]] == [("deleted", None, []), ("done", None, [])]
