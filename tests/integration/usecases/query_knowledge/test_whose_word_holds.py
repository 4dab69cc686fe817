"""Whose word stands before whose: the user's before an agent's, a project's beside another's."""

import pytest
from knowledge.text.near_duplicates import distinctions

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import LEARNING, SENTENCES, completed, matches


@pytest.mark.parametrize(("of_first", "of_second"), [("alpha", "beta"), (None, "beta")])
def test_a_project_overrules_nothing_that_is_said_beyond_it(client, tenant, of_first, of_second):
    """Another project's, or what is of all, stands, though the newer one says that it replaces something."""
    first, second = "The release of the app is cut on Tuesdays.", "The release of the app is now cut on Fridays."
    completed(client, tenant.agent, {"project": of_first, "learnings": [first]})
    completed(client, tenant.agent, {"project": of_second, "learnings": [second]})
    listed = client.request("GET", "learnings", tenant.reader, "/?state=superseded").json()
    assert listed["learnings"] == []


def test_what_is_said_for_all_overrules_what_a_project_said(client, tenant):
    """None is all."""
    completed(client, tenant.agent, {"project": "alpha", "learnings": ["The release of the app is cut on Tuesdays."]})
    completed(client, tenant.agent, {"learnings": ["The release of the app is now cut on Fridays."]})
    [superseded] = client.request("GET", "learnings", tenant.reader, "/?state=superseded").json()["learnings"]
    assert superseded["projects"] == ["alpha"]
    again = {"run_id": "r9", "project": "alpha", "learnings": ["The release of the app is cut on Tuesdays."]}
    completed(client, tenant.agent, again)
    assert client.request("GET", "learnings", tenant.reader, f"/{superseded['id']}").json()["state"] == "superseded"


def test_what_differs_of_all_leaves_a_project_its_own(client, tenant):
    """Nothing says that it changed: the project may be an exception. What a person says of all holds there, too."""
    completed(client, tenant.agent, {"project": "mango", "learnings": ["The prefix of invoices is RG."]})
    [of_all] = completed(client, tenant.agent, {"learnings": ["The prefix of invoices is INV."]})["learnings"]
    asked = "What is the prefix of invoices?"
    answered = matches(client, tenant, asked, project="mango")
    assert len(answered) == 2 and not any(match["superseded_by"] for match in answered)
    client.request("POST", "learnings", tenant.admin, f"/{of_all['id']}/confirm").raise_for_status()
    first, second = matches(client, tenant, asked, project="mango")
    assert (first["id"], second["superseded_by"]) == (of_all["id"], of_all["id"])


@pytest.mark.parametrize("asked", [{}, {"match_count": 5}, {"questions": ["On which shelf are the spare belts?"]}])
def test_what_a_project_says_of_its_own_stands_before_what_is_otherwise_for_all(client, tenant, asked):
    """In its own answers, with its name; none of both is superseded. Elsewhere each is as near as it is."""
    for project, number in (("mango", 14), (None, 12)):
        learning = f"The spare belts are on shelf {number} of the store."
        completed(client, tenant.agent, {"project": project, "learnings": [learning]})
    body = {"query": "Shelf 12 of the store: are the spare belts there?", **asked}
    answer = client.post("query_knowledge", tenant.reader, body | {"project": "mango"}).json()
    own, of_all = answer["matches"]
    assert (own["projects"], of_all["projects"]) == (["mango"], [])
    assert not any(match["superseded_by"] or match["overruled_by"] for match in answer["matches"])
    [first, second] = [line for line in answer["formatted"].splitlines() if line.startswith("- [")]
    assert ", project mango] " in first and "project" not in second
    assert "shelf 12" in client.post("query_knowledge", tenant.reader, body).json()["matches"][0]["learning"]


def test_what_a_project_says_to_have_changed_does_not_change_the_users_word(client, tenant):
    """The user's stands first also in that project's answers, and the other one is marked."""
    [users] = completed(client, tenant.agent, {"learnings": ["The nightly report leaves at 05:00."]})["learnings"]
    client.request("POST", "learnings", tenant.admin, f"/{users['id']}/confirm").raise_for_status()
    changed = "The nightly report no longer leaves at 05:00; it leaves at 06:00."
    completed(client, tenant.agent, {"run_id": "r2", "project": "mango", "learnings": [changed]})
    first, second = matches(client, tenant, "When does the nightly report leave?", project="mango")
    assert (first["id"], second["superseded_by"]) == (users["id"], users["id"])


