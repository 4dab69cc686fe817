"""An upload that is forgotten while it is read: whatever is made of it after that is taken back."""

from collections.abc import Callable
from typing import Any

import pytest
from knowledge.forgetting import following
from knowledge.usecases.upload_ingest.storage_events import AssetEvents

from tests.conftest import ONE_ADAPTER
from tests.integration.uploads.conftest import created

pytestmark = ONE_ADAPTER

BODY = b"# Manual\n\nTurn the quokka lever before the pump starts to hum.\n"
PATH, TWIN = "assets/pumps/zanzibar-manual.md", "assets/pumps/alexandria-manual.md"
# What a run asks of the database and of the bucket, and for which time, from when it looks at the file to its end.
STEPS = [
    ("find_upload", 1),
    ("list", 1),
    ("get", 1),
    ("record_upload", 1),
    ("uploads_of_content", 1),
    ("find_indexed", 1),
    ("get", 2),
    ("advance_upload", 1),
    ("advance_upload", 2),
    ("known_chunks", 1),
    ("replace_chunks", 1),
    ("find_version", 1),
    ("put", 1),
    ("record_version", 1),
    ("settle_upload", 1),
    ("list_topic_uploads", 1),
    ("put", 2),
    ("record_version", 2),
    ("put", 3),
    ("finish_upload", 1),
]


class Overtaken:
    """A database or a bucket: something happens once, right after the first call, or a later one, of a kind."""

    def __init__(self, port: Any, at: str, happens: Callable[[], object], time: int) -> None:
        self._port, self._at, self._happens, self._left = port, at, happens, time

    def call(self, function: str, **arguments: Any) -> Any:
        return self._met(function, lambda: self._port.call(function, **arguments))

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: self._met(name, lambda: getattr(self._port, name)(*given, **named))

    def _met(self, name: str, call: Callable[[], Any]) -> Any:
        self._left -= name == self._at
        is_now = name == self._at and self._left == 0
        answer = call()
        if is_now:
            self._happens()
        return answer


@pytest.fixture
def sent(send, tenant) -> dict[str, Any]:
    """An upload that nobody has read yet, and its event."""
    upload = send("zanzibar-manual.md", BODY, key=tenant.admin, topic="pumps", headers={"Prefer": "respond-async"})
    return dict(upload.json())


@pytest.mark.parametrize(("at", "time"), STEPS)
def test_nothing_is_left_of_what_is_forgotten_while_it_is_read(
    client, tenant, objects, database, embedder, sent, places_with, at, time
) -> None:
    """Whenever the forgetting comes between two steps of the run, in the bucket and in every table."""
    forgotten = []

    def forget() -> None:
        forgotten.append(at)
        client.request("DELETE", "forget", tenant.admin, f"/uploads/{sent['upload_id']}").raise_for_status()

    ports = [Overtaken(port, at, forget, time) for port in (objects, database)]
    ingestion = AssetEvents(*ports, lambda _: [embedder]).ingestion(tenant.tenant_id, None, "secrets")
    following.follow(ingestion, PATH, sequencer="01")
    assert forgotten and places_with("quokka") == [] and places_with("zanzibar") == []


@pytest.mark.parametrize("at", ["settle_upload", "find_version", "put"])
def test_one_of_the_same_content_takes_its_place(
    client, tenant, objects, database, embedder, send, arrive, sent, places_with, at
) -> None:
    """Though it was a run at the other, with tags of its own, that wrote of the one that is forgotten."""
    key, later = f"{tenant.tenant_id}/{TWIN}", {"headers": {"Prefer": "respond-async"}, "tags": "pump"}
    send("alexandria-manual.md", BODY, key=tenant.admin, topic="pumps", **later)
    arrive(created(f"{tenant.tenant_id}/{PATH}", "01"))

    def forget() -> None:
        client.request("DELETE", "forget", tenant.admin, f"/uploads/{sent['upload_id']}").raise_for_status()

    ports = [Overtaken(port, at, forget, 1) for port in (objects, database)]
    ingestion = AssetEvents(*ports, lambda _: [embedder]).ingestion(tenant.tenant_id, None, "secrets")
    upload = following.follow(ingestion, key.partition("/")[2], sequencer="02").upload
    assert upload and upload.status == "done" and upload.duplicate_of is None
    assert places_with("zanzibar") == [] and "knowledge_embeddings" in places_with("quokka")
