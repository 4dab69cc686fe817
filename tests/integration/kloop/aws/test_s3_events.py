"""What the local S3 tells as S3 does, and moto alone would not."""

import json
from typing import Any

import httpx
import pytest

from kloop.aws.resources import BUCKET, Subscription, client, create

KEY = "tenant/assets/a.md"
LISTENER = Subscription("listener", ("*/assets/*",))


@pytest.fixture
def s3(storage_url: str) -> Any:
    """A bucket whose events the listener gets."""
    create(storage_url, [LISTENER])
    return client("s3", storage_url)


def test_storage_events_tell_of_deletions_and_their_order(storage_url: str, s3: Any) -> None:
    """A deletion is told of as a write is; each change has a greater sequencer than the one before."""
    for content in (b"x", b"y"):
        s3.put_object(Bucket=BUCKET, Key=KEY, Body=content)
    s3.delete_object(Bucket=BUCKET, Key=KEY)
    sqs = client("sqs", storage_url)
    queue = sqs.get_queue_url(QueueName=LISTENER.queue)["QueueUrl"]
    messages = sqs.receive_message(QueueUrl=queue, MaxNumberOfMessages=10)["Messages"]
    events = [json.loads(message["Body"]) for message in messages]
    assert [event["detail-type"] for event in events] == ["Object Created", "Object Created", "Object Deleted"]
    sequencers = [event["detail"]["object"]["sequencer"] for event in events]
    assert len(set(sequencers)) == 3 and {len(sequencer) for sequencer in sequencers} == {16}
    assert sequencers == sorted(sequencers)


def test_a_form_is_answered_with_the_version_that_it_made(s3: Any) -> None:
    """By which it can be read, and erased."""
    form = s3.generate_presigned_post(BUCKET, "tenant/assets/posted.md", ExpiresIn=60)
    posted = httpx.post(form["url"], data=form["fields"], files={"file": ("a", b"by a form")})
    version = posted.headers["x-amz-version-id"]
    assert s3.get_object(Bucket=BUCKET, Key="tenant/assets/posted.md", VersionId=version)["Body"].read() == b"by a form"