def test_what_a_person_pins_holds_beside_others(client, tenant):
    """Both of two that differ in a number, once a person says so."""
    first, second = (f"Bus {line} leaves from the depot at night." for line in (31, 33))
    ids = [
        completed(client, tenant.agent, {"run_id": text, "learnings": [text]})["learnings"][0]["id"]
        for text in (first, second)
    ]
    assert any(match["superseded_by"] for match in matches(client, tenant, first))
    for id_ in ids:
        client.request("POST", "learnings", tenant.admin, f"/{id_}/pin", json={}).raise_for_status()
    assert not any(match["superseded_by"] for match in matches(client, tenant, first))


@pytest.mark.parametrize("act", ["pin", "confirm"])
def test_what_a_person_pins_or_confirms_is_no_longer_superseded(client, tenant, act):
    """A run had superseded it; what was known before that act is told as of then."""
    older, newer = "Dangerous goods need the form IMO-4.", "For hazardous cargo the declaration DGD-9 replaces paper."
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})["learnings"]
    stated = {"learning": newer, "supersedes": one["id"]}
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [stated]})["learnings"]
    asked = "Which form do dangerous goods need?"
    then = max(match["last_seen_at"] for match in matches(client, tenant, asked))
    client.request("POST", "learnings", tenant.admin, f"/{one['id']}/{act}").raise_for_status()
    answered = {match["id"]: match for match in matches(client, tenant, asked)}
    assert (answered[one["id"]]["superseded_by"], answered[two["id"]]["supersedes"]) == (None, None)
    was = {match["id"]: match for match in matches(client, tenant, asked, as_of=then)}
    assert was[one["id"]]["superseded_by"] == two["id"]


