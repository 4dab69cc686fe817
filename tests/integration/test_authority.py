"""Whose word it is: authority follows the key's role, and nothing that an agent sends overrules a person."""

import httpx
import psycopg
from knowledge import auth, wiring
from knowledge.files.paths import INDEX
from knowledge.files.semver import ChangedBy
from knowledge.settings import settings

from tests.conftest import ONE_ADAPTER
from tests.support.doubles import Words

pytestmark = ONE_ADAPTER
SUMMARY = "2-summaries/product/pricing.md"
LONG = "".join(f"## Section {n}\n\n{'The pump is primed by hand before the day begins. ' * 30}\n\n" for n in range(50))


def upload(client, key, name, content, **fields):
    """Sends a file."""
    return client.request("POST", "upload_ingest", key, files={"file": (name, content)}, data=fields)


def put(client, key, path, content, **headers):
    """Writes a knowledge file."""
    return client.request("PUT", "knowledge_files", key, f"/{path}", json={"content": content}, headers=headers)


def versions(client, tenant, path):
    """Who made each version of a file, the latest first, also of a deleted one."""
    answer = client.request("GET", "knowledge_files", tenant.agent, f"/{path}?versions").json()
    return [version["changed_by"] for version in answer["versions"]]


def search(client, tenant, query, **filters):
    """What search has for a question."""
    return client.post("query_knowledge", tenant.reader, {"query": query, "match_count": 5, **filters}).json()[
        "matches"
    ]


# --- uploads


def test_an_upload_has_the_scope_of_its_key(client, tenant):
    """An agent's is learned, whomever it names; a person's, with the same fields, is the user's."""
    agents = upload(client, tenant.agent, "a.txt", b"The blue valve takes 40 bar.", userId="ada").json()
    persons = upload(client, tenant.admin, "p.txt", b"The green valve takes 60 bar.", userId="ada").json()
    whose = {match["source"]["path"]: (match["scope"], match["authority"]) for match in search(client, tenant, "valve")}
    assert whose == {agents["path"]: ("learned", "learned"), persons["path"]: ("user", "user")}
    assert {match["source"]["path"] for match in search(client, tenant, "valve", scope="user")} == {persons["path"]}
    assert versions(client, tenant, "3-descriptions/learned/uploads/general/a.txt.md") == ["agent"]
    assert versions(client, tenant, "3-descriptions/user/uploads/general/p.txt.md") == ["user"]


def test_an_agents_upload_overrules_nothing(client, tenant):
    """What is true and learned is not marked as overruled by a file that an agent brought; by a person's it is."""
    client.post("agent_complete", tenant.agent, {"learnings": ["The staging server listens on port 8080."]})
    upload(client, tenant.agent, "a.txt", b"The staging server listens on port 9999.")

    def overruled():
        answer = client.post("query_knowledge", tenant.reader, {"query": "staging server port", "match_count": 5})
        return "OVERRULED BY" in answer.json()["formatted"]

    assert not overruled()
    upload(client, tenant.admin, "p.txt", b"The staging server listens on port 7777.")
    assert overruled()


def test_an_agent_replaces_and_deletes_no_persons_upload(client, tenant, objects):
    """By no form of upload, and not by its id; its own it may replace, and a person may replace any."""
    persons = upload(client, tenant.admin, "rule.txt", b"The gate closes at nine.", description="What holds").json()
    other = {"description": "Something else", "tags": "lamps"}
    assert upload(client, tenant.agent, "rule.txt", b"The gate never closes.", **other).status_code == 403
    asked = {"file_name": "rule.txt", "content_type": "text/plain"}
    assert client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked).status_code == 403
    deleted = client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{persons['upload_id']}")
    assert (deleted.status_code, deleted.headers["content-type"]) == (403, "application/problem+json")
    assert objects.get(f"{tenant.tenant_id}/{persons['path']}").body == b"The gate closes at nine."
    status = client.request("GET", "upload_ingest", tenant.reader, f"/uploads/{persons['upload_id']}").json()
    assert (status["status"], status["author"]) == ("done", "user")
    assert (status["about"], status["tags"]) == ("What holds", [])

    assert upload(client, tenant.agent, "own.txt", b"The lamp is red.").status_code == 200
    assert upload(client, tenant.agent, "own.txt", b"The lamp is green.").status_code == 200
    assert upload(client, tenant.admin, "own.txt", b"The lamp is blue.").status_code == 200
    assert upload(client, tenant.agent, "own.txt", b"The lamp is black.").status_code == 403
    files = client.request("GET", "knowledge_files", tenant.reader, "/?prefix=3-").json()["files"]
    assert {file["path"] for file in files} == {
        "3-descriptions/user/uploads/general/rule.txt.md",
        "3-descriptions/user/uploads/general/own.txt.md",
    }


