"""Dead letters, events that failed too often: lists them, and sends them to their function again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kloop.aws.resources import SUBSCRIPTIONS, Subscription, client

BATCH = 10  # messages a request, the limit of SQS
HIDDEN = 30  # seconds for which what was read is hidden from other readers


@dataclass(frozen=True)
class DeadLetter:
    """A message that its function could not handle, and the keys of the objects that it tells of."""

    function: str
    message_id: str
    body: str
    receipt: str

    @property
    def keys(self) -> list[str]:
        """The objects' keys; none where the message is no storage event."""
        from knowledge.errors import Malformed
        from knowledge.ports.storage_events import parse

        try:
            return [event.key for event in parse(json.loads(self.body))]
        except (Malformed, ValueError):
            return []


class DeadLetters:
    """The dead-letter queues of the functions that get storage events."""

    def __init__(self, endpoint: str, subscriptions: Sequence[Subscription] = SUBSCRIPTIONS) -> None:
        self._sqs: Any = client("sqs", endpoint)
        self._subscriptions = subscriptions

    def read(self, hidden: int = HIDDEN) -> Iterator[DeadLetter]:
        """All of them. Each is hidden from other readers for so many seconds, and stays in its queue."""
        for subscription, url in self._queues():
            while messages := self._received(url, hidden):
                for message in messages:
                    yield DeadLetter(
                        subscription.function, message["MessageId"], message["Body"], message["ReceiptHandle"]
                    )

    def look(self) -> list[DeadLetter]:
        """All of them, at once visible again."""
        letters = list(self.read())
        urls = {subscription.function: url for subscription, url in self._queues()}
        for letter in letters:
            self._sqs.change_message_visibility(
                QueueUrl=urls[letter.function], ReceiptHandle=letter.receipt, VisibilityTimeout=0
            )
        return letters

    def replay(self) -> int:
        """Hands each to its function again, and tells how many. Sent before it is deleted: none is lost."""
        queues = {subscription.function: (subscription, url) for subscription, url in self._queues()}
        letters = list(self.read())
        for letter in letters:
            subscription, url = queues[letter.function]
            target = self._sqs.get_queue_url(QueueName=subscription.queue)["QueueUrl"]
            self._sqs.send_message(QueueUrl=target, MessageBody=letter.body)
            self._sqs.delete_message(QueueUrl=url, ReceiptHandle=letter.receipt)
        return len(letters)

    def _queues(self) -> Iterator[tuple[Subscription, str]]:
        for subscription in self._subscriptions:
            try:
                yield subscription, self._sqs.get_queue_url(QueueName=subscription.dead_letters)["QueueUrl"]
            except self._sqs.exceptions.QueueDoesNotExist:  # the stack does not have this function
                continue

    def _received(self, url: str, hidden: int) -> list[dict[str, Any]]:
        answer = self._sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=BATCH, VisibilityTimeout=hidden)
        messages: list[dict[str, Any]] = answer.get("Messages", [])
        return messages
