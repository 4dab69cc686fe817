"""Learnings that a person deleted or corrected: in no answer, held when they are taught again, restored."""

from typing import Any

import pytest
from knowledge.text.prompt_block import short_id

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.integration.usecases.test_learnings import CLOCK, INVOICES, PORT, RULE, alike, ask, known, matches

__all__ = ["alike", "ask", "known", "matches"]  # fixtures


def test_what_a_deleted_learning_superseded_holds_until_that_is_restored(ask, client, tenant, known) -> None:
    """Or is superseded by what had done so before."""
    ids = [known[PORT]]
    for text in (INVOICES, CLOCK):
        answer = client.post("agent_complete", tenant.agent, {"learnings": [{"learning": text, "supersedes": ids[-1]}]})
        ids.append(answer.json()["learnings"][0]["id"])

    def superseding() -> list[str | None]:
        return [ask("GET", one).json()["superseded_by"] for one in ids[:2]]

    assert superseding() == [ids[2], ids[2]]
    ask("DELETE", ids[2])
    assert superseding() == [ids[1], None]
    ask("DELETE", ids[1])
    assert ask("GET", ids[0]).json()["state"] == "active"
    assert ask("GET", params={"state": "superseded"}).json()["learnings"] == []
    for one in ids[1:]:
        ask("POST", f"{one}/restore")
    assert superseding() == [ids[2], ids[2]]


def test_what_is_forgotten_is_in_no_answer_until_it_is_restored(ask, known, matches) -> None:
    """Deleting is undone by restoring; doing either twice changes and notes nothing more."""
    for _ in range(2):
        assert ask("DELETE", known[PORT]).json()["state"] == "deleted"
    assert PORT not in matches(PORT) and [row["learning"] for row in ask("GET").json()["learnings"]] == [RULE]
    for _ in range(2):
        assert ask("POST", f"{known[PORT]}/restore").json()["state"] == "active"
    assert matches(PORT) == [PORT]
    assert [act["action"] for act in ask("GET", known[PORT]).json()["history"]] == ["restore", "forget"]


BATTERIES = "Forklift batteries may be charged indoors."


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/pin", {}),
        ("POST", "/pin", {"pinned": False}),
        ("POST", "/confirm", {}),
        ("POST", "/release", {}),
        ("POST", "/feedback", {"verdict": "useful"}),
        ("POST", "/feedback", {"verdict": "wrong", "run_id": "r1"}),
        ("PATCH", "", {"tags": ["a"]}),
        ("PATCH", "", {"learning": "The billing service listens on port 7070."}),
    ],
)
def test_what_is_done_to_a_deleted_learning_is_refused(ask, known, method, path, body) -> None:
    """It would change nothing that anybody is told; the refusal says to restore it first."""
    ask("DELETE", known[PORT])
    answer = ask(method, known[PORT] + path, json=body)
    assert answer.status_code == 409 and "restore it first" in answer.json()["detail"]
    ask("POST", f"{known[PORT]}/restore")
    assert ask(method, known[PORT] + path, json=body).status_code == 200


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("deleted", "again"),
    [
        (BATTERIES, BATTERIES),
        (BATTERIES, "The batteries of the forklift may be charged indoors."),
        (BATTERIES, BATTERIES.replace("may", "can")),
        ("The driver must sign the list of the night shift.", "The driver should sign the list of the night shift."),
        (
            "Die Gabelstapler müssen abends in Halle drei stehen.",
            "Die Gabelstapler sollen abends in Halle drei stehen.",
        ),
        (PORT, PORT),
        ("Die Waage in Halle drei misst in Pfund.", "Die Waage in Halle drei misst in Pfund"),
    ],
)
def test_what_a_person_deleted_is_held_when_it_is_taught_again(ask, client, tenant, matches, deleted, again) -> None:
    """The reason names what was deleted; a person releases the new one, or restores the old one in its place."""

    def learn(run: str, text: str) -> dict[str, Any]:
        body = {"run_id": run, "learnings": [text]}
        return dict(client.post("agent_complete", tenant.agent, body).raise_for_status().json()["learnings"][0])

    first = learn("r1", deleted)
    ask("DELETE", first["id"]).raise_for_status()
    second = learn("r2", again)
    assert first["id"] in second["held_reason"] and second["id"] != first["id"]
    assert learn("r3", again)["held_reason"] == second["held_reason"]
    assert matches(deleted) == []
    assert [one["id"] for one in ask("GET", "?state=review").json()["learnings"]] == [second["id"]]
    ask("POST", f"{second['id']}/release").raise_for_status()
    assert matches(deleted) == [again]
    assert learn("r4", again)["held_reason"] is None


