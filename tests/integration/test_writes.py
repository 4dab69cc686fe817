"""Runs that come again, at once or at the limit: each has one effect, and nothing is lost."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from knowledge.settings import settings

from kloop.stack.processes import wait_until
from tests.conftest import ONE_ADAPTER, more_in_soak
from tests.support.learnings import LEARNING, SENTENCES, completed, matches

RULES = [
    {"role": "user", "content": "From now on we always sharpen the chisels on Mondays."},
    {"role": "assistant", "content": "Understood."},
    {"role": "user", "content": "Never lend the bandsaw to visitors."},
    {"role": "assistant", "content": "Noted."},
]


def at_once(calls, threads=25):
    """Runs them all, as many at a time as there are threads."""
    with ThreadPoolExecutor(threads) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


# Repeats


def test_the_same_run_twice_has_one_effect(client, tenant, stored):
    """A repeated run gets the first answer, marked as repeated, and stores nothing more."""
    run = {"run_id": "r1", "learnings": SENTENCES}
    first = completed(client, tenant.agent, run)
    before = stored(tenant.tenant_id)
    second = completed(client, tenant.agent, run)
    assert second == {**first, "repeated": True}
    assert stored(tenant.tenant_id) == before


def test_the_same_run_twice_at_once_has_one_effect(client, tenant):
    """Of ten simultaneous completions of one run one takes effect, and all get the same answer."""
    run = {"run_id": "r1", "learnings": SENTENCES}
    answers = at_once([lambda: completed(client, tenant.agent, run)] * 10, threads=10)
    assert sorted(answer.pop("repeated") for answer in answers) == [False] + [True] * 9
    assert all(answer == answers[0] for answer in answers)
    assert [match["frequency"] for match in matches(client, tenant, LEARNING)] == [1, 1, 1]


def test_a_run_id_with_other_content_is_refused(client, tenant, stored):
    """One id cannot stand for two runs: 422, which says what to send, and nothing stored."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    before = stored(tenant.tenant_id)
    for other in ({"learnings": SENTENCES}, {"session_log": "x"}, {"learnings": [LEARNING], "outcome": "done"}):
        response = client.post("agent_complete", tenant.agent, {"run_id": "r1", **other})
        assert (response.status_code, "send another run_id" in response.json()["detail"]) == (422, True)
    assert stored(tenant.tenant_id) == before


@pytest.mark.parametrize("function", ["agent_complete", "embed"])
def test_an_idempotency_key_makes_a_repeat_harmless(client, tenant, function):
    """The header stands for the run's id: the same again changes nothing, another body is refused."""
    header = {"Idempotency-Key": "once"}
    first = client.post(function, tenant.agent, {"learnings": [LEARNING]}, **header).json()
    assert (first["run_id"], first["repeated"]) == ("once", False)
    assert client.post(function, tenant.agent, {"learnings": [LEARNING]}, **header).json() == {
        **first,
        "repeated": True,
    }
    refused = client.post(function, tenant.agent, {"learnings": SENTENCES}, **header)
    detail = refused.json()["detail"]
    assert (refused.status_code, "Idempotency-Key" in detail, "part" in detail) == (422, True, False)
    assert [match["frequency"] for match in matches(client, tenant, LEARNING)] == [1]


def test_a_run_without_an_id_is_known_by_its_content(client, tenant):
    """Without an id or a header, the same content is the same run, and other content another."""
    assert completed(client, tenant.agent, {"learnings": [LEARNING]})["repeated"] is False
    assert completed(client, tenant.agent, {"learnings": [LEARNING]})["repeated"] is True
    assert completed(client, tenant.agent, {"learnings": [LEARNING], "work_order_id": "w"})["reinforced"] == 1


def test_learnings_given_to_embed_again_are_reinforced(client, tenant):
    """Without an idempotency key each call of embed counts."""
    answers = [client.post("embed", tenant.agent, {"learnings": [LEARNING]}).json() for _ in range(3)]
    assert [answer["learnings"][0]["frequency"] for answer in answers] == [1, 2, 3]


