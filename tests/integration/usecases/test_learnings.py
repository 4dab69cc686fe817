"""learnings over HTTP: what is known, for people to list, correct and judge."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from knowledge.text.prompt_block import short_id

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

PORT = "The billing service listens on port 8090."

RULE = "Never install with pip, we use uv."

INVOICES, CLOCK = "Invoices are numbered by year and month.", "The clock of the tram runs on UTC."

UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def known(client: Client, tenant: Tenant) -> dict[str, str]:
    """The ids of two learnings by their text."""
    given = [{"learning": PORT, "tags": ["billing"]}, {"learning": RULE, "kind": "rule"}]
    answer = client.post("agent_complete", tenant.agent, {"run_id": "r1", "agent_type": "dev", "learnings": given})
    return {outcome["learning"]: outcome["id"] for outcome in answer.json()["learnings"]}


@pytest.fixture
def alike(admin_url: str) -> None:
    """A database in which prompts call all learnings the same."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            "create or replace function knowledge._short_id(id uuid) returns text language sql immutable "
            "as $$ select 'k0c63' $$"
        )


@pytest.fixture
def ask(client: Client, tenant: Tenant) -> Callable[..., Any]:
    """Asks the function as an admin, or as another role."""

    def request(method: str, path: str = "", role: str = "admin", **options: Any) -> Any:
        return client.request(method, "learnings", getattr(tenant, role), f"/{path}", **options)

    return request


@pytest.fixture
def matches(client: Client, tenant: Tenant) -> Callable[[str], list[str]]:
    """What query-knowledge answers."""

    def query(question: str) -> list[str]:
        answer = client.post("query_knowledge", tenant.reader, {"query": question, "match_threshold": 0.5})
        return [match["learning"] for match in answer.json()["matches"]]

    return query


def test_everything_known_is_listed_page_by_page(ask, known) -> None:
    """Each page goes on after the one before, and together they are all."""
    first = ask("GET", role="reader", params={"limit": 1}).json()
    second = ask("GET", params={"limit": 1, "after": first["next"]}).json()
    last = ask("GET", params={"limit": 1, "after": second["next"]}).json()
    assert {row["learning"] for page in (first, second) for row in page["learnings"]} == {PORT, RULE}
    assert last == {"learnings": [], "next": None}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"kind": "rule"}, [RULE]),
        ({"tag": "billing"}, [PORT]),
        ({"search": "PORT 80"}, [PORT]),
        ({"state": "held"}, []),
        ({"agent_type": "reviewer"}, []),
        ({"authority": "user"}, []),
    ],
)
@ONE_ADAPTER
def test_a_list_is_of_what_passes_every_filter(ask, known, filters, expected) -> None:
    """Filters are by kind, tag, part of the text, state, agent type and authority."""
    assert [row["learning"] for row in ask("GET", params=filters).json()["learnings"]] == expected


@ONE_ADAPTER
def test_a_list_is_in_the_order_asked_for(ask, client, tenant, known) -> None:
    """The most frequent first, or those that misled most."""
    client.post("agent_complete", tenant.agent, {"learnings": [PORT]})
    ask("POST", f"{known[RULE]}/feedback", json={"verdict": "wrong"})
    for sort, first in (("frequency", PORT), ("wrong", RULE), ("last_seen", PORT)):
        assert ask("GET", params={"sort": sort}).json()["learnings"][0]["learning"] == first


@ONE_ADAPTER
def test_what_search_calls_superseded_is_so_in_the_list(ask, client, tenant, known) -> None:
    """A variant that differs in a number overrules the earlier one without a word of its own: the list tells it, too,
    and no longer once a person's pin or the later one's end says otherwise."""
    later = PORT.replace("8090", "8091")
    sent = client.post("agent_complete", tenant.agent, {"run_id": "r2", "learnings": [later]}).json()
    [variant] = [outcome["id"] for outcome in sent["learnings"]]
    answer = client.post("query_knowledge", tenant.reader, {"query": "Which port does billing listen on?"}).json()
    by = {match["learning"]: match["superseded_by"] for match in answer["matches"]}
    assert (by[PORT], by[later]) == (variant, None)

    def superseded() -> list[tuple[str, str]]:
        listed = ask("GET", params={"state": "superseded"}).json()["learnings"]
        return [(learning["id"], learning["superseded_by"]) for learning in listed]

    one = ask("GET", known[PORT]).json()
    assert superseded() == [(known[PORT], variant)] == [(one["id"], one["superseded_by"])]
    assert one["state"] == "superseded"
    assert ask("POST", f"{known[PORT]}/pin").json()["state"] == "active"
    assert superseded() == [(variant, known[PORT])]
    ask("DELETE", known[PORT])
    assert superseded() == []


