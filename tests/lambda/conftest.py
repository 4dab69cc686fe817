"""The local stack where Lambda containers reach it."""

import json
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import boto3
import pytest
from botocore.config import Config
from containers import ROOT, Sam, environment, gateway, relaying
from room import Room

from kloop.aws.resources import BUCKET, client
from kloop.stack import background
from kloop.stack.processes import LOOPBACK, free_port, is_free, wait_until
from kloop.stack.state import RunningStack, State
from tests.support.postgrest.app import RestSettings, create_app
from tests.support.serving import serving


@pytest.fixture(scope="session")
def stack() -> Iterator[RunningStack]:
    """A local stack whose storage events go nowhere: only the containers are to handle what the tests write.

    Its folder is not pytest's: the next pytest of this user closes that one to all others, among them the user that
    PostgreSQL runs as where root starts it, and within a minute the server stops.
    """
    with TemporaryDirectory(prefix="kloop-lambda-") as folder:
        state = State(Path(folder))
        running = background.start(state, free_port())
        try:
            storage = client("s3", running.storage_url)
            storage.put_bucket_notification_configuration(Bucket=BUCKET, NotificationConfiguration={})
            yield running
        finally:
            background.stop(state)


@pytest.fixture(scope="session")
def settings(stack: RunningStack) -> Iterator[dict[str, str]]:
    """What the functions are told, with each address as containers reach it."""
    sqs = client("sqs", stack.storage_url)
    jobs = {"KNOWLEDGE_QUEUE_URL": sqs.create_queue(QueueName="reindex-jobs")["QueueUrl"]}
    address = gateway()
    own = {name: value for name, value in stack.environment.items() if name.endswith(("_URL", "_ENDPOINT", "_BUCKET"))}
    key = secrets.token_urlsafe()
    with serving(create_app(RestSettings(stack.database_url, key))) as supabase_url:
        supabase = {"KNOWLEDGE_SUPABASE_URL": supabase_url, "KNOWLEDGE_SUPABASE_KEY": key}
        urls = [stack.database_url, stack.storage_url, supabase_url]
        with relaying(address, [int(url.split(LOOPBACK)[1].strip(":").split("/")[0]) for url in urls]):
            yield {name: value.replace(LOOPBACK, address) for name, value in (own | jobs | supabase).items()}


@pytest.fixture(scope="module", params=["postgres", "supabase"])
def sam(request: pytest.FixtureRequest, settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Sam:
    """`sam local` with the functions connected by each of the two adapters."""
    return _sam(settings, request.param, tmp_path_factory.mktemp("sam"))


@pytest.fixture(scope="module")
def fresh_sam(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Sam:
    """`sam local` with what is deployed by default."""
    return _sam(settings, "supabase", tmp_path_factory.mktemp("sam"))


@pytest.fixture(scope="module")
def room(sam: Sam, stack: RunningStack) -> Room:
    """A tenant for the events that go through the adapter."""
    return Room.of(stack, f"containers-{sam.database}")


@pytest.fixture(scope="module")
def fresh_room(stack: RunningStack) -> Room:
    """A tenant for the events that go through a container each."""
    return Room.of(stack, "containers")


@pytest.fixture(scope="module")
def api(sam: Sam) -> Iterator[Any]:
    """boto3's Lambda client on `sam local start-lambda`, whose containers stay for further events."""
    port = free_port()
    command = sam.command("start-lambda", "--port", str(port), "--warm-containers", "LAZY")
    process = subprocess.Popen(command, cwd=ROOT, env=environment())
    try:
        wait_until(lambda: not is_free(port), seconds=120, what="The start of sam local start-lambda")
        # The first invocation builds an image of the layers, half a gigabyte: minutes on a busy disk.
        config = Config(read_timeout=600, retries={"max_attempts": 0})
        nobody = {"aws_access_key_id": "nobody", "aws_secret_access_key": "nobody"}
        yield boto3.client(
            "lambda", endpoint_url=f"http://{LOOPBACK}:{port}", region_name="us-east-1", config=config, **nobody
        )
    finally:
        process.terminate()
        process.wait(600)  # it stops a container a function, one after the other, with seconds of grace each


def _sam(settings: dict[str, str], database: str, folder: Path) -> Sam:
    variables = folder / "variables.json"
    variables.write_text(json.dumps({"Parameters": settings | {"KNOWLEDGE_DATABASE": database}}))
    return Sam(variables, database)
