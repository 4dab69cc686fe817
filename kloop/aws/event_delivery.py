"""Hands queued storage events and schedules to handlers, as Lambda's event source mappings do."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from kloop.aws.resources import ACCOUNT, REGION, SCHEDULES, SUBSCRIPTIONS, Schedule, Subscription, arn, client
from kloop.stack.function_loader import Function, Handler

LONG_POLL = 1  # seconds that storage waits for a message before it answers with none

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class InvocationContext:
    """The part of Lambda's context object that handlers read."""

    function_name: str
    aws_request_id: str

    @property
    def invoked_function_arn(self) -> str:
        """The function's Amazon Resource Name in the local cloud."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"


class Poller:
    """Threads for the functions that there are: as many for a subscription as work at once, and one for a schedule."""

    def __init__(
        self,
        endpoint: str,
        functions: dict[str, Function],
        subscriptions: Sequence[Subscription] = SUBSCRIPTIONS,
        schedules: Sequence[Schedule] = SCHEDULES,
    ) -> None:
        self._endpoint = endpoint
        self._stopping = threading.Event()
        handlers = {name: function.handler for name, function in functions.items() if function.handler}
        self._threads = [
            *(
                self._thread(self._subscribe, subscription, handlers[subscription.function])
                for subscription in subscriptions
                if subscription.function in handlers
                for _ in range(subscription.concurrency)
            ),
            *(
                self._thread(self._repeat, schedule, handlers[schedule.function])
                for schedule in schedules
                if schedule.function in handlers
            ),
        ]

    def start(self) -> None:
        """Begins to hand out events."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Takes no further events, and waits for the handlers under way."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _thread(self, run: Callable[..., None], *arguments: object) -> threading.Thread:
        return threading.Thread(target=run, args=arguments, daemon=True)

    def _subscribe(self, subscription: Subscription, handler: Handler) -> None:
        """Hands out what comes."""
        sqs = client("sqs", self._endpoint)
        while not self._stopping.is_set():
            try:
                deliver(sqs, subscription, handler, wait=LONG_POLL)
            except Exception:  # whatever it was: without this thread the function would get no event any more
                log.exception("no events for %s; asking again", subscription.function)
                self._stopping.wait(1)

    def _repeat(self, schedule: Schedule, handler: Handler) -> None:
        """At once, then as often as it says: a laptop is seldom on for so long that its turn would come."""
        wait = 0.0
        while not self._stopping.wait(wait):
            wait = schedule.every.total_seconds()
            event = {"source": "aws.events", "detail-type": "Scheduled Event", "detail": {}, "time": _now()}
            _invoke(handler, schedule.function, event)


def deliver(sqs: Any, subscription: Subscription, handler: Handler, *, wait: int = 0) -> int:
    """Hands one batch to the handler and deletes the messages that it did not name as failed.

    Gives the number received. What failed becomes visible again after the queue's visibility timeout, and is
    put into the dead-letter queue after `max_receives` times.
    """
    queue = sqs.get_queue_url(QueueName=subscription.queue)["QueueUrl"]
    received = sqs.receive_message(
        QueueUrl=queue,
        MaxNumberOfMessages=subscription.batch_size,
        WaitTimeSeconds=wait,
        MessageSystemAttributeNames=["All"],
    )
    messages = received.get("Messages", [])
    if messages:
        answer = _invoke(handler, subscription.function, {"Records": [_record(m, subscription) for m in messages]})
        handled = [message for message in messages if message["MessageId"] not in _failed(answer, messages)]
        for message in handled:
            sqs.delete_message(QueueUrl=queue, ReceiptHandle=message["ReceiptHandle"])
    return len(messages)


FAILED = object()


def _invoke(handler: Handler, function: str, event: dict[str, Any]) -> Any:
    """The handler's answer, or `FAILED` where it raised."""
    try:
        return handler(event, InvocationContext(function, str(uuid4())))
    except Exception:  # to Lambda, any exception of a handler is a failed invocation
        log.exception("the handler of %s failed", function)
        return FAILED


def _failed(answer: Any, messages: list[dict[str, Any]]) -> set[str]:
    """The ids that Lambda would deliver again, given `ReportBatchItemFailures`.

    https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html: no list means success, an
    exception, a malformed list or an id that was not in the batch mean that the whole batch failed.
    """
    everything = {message["MessageId"] for message in messages}
    if answer is FAILED:
        return everything
    try:
        named = {failure["itemIdentifier"] for failure in (answer or {}).get("batchItemFailures") or []}
    except (AttributeError, KeyError, TypeError):
        return everything
    return named if named <= everything else everything


def _record(message: dict[str, Any], subscription: Subscription) -> dict[str, Any]:
    """The message as Lambda presents it."""
    return {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": message.get("Attributes", {}),
        "messageAttributes": {},
        "md5OfBody": message["MD5OfBody"],
        "eventSource": "aws:sqs",
        "eventSourceARN": arn("sqs", subscription.queue),
        "awsRegion": REGION,
    }


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