@ONE_ADAPTER
def test_what_only_resembles_what_was_deleted_is_served(ask, client, tenant, matches) -> None:
    """Another number, or its denial, is another statement."""
    ask("DELETE", learn(client, tenant, "r1", PORT)).raise_for_status()
    another, denial = PORT.replace("8090", "8091"), PORT.replace("listens", "does not listen")
    for run, text in (("r2", another), ("r3", denial)):
        learn(client, tenant, run, text)
        assert text in matches(text)


CARDS = "Guest cards are printed at the gate."


@ONE_ADAPTER
@pytest.mark.parametrize("again", [CARDS, "The guest cards are printed at the gate"])
def test_what_a_person_worded_otherwise_is_held_when_it_is_taught_again(ask, client, tenant, matches, again) -> None:
    """Word for word, or nearly: the correction alone is served, until a person releases what was corrected."""
    corrected, corrected_to = learn(client, tenant, "r1", CARDS), "Guest cards are sent by e-mail before the visit."
    ask("PATCH", corrected, json={"learning": corrected_to}).raise_for_status()
    held = learn(client, tenant, "r2", again)
    row = ask("GET", held).json()
    assert row["state"] == "held" and corrected in row["held_reason"]
    assert matches(CARDS) == [corrected_to]
    learn(client, tenant, "r3", CARDS.replace("gate", "north gate"))
    assert len(matches(CARDS)) == 2
    ask("POST", f"{held}/release").raise_for_status()
    assert again in matches(CARDS)


def learn(client: Client, tenant: Tenant, run: str, text: str) -> str:
    answer = client.post("agent_complete", tenant.agent, {"run_id": run, "learnings": [text]})
    return str(answer.raise_for_status().json()["learnings"][0]["id"])


@ONE_ADAPTER
def test_what_was_learned_again_meanwhile_gives_way_to_what_is_restored(ask, client, tenant, known) -> None:
    """While it is held; once it was released a person decides which of the two goes."""
    ask("DELETE", known[PORT]).raise_for_status()
    held = learn(client, tenant, "r2", PORT)
    assert ask("POST", f"{known[PORT]}/restore").json()["state"] == "active"
    assert ask("GET", held).json()["state"] == "deleted"
    ask("DELETE", known[PORT]).raise_for_status()
    released = learn(client, tenant, "r3", PORT)
    ask("POST", f"{released}/release").raise_for_status()
    refused = ask("POST", f"{known[PORT]}/restore")
    assert refused.status_code == 409 and released in refused.text


@ONE_ADAPTER
def test_a_deleted_learning_is_none_that_a_run_means(ask, known, client, tenant, alike) -> None:
    """Where another is called so; a person who erases or restores is asked which of the two it is."""
    ask("DELETE", known[RULE])
    body = {"learnings": [{"learning": INVOICES, "supersedes": "k0c63"}]}
    client.post("agent_complete", tenant.agent, body)
    assert ask("GET", known[PORT]).json()["state"] == "superseded"
    assert client.request("DELETE", "forget", tenant.admin, "/learnings/k0c63").status_code == 409


@ONE_ADAPTER
@pytest.mark.parametrize("is_short", [True, False])
def test_a_run_is_told_that_what_it_replaces_was_deleted(ask, known, client, tenant, is_short) -> None:
    """By whichever name, also where the run was served it: it supersedes nothing, and is kept."""
    client.post("query_knowledge", tenant.reader, {"query": PORT, "run_id": "r2"}).raise_for_status()
    ask("DELETE", known[PORT])
    name = short_id(known[PORT]) if is_short else known[PORT]
    body = {"run_id": "r2", "learnings": [{"learning": INVOICES, "supersedes": name}]}
    [outcome] = client.post("agent_complete", tenant.agent, body).json()["learnings"]
    assert (outcome["outcome"], f"a person deleted {known[PORT]}" in outcome["advice"]) == ("inserted", True)
