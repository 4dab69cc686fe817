"""Rules of storage events."""

import json
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from knowledge.errors import Malformed
from knowledge.ports.storage_events import ObjectEvent, handle_each, parse

KEYS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
ETAG, VERSION, SEQUENCER = "b1946ac92492d2347c6235b4d2611184", "3sL4kqtJlcpXro", "0055AED6DCD90281E5"


def s3(key: str, name: str = "ObjectCreated:Put") -> dict[str, Any]:
    """An S3 notification as S3 writes it: the key form-encoded, its slashes left alone."""
    encoded = quote_plus(key, safe="/")
    stored = {"key": encoded, "size": 7, "eTag": ETAG, "versionId": VERSION, "sequencer": SEQUENCER}
    record = {"eventSource": "aws:s3", "eventName": name, "s3": {"bucket": {"name": "b"}, "object": stored}}
    return {"Records": [record]}


def eventbridge(key: str, name: str = "Object Created") -> dict[str, Any]:
    """An EventBridge event as S3 sends it: the key as it is."""
    stored = {"key": key, "size": 7, "etag": ETAG, "version-id": VERSION, "sequencer": SEQUENCER}
    return {"source": "aws.s3", "detail-type": name, "detail": {"bucket": {"name": "b"}, "object": stored}}


def sqs(*bodies: Any) -> dict[str, Any]:
    """SQS messages m0, m1… around `bodies`."""
    records = [
        {"eventSource": "aws:sqs", "messageId": f"m{number}", "body": json.dumps(body)}
        for number, body in enumerate(bodies)
    ]
    return {"Records": records}


def expected(key: str, **changes: Any) -> ObjectEvent:
    """What every AWS form above says."""
    return ObjectEvent("b", key, **({"kind": "created", "etag": ETAG, "version_id": VERSION} | changes))


@given(KEYS)
def test_every_form_names_the_same_object(key: str) -> None:
    """The S3, EventBridge and SQS-wrapped forms of one change read the same, whatever the key."""
    created = expected(key, sequencer=SEQUENCER)
    assert parse(s3(key)) == parse(eventbridge(key)) == [created]
    assert [event.key for event in parse(sqs(s3(key), eventbridge(key)))] == [key, key]


def test_a_plus_survives() -> None:
    """A plus in a key is a plus in both forms, though S3 encodes a space as one."""
    assert parse(s3("t/a+b c.md"))[0].key == parse(eventbridge("t/a+b c.md"))[0].key == "t/a+b c.md"


def test_a_message_is_named() -> None:
    """Each event of a batch names the SQS message that brought it."""
    events = parse(sqs(s3("x"), eventbridge("y")))
    assert [(event.key, event.message_id) for event in events] == [("x", "m0"), ("y", "m1")]


@pytest.mark.parametrize(
    "event",
    [
        s3("k", "ObjectRemoved:DeleteMarkerCreated"),
        s3("k", "s3:ObjectRemoved:Delete"),
        s3("k", "LifecycleExpiration:Delete"),
        eventbridge("k", "Object Deleted"),
    ],
)
def test_a_deletion_is_told(event: dict[str, Any]) -> None:
    """An object that is gone, or hidden by a delete marker, is told as deleted."""
    assert [change.kind for change in parse(event)] == ["deleted"]


@pytest.mark.parametrize(
    "event",
    [
        {"Service": "Amazon S3", "Event": "s3:TestEvent", "Bucket": "b"},
        s3("k", "ObjectTagging:Put"),
        eventbridge("k", "Object Tags Added"),
    ],
)
def test_what_changes_no_content_is_ignored(event: dict[str, Any]) -> None:
    """S3's test event and changes of tags or metadata are nothing to act on, also inside SQS."""
    assert parse(event) == parse(sqs(event)) == []


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["Records", "detail"]), inner),
)


@given(JSON)
def test_anything_else_is_malformed(event: Any) -> None:
    """What is no storage event raises Malformed and nothing else."""
    assume(not isinstance(event, dict) or event.get("Records") != [])  # an empty batch is one
    with pytest.raises(Malformed):
        parse(event)


@pytest.mark.parametrize("broken", [{"key": None}, {"key": "%ff"}, {}])
def test_a_broken_record_is_malformed(broken: dict[str, Any]) -> None:
    """A record that lacks its key, or whose key is no UTF-8, raises Malformed."""
    event = s3("k")
    event["Records"][0]["s3"]["object"] = broken
    with pytest.raises(Malformed):
        parse(event)


def test_one_bad_message_leaves_its_batch() -> None:
    """An unreadable message and one whose handling fails are reported; the others are handled."""
    handled = []

    def handle(event: ObjectEvent) -> None:
        if event.key == "fails":
            raise RuntimeError
        handled.append(event.key)

    answer = handle_each(sqs(s3("a"), {"not": "storage"}, s3("fails"), eventbridge("d")), handle)
    assert handled == ["a", "d"]
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m1"}, {"itemIdentifier": "m2"}]}


def test_a_direct_event_fails_aloud() -> None:
    """Without a queue behind it a failure is raised, so that the sender delivers again."""
    with pytest.raises(ZeroDivisionError):
        handle_each(eventbridge("k"), lambda event: 1 // 0)
    with pytest.raises(Malformed):
        handle_each({"not": "storage"}, lambda event: None)
