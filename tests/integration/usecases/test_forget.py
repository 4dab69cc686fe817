"""forget over HTTP: what is forgotten is nowhere any more, and the manifest says so."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import psycopg
import pytest
from knowledge.files import paths
from knowledge.files.authority import is_wholly_persons
from knowledge.files.repository import Files
from knowledge.forgetting import Eraser
from knowledge.settings import settings
from knowledge.text.statements import marks
from knowledge.usecases.reindex import IndexMaintenance
from knowledge.usecases.reindex.retention import Retention

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

SECRET = "The zanzibar relay hands its packets over to port 41733 in the night."
OTHER = "The billing service listens on port 8090."
FILE = "2-summaries/product/zanzibar.md"
LEADING = "2-summaries/station/nights.md"  # a page of the service that leads to it
CONTENT = "Zanzibar | v1.0.0, 2026-11-21T00:00:00+00:00 | The quartz zebra sleeps in the eastern wing of the station.\n"
LOG = f"user: Find out where the relay listens.\nassistant: {SECRET} I noted it down for the others.\n"

pytestmark = ONE_ADAPTER


@pytest.fixture
def forget(client: Client, tenant: Tenant) -> Callable[[str], dict[str, Any]]:
    """Forgets what is at the path, and gives the manifest."""

    def delete(path: str) -> dict[str, Any]:
        answer = client.request("DELETE", "forget", tenant.admin, f"/{path}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    return delete


@pytest.fixture
def index(client: Client, tenant: Tenant) -> Callable[[], None]:
    """Makes the index like the files, as their events would."""
    return lambda: client.post("reindex", tenant.admin, {}).raise_for_status()


def learn(client: Client, tenant: Tenant, run: str, *learnings: str, **fields: Any) -> dict[str, str]:
    answer = client.post("agent_complete", tenant.agent, {"run_id": run, "learnings": list(learnings), **fields})
    assert answer.status_code == 200, answer.text
    return {learning["learning"]: learning["id"] for learning in answer.json()["learnings"]}


def ask(client: Client, tenant: Tenant, query: str, **fields: Any) -> str:
    return str(client.post("query_knowledge", tenant.reader, {"query": query, **fields}).text)


def test_a_learning_is_gone_from_everywhere(client, tenant, forget, index, places_with, monkeypatch) -> None:
    """Rows, vectors, words, answers, what was served, the files that tell of its runs and their versions, the index;
    what somebody recorded as research in the same words stays, and the manifest names it."""
    monkeypatch.setenv("KNOWLEDGE_PATTERN_MINUTES", "0")
    settings.cache_clear()
    for run in ("r1", "r2", "r3"):
        ids = learn(client, tenant, run, SECRET, OTHER, objective=f"Mend the relay, part {run}.", session_log=LOG)
    client.post("record_event", tenant.agent, {"kind": "research", "event_id": "e1", "content": SECRET})
    index()
    assert SECRET in ask(client, tenant, SECRET, run_id="r4")
    edited = {"learning": f"{SECRET} It was seen twice."}
    client.request("PATCH", "learnings", tenant.admin, f"/{ids[SECRET]}", json=edited).raise_for_status()
    assert {"knowledge", "knowledge_embeddings", "run_parts", "audit", "events"} <= set(places_with("zanzibar"))
    assert [place for place in places_with("zanzibar") if place.startswith("3-descriptions/learned/patterns/")]

    manifest = forget(f"learnings/{ids[SECRET]}")

    assert manifest["removed"]["learnings"] == 1
    assert manifest["removed"]["vectors"] >= 1 and manifest["removed"]["run parts"] >= 3
    own = ("1-index/", "2-summaries/", "3-descriptions/learned/", "knowledge")
    left = {place for place in places_with("41733 in the night") if place.startswith(own)}
    assert left == {"knowledge_embeddings"} <= set(manifest["remaining"])
    assert places_with(ids[SECRET]) == []
    assert not {"knowledge", "run_parts", "agent_runs", "audit", "served", "taught"} & set(manifest["remaining"])
    assert client.request("GET", "learnings", tenant.reader, f"/{ids[SECRET]}").status_code == 404
    assert OTHER in ask(client, tenant, OTHER)


def test_a_learning_goes_in_the_words_of_each_run_that_taught_it(client, tenant, forget, places_with) -> None:
    """A run that said it in other words has its own file, and what is noted of it: none of that stays."""
    reworded = SECRET.replace("The zanzibar relay", "The relay of zanzibar")
    [learned] = set(learn(client, tenant, "r1", SECRET, objective="Mend the relay.").values())
    assert learn(client, tenant, "r2", reworded, objective="Mend it again.") == {reworded: learned}
    assert [place for place in places_with("relay of zanzibar") if place.startswith("3-descriptions/learned/tasks/")]
    assert forget(f"learnings/{learned}")["remaining"] == {}
    assert places_with("zanzibar") == []


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("From now on we always ship the Weber crates via Rotterdam, never via Hamburg.", "Weber"),
        ("We never lend the key of the Keller flat to tradesmen; they meet the caretaker instead.", "Keller"),
        ("Ab sofort lagern wir die Ordner von Hoffmann immer in Gang neun und nie in Gang vier.", "Hoffmann"),
        ("From now on we always water the Silva orchids from below. We never use tap water for Silva.", "Silva"),
    ],
)
def test_what_a_log_taught_goes_as_the_user_said_it(client, tenant, forget, places_with, rule, name) -> None:
    """The learning quotes the user; the run's files have the words alone, as headings, in a task or in a list."""
    log = f"User: Which label is on it?\nAssistant: The label on it is the blue one.\nUser: {rule}\nAssistant: Noted.\n"
    taught: list[str] = []
    for run, objective in (("r1", None), ("r2", rule)):
        body = {"run_id": run, "session_log": log, "objective": objective}
        answer = client.post("agent_complete", tenant.agent, body).raise_for_status().json()
        taught += [learning["id"] for learning in answer["learnings"]]
    client.post("reindex", tenant.admin, {}).raise_for_status()
    [learned] = {*taught}
    assert [place for place in places_with(name) if "/evidence/" in place]
    manifest = forget(f"learnings/{learned}")
    assert places_with(name) == []
    assert manifest["remaining"] == {}
    assert "blue one" in ask(client, tenant, "Which label is on it?")