def test_an_answer_is_in_the_order_of_the_request(client, tenant):
    """One row a learning, in order, with its outcome, and the figures add up."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [SENTENCES[1]]})
    answer = completed(client, tenant.agent, {"run_id": "r2", "learnings": [*SENTENCES, SENTENCES[0]]})
    assert [learning["learning"] for learning in answer["learnings"]] == [*SENTENCES, SENTENCES[0]]
    assert [learning["outcome"] for learning in answer["learnings"]] == [
        "inserted",
        "reinforced",
        "inserted",
        "reinforced",
    ]
    assert (answer["inserted"], answer["reinforced"], answer["rejected"], answer["recalled"]) == (2, 2, 0, 0)


# Races


@pytest.fixture
def ever_counting(monkeypatch):
    """Every run counts, however many one key sends."""
    monkeypatch.setenv("KNOWLEDGE_REINFORCEMENTS_A_DAY", "1000")
    settings.cache_clear()
    yield
    settings.cache_clear()


@more_in_soak("many", 30, 100)
def test_many_writers_of_one_learning_leave_one_row(client, tenant, ever_counting, many):
    """Runs that learn the same at once: one row, and as many are counted."""
    runs = [{"run_id": f"r{n}", "learnings": [LEARNING]} for n in range(many)]
    answers = at_once([lambda run=run: completed(client, tenant.agent, run) for run in runs])
    assert sum(answer["inserted"] for answer in answers) == 1
    assert sorted(answer["learnings"][0]["frequency"] for answer in answers) == list(range(1, many + 1))
    assert [match["frequency"] for match in matches(client, tenant, LEARNING)] == [many]


@more_in_soak("room", 15, 50)
def test_many_writers_at_the_limit_fill_it_exactly(client, tenant, fill, stored, room):
    """Twice as many different learnings at once as there is room for: half are kept, half refused, no error."""
    fill(tenant.tenant_id, 500 - room)
    bodies = [{"learnings": [f"Shard {n} of the index is kept on host {n * 7}."]} for n in range(100, 100 + 2 * room)]
    responses = at_once([lambda body=body: client.post("embed", tenant.agent, body) for body in bodies])
    assert Counter(response.status_code for response in responses) == {200: room, 402: room}
    assert len(stored(tenant.tenant_id)["knowledge.knowledge"]) == 500


def test_batches_in_opposite_orders_do_not_block_each_other(client, tenant, ever_counting):
    """Two writers of the same batch, one of them backwards, both succeed: the tenant is the lock."""
    runs = [{"run_id": f"r{n}", "learnings": SENTENCES[:: 1 if n % 2 else -1]} for n in range(20)]
    answers = at_once([lambda run=run: completed(client, tenant.agent, run) for run in runs], threads=10)
    assert sum(answer["inserted"] for answer in answers) == 3
    assert [match["frequency"] for match in matches(client, tenant, LEARNING)] == [20, 20, 20]


@ONE_ADAPTER
@pytest.mark.parametrize(
    "writing",
    ["perform knowledge._count_words(tenant)", "perform knowledge._list_words(tenant, array[id, id], terms, 0, false)"],
)
def test_who_counts_words_anew_waits_for_who_writes_them(database, client, tenant, admin_url, writing):
    """Whoever counts as well, or lists the words of one row: then the upkeep counts, and each word once."""
    [kept] = completed(client, tenant.agent, {"learnings": ["Zebra quokka."]})["learnings"]
    waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%index_words%'"
    counted = "select term, rows, learnings::text from knowledge.vocabulary where tenant_id = %s order by 1"
    with psycopg.connect(admin_url) as writer, ThreadPoolExecutor(1) as pool:
        before = writer.execute(counted, [tenant.tenant_id]).fetchall()
        writer.execute("delete from knowledge.vocabulary where tenant_id = %s", [tenant.tenant_id])
        writer.commit()
        writer.execute("set search_path = knowledge, extensions, pg_temp")
        writer.execute(
            f"do $$ declare tenant uuid := '{tenant.tenant_id}'; id uuid := '{kept['id']}';"
            f" terms integer[] := (select k.terms from knowledge.knowledge as k where k.id = '{kept['id']}');"
            f" begin {writing}; end $$"
        )
        counting = pool.submit(database.call, "index_words", tenant_id=tenant.tenant_id)
        with psycopg.connect(admin_url, autocommit=True) as looking:
            wait_until(lambda: bool(looking.execute(waiting).fetchall()), seconds=30, what="The upkeep")
        writer.commit()
        assert counting.result(60) == [{"remaining": 0}]
        assert writer.execute(counted, [tenant.tenant_id]).fetchall() == before


# Limits


def test_over_the_limit_everything_is_refused_with_the_upgrade(client, tenant, fill, stored):
    """At the tier's limit embed answers 402 with what to do, and no learning is stored."""
    fill(tenant.tenant_id, 500)
    response = client.post("embed", tenant.agent, {"learnings": SENTENCES})
    assert (response.status_code, response.headers["content-type"]) == (402, "application/problem+json")
    problem = response.json()
    assert "pro" in problem["detail"] and problem["tier"] == "free"
    assert [learning["outcome"] for learning in problem["learnings"]] == ["rejected"] * 3
    assert len(stored(tenant.tenant_id)["knowledge.knowledge"]) == 500


