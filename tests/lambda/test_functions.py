"""Sample events through their functions in Lambda containers: the answers, and what was done."""

import json
from pathlib import Path
from typing import Any

import pytest
from containers import ROOT, Sam
from room import Room
from samples import SAMPLES, judge

# One event of each function, the first of those in SAMPLES.
FIRST = {name.partition(".")[0]: name for name in reversed(SAMPLES)}


def logical_id(name: str) -> str:
    """`record-event.research.url` → RecordEvent, as the template calls it."""
    return name.partition(".")[0].title().replace("-", "")


def event(name: str) -> Path:
    return ROOT / "events" / f"{name}.json"


def test_every_event_is_tried() -> None:
    """Each file of the folder is sent by the tests below, and each function gets one."""
    assert {path.name.removesuffix(".json") for path in (ROOT / "events").iterdir()} == SAMPLES.keys()
    assert set(FIRST) == {path.parent.name.replace("_", "-") for path in (ROOT / "functions").glob("*/main.py")}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_event_through_the_api(name: str, api: Any, room: Room) -> None:
    """Each sample event does what it should through Lambda's own API, by either adapter of the database."""
    SAMPLES[name].before(room)
    payload = json.dumps(room.fill(event(name)))
    answer = json.load(api.invoke(FunctionName=logical_id(name), Payload=payload)["Payload"])
    judge(name, room, answer)


def test_a_wrong_key_is_refused(api: Any, room: Room) -> None:
    """A key that nobody has is answered 401 with a problem document, as text."""
    sent = room.fill(event("query-knowledge.url"))
    sent["headers"]["authorization"] = "Bearer kl_wrong"
    refused = json.load(api.invoke(FunctionName="QueryKnowledge", Payload=json.dumps(sent))["Payload"])
    assert refused["statusCode"] == 401
    assert refused["headers"]["content-type"] == "application/problem+json"
    assert json.loads(refused["body"])["status"] == 401


@pytest.mark.parametrize("name", sorted(FIRST.values()))
def test_each_function_in_a_fresh_container(name: str, fresh_sam: Sam, fresh_room: Room, tmp_path: Path) -> None:
    """An event of each function does what it should through `sam local invoke`."""
    SAMPLES[name].before(fresh_room)
    filled = tmp_path / "event.json"
    filled.write_text(json.dumps(fresh_room.fill(event(name))))
    judge(name, fresh_room, fresh_sam.invoke(logical_id(name), filled))
