"""What storage keeps in memory of many small writes, counted where it lies: in a process of its own."""

import gc
import sys
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from moto.s3.models import s3_backends

from kloop.aws import server
from kloop.aws.journal import Journal
from kloop.aws.resources import ACCOUNT, BUCKET, client, subscriptions
from kloop.stack.processes import LOOPBACK
from tests.support.storage import Direct

BATCH = 10


def count(folder: Path, key: str, writes: int, answers: Connection) -> None:
    """Sends how many objects of each type are more after the writes, and after all versions of them were erased.

    What storage does once, at its first requests, it has done by then.
    """
    subscribed = subscriptions(folder / "functions")
    app = server.application(Journal(folder / "journal"), subscribed)
    s3, sqs = (directed(service, app) for service in ("s3", "sqs"))
    queues = [sqs.get_queue_url(QueueName=function.queue)["QueueUrl"] for function in subscribed]

    def written(times: int) -> str:
        """Versions, told and handled while they are few: to look through many messages takes moto long.

        As one text, for what is counted is to be storage's.
        """
        versions = []
        for _ in range(times // BATCH):
            versions += write(s3, key, BATCH)
            handle(sqs, queues)
        return " ".join(versions)

    erase(s3, key, written(2 * BATCH))
    before = objects()
    versions = written(writes)
    answers.send(objects() - before)
    erase(s3, key, versions)
    handle(sqs, queues)
    answers.send(objects() - before)


def count_at_start(folder: Path, answers: Connection) -> None:
    """Sends how many objects of each type there are once the journal is replayed."""
    server.application(Journal(folder / "journal"), subscriptions(folder / "functions"))
    answers.send(objects())


def directed(service: str, app: Any) -> Any:
    """A client that hands its requests to the app."""
    calls = client(service, f"http://{LOOPBACK}:9")
    calls.meta.events.register(f"before-send.{service}", Direct(app))
    return calls


def objects() -> Counter[str]:
    """How many there are of each type that holds others, of `tagged` versions, and of `blocks` that anything takes."""
    gc.collect()
    counted = Counter(type(thing).__name__ for thing in gc.get_objects())
    counted["tagged"] = len(s3_backends[ACCOUNT]["aws"].tagger.tags)
    counted["blocks"] = sys.getallocatedblocks()
    return counted


def write(s3: Any, key: str, writes: int) -> list[str]:
    """The versions that it made."""
    return [s3.put_object(Bucket=BUCKET, Key=key, Body=b"%d" % n)["VersionId"] for n in range(writes)]


def erase(s3: Any, key: str, versions: str) -> None:
    """All at once, for good."""
    named = [{"Key": key, "VersionId": version} for version in versions.split()]
    s3.delete_objects(Bucket=BUCKET, Delete={"Objects": named})


def handle(sqs: Any, queues: list[str]) -> None:
    """What the functions do with their events, but for what they are told."""
    for queue in queues:
        while messages := sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10).get("Messages"):
            handled = [{"Id": message["MessageId"], "ReceiptHandle": message["ReceiptHandle"]} for message in messages]
            sqs.delete_message_batch(QueueUrl=queue, Entries=handled)