def test_over_the_limit_in_part_the_rest_is_kept(client, tenant, fill):
    """Where only a part is over, that part alone is refused, and the hint is in the answer."""
    fill(tenant.tenant_id, 498)
    response = client.post("embed", tenant.agent, {"learnings": SENTENCES})
    assert response.status_code == 200
    assert [learning["outcome"] for learning in response.json()["learnings"]] == ["inserted", "inserted", "rejected"]
    assert "pro" in response.json()["upgrade"]


def test_at_the_limit_what_is_known_is_still_reinforced(client, tenant, fill):
    """A full tier refuses new learnings and goes on counting those that it has."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    fill(tenant.tenant_id, 499)
    answer = completed(client, tenant.agent, {"run_id": "r2", "learnings": [SENTENCES[0], LEARNING]})
    assert [learning["outcome"] for learning in answer["learnings"]] == ["rejected", "reinforced"]
    assert answer["learnings"][1]["frequency"] == 2 and "pro" in answer["upgrade"]


def test_after_an_upgrade_there_is_room(client, tenant, fill, administrator):
    """What was refused at the lower tier's limit is kept when it is sent after the upgrade."""
    fill(tenant.tenant_id, 500)
    assert client.post("embed", tenant.agent, {"learnings": [LEARNING]}).status_code == 402
    administrator.call("set_tier", tenant_id=tenant.tenant_id, tier="pro")
    response = client.post("embed", tenant.agent, {"learnings": [LEARNING]})
    assert (response.status_code, response.json()["inserted"]) == (200, 1)


@pytest.mark.parametrize(
    "taught", [{"learnings": SENTENCES}, {"session_log": RULES}, {"learnings": SENTENCES, "part": 1}]
)
def test_a_run_that_a_full_plan_rejected_is_kept_when_it_is_sent_again(client, tenant, fill, administrator, taught):
    """What the answer says to do helps: after it the same request keeps what was rejected, once, and says so."""
    fill(tenant.tenant_id, 500)
    run = {"run_id": "r1", **taught}
    first = completed(client, tenant.agent, run)
    assert first["rejected"] == len(first["learnings"]) > 0 and first["upgrade"]
    assert completed(client, tenant.agent, run) == {**first, "repeated": True}
    administrator.call("set_tier", tenant_id=tenant.tenant_id, tier="pro")
    kept = completed(client, tenant.agent, run)
    assert [learning["outcome"] for learning in kept["learnings"]] == ["inserted"] * len(first["learnings"])
    assert (kept["inserted"], kept["rejected"]) == (first["rejected"], 0)
    assert not kept["upgrade"] and not kept["repeated"]
    assert [file["path"] for file in kept["files"]] == [file["path"] for file in first["files"]]
    assert completed(client, tenant.agent, run) == {**kept, "repeated": True}


def test_a_run_of_which_a_part_was_rejected_keeps_the_rest_as_there_is_room(client, tenant, fill, database):
    """What was kept at first counts once, and what there is no room for yet stays rejected."""
    fill(tenant.tenant_id, 499)
    run = {"run_id": "r1", "learnings": SENTENCES}
    first = completed(client, tenant.agent, run)["learnings"]
    assert [learning["outcome"] for learning in first] == ["inserted", "rejected", "rejected"]
    database.call("act_on_learning", tenant_id=tenant.tenant_id, id=first[0]["id"], actor="admin", action="forget")
    again = completed(client, tenant.agent, run)["learnings"]
    assert [learning["outcome"] for learning in again] == ["inserted", "inserted", "rejected"] and again[0] == first[0]


def test_a_long_batch_fills_the_limit_exactly(client, tenant, fill):
    """What a batch itself inserts counts, however many of it are compared at once."""
    fill(tenant.tenant_id, 489)
    batch = [f"Shard {n} of the index is kept on host {n * 7}." for n in range(100, 120)]
    answer = client.post("embed", tenant.agent, {"learnings": batch}).json()
    assert [learning["outcome"] for learning in answer["learnings"]] == ["inserted"] * 11 + ["rejected"] * 9