def test_no_heading_is_left_of_a_passage_that_is_forgotten(client, tenant, objects, database, forget) -> None:
    """Who said it goes with what was said; a heading that is the user's own words stays."""
    log = (
        f"user: Find out where the relay listens.\nassistant: {SECRET}\n"
        "user: And where does billing listen?\nassistant: Billing listens on the port that its file names.\n"
    )
    forget(f"learnings/{learn(client, tenant, 'r1', SECRET, session_log=log)[SECRET]}")
    [path] = [
        answer.path for answer in Files(tenant.tenant_id, objects, database).list("3-descriptions/learned/evidence")
    ]
    lines = Files(tenant.tenant_id, objects, database).read(path).content.splitlines()
    below = {line: behind for line, behind in pairwise(filter(None, lines)) if line.startswith("#")}
    assert below["## Find out where the relay listens."] == "## And where does billing listen?"
    assert below["### The agent"] == "Billing listens on the port that its file names."


def test_lines_that_may_repeat_what_is_forgotten_are_told(client, tenant, forget, places_with) -> None:
    """A line of the run's files that has half of the words in another order stays, and the manifest names the file."""
    box = "The relay of zanzibar is a box in the night watch that nobody opens; its port is written on it."
    log = f"user: Find out where it listens.\nassistant: {box}\n"
    learned = learn(client, tenant, "r1", SECRET, session_log=log)[SECRET]
    [evidence] = {place for place in places_with("nobody opens") if "/evidence/" in place}
    assert forget(f"learnings/{learned}")["remaining"][evidence] == 1