@ONE_ADAPTER
@pytest.mark.parametrize(("after", "status"), [("x", 400), ("1_2", 400), ("nan", 400)])
def test_a_page_begins_where_one_ended(ask, known, after, status) -> None:
    """What is not the next of a page is refused."""
    assert ask("GET", params={"after": after}).status_code == status


def test_a_new_text_is_found_and_the_old_one_is_not(ask, known, matches) -> None:
    """A change of the text embeds it anew, is the word of a person, and is noted with what it was before."""
    new = "The billing service listens on port 9191 behind the mesh gateway."
    changed = ask("PATCH", known[PORT], json={"learning": new, "tags": ["mesh"]}).json()
    assert (changed["learning"], changed["tags"], changed["authority"]) == (new, ["mesh"], "user")
    assert matches("mesh gateway") == [new] and PORT not in matches(PORT)
    [act] = ask("GET", known[PORT]).json()["history"]
    assert act["action"] == "changed" and act["before"]["learning"] == PORT and act["actor"].startswith("admin ")


@ONE_ADAPTER
def test_a_change_may_say_for_which_projects_until_when_and_what_it_supersedes(ask, known) -> None:
    """Fields that are not named stay as they are; what is superseded says by what."""
    expires = "2030-01-01T00:00:00Z"
    changed = ask(
        "PATCH", known[RULE], json={"project": "shop", "expires_at": expires, "supersedes": known[PORT]}
    ).json()
    assert (changed["projects"], changed["expires_at"], changed["learning"]) == (["shop"], expires, RULE)
    superseded = ask("GET", known[PORT]).json()
    assert (superseded["superseded_by"], superseded["state"]) == (known[RULE], "superseded")


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("act", "body"),
    [("POST confirm", {}), ("POST pin", {}), ("PATCH ", {"learning": "Only Ms Vogel signs drafts for Hartmann."})],
)
@pytest.mark.parametrize("project", [None, "lindt"])
def test_no_run_takes_a_persons_word_out_of_its_projects(ask, client, tenant, act, body, project) -> None:
    """What a person confirmed, pinned or worded holds for the projects that it held for, whatever run says it again,
    which is told so; one of its own project is told nothing."""
    rule = {"learning": "Drafts for Hartmann AG are signed by Ms Vogel only.", "kind": "rule"}
    sent = client.post("agent_complete", tenant.agent, {"learnings": [rule], "project": "hartmann"}).json()
    method, path = act.split(" ")
    id = sent["learnings"][0]["id"]
    rule["learning"] = ask(method, f"{id}/{path}".rstrip("/"), json=body).json()["learning"]
    again = {"learnings": [rule], **({"project": project} if project else {}), "agent_type": "clerk"}
    [outcome] = client.post("agent_complete", tenant.agent, again).json()["learnings"]
    assert outcome["outcome"] == "reinforced" and "a person said for which projects" in outcome["advice"]
    row = ask("GET", id).json()
    assert (row["projects"], row["agent_types"]) == (["hartmann"], [])
    own = {"run_id": "own", "learnings": [rule], "project": "hartmann"}
    assert client.post("agent_complete", tenant.agent, own).json()["learnings"][0]["advice"] is None


