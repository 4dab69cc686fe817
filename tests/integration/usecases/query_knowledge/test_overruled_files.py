"""A file that a context tells whole, and that the user or the system contradicts, is marked and stands behind."""

import re

from knowledge.files.semver import ChangedBy
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.query_knowledge.test_context import load

pytestmark = ONE_ADAPTER
TASK = "configure the relay port"
OWN = "3-descriptions/user/rules.md"
SUMMARY, MANUAL = "2-summaries/ops/relay.md", "3-descriptions/docs/relay.md"
LEARNED = {
    SUMMARY: "# Relay\n\nThe relay port is 7300. The relay host is called stork.\n",
    MANUAL: "# Relay manual\n\nThe relay port is 7200. It restarts by itself.\n",
}
RULES = "# House rules\n\n- The relay host is called heron.\n- The relay port is 7400.\n"


def heads(formatted: str) -> list[str]:
    return re.findall(r"^- \[file (.*)\]$", formatted, re.M)


def context_of(client, tenant, write, files, objects, database, embedder, **options):
    write({"1-index/index.md": f"Relay | Port and host of the relay | {SUMMARY}\n"})
    for path, content in LEARNED.items():
        files.write(path, content, by=ChangedBy.AGENT, summary="s")
    Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
    return load(client, tenant, task_description=TASK, **options)


def test_what_the_user_contradicts_is_marked_and_stands_behind(
    client, tenant, write, files, objects, database, embedder
):
    """Whichever tier it is of, and although its marked passage is not told beside it."""
    files.write(OWN, RULES, by=ChangedBy.USER, summary="s")
    context = context_of(client, tenant, write, files, objects, database, embedder)
    marked = [head for head in heads(context["formatted"]) if head.startswith((SUMMARY, MANUAL))]
    assert len(marked) == 2 and all(head.endswith(f"OVERRULED BY {OWN}") for head in marked)
    assert context["formatted"].index("7400") < min(context["formatted"].find(head) for head in marked)
    documents = {one["path"]: one["overruled_by"] for kind in ("summaries", "descriptions") for one in context[kind]}
    assert documents == {**dict.fromkeys(LEARNED, OWN), OWN: None}


def test_a_rule_of_the_users_overrules_a_file(client, tenant, write, files, objects, database, embedder):
    """By its short id, as it does a passage."""
    rule = {"learning": "The relay port is 7400.", "kind": "correction"}
    [kept] = client.post("agent_complete", tenant.agent, {"run_id": "r", "learnings": [rule]}).json()["learnings"]
    client.request("POST", "learnings", tenant.admin, f"/{kept['id']}/confirm")
    context = context_of(client, tenant, write, files, objects, database, embedder)
    assert heads(context["formatted"])
    assert all(f"OVERRULED BY k{kept['id'][-4:]}" in head for head in heads(context["formatted"]))


def test_what_nobody_contradicts_is_not_marked(client, tenant, write, files, objects, database, embedder):
    """Neither where the user says the same, nor where nobody says anything."""
    files.write(OWN, "# House rules\n\n- The lamp port is 7400.\n", by=ChangedBy.USER, summary="s")
    context = context_of(client, tenant, write, files, objects, database, embedder)
    assert heads(context["formatted"]) and "OVERRULED" not in context["formatted"]


def test_what_overrules_it_comes_first_also_into_a_small_block(
    client, tenant, write, files, objects, database, embedder
):
    """Where there is no room for what holds, what it overrules is not told either."""
    files.write(OWN, RULES, by=ChangedBy.USER, summary="s")
    context_of(client, tenant, write, files, objects, database, embedder)
    for max_tokens in range(100, 240, 20):
        block = load(client, tenant, task_description=TASK, max_tokens=max_tokens)["formatted"]
        assert "7400" in block or not ("7300" in block or "7200" in block)