def test_what_a_run_says_of_itself_is_forgotten_with_what_it_taught(
    client, tenant, forget, places_with, admin_url
) -> None:
    """What was asked of it, what came of it, its errors, why files were changed: in whatever column the learning
    stands, whole or its beginning, in its own case and on several lines."""
    with psycopg.connect(admin_url) as connection:
        ids = learn(
            client, tenant, "r1", SECRET, objective=f"Mend it.\n\n{SECRET}", outcome=SECRET[:70], session_log=LOG
        )
        change = {"content": "# A\n\nText.\n", "summary": SECRET}
        path = "/3-descriptions/user/guides/a.md"
        client.request("PUT", "knowledge_files", tenant.admin, path, json=change).raise_for_status()
        client.request("DELETE", "knowledge_files", tenant.admin, f"{path}?summary={SECRET}").raise_for_status()
        connection.execute(
            "insert into knowledge.run_errors (tenant_id, run_id, error_hash, error, fix, model, embedding)"
            " select tenant_id, 'r1', 'h', %s, %s, model, embedding from knowledge.knowledge limit 1",
            ["E   ConnectionRefusedError", SECRET],
        )
        connection.commit()
    assert {"agent_runs", "run_errors", "knowledge_versions"} <= set(places_with("41733"))
    manifest = forget(f"learnings/{ids[SECRET]}")
    assert manifest["remaining"] == {}
    assert places_with("41733") == []
    assert manifest["removed"]["runs"] == manifest["removed"]["run errors"] == 1
    assert manifest["removed"]["summaries of changes"] >= 1


def test_why_a_file_was_changed_is_forgotten_and_whose_it_is_stays(
    client, tenant, forget, places_with, objects
) -> None:
    """The bucket's metadata has it too: of a file that a person wrote no line goes, and it stays a person's."""
    path, texts = "/3-descriptions/user/guides/a.md", ("# A\n\nText.\n", "# A\n\nText.\n\nMore.\n")
    for text in texts:
        change = {"content": text, "summary": SECRET}
        client.request("PUT", "knowledge_files", tenant.admin, path, json=change, headers={"If-Match": "*"})
        client.request("PUT", "knowledge_files", tenant.admin, path, json=change)
    ids = learn(client, tenant, "r1", SECRET)
    assert path.strip("/") in places_with("zanzibar")
    assert forget(f"learnings/{ids[SECRET]}")["remaining"] == {}
    assert places_with("zanzibar") == []
    file = client.request("GET", "knowledge_files", tenant.reader, path).json()
    assert file["content"] == texts[1]
    stored = objects.get(paths.key(str(tenant.tenant_id), path.strip("/")))
    assert is_wholly_persons(stored)


def event(client: Client, tenant: Tenant, event_id: str, content: str, day: str) -> None:
    body = {"kind": "conversation", "event_id": event_id, "content": content, "topic": "okapi-service"}
    answer = client.post("record_event", tenant.agent, body | {"metadata": {"occurred_at": f"{day}T10:00:00Z"}})
    assert answer.status_code == 200, answer.text


WAS, IS = (
    "We decided: the Okapi service runs in Frankfurt on port 7001.",
    "The Okapi service runs in Dublin on port 7002 now, no longer in Frankfurt.",
)


def test_what_a_file_said_before_goes_with_it(client, tenant, forget, index, places_with) -> None:
    """The history of a summary, and what the events that told it were answered."""
    event(client, tenant, "e1", WAS, "2026-10-01")
    event(client, tenant, "e2", IS, "2026-11-01")
    index()
    [summary] = {path for path in places_with("Frankfurt") if path.startswith("2-summaries/")}
    assert paths.history(summary) in places_with("Frankfurt")
    assert forget(f"files/{summary}")["remaining"] == {}
    assert places_with("Frankfurt") == places_with("Dublin") == places_with("okapi-service") == []