@ONE_ADAPTER
def test_what_a_run_widens_is_in_the_history(ask, client, tenant) -> None:
    """What agents learned holds for all projects whose runs taught it, for all once a run of none did, unless a person
    said for which; its history tells by which run each of it came."""
    seasoning, project = "Beech is dried for two years before it is turned.", {"project": "bowls"}
    sent = client.post("agent_complete", tenant.agent, {"run_id": "w0", "learnings": [seasoning], **project}).json()
    id = sent["learnings"][0]["id"]
    for run, other in (("w1", {"project": "chairs"}), ("w2", {"agent_type": "turner"}), ("w3", {})):
        client.post("agent_complete", tenant.agent, {"run_id": run, "learnings": [seasoning], **other})
    row = ask("GET", id).json()
    assert row["projects"] == []
    assert [(act["action"], act["before"]) for act in row["history"]] == [
        ("reinforced", {"projects": ["bowls", "chairs"], "run_id": "w2"}),
        ("reinforced", {"projects": ["bowls"], "run_id": "w1"}),
    ]
    ask("PATCH", id, json={"projects": ["bowls"]})
    client.post("agent_complete", tenant.agent, {"run_id": "w4", "learnings": [seasoning]})
    assert ask("GET", id).json()["projects"] == ["bowls"]


@ONE_ADAPTER
@pytest.mark.parametrize("again", [PORT, "The billing service listens on port 8090"])
def test_what_had_expired_is_served_again_once_it_is_learned_again(ask, client, tenant, known, matches, again) -> None:
    """The answer and the history say so."""
    ask("PATCH", known[PORT], json={"expires_at": "2026-02-01"})
    assert PORT not in matches(PORT)
    [outcome] = client.post("agent_complete", tenant.agent, {"learnings": [again]}).json()["learnings"]
    assert outcome["outcome"] == "reinforced" and outcome["advice"] == "it had expired 2026-02-01 and is served again"
    assert PORT in matches(PORT)
    row = ask("GET", known[PORT]).json()
    assert (row["state"], row["expires_at"]) == ("active", None)
    assert row["history"][0]["action"] == "reinforced"
    assert row["history"][0]["before"]["expires_at"].startswith("2026-02-01T23:59:59")


@ONE_ADAPTER
@pytest.mark.parametrize("act", ["confirm", "pin"])
def test_a_persons_word_that_ended_stays_ended_and_whoever_says_it_again_is_told(
    ask, client, tenant, known, matches, act
) -> None:
    """No run overrules the end that a person set to a person's word."""
    ask("POST", f"{known[RULE]}/{act}")
    ask("PATCH", known[RULE], json={"expires_at": "2026-02-01"})
    [outcome] = client.post("agent_complete", tenant.agent, {"learnings": [RULE]}).json()["learnings"]
    assert "it is not served" in outcome["advice"] and "2026-02-01" in outcome["advice"]
    assert RULE not in matches(RULE) and ask("GET", known[RULE]).json()["state"] == "expired"


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, 422),
        ({"learning": ""}, 422),
        ({"supersedes": UNKNOWN}, 422),
        ({"learning": RULE}, 409),
        ({"color": 1}, 422),
        ({"tags": None}, 422),
        ({"kind": None, "tags": []}, 422),
        ({"learning": None}, 422),
        ({"projects": None}, 422),
    ],
)
def test_a_change_that_cannot_be_made_says_why(ask, known, change, status) -> None:
    """Nothing to change, no text, no such predecessor, a text that is known already, an unknown field, null."""
    assert ask("PATCH", known[PORT], json=change).status_code == status
    assert ask("GET", known[PORT]).json()["learning"] == PORT


def test_of_two_that_supersede_each_other_the_last_stated_holds(ask, client, tenant, known) -> None:
    """The other is superseded and supersedes nothing, whether a person says so or a run says the first again."""
    newer = {"run_id": "r2", "learnings": [{"learning": INVOICES, "supersedes": known[PORT]}]}
    [other] = client.post("agent_complete", tenant.agent, newer).json()["learnings"]
    assert ask("PATCH", known[PORT], json={"supersedes": other["id"]}).json()["state"] == "active"
    superseded = ask("GET", other["id"]).json()
    assert (superseded["state"], superseded["supersedes"]) == ("superseded", None)
    client.post("agent_complete", tenant.agent, {"run_id": "r3", "learnings": [INVOICES]})
    first, second = ask("GET", known[PORT]).json(), ask("GET", other["id"]).json()
    assert (first["superseded_by"], first["supersedes"]) == (other["id"], None)
    assert (second["superseded_by"], second["supersedes"]) == (None, known[PORT])
    block = client.post("query_knowledge", tenant.reader, {"query": f"{PORT} {INVOICES}"}).json()["formatted"]
    assert block.count("superseded by") == block.count("replaces") == 1


