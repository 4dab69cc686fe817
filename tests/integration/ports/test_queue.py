"""Jobs through SQS, against moto as a server."""

import json
from uuid import uuid4

import boto3
import pytest
from knowledge.errors import Unavailable
from knowledge.files.paths import MAX_KEY
from knowledge.ports.queue import BATCH, SQSQueue
from knowledge.usecases.reindex.models import IndexFiles
from knowledge.usecases.reindex.tenant import FILES_A_JOB


@pytest.fixture
def sqs(endpoint):
    client = boto3.client(
        "sqs", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="t", aws_secret_access_key="t"
    )
    yield client
    client.close()


def received(sqs, url: str) -> list[dict]:
    return [json.loads(body) for body in bodies(sqs, url)]


def bodies(sqs, url: str) -> list[str]:
    texts = []
    while messages := sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        texts += [message["Body"] for message in messages]
    return texts


def test_every_job_arrives(sqs):
    """More jobs than a request takes all arrive, as they were."""
    url = sqs.create_queue(QueueName="jobs")["QueueUrl"]
    jobs = [{"job": "index_files", "paths": [f"2-summaries/a/{number}é.md"]} for number in range(23)]
    assert SQSQueue(sqs, url).send(iter(jobs)) == 23
    assert sorted(received(sqs, url), key=str) == sorted(jobs, key=str)


def test_the_longest_paths_fit_into_a_request(sqs):
    """Ten jobs full of paths as long as S3 allows, in letters of two bytes, stay within 256 KiB."""
    url = sqs.create_queue(QueueName="long")["QueueUrl"]
    longest = f"2-summaries/a/{'é' * (MAX_KEY // 2)}.md"
    job = IndexFiles(tenant_id=uuid4(), paths=[longest] * FILES_A_JOB).model_dump(mode="json")
    assert SQSQueue(sqs, url).send([job] * BATCH) == BATCH
    assert sum(len(body.encode()) for body in bodies(sqs, url)) <= 256 * 1024


def test_a_queue_that_does_not_take_the_jobs_is_unavailable(sqs, endpoint):
    """The caller hears of it, and may repeat."""
    with pytest.raises(Unavailable, match="queue"):
        SQSQueue(sqs, f"{endpoint}/123456789012/none").send([{"job": "x"}])
