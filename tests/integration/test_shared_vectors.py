"""Equal texts share a vector, and what says nothing gets none."""

from collections.abc import Sequence
from typing import Any

import pytest
from knowledge import wiring

from tests.conftest import ONE_ADAPTER

PORT = "The billing service listens on port 8090."
OTHER = "Never install with pip, we use uv."
JUNK = "x" * 1900

pytestmark = ONE_ADAPTER


class Counting:
    """An embedder that notes what it is asked to embed."""

    def __init__(self, embedder: Any) -> None:
        self._embedder, self.texts = embedder, []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed(self, texts: Sequence[str]) -> Any:
        self.texts += texts
        return self._embedder.embed(texts)


@pytest.fixture
def counting(client, embedder, monkeypatch) -> Counting:
    """The functions' embedder."""
    counted = Counting(embedder)
    monkeypatch.setattr(wiring, "embedder", lambda: counted)
    return counted


def learn(client, tenant, run: str, *learnings: str) -> list[str]:
    answer = client.post("agent_complete", tenant.agent, {"run_id": run, "learnings": list(learnings)})
    assert answer.status_code == 200, answer.text
    return [learning["outcome"] for learning in answer.json()["learnings"]]


def test_a_learning_is_embedded_once(client, tenant, new_tenant, counting) -> None:
    """Said twice in a run, or by another run, it is counted and not embedded again; another tenant embeds its own."""
    assert learn(client, tenant, "r1", PORT, PORT) == ["inserted", "reinforced"]
    assert learn(client, tenant, "r2", PORT, OTHER) == ["reinforced", "inserted"]
    assert counting.texts == [PORT, OTHER]
    assert learn(client, new_tenant(), "r1", PORT) == ["inserted"]
    assert counting.texts == [PORT, OTHER, PORT]


def test_a_passage_is_embedded_once(client, tenant, counting) -> None:
    """In two files, and twice in one."""
    text = "# Pump\n\nTurn the crimson lever before the pump starts to hum.\n"
    for name in ("a", "b"):
        path = f"/3-descriptions/pumps/manual/{name}.md"
        client.request("PUT", "knowledge_files", tenant.agent, path, json={"content": text}).raise_for_status()
    report = client.post("reindex", tenant.admin, {}).json()
    assert (report["chunks_embedded"], report["chunks_reused"]) == (1, 1)
    assert len(counting.texts) == 1


def test_what_says_nothing_is_not_embedded(client, tenant, counting) -> None:
    """A learning and a text are refused with the reason, a question is answered with nothing and why, a line of marks
    in a file is no passage."""
    refused = client.post("agent_complete", tenant.agent, {"learnings": [JUNK]})
    assert refused.status_code == 422 and "no words" in refused.json()["detail"]
    refused = client.post("embed", tenant.agent, {"input": ["words", "!!!"]})
    assert refused.status_code == 422 and "input 1 has no words" in refused.json()["detail"]
    answer = client.post("query_knowledge", tenant.reader, {"query": JUNK})
    assert (answer.status_code, answer.json()["matches"], answer.json()["formatted"]) == (200, [], "")
    assert "no words" in answer.json()["empty"]
    file = {"content": f"{JUNK}\n\n{'-' * 500}\n"}
    client.request("PUT", "knowledge_files", tenant.agent, "/3-descriptions/a/b/c.md", json=file).raise_for_status()
    assert client.post("reindex", tenant.admin, {}).json()["chunks_embedded"] == 0
    assert counting.texts == []