def test_a_learning_leaves_the_history_of_what_is_so(client, tenant, forget, index, places_with) -> None:
    """A line that says until when it was so."""
    event(client, tenant, "e1", WAS, "2026-10-01")
    event(client, tenant, "e2", IS, "2026-11-01")
    text = "The Okapi service runs in Frankfurt on port 7001"
    ids = learn(client, tenant, "r1", text)
    index()
    assert forget(f"learnings/{ids[text]}")["remaining"] == {}
    assert places_with("Frankfurt on port") == []


def test_a_learning_leaves_the_words_that_others_use(client, tenant, forget, admin_url) -> None:
    """The words of what is gone are counted no longer, and no list holds its id; those of the rest are as they were."""

    def words() -> list[Any]:
        with psycopg.connect(admin_url) as connection:
            return connection.execute(
                "select term, rows, learnings from knowledge.vocabulary where tenant_id = %s order by 1",
                [tenant.tenant_id],
            ).fetchall()

    learn(client, tenant, "r1", OTHER)
    before = words()
    ids = learn(client, tenant, "r2", SECRET)
    assert words() != before
    edited = {"learning": "The zanzibar relay is silent by day."}
    client.request("PATCH", "learnings", tenant.admin, f"/{ids[SECRET]}", json=edited).raise_for_status()
    forget(f"learnings/{ids[SECRET]}")
    assert words() == before


def test_a_file_leaves_no_words_of_what_it_said_before(client, tenant, forget, index, fill, admin_url) -> None:
    """Of the passages that others replaced in it, too: no list of a word has one that is nowhere."""
    fill(tenant.tenant_id, 40)  # so that one passage is no tenth of all
    for text in (CONTENT, "The heron stands in the western wing.\n"):
        change = {"json": {"content": text}}
        client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", **change, headers={"If-None-Match": "*"})
        client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", **change, headers={"If-Match": "*"})
        index()

    def lost() -> list[Any]:
        with psycopg.connect(admin_url) as connection:
            return connection.execute(
                "select v.term from knowledge.vocabulary as v cross join unnest(v.chunks) as c (id)"
                " where v.tenant_id = %s and not exists ("
                " select from knowledge.knowledge_embeddings as e where e.tenant_id = v.tenant_id and e.id = c.id)",
                [tenant.tenant_id],
            ).fetchall()

    assert lost()
    forget(f"files/{FILE}")
    assert lost() == []


def test_what_was_forgotten_before_can_be_erased(client, tenant, forget, places_with) -> None:
    """Within the days in which it could be restored: whoever wants it gone does not wait."""
    ids = learn(client, tenant, "r1", SECRET)
    client.request("DELETE", "learnings", tenant.admin, f"/{ids[SECRET]}").raise_for_status()
    assert forget(f"learnings/{ids[SECRET]}")["remaining"] == {}
    assert places_with("zanzibar") == []
    assert client.request("DELETE", "forget", tenant.admin, f"/learnings/{ids[SECRET]}").status_code == 404


def test_what_was_held_for_a_forgotten_learning_names_it_no_more(client, tenant, forget) -> None:
    """There is nothing left to restore: that it was erased is said, and that a person may release what is held."""
    before = learn(client, tenant, "r1", SECRET)[SECRET]
    client.request("DELETE", "learnings", tenant.admin, f"/{before}").raise_for_status()
    held = learn(client, tenant, "r2", SECRET)[SECRET]
    forget(f"learnings/{before}")
    again = client.post("agent_complete", tenant.agent, {"run_id": "r3", "learnings": [SECRET]}).json()["learnings"][0]
    assert (again["id"], again["outcome"]) == (held, "reinforced")
    assert before not in again["held_reason"] and "erased; release this" in again["held_reason"]