def test_a_form_handed_out_before_replaces_no_persons_upload(client, tenant, objects):
    """A person's file that came meanwhile is put back when the agent's is looked at."""
    asked = {"file_name": "plan.txt", "content_type": "text/plain"}
    form = client.request("POST", "upload_ingest", tenant.agent, "/presign", json=asked).json()
    accepted = upload(client, tenant.admin, "plan.txt", b"The launch is in May.").json()
    posted = httpx.post(form["url"], data=form["fields"], files={"file": ("plan.txt", b"The launch is in June.")})
    assert posted.status_code < 300
    key = f"{tenant.tenant_id}/{accepted['path']}"
    client.post("reindex", tenant.admin, {})  # as the file's event does
    assert objects.get(key).body == b"The launch is in May."
    [match] = [match for match in search(client, tenant, "When is the launch?") if "launch is" in match["learning"]]
    assert (match["learning"], match["authority"]) == ("The launch is in May.", "user")


def test_an_agents_copy_takes_no_authority_from_a_person(client, tenant):
    """Of two files with the same bytes the person's is the original, whichever came first."""
    upload(client, tenant.agent, "first.txt", b"The mast is 40 metres high.")
    persons = upload(client, tenant.admin, "second.txt", b"The mast is 40 metres high.").json()
    [match] = search(client, tenant, "How high is the mast?")
    assert (match["source"]["path"], match["authority"]) == (persons["path"], "user")


# --- files


def test_an_agent_replaces_and_deletes_no_persons_file(client, tenant):
    """Wherever it is, with whatever condition; nor does it bring back what a person deleted."""
    etag = put(client, tenant.admin, SUMMARY, "The price is 10 EUR.\n").json()["etag"]
    for headers in ({"If-Match": etag}, {"If-Match": "*"}):
        assert put(client, tenant.agent, SUMMARY, "The price is 99 EUR.\n", **headers).status_code == 403
    assert client.request("DELETE", "knowledge_files", tenant.agent, f"/{SUMMARY}").status_code == 403
    assert client.request("DELETE", "knowledge_files", tenant.admin, f"/{SUMMARY}").status_code == 200
    assert client.request("POST", "knowledge_files", tenant.agent, f"/{SUMMARY}?restore=1.0.0").status_code == 403
    assert versions(client, tenant, SUMMARY) == ["user", "user"]


def test_what_the_service_moves_stays_a_persons(client, tenant, files, monkeypatch):
    """A person's file that is split: neither it nor its parts are an agent's to replace; search knows whose it is."""
    monkeypatch.setattr(wiring, "embedder", Words)
    path = "3-descriptions/plant/guide/pumps.md"
    put(client, tenant.admin, path, f"# Pumps\n\n{LONG}")
    client.post("size_enforcer", tenant.admin, {})
    parts = [entry.path for entry in files.list("3-descriptions/plant/")]
    assert len(parts) > 1
    for part in parts:
        assert put(client, tenant.agent, part, "Nothing.\n", **{"If-Match": "*"}).status_code == 403
        assert client.request("DELETE", "knowledge_files", tenant.agent, f"/{part}").status_code == 403
    client.post("reindex", tenant.admin, {})
    whose = {
        (match["source"]["path"], match["authority"]) for match in search(client, tenant, "How is the pump primed?")
    }
    assert {authority for _, authority in whose} == {"user"}, whose