def test_learnings_of_every_model_take_room(database, tenant, embedder, fill):
    """The limit counts all that a tenant holds, whichever model embedded it."""
    fill(tenant.tenant_id, 500)
    [vector] = embedder.embed([LEARNING])
    record = {"learning": LEARNING, "embedding": str(vector), "distinctions": [], "tags": []}
    [row] = database.call("upsert_knowledge", tenant_id=tenant.tenant_id, learnings=[record], model="another")
    assert row["outcome"] == "rejected"


def test_what_was_forgotten_takes_no_room_and_is_repeated_by_nothing(database, client, tenant, fill):
    """At the limit a forgotten learning makes room for the same in other words, which is new."""
    [kept] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})["learnings"]
    fill(tenant.tenant_id, 499)
    database.call("act_on_learning", tenant_id=tenant.tenant_id, id=kept["id"], actor="a", action="forget")
    again = ["The API is listening on port 8090.", SENTENCES[0]]
    answer = completed(client, tenant.agent, {"run_id": "r2", "learnings": again})
    assert [learning["outcome"] for learning in answer["learnings"]] == ["inserted", "rejected"]


def test_a_secret_is_not_stored(client, tenant, stored):
    """Neither a given learning, nor an objective, nor a log leaves a secret in any table."""
    secret = "ghp_" + "a1B2" * 9
    run = {
        "run_id": "r1",
        "objective": f"Deploy with {secret}.",
        "learnings": [f"The deploy token is {secret}, which the runner needs."],
        "session_log": [{"role": "user", "content": f"Remember: never print the token {secret} in the logs."}],
    }
    answer = completed(client, tenant.agent, run)
    assert answer["inserted"] >= 1
    assert secret not in str(stored(tenant.tenant_id)) and secret not in str(answer)


# What is dropped

MAIL = "The user wrote to Anna by e-mail that the launch moves to May."

TLS = "The billing worker needs REDIS_TLS=1 on staging."


def test_a_learning_that_tells_of_an_email_is_dropped_and_the_rest_kept(client, tenant, stored):
    """The log and the other learnings are read as ever; the answer says which one was dropped, and why, each time."""
    log = [{"role": "user", "content": "Never push to main directly."}]
    run = {"run_id": "r1", "learnings": [MAIL, TLS], "session_log": log}
    for answer in [completed(client, tenant.agent, run) for _ in range(2)]:
        outcomes = [learning["outcome"] for learning in answer["learnings"]]
        assert outcomes[:2] == ["dropped", "inserted"] and (answer["dropped"], answer["inserted"]) == (1, 2)
        assert "e-mail" in answer["learnings"][0]["advice"] and "Anna" not in str(answer)
    assert "Anna" not in str(stored(tenant.tenant_id))
    assert matches(client, tenant, TLS)[0]["learning"] == TLS


@pytest.mark.parametrize(
    "line",
    [
        "- [k04f0] Kiosk logs are rotated every 6 hours by logrotate.",
        "[k04f0, 4×, user rule] Kiosk logs are rotated every 6 hours by logrotate.\n- [k04f1] Other.",
        '<knowledge-loop version="2">\n- [k04f0] Kiosk logs are rotated.\n</knowledge-loop>',
    ],
)
def test_a_line_of_a_block_is_dropped_and_the_rest_kept(client, tenant, line):
    """Sent back it is nothing new, whether or not the tenant has what it names; with nothing else nothing is kept."""
    mixed = ["Good fact about the kiosk printer.", f"> {line}" if line[0] == "[" else line]
    for post in ("agent_complete", "embed"):
        answer = client.post(post, tenant.agent, {"learnings": mixed}).json()
        assert [learning["outcome"] for learning in answer["learnings"]][1:] == ["dropped"]
        assert "own words" in answer["learnings"][1]["advice"]
    answer = client.post("embed", tenant.agent, {"learnings": mixed[1:]})
    assert (answer.status_code, answer.json()["dropped"]) == (200, 1)


@pytest.mark.parametrize("mark", ["[k160d] ", "k160d: ", "[kc51b, 4x, user rule, 2026-11-02] "])
def test_a_learning_is_kept_without_the_mark_of_another(client, tenant, mark):
    """What it says is what was known, and supersedes nothing; no prompt shows the mark."""
    [first] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})["learnings"]
    [again] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [mark + LEARNING]})["learnings"]
    assert (again["outcome"], again["id"]) == ("reinforced", first["id"])
    completed(client, tenant.agent, {"run_id": "r3", "learnings": [f"{mark}The kiosk printer needs driver 5.2."]})
    shown = client.post("query_knowledge", tenant.agent, {"query": "kiosk printer driver"}).json()["formatted"]
    assert "] The kiosk printer needs driver 5.2." in shown and mark.strip() not in shown
