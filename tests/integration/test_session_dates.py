"""What was said is found by the day, the month and the speaker, however the question writes them."""

import json

import psycopg
import pytest
from knowledge.chunks import indexer
from knowledge.files import paths
from knowledge.ports.object_store import MARKDOWN
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER

pytestmark = ONE_ADAPTER

CHAT = """# Chat

## Session 2023-05-08

Caroline: I went to a support group yesterday, and it was so good to hear the others tell how they came through it.

Melanie: I painted a lake sunrise last year, which hangs in the hall above the coats, where the light is best.

## Session 2023-06-09

Caroline: I gave a talk at the school of my nephew, and the children asked for an hour what it is like to begin anew.

Melanie: My camper broke down at the pass, so that we slept at the farm of a man who keeps ostriches.
"""
LOG = [
    ("user", "Please repair the Polish VAT rounding, and tell me why the totals of the shop were off."),
    ("assistant", "I replaced float by Decimal in src/vat.py, since the Polish shop was off by one cent."),
]


@pytest.fixture
def ask(client, tenant, objects, database, embedder):
    """The texts that a question finds, once all is indexed."""

    def answer(query):
        Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()
        response = client.post("query_knowledge", tenant.reader, {"query": query})
        assert response.status_code == 200, response.text
        return [match["learning"] for match in response.json()["matches"]]

    return answer


@pytest.fixture
def chat(tenant, objects):
    """A chat of two sessions."""
    key = paths.key(str(tenant.tenant_id), "3-descriptions/user/chat.md")
    objects.put(key, CHAT.encode(), content_type=MARKDOWN, if_match=None)


@pytest.fixture
def run(client, tenant):
    """A session whose log has times."""
    lines = [
        {
            "type": role,
            "timestamp": f"2026-05-06T09:0{minute}:00Z",
            "sessionId": "s",
            "uuid": str(minute),
            "cwd": "/home/x/shop",
            "message": {"role": role, "content": text if role == "user" else [{"type": "text", "text": text}]},
        }
        for minute, (role, text) in enumerate(LOG)
    ]
    body = {"run_id": "cc1", "session_log": "\n".join(map(json.dumps, lines))}
    assert client.post("agent_complete", tenant.agent, body).status_code == 200


@pytest.mark.parametrize("query", ["8 May 2023", "May 8th, 2023", "2023-05-08", "what happened in May 2023"])
def test_a_session_is_found_by_its_day(ask, chat, query):
    """And the one of another day is not what answers first."""
    assert "support group" in ask(query)[0]


@pytest.mark.parametrize(
    "query", ["2026-05-06", "what was repaired on 2026-05-06", "May 2026", "6 May 2026", "what happened in May 2026"]
)
def test_a_run_is_found_by_the_day_of_its_log(ask, run, query):
    """Which its evidence states, whenever it was sent."""
    assert "Decimal" in " ".join(ask(query))


def test_files_from_before_get_their_days_when_they_are_indexed_anew(ask, chat, admin_url, tenant, monkeypatch):
    """The next reindex reads each once more."""
    now = indexer.RULES
    monkeypatch.setattr(indexer, "RULES", now - 1)
    ask("a lake")
    with psycopg.connect(admin_url) as connection:
        connection.execute("set search_path = knowledge, extensions, pg_temp")
        connection.execute(
            "update knowledge.knowledge_embeddings as e set session_date = null, kw = w.kw, terms = w.terms"
            " from knowledge.knowledge_embeddings as o cross join"
            " knowledge._kw(o.tenant_id, knowledge._chunk_words(o.chunk_text, o.breadcrumb, null, null)) as w"
            " where o.id = e.id and e.tenant_id = %s",
            [tenant.tenant_id],
        )
    assert ask("8 May") == []
    monkeypatch.setattr(indexer, "RULES", now)
    assert "support group" in ask("8 May")[0]


def test_a_day_that_a_text_has_in_figures_is_found_by_its_name(tenant, objects, ask):
    """Also where it is no session's: of two that differ in nothing else it comes first."""
    for day in ("2023-05-08", "2023-06-09"):
        key = paths.key(str(tenant.tenant_id), f"3-descriptions/user/audit-{day}.md")
        text = f"# Audit\n\nAt the audit of {day} the cash drawer of the front desk was open.\n"
        objects.put(key, text.encode(), content_type=MARKDOWN, if_match=None)
    assert "2023-05-08" in ask("Which drawer was open on 8 May 2023?")[0]
    assert "2023-06-09" in ask("Which drawer was open on 9 June 2023?")[0]


@pytest.mark.parametrize(
    "words", ["The tariff import must skip rows without an id.", f"The tariff import: {'so on. ' * 60}"]
)
def test_a_run_is_found_by_the_name_of_its_user(client, tenant, ask, words):
    """Whom the message names, and nothing else does."""
    log = [
        {"role": "user", "name": "Miriam", "content": words},
        {"role": "assistant", "content": "I made the tariff import skip such rows in tariff.py, and 14 tests pass."},
    ]
    assert client.post("agent_complete", tenant.agent, {"run_id": "r1", "session_log": log}).status_code == 200
    assert "tariff" in " ".join(ask("Miriam"))


def test_a_conversation_is_found_by_its_month(client, tenant, ask):
    """Its entries are below headings with its day."""
    talk = (
        "Caroline: My sister moves to Oslo for a job at the harbor museum.\nMelanie: I signed up for pottery in Lyon."
    )
    body = {"kind": "conversation", "event_id": "c1", "content": talk, "metadata": {"occurred_at": "2026-03-04"}}
    assert client.post("record_event", tenant.agent, body).status_code == 200
    for query in ("what happened in March 2026", "4 March 2026", "March 2026"):
        assert "Oslo" in " ".join(ask(query))