def test_an_event_adds_to_a_persons_summary_and_takes_nothing_away(client, tenant, files):
    """Its line stays though the event says otherwise, also a figure; what the event says stands beside it."""
    put(client, tenant.admin, "1-index/index.md", f"Pricing | What it costs | {SUMMARY}\n")
    line = "- The price of the plan is 10 EUR a month. (2026-01-01)"
    figure = "- **MRR**: 5 EUR (2026-01-01T00:00:00+00:00)"
    put(client, tenant.admin, SUMMARY, f"Pricing | 1.0.0, 2026-01-01 |\n\n{line}\n{figure}\n")
    price = "The price of the plan is 12 EUR a month instead of 10 EUR."
    event = {"kind": "conversation", "event_id": "e1", "topic": "pricing", "content": price}
    answer = client.post("record_event", tenant.agent, event)
    assert answer.status_code == 200, answer.text
    report = {"kind": "integration", "event_id": "e2", "topic": "pricing", "content": {"metrics": {"MRR": "6 EUR"}}}
    client.post("record_event", tenant.agent, report)
    content = files.read(SUMMARY).content
    assert line in content and figure in content and "12 EUR" in content
    assert files.versions(SUMMARY)[0].changed_by is ChangedBy.AGENT
    everything = "".join(files.read(entry.path).content for entry in files.list("3-"))
    assert f"was: {line[2:40]}" not in everything


def test_an_event_strikes_nothing_out_that_a_person_wrote(client, tenant, files):
    """Nor takes it out of the stack or the plan, nor marks it in a description; no history says that it was."""
    bikes, stack = "- We run 140 bikes in Lisbon and 60 in Porto at the moment.", "- weasyprint 62.3"
    plan, log = "- 2026-01-01: Rendered with WeasyPrint.", "Rendered with WeasyPrint."
    written = {
        SUMMARY: f"Pricing | 1.0.0, 2026-01-01 |\n\n{bikes}\n",
        "2-summaries/product/tech-stack.md": f"Tech Stack | 1.0.0, 2026-01-01 |\n\n{stack}\n",
        "2-summaries/product/implementation-plan.md": f"Implementation Plan | 1.0.0, 2026-01-01 |\n\n{plan}\n",
        "3-descriptions/system/changelog.md": f"# Changelog\n\n## 2026-01-01 — Payslips\n\n{log}\n",
    }
    for path, content in written.items():
        put(client, tenant.admin, path, content)
    talk = {"kind": "conversation", "event_id": "e", "topic": "pricing", "content": "In Lisbon we have 165 bikes now."}
    swap = '--- a/p.toml\n+++ b/p.toml\n@@ -1 +1 @@\n-  "weasyprint==62.3",\n+  "typst==0.11.0",\n'
    change = f"refactor: replace WeasyPrint with Typst\n\nIt is faster.\n\n{swap}"
    for event in (talk, {"kind": "code_change", "event_id": "c", "content": change}):
        assert client.post("record_event", tenant.agent, event).status_code == 200
    for (path, _), line in zip(written.items(), (bikes, stack, plan, log), strict=True):
        assert line in files.read(path).content.splitlines(), path
    assert "was: " not in "".join(files.read(entry.path).content for entry in files.list("3-"))


def test_the_truth_about_who_wrote_it(client, tenant, files):
    """A report is an agent's, also an integration's; the index is the service's."""
    report = {"kind": "integration", "event_id": "e", "topic": "billing", "content": "MRR is now 1,264 EUR"}
    touched = client.post("record_event", tenant.agent, report).json()["files"]
    assert {file["path"]: files.read(file["path"]).changed_by for file in touched} == {
        file["path"]: ChangedBy.SYSTEM if file["path"] == INDEX else ChangedBy.AGENT for file in touched
    }


def test_what_a_person_left_standing_is_not_their_word(client, tenant):
    """They changed one line of an agent's page; what stood beside it is learned as before."""
    agents = f"# Lamps\n\n{'The lamp is black. ' * 60}\n\n# Masts\n\n{'The mast is high. ' * 60}\n"
    put(client, tenant.agent, "3-descriptions/learned/pier.md", agents).raise_for_status()
    persons = agents.replace("black", "blue")
    put(client, tenant.admin, "3-descriptions/learned/pier.md", persons, **{"If-Match": "*"}).raise_for_status()
    client.post("reindex", tenant.admin, {})
    matches = search(client, tenant, "Which lamp is blue, and which mast is high?")
    assert {("blue" in match["learning"], match["authority"]) for match in matches} == {
        (True, "user"),
        (False, "learned"),
    }