@pytest.mark.parametrize("function", ["forget", "learnings"])
def test_a_run_that_is_sent_again_says_that_what_it_taught_is_gone(client, tenant, function) -> None:
    """Without a `run_id` the same learnings are the same run: nothing is stored, and the answer said `inserted`."""
    answers = []
    for deletes in (True, False):
        answers.append(client.post("agent_complete", tenant.agent, {"learnings": [SECRET, OTHER]}).json())
        path = f"/{'learnings/' if function == 'forget' else ''}{answers[0]['learnings'][0]['id']}"
        if deletes:
            assert answers[0]["note"] is None
            client.request("DELETE", function, tenant.admin, path).raise_for_status()
    assert answers[1]["repeated"] and "1 of its learnings" in answers[1]["note"] and "run_id" in answers[1]["note"]
    assert "gone" not in answers[1]


def test_a_file_is_gone_with_every_version(client, tenant, objects, forget, index, places_with) -> None:
    """Also where it was deleted before: the bucket has no version of it, the index and its versions no line."""
    for content in (CONTENT, CONTENT + "It woke up.\n"):
        client.request(
            "PUT", "knowledge_files", tenant.agent, f"/{FILE}", json={"content": content}, headers={"If-Match": "*"}
        )
        client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", json={"content": content})
    client.post("size_enforcer", tenant.admin, {}).raise_for_status()
    index()
    assert "zebra" in ask(client, tenant, "Where does the quartz zebra sleep?")
    assert "1-index/index.md" in places_with("zebra")

    manifest = forget(f"files/{FILE}")

    assert manifest["removed"]["object versions"] == 2 and manifest["removed"]["files"] == 1
    assert manifest["removed"]["vectors"] >= 1 and manifest["removed"]["lines"] >= 1
    assert manifest["remaining"] == {}
    assert places_with("zebra") == [] and places_with(FILE) == []
    assert "zebra" not in ask(client, tenant, "Where does the quartz sleep?")
    assert list(objects.versions(paths.key(str(tenant.tenant_id), FILE))) == []
    assert client.request("DELETE", "forget", tenant.admin, f"/files/{FILE}").status_code == 404


def test_what_pointed_to_a_forgotten_file_stays_without_that(tenant, client, forget, index, places_with) -> None:
    """The older line says no word of it, and loses none of its own; so do the versions of its page."""
    older = "- The quartz zebra sleeps at eight. (2026-01-12)"
    pointing = marks.pointed(older, "2026-05-04", "It sleeps at nine in Zanzibar.", FILE)
    for path, line in ((FILE, "- It sleeps at nine in Zanzibar. (2026-05-04)"), (LEADING, older), (LEADING, pointing)):
        headers = {"If-Match": "*"} if line == pointing else {}
        content = {"content": f"{line}\n"}
        client.request("PUT", "knowledge_files", tenant.agent, f"/{path}", json=content, headers=headers)
    index()

    manifest = forget(f"files/{FILE}")

    assert manifest["remaining"] == {} and places_with("Zanzibar") == [] and places_with(FILE) == []
    assert older in client.request("GET", "knowledge_files", tenant.agent, f"/{LEADING}").json()["content"]


def test_a_file_of_a_project_is_gone_and_that_of_another_stays(client, tenant, forget, index, places_with) -> None:
    """What its project's index, history and other files say of it goes, and nothing of what is called the same."""
    pages = {}
    for project, price in (("acme/shop", "CHF 31733"), ("cafe", "CHF 41733"), (None, "CHF 51733")):
        talk = f"User: The quartz zebra of the station costs {price} per month, as everybody agreed on Monday."
        event = {
            "kind": "conversation",
            "event_id": f"of {project}",
            "content": talk,
            "topic": "Zebra",
            "project": project,
        }
        files = client.post("record_event", tenant.agent, event).raise_for_status().json()["files"]
        pages[project] = next(file["path"] for file in files if file["path"].startswith("2-summaries/"))
    index()
    assert len(set(pages.values())) == 3 and len(set(map(paths.inner, pages.values()))) == 1

    manifest = forget(f"files/{pages['acme/shop']}")

    assert manifest["remaining"] == {} and places_with("31733") == [] and places_with(pages["acme/shop"]) == []
    for project, price in (("cafe", "41733"), (None, "51733")):
        assert price in ask(client, tenant, "What does the quartz zebra cost?", project=project)
        assert pages[project] in client.request("GET", "knowledge_files", tenant.agent, f"/{pages[project]}").text
    assert forget(f"files/{pages[None]}")["remaining"] == {}