def test_no_three_supersede_each_other(ask, known, client, tenant) -> None:
    """What replaces something stands for it only where nothing stands for itself: one of them is always active."""
    [third] = client.post("agent_complete", tenant.agent, {"learnings": [CLOCK]}).json()["learnings"]
    one, two, three = known[PORT], known[RULE], third["id"]
    for newer, older in ((two, one), (three, two), (two, three), (one, two), (three, one), (two, one), (one, three)):
        ask("PATCH", newer, json={"supersedes": older})
        assert "active" in {ask("GET", id_).json()["state"] for id_ in (one, two, three)}


def test_what_is_pinned_is_a_standing_rule(ask, client, tenant, known) -> None:
    """A pinned learning is given among the rules."""
    assert ask("POST", f"{known[PORT]}/pin").json()["pinned_at"]
    question = {"query": "Add a retry to the billing client."}
    matches = client.post("query_knowledge", tenant.reader, question).json()["matches"]
    assert (PORT, "rule") in [(match["learning"], match["part"]) for match in matches]
    assert ask("POST", f"{known[PORT]}/pin", json={"pinned": False}).json()["pinned_at"] is None


def test_a_verdict_counts_once_a_run(ask, known) -> None:
    """Of a run the last verdict counts, and without a run the last of a key and day; what misleads is listed for
    review."""
    counts = []
    given = ("a", "wrong"), ("a", "wrong"), ("b", "useful"), ("b", "wrong"), (None, "useful"), (None, "wrong")
    for run, verdict in (*given, (None, "useful")):
        body = {"verdict": verdict} | ({"run_id": run} if run else {})
        judged = ask("POST", f"{known[PORT]}/feedback", role="agent", json=body).json()
        counts.append((judged["useful"], judged["wrong"]))
    assert counts == [(0, 1), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 2)]
    assert [row["learning"] for row in ask("GET", params={"state": "review"}).json()["learnings"]] == [PORT]


def test_changed_verdicts_are_verdicts_of_the_days_ten(ask, known) -> None:
    """So that no key turns a learning's figures as often as it likes; the answer says that one does not count."""
    notes = []
    for turn in range(12):
        body = {"verdict": ("useful", "wrong")[turn % 2], "run_id": "a"}
        judged = ask("POST", f"{known[PORT]}/feedback", role="agent", json=body).json()
        notes.append(judged["note"])
    assert (judged["useful"], judged["wrong"]) == (0, 1)
    assert notes[:10] == [None] * 10 and "not counted" in notes[10] and notes[11] is None  # the last one stands
    body = {"verdict": "useful", "run_id": "b"}
    assert ask("POST", f"{known[PORT]}/feedback", role="agent", json=body).json()["useful"] == 0


@ONE_ADAPTER
def test_a_stated_learning_is_found_by_the_questions_that_it_answers(client, tenant) -> None:
    """In words that it does not have itself; nobody is shown them, and a secret in one is not kept."""
    stated = {"learning": PORT, "questions": ["Where do receipts reach us?", "Is the password=hunter22x good?"]}
    assert client.post("agent_complete", tenant.agent, {"learnings": [stated]}).json()["inserted"] == 1

    def answered(words: str) -> str:
        return client.post("query_knowledge", tenant.reader, {"query": words, "mode": "keyword"}).text

    assert PORT in answered("where receipts reach us") and "Where do" not in answered("where receipts reach us")
    assert PORT not in answered("hunter22x")


def test_agents_are_told_how_to_write_learnings(ask) -> None:
    """One call gives the text for their prompt."""
    assert "learnings" in ask("GET", "instruction", role="reader").json()["instruction"]


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("method", "path", "role"),
    [
        ("PATCH", "", "agent"),
        ("DELETE", "", "agent"),
        ("POST", "/pin", "agent"),
        ("POST", "/restore", "agent"),
        ("POST", "/release", "agent"),
        ("POST", "/feedback", "reader"),
    ],
)
def test_only_people_correct_and_forget(ask, known, method, path, role) -> None:
    """An agent says what helped; the rest takes an admin's key. A reader writes nothing."""
    assert ask(method, known[PORT] + path, role=role, json={"tags": []}).status_code == 403


