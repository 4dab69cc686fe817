"""Every sample event through its function in a Lambda container, and the answers checked."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.config import Config
from containers import ROOT, Sam, Stack, environment

from kloop.processes import LOOPBACK, free_port, is_free, wait_until

EVENTS = sorted((ROOT / "events").glob("*.json"), key=lambda file: file.name)
LEARNED = "The staging database listens on port 6543, not 5432."


def _completed(body: dict[str, Any]) -> bool:
    """The second adapter sends the same run again, and it is answered as a repeat."""
    return {kept["learning"] for kept in body["learnings"]} >= {LEARNED} and body["rejected"] == 0


def _embedded(body: dict[str, Any]) -> bool:
    vectors = [each["embedding"] for each in body["data"]]
    return [len(vector) for vector in vectors] == [384, 384] and vectors[0] != vectors[1]


def _answered(body: dict[str, Any]) -> bool:
    return body["matches"][0]["learning"] == LEARNED and LEARNED in body["formatted"]


# By the event's file; in the order of the files, so that the question comes after what answers it.
EXPECTED: dict[str, Callable[[dict[str, Any]], bool]] = {
    "agent-complete.url.json": _completed,
    "embed.url.json": _embedded,
    "query-knowledge.url.json": _answered,
}


def logical_id(event: Path) -> str:
    """`agent-complete.url.json` → AgentComplete, as the template calls it."""
    return event.name.partition(".")[0].title().replace("-", "")


def with_key(event: Path, stack: Stack, folder: Path) -> Path:
    """The event with the tenant's key in the place of the sample's."""
    filled = folder / event.name
    filled.write_text(event.read_text().replace("kl_YOUR_KEY", stack.key))
    return filled


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.stem)
def test_every_event_is_answered(event: Path, sam: Sam, stack: Stack, tmp_path: Path) -> None:
    """Each sample event gets the answer that it should in a container, through either adapter."""
    answer = sam.invoke(logical_id(event), with_key(event, stack, tmp_path))
    assert answer["statusCode"] == 200, answer
    assert EXPECTED[event.name](json.loads(str(answer["body"])))


@pytest.fixture
def client(sam: Sam) -> Iterator[Any]:
    """boto3's Lambda client on `sam local start-lambda`."""
    port = free_port()
    process = subprocess.Popen(sam.command("start-lambda", "--port", str(port)), cwd=ROOT, env=environment())
    try:
        wait_until(lambda: not is_free(port), seconds=60, what="The start of sam local start-lambda")
        config = Config(read_timeout=120, retries={"max_attempts": 0})
        secrets = {"aws_access_key_id": "nobody", "aws_secret_access_key": "nobody"}
        yield boto3.client(
            "lambda", endpoint_url=f"http://{LOOPBACK}:{port}", region_name="us-east-1", config=config, **secrets
        )
    finally:
        process.terminate()
        process.wait(30)


def test_lambda_api(client: Any, stack: Stack) -> None:
    """What agent-complete learned through Lambda's own API answers a question there; a wrong key is refused."""

    def invoke(function: str, event: str, key: str = stack.key) -> Any:
        payload = (ROOT / "events" / event).read_text().replace("kl_YOUR_KEY", key)
        return json.load(client.invoke(FunctionName=function, Payload=payload)["Payload"])

    assert _completed(json.loads(invoke("AgentComplete", "agent-complete.url.json")["body"]))
    assert _answered(json.loads(invoke("QueryKnowledge", "query-knowledge.url.json")["body"]))
    refused = invoke("QueryKnowledge", "query-knowledge.url.json", key="kl_wrong")
    assert refused["statusCode"] == 401
    assert refused["headers"]["content-type"] == "application/problem+json"
