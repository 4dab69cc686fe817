"""What was said in a run is told with what came of it: a reader weighs a passage of a failed run otherwise."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER, Tenant

pytestmark = ONE_ADAPTER
LOG = [
    {"role": "user", "content": "Start the nightly job."},
    {"role": "assistant", "content": "The nightly job waits for the lock of the billing worker, which never goes."},
]
QUESTION = "what does the nightly job wait for"
Ask = Callable[..., Any]


@pytest.fixture
def ask(client, tenant: Tenant, objects, database, embedder) -> Ask:
    """Completes runs, each of that outcome, and asks about what was said in them."""

    def call(*outcomes: str, path: str = "/", **body: Any) -> Any:
        for number, outcome in enumerate(outcomes, start=1):
            sent = {"run_id": f"r{number}", "session_log": LOG, "outcome": outcome}
            assert client.post("agent_complete", tenant.agent, sent).status_code == 200
        Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
        return client.request("POST", "query_knowledge", tenant.reader, path, json=body).json()

    return call


@pytest.mark.parametrize(
    ("outcome", "verdict", "mark"),
    [
        ("failed: it hangs", "failed", ", failed run, "),
        ("under way", "unverified", ", unverified, "),
        ("done", "succeeded", None),
    ],
)
def test_a_passage_tells_what_came_of_its_run(ask: Ask, outcome: str, verdict: str, mark: str | None) -> None:
    """In the match, and where it did not succeed in the block's line."""
    answer = ask(outcome, query=QUESTION)
    assert {match["run_outcome"] for match in answer["matches"] if match["kind"] == "chunk"} == {verdict}
    lines = re.findall(r"^- \[k\w{4}, r1-.*", answer["formatted"], re.M)
    assert lines and all((mark in line) if mark else not re.search("failed run|unverified", line) for line in lines)


def test_a_whole_file_of_evidence_tells_it_too(ask: Ask) -> None:
    """In a context, whose files are shown without their titles."""
    answer = ask("failed: it hangs", path="/context", task_type="debug", task_description=QUESTION)
    files = re.findall(r"^- \[file 3-descriptions/learned/evidence/.*", answer["formatted"], re.M)
    assert files and all("failed run" in line for line in files)


def test_what_is_no_evidence_has_no_outcome(client, tenant: Tenant, ask: Ask) -> None:
    """Whatever its tags say."""
    note = "---\ntitle: The nightly job\ntags: [evidence, failed]\n---\n# The nightly job\n\nIt waits for the lock.\n"
    path = "/3-descriptions/ops/jobs/nightly.md"
    assert client.request("PUT", "knowledge_files", tenant.admin, path, json={"content": note}).status_code < 300
    answer = ask(query=QUESTION)
    assert [match["run_outcome"] for match in answer["matches"]] == [None]
