"""What the local cloud consists of, by the names that template.yaml gives it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

REGION = "us-east-1"
ACCOUNT = "123456789012"  # moto's
BUCKET = "knowledge"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}  # moto checks none


@dataclass(frozen=True)
class Subscription:
    """A function that gets the storage events of some keys through a queue.

    `keys` are EventBridge wildcards, `sizes` its conditions on the objects' bytes: those of other sizes come through
    the queue of another `lane`. Queue settings are those of the function's event source mapping: a message is hidden
    while it is handled, and put into the dead-letter queue after `max_receives` failures. Of a batch one message is
    handled after the other, of batches `concurrency` at once; on AWS more.
    """

    function: str
    keys: tuple[str, ...]
    batch_size: int = 10
    visibility: timedelta = timedelta(minutes=2)
    max_receives: int = 5
    concurrency: int = 1
    sizes: tuple[dict[str, Any], ...] = ()
    lane: str = "events"

    @property
    def queue(self) -> str:
        """The queue's name."""
        return f"{self.function}-{self.lane}"

    @property
    def dead_letters(self) -> str:
        """The name of the queue for what failed too often."""
        return f"{self.function}-dead-letters"


@dataclass(frozen=True)
class Schedule:
    """A function that is called again and again."""

    function: str
    every: timedelta


TIERS = ("*/1-index/*", "*/2-summaries/*", "*/3-descriptions/*")
SMALL_BYTES = 8000  # a dozen passages at most, so a second to embed
SMALL = ({"numeric": ["<=", SMALL_BYTES]}, {"exists": False})  # a deletion tells no size
LARGE = ({"numeric": [">", SMALL_BYTES]},)
SUBSCRIPTIONS = (
    # One file a batch: embedding 10 MB takes minutes, and the message stays hidden until it is done.
    Subscription("upload-ingest", ("*/assets/*",), batch_size=1, visibility=timedelta(minutes=15), concurrency=2),
    Subscription("size-enforcer", TIERS),
    # A long log's files take minutes, and nobody else's small one is to wait for them.
    Subscription("reindex", TIERS, visibility=timedelta(minutes=5), sizes=SMALL),
    Subscription("reindex", TIERS, batch_size=1, visibility=timedelta(minutes=5), sizes=LARGE, lane="jobs"),
)
# A page needs the key to do anything, so any origin may ask.
CORS: dict[str, Any] = {
    "allow_origins": ["*"],
    "allow_methods": ["GET", "POST", "PUT", "PATCH", "DELETE"],
    "allow_headers": ["authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "prefer"],
    "expose_headers": ["etag", "location", "retry-after", "server-timing"],
}
SCHEDULES = (Schedule("reindex", timedelta(hours=6)), Schedule("size-enforcer", timedelta(hours=24)))


def client(service: str, endpoint: str) -> Any:
    """A boto3 client for the local cloud."""
    import boto3
    from botocore.config import Config

    make: Any = boto3.client  # its overloads know services by literal names only
    return make(
        service,
        endpoint_url=endpoint,
        region_name=REGION,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        config=Config(signature_version="s3v4") if service == "s3" else None,
    )


def subscriptions(functions: Path) -> list[Subscription]:
    """Those whose function has its folder in `functions`."""
    return [subscription for subscription in SUBSCRIPTIONS if (functions / snake(subscription.function)).is_dir()]


def snake(function: str) -> str:
    """The folder's name of a function."""
    return function.replace("-", "_")


def create(endpoint: str, subscriptions: Sequence[Subscription]) -> None:
    """Makes the versioned bucket with its events, and each subscription's rule and queues."""
    s3, sqs, events = (client(service, endpoint) for service in ("s3", "sqs", "events"))
    _create_bucket(s3)
    for subscription in subscriptions:
        _create_queues(sqs, subscription)
        _create_rule(events, subscription)


def _create_bucket(s3: "S3Client") -> None:
    s3.create_bucket(Bucket=BUCKET)
    s3.put_bucket_versioning(Bucket=BUCKET, VersioningConfiguration={"Status": "Enabled"})
    s3.put_bucket_notification_configuration(Bucket=BUCKET, NotificationConfiguration={"EventBridgeConfiguration": {}})


def _create_queues(sqs: Any, subscription: Subscription) -> None:
    sqs.create_queue(QueueName=subscription.dead_letters)
    redrive = {
        "deadLetterTargetArn": arn("sqs", subscription.dead_letters),
        "maxReceiveCount": subscription.max_receives,
    }
    visible_after = str(int(subscription.visibility.total_seconds()))
    sqs.create_queue(
        QueueName=subscription.queue,
        Attributes={"VisibilityTimeout": visible_after, "RedrivePolicy": json.dumps(redrive)},
    )


def _create_rule(events: Any, subscription: Subscription) -> None:
    pattern = {
        "source": ["aws.s3"],
        "detail-type": ["Object Created", "Object Deleted"],
        "detail": {
            "bucket": {"name": [BUCKET]},
            "object": {
                "key": [{"wildcard": key} for key in subscription.keys],
                **({"size": list(subscription.sizes)} if subscription.sizes else {}),
            },
        },
    }
    events.put_rule(Name=subscription.queue, EventPattern=json.dumps(pattern))
    events.put_targets(
        Rule=subscription.queue,
        Targets=[{"Id": subscription.function, "Arn": arn("sqs", subscription.queue)}],
    )


def arn(service: str, name: str) -> str:
    """The resource's Amazon Resource Name in the local cloud."""
    return f"arn:aws:{service}:{REGION}:{ACCOUNT}:{name}"
