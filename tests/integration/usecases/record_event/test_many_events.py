"""Many events at once, some of which die: each statement stands once, and no file is left alone."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from knowledge.errors import Unavailable
from knowledge.files import paths
from knowledge.files.formats import index, summary
from knowledge.files.repository import Files
from knowledge.files.splitting import chain
from knowledge.ports.object_store import S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ONE_ADAPTER, Tenant, more_in_soak
from tests.support.conversations import Record, text_below
from tests.support.faulty import Faulty

pytestmark = ONE_ADAPTER


@more_in_soak("many", 12, 40)
def test_many_events_at_once_leave_no_orphans_and_no_duplicates(
    record: Record, files: Files, tenant: Tenant, objects: S3Objects, database: Any, embedder: Any, many: int
) -> None:
    """Each statement stands once, in a file that the index and the links lead to."""
    _tell_at_once(record, tenant, objects, lambda port: Enforcer(port, database, embedder), many)
    _assert_each_stands_once(files, many)


@pytest.mark.soak
def test_five_hundred_events_and_kills_leave_no_orphans_and_no_duplicates(
    record: Record, files: Files, tenant: Tenant, objects: S3Objects, database: Any, embedder: Any
) -> None:
    """One run in three ends at some call to the bucket, of an event or of the split; both come again."""
    _tell_at_once(record, tenant, objects, lambda port: Enforcer(port, database, embedder), 500, kills=3)
    _assert_each_stands_once(files, 500)


HIVES = (
    "A swarm left hive three this morning and two frames are broken.",
    "We need two new sensors and a gateway in the apiary's network.",
    "Hive weights rose by 14 percent since April.",
    "The wax foundations come from Imkerei Holm in Kiel.",
    "Visitors may not come nearer than ten metres to the apiary.",
    "A jar of the spring honey costs 8 euros from May.",
)


@pytest.mark.parametrize("topic", ["Hives", None])
def test_events_at_once_put_one_topic_on_one_page(record: Record, files: Files, topic: str | None) -> None:
    """None sees what the others are about to write, and each by itself would put it into another category.

    What a reader would look for elsewhere stands there, where nobody named the topic.
    """

    def tell(at: int) -> None:
        record(f"# Hives\n\n{HIVES[at]}", kind="research", event_id=f"hive-{at}", topic=topic)

    with ThreadPoolExecutor(len(HIVES)) as pool:
        list(pool.map(tell, range(len(HIVES))))
    pages = [file.path for file in files.list("2-summaries/") if file.path.endswith("/hives.md")]
    lines = [line for line in files.read(paths.INDEX).content.splitlines() if "/hives.md" in line]
    assert len(pages) == 1 and len([line for line in lines if "2-summaries/" in line]) == 1
    standing = [text for text in HIVES if text in files.read(pages[0]).content]
    assert standing if topic is None else standing == list(HIVES)
    assert all(text_below(files).count(text) == 1 for text in HIVES)


def _tell_at_once(
    record: Record, tenant: Tenant, objects: Any, enforcer: Callable[[Any], Enforcer], count: int, kills: int = 0
) -> None:
    """Six at a time; one in `kills` ends at one of its first twelve calls to the bucket, and is repeated."""

    def tell(number: int) -> None:
        event = {
            "content": f"User: Shop number {number} sells {number * 7} kinds of tea in street {number}.",
            "event_id": f"shop-{number}",
            "topic": "Shops",
        }
        mortal = kills and number % kills == 0
        answer = _again(lambda port: record(**event, ports={"objects": port}), objects, number % 12 if mortal else None)
        for file in answer.files:
            happened = ObjectEvent("b", paths.key(str(tenant.tenant_id), file.path), "created")
            split = partial(_split, enforcer, happened)
            _again(split, objects, number % 7 if mortal else None)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(tell, range(1, count + 1)))
    enforcer(objects).sweep(tenant.tenant_id)


def _split(enforcer: Callable[[Any], Enforcer], happened: ObjectEvent, port: Any) -> None:
    enforcer(port).on_event(happened)


def _again(run: Callable[[Any], Any], objects: Any, dies_at: int | None) -> Any:
    """What `run` answers, which the first time loses the bucket at that call."""
    try:
        return run(objects if dies_at is None else Faulty(objects, dies_at))
    except Unavailable:
        return run(objects)


def _assert_each_stands_once(files: Files, count: int) -> None:
    whole = text_below(files)
    assert [whole.count(f"Shop number {number} sells") for number in range(1, count + 1)] == [1] * count
    written = {entry.path: files.read(entry.path).content for entry in files.list("2-summaries/")}
    linked = {chain.parse_part(path, content).continues for path, content in written.items()}
    assert {path for path in written if chain.is_named_as_part(path)} <= linked
    listed = [entry.location for entry in index.entries(files.read(paths.INDEX).content)]
    assert sorted(listed) == sorted(written)
    assert all(len(content) <= summary.LIMIT for content in written.values())