def test_a_reader_reads_nothing_of_a_deleted_file(client, tenant) -> None:
    """Not by its version either, nor why it was changed; whoever may bring it back can."""
    written = {"content": CONTENT, "summary": "The zebra was added"}
    client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", json=written)
    client.request("DELETE", "knowledge_files", tenant.agent, f"/{FILE}").raise_for_status()
    for query in ("", "?version=1.0.0", "?diff=1.0.0..2.0.0", "?versions"):
        answer = client.request("GET", "knowledge_files", tenant.reader, f"/{FILE}{query}")
        assert (answer.status_code, "zebra" in answer.text) == (404, False), query
    assert client.request("GET", "knowledge_files", tenant.agent, f"/{FILE}?version=1.0.0").status_code == 200


def upload(client: Client, tenant: Tenant, name: str, content: bytes, **fields: str) -> str:
    answer = client.request(
        "POST", "upload_ingest", tenant.agent, "/", files={"file": (name, content, "text/markdown")}, data=fields
    )
    assert answer.status_code == 200, answer.text
    return str(answer.json()["upload_id"])


def test_an_upload_is_gone_and_its_duplicate_takes_its_place(client, tenant, forget, places_with) -> None:
    """The asset, its rendition, its line in the topic's summary, its chunks; one of the same content is found."""
    body = b"# Manual\n\nTurn the crimson lever before the pump starts to hum.\n"
    first = upload(client, tenant, "zanzibar-manual.md", body, topic="pumps")
    second = upload(client, tenant, "pump-copy.md", body, topic="pumps")
    assert "crimson" in ask(client, tenant, "Which lever is turned before the pump starts?")

    manifest = forget(f"uploads/{first}")

    assert manifest["removed"]["object versions"] >= 2 and manifest["removed"]["uploads"] == 1
    assert places_with("zanzibar-manual") == []
    answer = client.post("query_knowledge", tenant.reader, {"query": "Which lever before the pump starts?"}).json()
    assert "pump-copy" in {match["source"]["path"].rpartition("/")[2][:9] for match in answer["matches"]}
    forget(f"uploads/{second}")
    assert places_with("crimson") == []


def test_the_last_upload_of_a_topic_leaves_no_name(client, tenant, forget, places_with) -> None:
    """Its topic's summary is deleted with it, and no version of that has it either."""
    body = b"# Census\n\nSixty narwhals were counted off the coast.\n"
    upload_id = upload(client, tenant, "narwhal-census.md", body, topic="whales")
    assert "2-summaries/user/uploads-whales.md" in places_with("narwhal")
    assert forget(f"uploads/{upload_id}")["remaining"] == {}
    assert places_with("narwhal") == []


def test_an_upload_whose_name_holds_that_of_a_forgotten_one_stays_in_the_list(
    client, tenant, objects, database, embedder, files, forget
) -> None:
    """Also where a run that was overtaken takes back what it made of the forgotten one."""
    upload(client, tenant, "old-meeting.md", b"# Old\n\nThe badger chaired the meeting.\n", topic="minutes")
    upload_id = upload(client, tenant, "meeting.md", b"# New\n\nThe otter chaired the meeting.\n", topic="minutes")

    forget(f"uploads/{upload_id}")

    eraser = Eraser(tenant.tenant_id, objects, database, [embedder])
    for again in (lambda: None, lambda: eraser.take_upload_back("assets/minutes/meeting.md")):
        again()
        listed = files.read("2-summaries/user/uploads-minutes.md").content
        assert "(old-meeting.md," in listed and "(meeting.md," not in listed


