"""Storage events whose handling fails, at each of its calls: whatever fails, the same end."""

import hashlib
import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from knowledge.ports.database import Database
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import parse
from knowledge.usecases.upload_ingest.storage_events import AssetEvents

from tests.conftest import ONE_ADAPTER, SOME_FAIL, more_in_soak
from tests.integration.uploads.conftest import CSV, MARKDOWN, created
from tests.support.doubles import Killed, Watched, Words

DELETED = "Object Deleted"
Die = Callable[[int], str | None]

# What fails is the port, below which the adapters differ and above which they do not.
pytestmark = ONE_ADAPTER


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a run that was killed."""
    monkeypatch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)


@pytest.fixture
def deliver(objects: S3Objects, database: Database) -> Callable[..., int]:
    """Hands an event on as the handler does, and tells how many calls of storage, database and embedder it took.

    `die` says at which of them it fails, and whether before or after the call had its effect.
    """

    def take(event: dict[str, Any], die: Die = lambda _: None, error: type[BaseException] = ConnectionError) -> int:
        calls: list[str] = []
        words = Words()
        storage, rows, embedder = (Watched(port, calls, die, error) for port in (objects, database, words))
        vars(embedder).update(model="words", max_tokens=256, near_duplicate=0.9, count_tokens=words.count_tokens)
        asset_events = AssetEvents(storage, rows, lambda _: [embedder])
        for arrived in parse(event):
            asset_events.handle(arrived)
        return len(calls)

    return take


def once(number: int) -> Die:
    """The answer to that call is lost."""
    return lambda call: "after" if call == number else None


def from_on(number: int) -> Die:
    """The answer to that call is lost and nothing answers after it: not even the failure can be noted."""
    return lambda call: "after" if call == number else "before" if call > number else None


# What becomes of one file, and what is there then: the upload's status, its chunks, how many files it left.
CHANGES: list[tuple[bytes | None, tuple[str, list[str], int]]] = [
    (b"The gate closes at nine.", ("done", ["The gate closes at nine."], 4)),
    (b"The gate closes at ten.", ("done", ["The gate closes at ten."], 4)),
    (b"%PDF-1.7\nnothing", ("failed", [], 2)),
    (None, ("deleted", [], 1)),
]


@SOME_FAIL
def test_every_call_may_fail(put, deliver, known, step):
    """A file comes, is replaced, is replaced by what cannot be read, and goes: in the first round each event fails at
    its first call, in the next at its second, and so on to the last. Each comes twice more, to the same end."""
    sequencers = count(1)
    for number in count(1, step):
        failed = 0
        for content, end in CHANGES:
            key = put("assets/t/gate.txt", content)
            event = created(key, f"{next(sequencers):04X}", DELETED if content is None else "Object Created")
            failed += fails(deliver, event, from_on(number))
            assert not fails(deliver, event) and not fails(deliver, event)
            state = known()
            [upload] = state["uploads"]
            assert (upload[1], [row[2] for row in state["chunks"]], len(state["files"])) == end
            assert upload[6] == []
        if not failed:
            break
    assert number > 30


def fails(deliver: Callable[..., int], event: dict[str, Any], die: Die = lambda _: None) -> bool:
    """Whether the event was not followed to its end."""
    try:
        deliver(event, die)
    except ConnectionError:
        return True
    return False


def test_a_file_that_was_followed_stays_done_whatever_its_own_event_meets(put, deliver, known):
    """A request followed it before its event came. What fails as that event is looked at says nothing of the file."""
    key = put("assets/t/gate.txt", b"The gate closes at nine.")
    deliver(created(key))
    etag = hashlib.md5(b"The gate closes at nine.", usedforsecurity=False).hexdigest()
    own = created(key, "02", etag=etag)
    lost = [fails(deliver, own, once(number)) for number in (1, 2, 3)]
    assert (lost, [upload[1:3] for upload in known()["uploads"]]) == ([True, True, False], [("done", None)])


def test_a_file_that_is_followed_while_its_event_is_looked_at_stays_done(put, deliver, known):
    """A request follows it to its end between two calls of its own event's run, and the second of them fails."""
    for number in range(3, 9):
        content = b"The gate closes at %d." % number
        key = put(f"assets/t/gate{number}.txt", content)
        etag = hashlib.md5(content, usedforsecurity=False).hexdigest()

        def overtaken(call: int, number: int = number, key: str = key) -> str | None:
            return "before" if call == number and deliver(created(key)) else None

        assert fails(deliver, created(key, "02", etag=etag), overtaken)
    assert {upload[1:3] for upload in known()["uploads"]} == {("done", None)}


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


@SOME_FAIL
def test_a_person_who_replaces_an_agents_file_leaves_one_rendition(put, deliver, known, objects, step):
    """Whichever call fails in between: what the next delivery finds half done, it finishes."""
    for number in count(1, step):
        key = put("assets/t/gate.txt", None)
        deliver(created(key, f"{number:04X}1", DELETED))
        metadata = {"changed-by": "agent"}
        objects.put(key, b"The gate closes at nine.", content_type="text/plain", if_match=None, metadata=metadata)
        deliver(created(key, f"{number:04X}2"))
        event = created(put("assets/t/gate.txt", b"The gate closes at ten."), f"{number:04X}3")
        failed = fails(deliver, event, from_on(number))
        assert not fails(deliver, event)
        renditions = [path for (path,) in known()["files"] if path.startswith("3-descriptions/")]
        assert renditions == ["3-descriptions/user/uploads/t/gate.txt.md"]
        if not failed:
            break
    assert number > 30


@more_in_soak("seed", 0, 1)
def test_events_thrice_out_of_order_and_half_of_them_failing(put, deliver, known, seed):
    """Ten events, each delivered three times, shuffled, every other delivery failing at some call: what is known at the
    end is what one undisturbed delivery of each makes of the bucket."""
    events, dice = history(put), random.Random(seed)
    deliveries = events * 3
    dice.shuffle(deliveries)
    while deliveries:
        event = deliveries.pop()
        disturbed = dice.random() < 0.5
        if fails(deliver, event, once(dice.randint(1, 30)) if disturbed else lambda _: None):
            deliveries.insert(dice.randrange(len(deliveries) + 1), event)
    state = settled(known)
    assert all(row[6] == [] for row in state["uploads"])
    expected = [
        ("assets/a/one.md", "done", None),
        ("assets/a/two.md", "done", None),
        ("assets/b/rule.txt", "done", None),
        ("assets/b/same.txt", "done", "assets/b/rule.txt"),
        ("assets/c/broken.pdf", "failed", None),
        ("assets/c/towns.csv", "done", None),
    ]
    assert [(row[0], row[1], row[3]) for row in state["uploads"]] == expected
    assert len(state["chunks"]) == len({row[:2] for row in state["chunks"]})
    for event in events:
        deliver(event)
    assert settled(known) == state


def test_a_killed_run_is_finished_by_the_next_delivery(put, deliver, known):
    """Wherever the process ends in the middle of a deletion that leaves a duplicate behind, the same event delivered
    again comes to the same end."""
    first, second = put("assets/a/one.md", MARKDOWN), put("assets/a/two.md", MARKDOWN)
    deliver(created(first, "01"))
    deliver(created(second, "01"))
    put("assets/a/one.md", None)
    event = created(first, "02", DELETED)
    for number in count(1):
        try:
            deliver(event, once(number), Killed)
        except Killed:
            continue
        break
    state = known()
    assert {row[0] for row in state["chunks"]} == {"assets/a/two.md"}
    assert [(row[1], row[3], row[6]) for row in state["uploads"]] == [("deleted", None, []), ("done", None, [])]
