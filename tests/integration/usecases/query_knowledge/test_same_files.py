"""What two files say in the same words is told once: by content, whatever the files are called."""

import pytest
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.query_knowledge.test_context import load

pytestmark = ONE_ADAPTER
STATEMENT = "The orders service caches prices in Redis for 15 minutes."
LOG = [
    {"role": "user", "content": "How long are prices cached? The shop shows old ones."},
    {"role": "assistant", "content": STATEMENT},
]
QUESTION = "how long does the orders service cache prices"


@pytest.fixture
def runs(client, tenant, objects, database, embedder):
    """Three runs with the same log."""
    for number in range(3):
        sent = {"run_id": f"e{number}", "session_log": LOG, "objective": "Price caching"}
        assert client.post("agent_complete", tenant.agent, sent).status_code == 200
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()


def test_the_same_evidence_of_three_runs_is_one_match(client, tenant, runs):
    """The files of the others are among its sources."""
    asked = client.post("query_knowledge", tenant.reader, {"query": QUESTION, "match_count": 5}).json()["matches"]
    [evidence] = [match for match in asked if STATEMENT in match["learning"] and match["source"]]
    assert len({source["path"] for source in (evidence["source"], *evidence["sources"])}) == 3


def test_the_same_evidence_of_three_runs_is_told_once_in_a_context(client, tenant, runs):
    """As one whole file, and no passage of another."""
    context = load(client, tenant, task_description=QUESTION)
    assert context["formatted"].count(STATEMENT) == 1 and context["descriptions"]
