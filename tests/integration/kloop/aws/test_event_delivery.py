"""Storage events reach handlers as Lambda's event source mapping would bring them."""

import itertools
import json
import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from kloop.aws.event_delivery import InvocationContext, Poller, deliver
from kloop.aws.resources import BUCKET, LARGE, SMALL, SMALL_BYTES, Schedule, Subscription, client, create
from kloop.stack.function_loader import Function, load_all
from kloop.stack.processes import wait_until

HANDLER = """
from pathlib import Path

def handler(event, context):
    with Path({seen!r}).open("a") as seen:
        seen.write(context.function_name + " " + event.get("detail-type", "storage") + "\\n")
"""

numbers = itertools.count()


@pytest.fixture
def subscription(storage_url: str) -> Subscription:
    """A subscription of this test alone, whose failed messages come again at once."""
    return subscribed(storage_url, visibility=timedelta(0), max_receives=2)


@pytest.fixture
def sqs(storage_url: str) -> Any:
    return client("sqs", storage_url)


def subscribed(storage_url: str, **settings: Any) -> Subscription:
    """A new subscription."""
    name = f"sample-{next(numbers)}"
    made = Subscription(name, (f"{name}/assets/*",), **settings)
    create(storage_url, [made])
    return made


def put(storage_url: str, subscription: Subscription, *names: str) -> None:
    for name in names:
        key = f"{subscription.function}/assets/{name}"
        client("s3", storage_url).put_object(Bucket=BUCKET, Key=key, Body=b"x")


def name_of(record: dict[str, Any]) -> str:
    return str(json.loads(record["body"])["detail"]["object"]["key"]).rsplit("/", 1)[1]


def dead(sqs: Any, subscription: Subscription) -> list[str]:
    queue = sqs.get_queue_url(QueueName=subscription.dead_letters)["QueueUrl"]
    messages = sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages", [])
    return sorted(name_of({"body": message["Body"]}) for message in messages)


def test_a_batch_has_the_form_that_lambda_gives_it(storage_url: str, sqs: Any, subscription: Subscription) -> None:
    """Records carry body, ids and attributes; the context names function and request."""
    put(storage_url, subscription, "a.md")
    seen: list[tuple[Any, InvocationContext]] = []
    assert deliver(sqs, subscription, lambda event, context: seen.append((event, context))) == 1
    [(event, context)] = seen
    [record] = event["Records"]
    assert record["eventSource"] == "aws:sqs"
    assert record["eventSourceARN"].endswith(f":{subscription.queue}")
    assert record["attributes"]["ApproximateReceiveCount"] == "1"
    assert context.function_name == subscription.function
    assert name_of(record) == "a.md"


def test_what_succeeds_does_not_come_again(storage_url: str, sqs: Any, subscription: Subscription) -> None:
    """Without named failures the whole batch is deleted."""
    put(storage_url, subscription, "a.md", "b.md")
    assert deliver(sqs, subscription, lambda event, context: None) == 2
    assert deliver(sqs, subscription, lambda event, context: None) == 0


def test_only_what_failed_comes_again(storage_url: str, sqs: Any, subscription: Subscription) -> None:
    """A partial batch failure repeats the messages that are named, until they are set aside."""
    put(storage_url, subscription, "good.md", "bad.md")
    seen: list[str] = []

    def handler(event: Any, context: InvocationContext) -> Any:
        seen.extend(sorted(name_of(record) for record in event["Records"]))
        failed = [record["messageId"] for record in event["Records"] if name_of(record) == "bad.md"]
        return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}

    while deliver(sqs, subscription, handler):
        pass
    assert seen == ["bad.md", "good.md", "bad.md"]
    assert dead(sqs, subscription) == ["bad.md"]


@pytest.mark.parametrize(
    "answer",
    [
        ValueError("the handler failed"),
        {"batchItemFailures": [{"itemIdentifier": "unknown"}]},
        {"batchItemFailures": [{"wrong": "key"}]},
        {"batchItemFailures": "all of it"},
        "no object",
    ],
    ids=str,
)
def test_a_handler_that_fails_gets_the_batch_again(
    storage_url: str, sqs: Any, subscription: Subscription, answer: Any
) -> None:
    """An exception, and an answer that Lambda could not read, fail the whole batch; nothing is lost."""
    put(storage_url, subscription, "a.md", "b.md")

    def handler(event: Any, context: InvocationContext) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    while deliver(sqs, subscription, handler):
        pass
    assert dead(sqs, subscription) == ["a.md", "b.md"]


def test_the_poller_serves_events_and_schedules(storage_url: str, subscription: Subscription, tmp_path: Path) -> None:
    """Functions that are there get what they subscribed to, and a schedule at the start; a stopped poller takes nothing
    more."""
    folder, seen = tmp_path / subscription.function.replace("-", "_"), tmp_path / "seen"
    folder.mkdir()
    (folder / "main.py").write_text(HANDLER.format(seen=str(seen)))
    absent = Subscription("absent", ("*",))
    schedule = Schedule(subscription.function, timedelta(hours=6))
    poller = Poller(storage_url, load_all(tmp_path), [subscription, absent], [schedule])
    poller.start()
    put(storage_url, subscription, "a.md")
    wanted = {f"{subscription.function} storage", f"{subscription.function} Scheduled Event"}
    wait_until(lambda: seen.exists() and wanted <= set(seen.read_text().splitlines()), seconds=20, what="Both events")
    poller.stop()
    before = seen.read_text()
    put(storage_url, subscription, "b.md")
    assert seen.read_text() == before


def test_what_works_long_holds_up_no_other_batch(storage_url: str) -> None:
    """While the handler is at work on one, the next is handed out."""
    subscription, passed = subscribed(storage_url, batch_size=1, concurrency=2), threading.Event()

    def handler(event: Any, context: InvocationContext) -> None:
        if "small.md" in map(name_of, event["Records"]):
            passed.set()
        passed.wait(30)

    put(storage_url, subscription, "large.md", "small.md")
    poller = Poller(storage_url, {subscription.function: Function("", None, handler)}, [subscription], [])
    poller.start()
    assert passed.wait(20)
    poller.stop()


def test_large_files_come_through_a_queue_of_their_own(storage_url: str, sqs: Any) -> None:
    """Small ones and deletions, which may be many and short, never wait for them."""
    small = subscribed(storage_url, sizes=SMALL)
    large = replace(small, sizes=LARGE, lane="jobs")
    create(storage_url, [large])
    s3, seen = client("s3", storage_url), dict[str, list[str]]()
    for name, size in {"small.md": SMALL_BYTES, "large.md": SMALL_BYTES + 1}.items():
        s3.put_object(Bucket=BUCKET, Key=f"{small.function}/assets/{name}", Body=bytes(size))
    s3.delete_object(Bucket=BUCKET, Key=f"{small.function}/assets/large.md")
    for subscription in (small, large):
        names = seen.setdefault(subscription.lane, [])
        deliver(sqs, subscription, lambda event, _, names=names: names.extend(map(name_of, event["Records"])))
    assert seen == {"events": ["small.md", "large.md"], "jobs": ["large.md"]}