@ONE_ADAPTER
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("DELETE", ""), ("POST", "/pin"), ("POST", "/release")])
def test_what_does_not_exist_is_not_found(ask, known, method, path) -> None:
    """A 404 for an id that nobody has, a 422 for what is no id."""
    assert ask(method, UNKNOWN + path).status_code == 404
    assert ask(method, f"nothing{path}").status_code == 422


@ONE_ADAPTER
def test_a_short_id_is_as_good_as_the_id(ask, known, client, tenant) -> None:
    """What a prompt shows of a learning is accepted where its id is, and found."""
    short = short_id(known[PORT])
    assert ask("GET", short).json()["id"] == known[PORT]
    assert ask("POST", f"{short}/feedback", json={"verdict": "useful"}).json()["useful"] == 1
    assert [row["id"] for row in ask("GET", f"?search={short}").json()["learnings"]] == [known[PORT]]
    assert ask("PATCH", short, json={"supersedes": short_id(known[RULE])}).json()["supersedes"] == known[RULE]
    stated = {"learning": "The billing service listens on port 9100.", "supersedes": short}
    client.post("agent_complete", tenant.agent, {"learnings": [stated]})
    assert ask("GET", short).json()["state"] == "superseded"
    assert client.request("DELETE", "forget", tenant.admin, f"/learnings/{short}").status_code == 200
    assert ask("GET", short).status_code == 404


@ONE_ADAPTER
@pytest.mark.parametrize(("named", "called_so"), [("k0c63", "several learnings"), ("kffff", "no learning")])
def test_a_short_id_that_is_not_clear_keeps_a_run(ask, known, client, tenant, alike, named, called_so) -> None:
    """The learning is kept without the link, and its advice says so, also where the run is repeated."""
    body = {"run_id": "r2", "learnings": [{"learning": INVOICES, "supersedes": named}, CLOCK]}
    first, again = (client.post("agent_complete", tenant.agent, body) for _ in range(2))
    assert (first.status_code, first.json()["inserted"]) == (200, 2)
    advice = [outcome["advice"] for outcome in first.json()["learnings"]]
    assert f"supersedes nothing: a prompt calls {called_so} {named}" in advice[0] and advice[1] is None
    assert again.json()["learnings"] == first.json()["learnings"]
    assert {ask("GET", learning).json()["state"] for learning in known.values()} == {"active"}


@ONE_ADAPTER
def test_what_names_in_vain_what_it_supersedes_is_told_so(ask, known, client, tenant) -> None:
    """Where there is no such learning, or a person's; also where the run is repeated."""
    ask("POST", f"{known[RULE]}/confirm")
    given = [{"learning": INVOICES, "supersedes": UNKNOWN}, {"learning": CLOCK, "supersedes": known[RULE]}]
    body = {"run_id": "r2", "learnings": given}
    first, again = (client.post("agent_complete", tenant.agent, body).json()["learnings"] for _ in range(2))
    none, stands = (outcome["advice"] for outcome in first)
    assert none == f"supersedes nothing: there is no learning {UNKNOWN}; send the id of one that is there"
    assert stands == f"supersedes nothing: {known[RULE]} has the higher authority and stands; only a person replaces it"
    assert again == first
    assert ask("GET", known[RULE]).json()["state"] == "active"


@ONE_ADAPTER
def test_of_learnings_called_alike_a_run_means_the_one_that_it_was_served(ask, known, client, tenant, alike) -> None:
    """It cannot know of the other; whoever was served none has to send the id."""
    served = client.post("query_knowledge", tenant.agent, {"query": PORT, "run_id": "r2", "match_count": 1}).json()
    assert [match["id"] for match in served["matches"]] == [known[PORT]]
    body = {"run_id": "r2", "learnings": [{"learning": INVOICES, "supersedes": "k0c63"}]}
    [outcome] = client.post("agent_complete", tenant.agent, body).json()["learnings"]
    assert outcome["advice"] is None
    assert ask("GET", outcome["id"]).json()["supersedes"] == known[PORT]
    assert ask("GET", known[RULE]).json()["state"] == "active"