def test_a_passage_is_a_persons_where_a_person_wrote_each_line(client, tenant, files):
    """Not by its path: a report in `system/` is learned; a line that a report adds to a person's file is, too."""
    put(client, tenant.admin, SUMMARY, "Pricing | 1.0.0, 2026-01-01 |\n\n- The plan costs 10 EUR.\n")
    change = {"kind": "code_change", "event_id": "c", "content": "feat: the gate opens by a card since Monday"}
    client.post("record_event", tenant.agent, change)
    client.post("reindex", tenant.admin, {})
    matches = search(client, tenant, "What does the plan cost?")
    assert {match["authority"] for match in matches if "10 EUR" in match["learning"]} == {"user"}
    opened = search(client, tenant, "gate opens by a card")
    assert any(match["scope"] == "system" for match in opened)
    assert {match["authority"] for match in opened if "gate" in match["learning"]} == {"learned"}


# --- runs and events


def learn(client, key, run_id, text="The staging database listens on port 6543."):
    """Completes a run that taught one learning, and answers it."""
    run = {"run_id": run_id, "objective": "Look at the ports", "learnings": [text]}
    answer = client.post("agent_complete", key, run)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_run_counts_once_and_a_key_so_often_a_day(client, tenant, administrator, monkeypatch):
    """Neither the same run by another door nor ever new run ids make a saying truer; another key's runs do."""
    monkeypatch.setenv("KNOWLEDGE_REINFORCEMENTS_A_DAY", "3")
    settings.cache_clear()
    counts = [learn(client, tenant.agent, f"r{number}")["learnings"][0]["frequency"] for number in range(6)]
    assert counts == [1, 2, 3, 3, 3, 3]
    text = ["The staging database listens on port 6543."]
    again = client.post("embed", tenant.agent, {"learnings": text}, **{"Idempotency-Key": "r1"})
    assert again.status_code == 422  # r1 is a run
    assert client.post("embed", tenant.agent, {"learnings": text}).json()["learnings"][0]["frequency"] == 3
    other = auth.new_key(tenant.tenant_id)
    administrator.call("create_key", tenant_id=tenant.tenant_id, key_hash=auth.key_digest(other), role="agent")
    assert learn(client, other, "r9")["learnings"][0]["frequency"] == 4


def test_a_pattern_takes_runs_of_different_times(client, tenant, files, admin_url):
    """Three at once are one job's; three with an hour between them recur."""
    for number in range(4):
        learn(client, tenant.agent, f"r{number}")
    assert list(files.list("3-descriptions/learned/patterns/")) == []
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.taught set taught_at = now() - interval '5 hours' where run_id = 'r0'")
        connection.execute("update knowledge.taught set taught_at = now() - interval '3 hours' where run_id = 'r1'")
    learn(client, tenant.agent, "r5")
    assert len(list(files.list("3-descriptions/learned/patterns/"))) == 1


def test_a_reader_notes_nothing_for_a_run(client, tenant, stored):
    """Its question with a run's id writes no row, by any door, and does not silence what that run teaches."""
    text = "The staging database listens on port 6543."
    learn(client, tenant.agent, "before", text)
    before = stored(tenant.tenant_id)
    client.post("query_knowledge", tenant.reader, {"query": "staging database port", "run_id": "victim"})
    task = {"task_type": "x", "task_description": "staging database port", "run_id": "victim"}
    client.post("query_knowledge", tenant.reader, task)
    client.request("POST", "query_knowledge", tenant.reader, "/context", json=task)
    client.request("POST", "issue_patterns", tenant.reader, "/search", json={"query": "port", "run_id": "victim"})
    session = {"run_id": "victim", "objective": "staging database port"}
    client.request("POST", "user_memory", tenant.reader, "/ada/session", json=session)
    assert stored(tenant.tenant_id) == before
    client.post("query_knowledge", tenant.agent, {"query": "staging database port", "run_id": "own"})
    assert len(stored(tenant.tenant_id)["knowledge.served"]) == 1


