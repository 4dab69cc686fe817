"""What failed too often is kept with its cause, and comes back when it is replayed."""

import itertools
import json
from datetime import timedelta
from typing import Any

import pytest

from kloop.aws.dead_letters import DeadLetters
from kloop.aws.event_delivery import deliver
from kloop.aws.resources import BUCKET, Subscription, client, create

numbers = itertools.count()


@pytest.fixture
def subscription(storage_url: str) -> Subscription:
    """A subscription of this test alone, whose messages are set aside when they failed twice."""
    name = f"poisoned-{next(numbers)}"
    made = Subscription(name, (f"{name}/assets/*",), visibility=timedelta(0), max_receives=2)
    create(storage_url, [made])
    return made


def broken(event: Any, context: Any) -> None:
    raise RuntimeError("not today")


@pytest.fixture
def poisoned(storage_url: str, subscription: Subscription) -> DeadLetters:
    """The dead letters of a function that failed at twelve objects and at one message that is no event."""
    for number in range(12):
        key = f"{subscription.function}/assets/{number}.md"
        client("s3", storage_url).put_object(Bucket=BUCKET, Key=key, Body=b"x")
    sqs = client("sqs", storage_url)
    url = sqs.get_queue_url(QueueName=subscription.queue)["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="no event")
    while deliver(sqs, subscription, broken):
        pass
    return DeadLetters(storage_url, [subscription, Subscription("no-such-function", ())])


def test_dead_letters_are_listed_and_stay(poisoned: DeadLetters, subscription: Subscription) -> None:
    """Each is shown with its objects' keys, however often one looks."""
    expected = sorted([*([f"{subscription.function}/assets/{n}.md"] for n in range(12)), []])
    assert sorted(letter.keys for letter in poisoned.look()) == expected
    assert sorted(letter.keys for letter in poisoned.look()) == expected


def test_replayed_messages_reach_their_function(
    storage_url: str, poisoned: DeadLetters, subscription: Subscription
) -> None:
    """A replay empties the dead-letter queue, and the repaired function gets each message once."""
    assert poisoned.replay() == 13
    assert poisoned.look() == []
    bodies: list[str] = []
    while deliver(
        client("sqs", storage_url), subscription, lambda event, _: bodies.extend(r["body"] for r in event["Records"])
    ):
        pass
    keys = [json.loads(body)["detail"]["object"]["key"] for body in bodies if body != "no event"]
    assert sorted(keys) == sorted(f"{subscription.function}/assets/{n}.md" for n in range(12))
    assert bodies.count("no event") == 1
