"""What a person corrected or deleted, and what is held, is told by no file of the run that taught it."""

from typing import Any

import pytest

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER
PREVIEW = "From now on we always run the preview server on port 8300."
CASES = [
    (PREVIEW, "On which port do I run the preview server?", "8300", "8400"),
    ("From now on we always unload fish at dock seven before noon.", "Where do we unload fish?", "seven", "nine"),
    ("Ab sofort lagern wir die Ordner von Hoffmann immer in Gang neun.", "Wo lagern die Ordner?", "neun", "vier"),
    ("We never lend the key of the Keller flat to tradesmen.", "May I lend the key?", "tradesmen", "visitors"),
]


def taught(client: Client, tenant: Tenant, run: str, rule: str) -> dict[str, Any]:
    log = f"User: Which label is on it?\nAssistant: The label on it is the blue one.\nUser: {rule}\nAssistant: Noted.\n"
    answer = client.post("agent_complete", tenant.agent, {"run_id": run, "session_log": log})
    [learning] = answer.raise_for_status().json()["learnings"]
    client.post("reindex", tenant.admin, {}).raise_for_status()
    return dict(learning)


def ask(client: Client, tenant: Tenant, query: str, **fields: Any) -> dict[str, Any]:
    return dict(client.post("query_knowledge", tenant.reader, {"query": query, **fields}).raise_for_status().json())


def whole_context(client: Client, tenant: Tenant, task: str) -> str:
    answer = client.request("POST", "query_knowledge", tenant.reader, "/context", json={"task_description": task})
    return str(answer.raise_for_status().json()["formatted"])


@pytest.mark.parametrize(("rule", "question", "word", "instead"), CASES)
def test_what_a_person_deleted_is_in_no_passage(client, tenant, rule, question, word, instead) -> None:
    """Nor in a whole file of its run; what else the run says stays, and all of it once it is restored."""
    learning = taught(client, tenant, "r1", rule)
    path = f"/{learning['id']}"
    client.request("DELETE", "learnings", tenant.admin, path).raise_for_status()
    for fields in ({}, {"match_count": 5}):
        assert word not in str(ask(client, tenant, question, **fields))
    assert word not in whole_context(client, tenant, question)
    assert "blue one" in ask(client, tenant, "Which label is on it?")["formatted"]
    client.request("POST", "learnings", tenant.admin, f"{path}/restore").raise_for_status()
    assert word in ask(client, tenant, question)["formatted"]


@pytest.mark.parametrize(("rule", "question", "word", "instead"), CASES)
def test_what_a_person_corrected_stands_before_what_was_said(client, tenant, rule, question, word, instead) -> None:
    """The passage with the former words is marked with the learning that holds, which no run's end puts in doubt."""
    learning = taught(client, tenant, "r1", rule)
    body = {"learning": rule.replace(word, instead)}
    client.request("PATCH", "learnings", tenant.admin, f"/{learning['id']}", json=body).raise_for_status()
    for fields in ({}, {"match_count": 5}):
        answer = ask(client, tenant, question, **fields)
        former = [match for match in answer["matches"] if word in match["learning"]]
        assert answer["matches"][0]["id"] == learning["id"]
        assert [match["superseded_by"] for match in former] == [learning["id"]] * len(former)
        [line] = [line for line in answer["formatted"].splitlines() if instead in line]
        assert "user rule" in line and "unverified" not in line
    assert instead in whole_context(client, tenant, question)


def test_what_is_held_by_the_days_count_is_in_no_passage(client, tenant) -> None:
    """Rules of a user in logs that no person has read; once one is released, its run's passages are told as before."""
    grains = [
        "oats",
        "rye",
        "spelt",
        "barley",
        "millet",
        "maize",
        "wheat",
        "rice",
        "teff",
        "sorghum",
        "quinoa",
        "durum",
    ]
    for number, grain in enumerate(grains):
        last = taught(client, tenant, f"h{number}", f"From now on we always dry the {grain} twice before it is milled.")
    assert last["held_reason"]
    question = "How often is durum dried before it is milled?"
    for fields in ({}, {"match_count": 3}):
        assert "durum" not in ask(client, tenant, question, **fields)["formatted"]
    client.request("POST", "learnings", tenant.admin, f"/{last['id']}/release").raise_for_status()
    assert "durum" in ask(client, tenant, question)["formatted"]


def test_a_rule_of_a_later_log_stands_before_the_talk_of_the_first(client, tenant) -> None:
    """The passage with the rule that is superseded is marked, as the rule is."""
    taught(client, tenant, "r1", "From now on we always order rope from Nilsen in Bergen.")
    later = taught(client, tenant, "r2", "From now on we always order rope from Larsen in Oslo, no longer from Nilsen.")
    answer = ask(client, tenant, "Where do we order rope?", match_count=5)
    [former] = [match for match in answer["matches"] if match["source"] and "Bergen" in match["learning"]]
    assert former["superseded_by"] == later["id"]
    assert "Larsen" in answer["matches"][0]["learning"]
