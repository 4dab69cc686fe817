"""A message that always fails: through the real queue into the dead letters, told with its reason, and replayed."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from knowledge import wiring
from knowledge.chunks import reader
from knowledge.errors import Unavailable
from knowledge.ports.object_store import S3Objects
from typer.testing import CliRunner

from kloop.aws import resources
from kloop.aws.event_delivery import deliver
from kloop.aws.resources import BUCKET, SUBSCRIPTIONS, create
from kloop.cli import commands
from kloop.paths import FUNCTIONS
from kloop.stack import function_loader
from kloop.stack.state import ProcessIdentity, RunningStack, State
from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import MARKDOWN
from tests.support.doubles import Killed, Words

# The queue's settings but for the time after which a message comes again.
UPLOADS = replace(SUBSCRIPTIONS[0], visibility=timedelta(0))

pytestmark = ONE_ADAPTER


@pytest.fixture
def objects(storage_url: str) -> Iterator[S3Objects]:
    """The bucket of the local stack, whose events go to the queue of upload-ingest; no dead letter stays."""
    create(storage_url, [UPLOADS])
    yield S3Objects(resources.client("s3", storage_url), BUCKET)
    queue = _sqs(storage_url).get_queue_url(QueueName=UPLOADS.dead_letters)["QueueUrl"]
    while letters := _sqs(storage_url).receive_message(QueueUrl=queue).get("Messages"):
        _sqs(storage_url).delete_message(QueueUrl=queue, ReceiptHandle=letters[0]["ReceiptHandle"])


@pytest.fixture
def handle(client: Any, storage_url: str) -> Callable[[], int]:
    """Hands all messages to the function until none is left; tells how many deliveries it took."""
    handler = function_loader.load(FUNCTIONS / "upload_ingest" / "main.py").handler
    assert handler

    def until_none_is_left() -> int:
        times = 0
        while True:
            times += 1
            with suppress(Killed):
                if not deliver(_sqs(storage_url), UPLOADS, handler):
                    return times - 1

    return until_none_is_left


def _sqs(storage_url: str) -> Any:
    return resources.client("sqs", storage_url)


@pytest.fixture
def kloop(storage_url: str, app_url: str, tmp_path: Path) -> Callable[..., str]:
    """What a command prints that is run beside this stack."""
    me = ProcessIdentity.of(os.getpid())
    State(tmp_path).write(RunningStack(me, (), True, "", app_url, "", storage_url, {}))

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(commands, [*arguments, "--state", str(tmp_path)])
        assert result.exit_code == 0, result.output
        return result.output

    return run


class Silent(Words):
    """An embedder whose service does not answer."""

    def embed(self, texts: Any) -> Any:
        raise Unavailable("The embedding service does not answer.")


def no_service(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(wiring, "embedder", Silent)


def killed_each_time(patch: pytest.MonkeyPatch) -> None:
    def end(*_: Any) -> None:
        raise Killed

    patch.setattr(reader, "parse_content", end)
    patch.setattr("knowledge.uploads.pipeline.PATIENCE", 0)  # the queue of the test does not wait for 15 minutes


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (no_service, "The embedding service does not answer."),
        pytest.param(killed_each_time, "interrupted", marks=pytest.mark.soak),
    ],
)
def test_a_poison_message_is_kept_with_its_reason_and_replayed(
    put, handle, kloop, known, client, tenant, admin_url, monkeypatch, cause, reason
):
    """What fails five times waits in the dead-letter queue; the operator and the uploader read why; handed over again
    when the cause is gone, it ends in `done`, and nothing is left in the queue."""
    key = put("assets/ops/deploy.md", MARKDOWN)
    with monkeypatch.context() as patch:
        cause(patch)
        assert handle() == UPLOADS.max_receives == 5
    with psycopg.connect(admin_url) as connection:
        [(upload_id,)] = connection.execute(
            "update knowledge.uploads set updated_at = updated_at - interval '16 minutes' returning id"
        ).fetchall()
    table = kloop("dead-letters", "list")
    assert key in table and reason in table
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{upload_id}").json()
    assert status["status"] == "failed" and reason in status["reason"]
    assert kloop("dead-letters", "replay").startswith("1 ")
    assert handle() == 1
    assert [row[:3] for row in known()["uploads"]] == [("assets/ops/deploy.md", "done", None)]
    assert known()["chunks"] and key not in kloop("dead-letters", "list")


def test_a_message_that_is_no_event_is_shown(storage_url, objects, handle, kloop):
    """What somebody else put into the queue becomes a dead letter whose beginning is shown."""
    queue = _sqs(storage_url).get_queue_url(QueueName=UPLOADS.queue)["QueueUrl"]
    _sqs(storage_url).send_message(QueueUrl=queue, MessageBody="[no event at all]")
    assert handle() == 5
    assert "no storage event: [no event at all]" in kloop("dead-letters", "list")