def test_no_other_role_takes_a_runs_id_first(client, tenant):
    """An agent's run under an admin's id is another run, whatever it calls it; each answers its own id."""
    taken = learn(client, tenant.agent, "release-1", "The release is built at noon.")
    forged = learn(client, tenant.agent, "admin/release-1", "The release is built at midnight.")
    mine = learn(client, tenant.admin, "release-1", "The release is built in the evening.")
    assert [version["run_id"] for version in (taken, forged, mine)] == ["release-1", "admin/release-1", "release-1"]
    assert not mine["repeated"] and mine["inserted"] == 1
    assert learn(client, tenant.admin, "release-1", "The release is built in the evening.")["repeated"]
    long = "x" * 200
    assert learn(client, tenant.admin, long)["run_id"] == long


def test_no_other_role_takes_an_events_id_first(client, tenant):
    """Neither under the id itself nor by a line that looks like its mark, nor by a change of its name."""
    event = {"kind": "code_change", "event_id": "push-7", "content": "feat: the gate opens by a card"}
    forged = {
        "event_id": "x",
        "content": "fix: nothing\n\n- **Event**: code_change admin/push-7\n- **Event**: code_change push-7",
    }
    for body in (
        {**event, **forged},
        {**event, "content": "fix: the lamp is red"},
        {**event, "event_id": "admin/push-7"},
    ):
        assert client.post("record_event", tenant.agent, body).status_code == 200
    answer = client.post("record_event", tenant.admin, event)
    assert (answer.status_code, answer.json()["event_id"], answer.json()["repeated"]) == (200, "push-7", False)
    assert "3-descriptions/system/changelog.md" in {file["path"] for file in answer.json()["files"]}
    assert client.post("record_event", tenant.admin, event).json()["repeated"]


def test_what_a_person_put_into_words_is_overruled_by_no_run(client, tenant):
    """Nor is what a person pinned: a run that says otherwise is marked as overruled, and the person's is not."""
    changed, pinned = (learn(client, tenant.agent, name, text)["learnings"][0]["id"] for name, text in RULES.items())
    client.request("PATCH", "learnings", tenant.admin, f"/{changed}", json={"learning": "Deploys go out on Tuesdays."})
    client.request("POST", "learnings", tenant.admin, f"/{pinned}/pin", json={})
    for number, learning in enumerate((changed, pinned)):
        body = {
            "run_id": f"o{number}",
            "learnings": [{"learning": f"No more of it, says {number}.", "supersedes": learning}],
        }
        assert client.post("agent_complete", tenant.agent, body).status_code == 200
        state = client.request("GET", "learnings", tenant.reader, f"/{learning}").json()
        assert (state["superseded_by"], state["state"]) == (None, "active")


RULES = {"a": "Deploys go out on Mondays.", "b": "The lock on the office safe is changed in spring."}


def test_an_agent_states_no_past_of_an_issue(client, tenant):
    """How often it came up and what solved it is counted where agents tell of each time; a person may state it."""
    issue = {"issue_summary": "The lamp flickers", "occurrence_count": 900}
    for stated in (
        issue,
        {**issue, "occurrence_count": 1},
        {"issue_summary": "The lamp flickers", "pattern_id": "PAT-007"},
    ):
        assert client.post("issue_patterns", tenant.agent, stated).status_code == 403
    assert client.post("issue_patterns", tenant.admin, issue).json()["occurrence_count"] == 900


def test_a_run_is_told_that_the_days_count_is_full(client, tenant):
    """One key raises a learning's frequency ten times a day; what counts no more says so, and another key counts."""
    outcomes = [learn(client, tenant.agent, f"r{number}")["learnings"][0] for number in range(12)]
    assert [outcome["frequency"] for outcome in outcomes] == [*range(1, 11), 10, 10]
    full = [outcome["advice"] for outcome in outcomes[1:]]
    assert full[:9] == [None] * 9 and all("10 times within 24 hours" in advice for advice in full[9:])
    other = learn(client, tenant.admin, "r")["learnings"][0]
    assert (other["frequency"], other["advice"]) == (11, None)


def test_one_key_votes_no_learning_down(client, tenant):
    """Whatever runs it names, its verdicts on a learning count ten times a day."""
    [known] = learn(client, tenant.agent, "r")["learnings"]
    for number in range(14):
        verdict = {"verdict": "wrong", "run_id": f"v{number}"}
        answer = client.request("POST", "learnings", tenant.agent, f"/{known['id']}/feedback", json=verdict)
    assert (answer.status_code, answer.json()["wrong"]) == (200, 10)
