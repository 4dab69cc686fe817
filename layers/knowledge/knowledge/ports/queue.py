"""The queue port: work that is too large for one request goes to others, a message each, in any order."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from knowledge.errors import Unavailable
from knowledge.text.strings import batched

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

BATCH = 10  # messages a request, the limit of SQS

Job = dict[str, Any]


class Queue(Protocol):
    """Delivers each job at least once, to as many workers at a time as its consumer is allowed."""

    def send(self, jobs: Iterable[Job]) -> int:
        """Hands the jobs over and tells how many; raises `Unavailable` where some could not be, so that all are sent
        again: a job done twice has one effect."""
        ...


class SQSQueue:
    """`Queue` over SQS. How many Lambdas work at once is the event source mapping's `MaximumConcurrency`."""

    def __init__(self, client: "SQSClient", url: str) -> None:
        self._client = client
        self._url = url

    def send(self, jobs: Iterable[Job]) -> int:
        """Hands the jobs over, ten a request. Raises `Unavailable`."""
        return sum(self._send(batch) for batch in batched(jobs, BATCH))

    def _send(self, batch: list[Job]) -> int:
        from botocore.exceptions import BotoCoreError, ClientError

        # Escapes would make six bytes of an é, and ten jobs of the longest paths more than SQS takes in a request.
        entries: Any = [
            {"Id": str(at), "MessageBody": json.dumps(job, ensure_ascii=False)} for at, job in enumerate(batch)
        ]
        try:
            answer = self._client.send_message_batch(QueueUrl=self._url, Entries=entries)
        except (BotoCoreError, ClientError) as error:
            raise Unavailable("The queue does not answer; repeat the request in a moment.") from error
        if failed := answer.get("Failed"):
            raise Unavailable(f"The queue refused {len(failed)} jobs ({failed[0]['Code']}); repeat in a moment.")
        return len(batch)