def test_what_a_person_superseded_since_is_pinned_no_longer(client, tenant):
    """Nor does it stand before what is near, with what superseded it."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": ["Dangerous goods need the form IMO-4."]})[
        "learnings"
    ]
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": ["Cargo needs the declaration DGD-9."]})[
        "learnings"
    ]
    completed(client, tenant.agent, {"run_id": "r3", "learnings": ["The keys of the forklift hang in the office."]})
    client.request("POST", "learnings", tenant.admin, f"/{one['id']}/pin", json={}).raise_for_status()
    client.request("POST", "learnings", tenant.admin, f"/{two['id']}/confirm").raise_for_status()
    superseding = {"supersedes": one["id"]}
    client.request("PATCH", "learnings", tenant.admin, f"/{two['id']}", json=superseding).raise_for_status()
    first, *_ = matches(client, tenant, "Where are the keys of the forklift?")
    assert first["learning"] == "The keys of the forklift hang in the office."


def test_a_project_overrules_nothing_of_another(client, tenant):
    """Both are told, each with its project; where one is asked for, no line says so."""
    for project, day in (("alpha", "Tuesdays"), ("beta", "Fridays")):
        body = {"run_id": project, "project": project, "learnings": [f"The release is cut on {day}."]}
        completed(client, tenant.agent, body)
    asked = {"query": "On which days is the release cut?"}
    answer = client.post("query_knowledge", tenant.reader, asked).json()
    assert len(answer["matches"]) == 2
    assert not any(match["superseded_by"] or match["supersedes"] for match in answer["matches"])
    for project, day in (("alpha", "Tuesdays"), ("beta", "Fridays")):
        assert f", project {project}] The release is cut on {day}." in answer["formatted"]
    assert (
        "project" not in client.post("query_knowledge", tenant.reader, asked | {"project": "beta"}).json()["formatted"]
    )


@ONE_ADAPTER
def test_the_user_overrules_what_was_learned(database, tenant, embedder):
    """Whatever came first, what the user wrote stands before what agents learned, which is marked."""

    def keep(text, authority, run_id):
        [vector] = embedder.embed([text])
        record = {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": []}
        records = [record | {"authority": authority}]
        [row] = database.call(
            "upsert_knowledge", tenant_id=tenant.tenant_id, learnings=records, model="m", run_id=run_id
        )
        return row["id"]

    ruled = keep(LEARNING, "user", "r1")
    learned = keep("The API listens on port 8091.", "learned", "r2")
    [vector] = embedder.embed(["Which port?"])
    rows = database.call(
        "match_knowledge", tenant_id=tenant.tenant_id, query_embedding=vector, model="m", question="Which port?"
    )
    assert [(row["id"], row["superseded_by"]) for row in rows] == [(ruled, None), (learned, ruled)]


@ONE_ADAPTER
def test_no_number_of_rules_crowds_out_a_fix(database, tenant, embedder):
    """Measured before: with thirty rules that are near, nothing else that is near was looked at."""
    days = ("Monday", "Tuesday", "Friday", "Sunday")
    texts = [f"Never deploy billing on {day} without step {step}." for day in days for step in range(2, 12)]
    items = [(text, {"authority": "user", "kind": "rule"}) for text in texts]
    fix = "A deploy failed with E77; `make unlock` mended it."
    records = [
        {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": [], **item}
        for (text, item), vector in zip([*items, (fix, {"kind": "fix"})], embedder.embed([*texts, fix]), strict=True)
    ]
    database.call("upsert_knowledge", tenant_id=tenant.tenant_id, learnings=records, model="m", run_id="r")
    [vector] = embedder.embed(["Never deploy billing on Friday."])
    rows = database.call(
        "match_knowledge",
        tenant_id=tenant.tenant_id,
        query_embedding=vector,
        model="m",
        question="Never deploy billing on Friday.",
        match_count=10,
        rule_count=10,
        by_part=True,
    )
    assert [row["learning"] for row in rows if row["part"] == "fix"] == [fix]


@pytest.fixture
def keep(database, tenant, embedder):
    """Keeps a learning as it is given, beside its text; its id."""

    def upsert(text, run_id=None, **item):
        [vector] = embedder.embed([text])
        record = {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": [], **item}
        [row] = database.call(
            "upsert_knowledge", tenant_id=tenant.tenant_id, learnings=[record], model="m", run_id=run_id
        )
        return str(row["id"])

    return upsert


@pytest.fixture
def known(database, tenant):
    """What a person is shown of a learning."""
    return lambda id_: database.call("find_learning", tenant_id=tenant.tenant_id, id=id_)[0]["learning"]


@ONE_ADAPTER
@pytest.mark.parametrize(("outcome", "counted"), [("succeeded", (1, 0)), ("failed", (0, 1)), ("unverified", (0, 1))])
def test_how_a_run_ended_counts_once_for_what_it_was_handed(database, tenant, embedder, keep, known, outcome, counted):
    """Success is useful, failure wrong, for what was served to the run alone; the last part that knows decides."""
    handed, other = keep(LEARNING), keep(SENTENCES[0])
    database.call("note_served", tenant_id=tenant.tenant_id, run_id="r2", ids=(handed,), similarities=(0.9,))
    [vector] = embedder.embed([SENTENCES[1]])
    taught = {"learning": SENTENCES[1], "embedding": str(vector), "distinctions": [], "tags": []}
    run = {"run_id": "r2", "learnings": [taught], "model": "m", "threshold": 0.92, "method": "x"}
    for request_hash, part, ended in (("h1", 1, "failed"), ("h2", 2, outcome), ("h2", 2, outcome)):
        database.call(
            "complete_run",
            tenant_id=tenant.tenant_id,
            **run,
            request_hash=request_hash,
            part=part,
            run_outcome=ended,
        )
    assert (known(handed)["useful"], known(handed)["wrong"]) == counted
    assert (known(other)["useful"], known(other)["wrong"]) == (0, 0)


@ONE_ADAPTER
def test_a_runs_own_verdict_is_counted_in_place_of_its_outcome(database, tenant, keep, known):
    """A run that said what misled it, and then succeeded, has not found that useful."""
    misled = keep(LEARNING)
    ids = {"tenant_id": tenant.tenant_id, "run_id": "r2"}
    database.call("note_served", **ids, ids=(misled,), similarities=(0.9,))
    database.call("note_feedback", **ids, id=misled, actor="agent", verdict="wrong")
    run = {"request_hash": "h", "learnings": [], "model": "m", "threshold": 0.92, "method": "x"}
    database.call("complete_run", **ids, **run, run_outcome="succeeded")
    assert (known(misled)["useful"], known(misled)["wrong"]) == (0, 1)


@ONE_ADAPTER
def test_an_agent_never_overrules_what_the_user_wrote(keep, known):
    """Who states that it supersedes a user's rule is marked as overruled itself; the user may."""
    ruled = keep(LEARNING, authority="user")
    stated = keep("The API listens on port 8091.", supersedes=ruled)
    assert known(ruled)["superseded_by"] is None
    assert (known(stated)["superseded_by"], known(stated)["supersedes"]) == (ruled, None)
    again = keep("The API listens on port 8092.", supersedes=ruled, authority="user")
    assert known(ruled)["superseded_by"] == again