def test_a_secret_is_not_why_a_file_was_changed(client, tenant, places_with) -> None:
    """Neither in the history nor in the bucket's metadata; nor in what is said of an upload."""
    token = f"ghp_{'a1B2c3D4e5' * 4}"[:40]
    path = "/2-summaries/product/keys.md"
    change = {"content": "In the vault.\n", "summary": f"Rotated {token}"}
    client.request("PUT", "knowledge_files", tenant.agent, path, json=change).raise_for_status()
    client.request("DELETE", "knowledge_files", tenant.agent, f"{path}?summary={token}").raise_for_status()
    upload(client, tenant, "notes.md", b"# Notes\n\nNothing.\n", title=token, description=f"With {token}")
    assert places_with(token) == []


def test_a_user_is_gone_with_every_version_copy_and_upload(client, tenant, forget, places_with) -> None:
    """Memory, its versions, and what they uploaded."""
    for content in ("I live in the zanzibar quarter of town.", "I always take the early train."):
        entry = {"content": content, "category": "context"}
        client.request("POST", "user_memory", tenant.agent, "/anna-4711/entries", json=entry).raise_for_status()
    upload(client, tenant, "diary.md", b"# Diary\n\nThe violet heron came by today.\n", userId="anna-4711")

    manifest = forget("users/anna-4711")

    assert manifest["removed"]["memory entries"] == 2 and manifest["removed"]["uploads"] == 1
    assert manifest["remaining"] == {}
    assert places_with("zanzibar") == places_with("anna-4711") == places_with("heron") == []
    assert client.request("GET", "user_memory", tenant.reader, "/anna-4711").json()["entries"] == []


def test_only_an_admin_forgets(client, tenant) -> None:
    """An agent's key is refused."""
    for path in ("learnings/00000000-0000-4000-8000-000000000000", f"files/{FILE}", "users/anna"):
        assert client.request("DELETE", "forget", tenant.agent, f"/{path}").status_code == 403


def test_what_was_deleted_goes_after_its_time(
    client, tenant, database, objects, embedder, admin_url, places_with
) -> None:
    """The upkeep erases files, uploads and learnings whose days are over, with every version, and no others."""
    ids = learn(client, tenant, "r1", SECRET, OTHER)
    first = upload(client, tenant, "zanzibar.md", b"# Z\n\nThe violet heron came by today.\n")
    client.request("PUT", "knowledge_files", tenant.agent, f"/{FILE}", json={"content": CONTENT})
    client.request("DELETE", "knowledge_files", tenant.agent, f"/{FILE}").raise_for_status()
    client.request("DELETE", "upload_ingest", tenant.agent, f"/uploads/{first}").raise_for_status()
    client.request("DELETE", "learnings", tenant.admin, f"/{ids[SECRET]}").raise_for_status()
    upkeep = IndexMaintenance(objects, database, lambda _: [embedder], None, Retention(deleted_days=30))
    upkeep._purge(tenant.tenant_id)
    assert places_with("heron") and places_with("zebra") and places_with("41733")
    with psycopg.connect(admin_url) as connection:
        for table, column in (
            ("knowledge", "deleted_at"),
            ("knowledge_files", "updated_at"),
            ("uploads", "updated_at"),
        ):
            connection.execute(f"update knowledge.{table} set {column} = {column} - interval '31 days'")
    upkeep._purge(tenant.tenant_id)
    assert places_with("heron") == places_with("zebra") == places_with("41733") == []
    assert OTHER in ask(client, tenant, OTHER)
