"""Tags and titles are words by which a row is found; what it says stays its own."""

import psycopg
import pytest
from knowledge.files import paths
from knowledge.ports.object_store import MARKDOWN
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import completed

pytestmark = ONE_ADAPTER

FORM = "The blue form needs two signatures."
STEPS = "# Steps\n\nFill in the grey form, let the chief sign it and put it into the tray beside the door.\n"


@pytest.fixture
def write(tenant, objects, database, embedder):
    """Writes files of the tenant, searchable."""

    def put(files):
        for path, content in files.items():
            objects.put(paths.key(str(tenant.tenant_id), path), content.encode(), content_type=MARKDOWN, if_match=None)
        Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()

    return put


@pytest.fixture
def ask(client, tenant):
    """The matches of a question, at most three."""

    def answer(query, **fields):
        asked = {"query": query, "match_count": 3, **fields}
        response = client.post("query_knowledge", tenant.reader, asked)
        assert response.status_code == 200, response.text
        return response.json()["matches"]

    return answer


@pytest.fixture
def listed(tenant, admin_url):
    """In how many rows the tenant's vocabulary says that a word stands, and how many of them it names."""

    def count(word):
        with psycopg.connect(admin_url) as connection:
            return connection.execute(
                "select rows, cardinality(learnings) + cardinality(chunks) from knowledge.vocabulary"
                " where tenant_id = %(tenant)s and term = knowledge._term(%(tenant)s, %(word)s)",
                {"tenant": tenant.tenant_id, "word": word},
            ).fetchone()

    return count


def test_a_learning_is_found_by_its_tags(client, tenant, ask):
    """Those that it came with, and those that came when it was learned again."""
    for run_id, tag in (("r1", "wombat"), ("r2", "numbat")):
        completed(client, tenant.agent, {"run_id": run_id, "learnings": [{"learning": FORM, "tags": [tag]}]})
        assert [match["learning"] for match in ask(tag)] == [FORM]
    [match] = ask("wombat")
    assert (match["matched_terms"], match["tags"]) == ([], ["wombat", "numbat"])


def test_tags_that_were_changed_find_it_no_longer(client, tenant, ask, database, listed):
    """Nor are they listed."""
    body = {"run_id": "r1", "learnings": [{"learning": FORM, "tags": ["wombat", "form"]}]}
    [one] = completed(client, tenant.agent, body)["learnings"]
    assert (listed("wombat"), listed("form")) == ((1, 1), (1, 1))
    changed = {"tenant_id": tenant.tenant_id, "id": one["id"], "actor": "a"}
    database.call("change_learning", **changed, changes={"tags": ["numbat"]})
    assert ask("wombat") == [] and len(ask("numbat")) == 1
    assert (listed("wombat"), listed("numbat"), listed("form")) == (None, (1, 1), (1, 1))
    database.call("erase_learning", tenant_id=tenant.tenant_id, id=one["id"])
    assert (listed("numbat"), listed("form")) == (None, None)


def test_a_file_is_found_by_the_title_and_the_tags_of_its_front_matter(write, ask):
    """Neither is told as its text."""
    front = "---\ntitle: Kalimantan procedure\ntags: quokka, oauth\n---\n\n"
    write({"3-descriptions/user/forms.md": front + STEPS})
    for query in ("quokka", "oauth", "Kalimantan procedure"):
        [match] = ask(query)
        assert (match["learning"], match["source"]["breadcrumb"][0]) == (STEPS.strip(), "Kalimantan procedure")


def test_of_one_text_the_one_with_the_tag_is_told(write, ask):
    """Measured before: both had one score. The other is among its sources."""
    write({f"3-descriptions/user/{tag}.md": f"---\ntags: [{tag}]\n---\n\n{STEPS}" for tag in ("quokka", "wombat")})
    for tag in ("quokka", "wombat"):
        [match] = ask(f"How is the {tag} form signed?")
        [other] = {"quokka", "wombat"}.difference([tag])
        assert match["tags"] == [tag]
        assert [source["path"] for source in match["sources"]] == [f"3-descriptions/user/{other}.md"]


def test_tags_alone_are_no_answer_to_a_question(write, ask):
    """A file that says nothing is found by its tag, and not by a question that has it beside other words."""
    write({"3-descriptions/user/x.md": "---\ntags: quokka, oauth\n---\n\nx\n"})
    assert [match["learning"] for match in ask("quokka oauth")] == ["x"]
    assert ask("Which oauth scope must the quokka importer have before production?") == []


def test_what_tells_of_a_run_is_no_word_of_what_was_said_in_it(client, tenant, write, ask):
    """The tags of evidence are the product's."""
    front = "---\ntags: [gardener, evidence, failed]\n---\n\n"
    write({"3-descriptions/learned/evidence/r1.md": front + STEPS})
    assert ask("gardener") == [] and ask("gardener evidence") == []
    assert len(ask("evidence of the grey form", tags=["evidence"])) == 1


def test_tags_do_not_tell_two_statements_apart(client, tenant):
    """Whatever each is tagged with, the newer overrules the older."""
    for number, tags in (("three", ["wombat", "quokka", "network"]), ("five", ["numbat"])):
        text = f"The client retries {number} times."
        completed(client, tenant.agent, {"run_id": number, "learnings": [{"learning": text, "tags": tags}]})
    asked = {"query": "How often does the wombat client retry?", "match_count": 5, "match_threshold": -1}
    first, second = client.post("query_knowledge", tenant.reader, asked).json()["matches"]
    assert "five" in first["learning"] and second["superseded_by"] == first["id"]


def test_rows_from_before_are_given_the_words_of_their_tags(client, tenant, write, ask, database, admin_url, listed):
    """Once the upkeep has been there; no word of theirs is counted twice."""
    write({"3-descriptions/user/forms.md": f"---\ntags: [quokka, grey]\n---\n\n{STEPS}"})
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [{"learning": FORM, "tags": ["wombat", "blue"]}]})
    words = {word: listed(word) for word in ("quokka", "wombat", "grey", "blue", "form")}
    with psycopg.connect(admin_url) as connection:
        connection.execute("set search_path = knowledge, extensions, pg_temp")
        connection.execute(
            "update knowledge.knowledge as k set kw = w.kw, tag_terms = null"
            " from knowledge.knowledge as o cross join knowledge._kw(o.tenant_id, o.learning) as w where o.id = k.id"
        )
        connection.execute(
            "update knowledge.knowledge_embeddings as k set kw = w.kw, tag_terms = null"
            " from knowledge.knowledge_embeddings as o cross join knowledge._kw(o.tenant_id, o.chunk_text) as w"
            " where o.id = k.id"
        )
        connection.execute(
            "delete from knowledge.vocabulary where term = any(array[knowledge._term(tenant_id, 'quokka'),"
            " knowledge._term(tenant_id, 'wombat')])"
        )
    assert ask("wombat") == ask("quokka") == []
    while database.call("index_words", tenant_id=tenant.tenant_id, batch=1)[0]["remaining"]:
        pass
    assert [ask(tag)[0]["learning"] for tag in ("wombat", "quokka")] == [FORM, STEPS.strip()]
    assert {word: listed(word) for word in words} == words
