"""query-knowledge and embed, over HTTP on both adapters."""

from operator import mul

import psycopg
import pytest
from knowledge.errors import Unavailable

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import completed

LEARNINGS = [
    ("The database migrations run before the tests.", "developer"),
    ("The payment gateway times out after thirty seconds.", "developer"),
    ("The changelog is written by hand.", "reviewer"),
    ("Flaky browser tests are retried twice on the build server.", "tester"),
]


@pytest.fixture
def taught(client, tenant):
    """The tenant, having learned what is above."""
    for learning, agent_type in LEARNINGS:
        body = {"learnings": [learning], "agent_type": agent_type, "work_order_id": f"wo-{agent_type}"}
        assert client.post("agent_complete", tenant.agent, body).status_code == 200
    return tenant


def ask(client, tenant, query, **fields):
    response = client.post("query_knowledge", tenant.reader, {"query": query, **fields})
    assert response.status_code == 200, response.text
    return response.json()


def ask_as_agent(client, tenant, query, **fields):
    return client.post("query_knowledge", tenant.agent, {"query": query, **fields}).json()


def test_an_empty_answer_names_the_threshold_that_was_asked_for(client, tenant):
    """It is neither a filter nor the model's floor that left everything out."""
    client.post("agent_complete", tenant.agent, {"run_id": "r", "learnings": ["The API listens on port 8090."]})
    asked = {"query": "Where does the API listen?", "match_threshold": 2.9}
    answer = client.post("query_knowledge", tenant.reader, asked).json()
    assert answer["matches"] == [] and "match_threshold" in answer["empty"] and answer["receipt"]["floor"] == 2.9


@pytest.mark.parametrize(("path", "asked"), [("/", "query"), ("/context", "task_description")])
def test_a_new_tenant_is_told_how_something_becomes_known(client, tenant, path, asked):
    """No filter left anything out, unless there is one."""
    empty, of_project = (
        client.request(
            "POST", "query_knowledge", tenant.reader, path, json={asked: "How do we deploy?", **filters}
        ).json()
        for filters in ({}, {"project": "shop"})
    )
    assert "agent-complete" in empty["empty"] and "filters" not in empty["empty"] and "filters" in of_project["empty"]


STOREFRONT = "Its header has a logo, a search field and the basket. Fonts come from our own server. " * 12


@pytest.mark.parametrize(("path", "asked"), [("/", "query"), ("/context", "task_description")])
def test_a_long_text_that_finds_nothing_is_told_how_to_ask(client, taught, path, asked):
    """What it would have to know is a small share of it; of a short question it is all."""
    need = "When does the payment gateway time out?"
    texts = [f"{STOREFRONT}The shop hangs.", "Who repaints the ferry?"]
    long, short = (
        client.request("POST", "query_knowledge", taught.reader, path, json={asked: text}).json() for text in texts
    )
    assert "questions" in long["empty"] and short["empty"] and "questions" not in short["empty"]
    body = {asked: texts[0], "questions": [need]}
    assert client.request("POST", "query_knowledge", taught.reader, path, json=body).json()["formatted"]


def test_identical_text_comes_first(client, taught, embedder):
    """`similarity` is its cosine with the question, which is embedded as one: 1.0 is not to be expected."""
    for learning, _ in LEARNINGS:
        best = ask(client, taught, learning)["matches"][0]
        cosine = sum(map(mul, embedder.embed_question(learning), embedder.embed([learning])[0]))
        assert (best["learning"], best["similarity"]) == (learning, pytest.approx(cosine, abs=1e-5))


def test_the_nearest_comes_first(client, taught):
    """Matches are in the order of their score, the one that answers the question first."""
    matches = ask(client, taught, "How long does a payment take until it fails?", match_count=4)["matches"]
    assert matches[0]["learning"] == LEARNINGS[1][0]
    scores = [match["score"] for match in matches]
    assert scores == sorted(scores, reverse=True) and len(scores) == 4


def test_reinforcement_ranks_among_equals(client, tenant):
    """Of two learnings with the same score, the one that more runs taught comes first; it lifts no score."""
    both = ["The invoice job waits for a printer.", "The invoice job feeds the archive daily."]
    for learning in both:
        client.post("agent_complete", tenant.agent, {"learnings": [learning]})
    for n in range(3):
        client.post("agent_complete", tenant.agent, {"run_id": f"again-{n}", "learnings": [both[0]]})
    matches = ask(client, tenant, "invoice", mode="keyword")["matches"]
    assert [match["frequency"] for match in matches] == [4, 1]
    assert matches[0]["score"] == matches[1]["score"] == round(matches[0]["coverage"], 2)


def test_of_two_that_are_about_as_near_the_one_that_helped_comes_first(client, tenant):
    """Three runs found the nearer one wrong and the other useful."""
    misled, helped = (
        f"The flaky test test_cart_total passes when {when}." for when in ("the worker count is one", "time is frozen")
    )
    ids = {
        learning["learning"]: learning["id"]
        for run, text in (("r1", misled), ("r2", helped))
        for learning in completed(client, tenant.agent, {"run_id": run, "learnings": [text]})["learnings"]
    }
    asked = "How do I make the flaky test test_cart_total pass?"
    matches = [match["learning"] for match in ask(client, tenant, asked)["matches"]]
    nearer, other = matches
    for run in range(3):
        for text, verdict in ((nearer, "wrong"), (other, "useful")):
            body = {"verdict": verdict, "run_id": f"f{run}"}
            client.request("POST", "learnings", tenant.agent, f"/{ids[text]}/feedback", json=body).raise_for_status()
    assert [match["learning"] for match in ask(client, tenant, asked)["matches"]] == [other, nearer]


def test_an_agent_type_filters(client, taught):
    """Given an agent type, only what agents of that type learned is answered."""
    matches = ask(client, taught, "tests", agent_type="developer", match_threshold=-1)["matches"]
    assert {match["learning"] for match in matches} == {LEARNINGS[0][0], LEARNINGS[1][0]}
    answer = ask(client, taught, "tests", agent_type="nobody")
    assert (answer["matches"], answer["formatted"]) == ([], "") and "filters" in answer["empty"]


def test_what_has_no_agent_type_is_for_all(client, taught, put_chunk):
    """Learnings of runs that named none, also once a run of some type taught them, too; and files."""
    learning = "The staging tests need a voucher."
    for body in ({"run_id": "r1"}, {"run_id": "r2", "agent_type": "developer"}):
        completed(client, taught.agent, {**body, "learnings": [learning]})
    put_chunk("3-descriptions/user/rules/tests.md", "Nobody else runs the staging tests.")
    matches = ask(client, taught, "staging tests", agent_type="nobody", match_threshold=-1)["matches"]
    [fact] = [match for match in matches if match["kind"] == "fact"]
    assert len(matches) == 2 and (fact["learning"], fact["agent_types"]) == (learning, [])


def test_a_threshold_cuts_off(client, taught):
    """Nothing that scores less than `match_threshold` is answered, whatever the floor is; at 1 nothing here is."""
    threshold = ask(client, taught, "tests", match_threshold=-1)["matches"][1]["score"]
    matches = ask(client, taught, "tests", match_threshold=threshold - 0.01)["matches"]
    assert len(matches) == 2 and all(match["score"] >= threshold for match in matches)
    assert ask(client, taught, "gardening", match_threshold=1)["matches"] == []


def test_a_tenant_among_many_gets_exactly_as_many_as_it_asks_for(client, new_tenant, taught, fill):
    """Other tenants' rows, however many and however near, never take the place of one's own."""
    for _ in range(5):
        fill(new_tenant("pro").tenant_id, 300)
    fill(taught.tenant_id, 120)
    for count in (1, 5, 100):
        assert len(ask(client, taught, LEARNINGS[0][0], match_count=count)["matches"]) == count
    small = new_tenant()
    fill(small.tenant_id, 3)
    assert len(ask(client, small, LEARNINGS[0][0], match_count=5, match_threshold=-1)["matches"]) == 3


def test_formatted_is_data_with_provenance(client, taught):
    """`formatted` quotes each match in one line with its short id, between stable delimiters."""
    answer = ask(client, taught, "payment gateway", match_count=2)
    opening, _, heading, *lines, closing = answer["formatted"].splitlines()
    assert (opening, heading, closing) == (
        '<knowledge-loop version="2">',
        "Facts and decisions:",
        "</knowledge-loop>",
    )
    for match, line in zip(answer["matches"], lines, strict=True):
        assert line.startswith(f"- [{match['short_id']}]") and line.endswith(f"] {match['learning']}")
        assert match["agent_types"] and match["work_order_id"]


def test_what_was_handed_to_a_run_is_noted_once(client, taught, tenant, stored):
    """A question with a run's id notes what was served; asking again notes nothing twice, and without an id nothing."""
    ask_as_agent(client, taught, "payment gateway", match_count=2)
    assert stored(tenant.tenant_id)["knowledge.served"] == []
    for _ in range(2):
        ask_as_agent(client, taught, "payment gateway", match_count=2, run_id="r1")
    assert len(stored(tenant.tenant_id)["knowledge.served"]) == 2


def test_stage_times_travel_with_the_answer(client, taught):
    """Server-Timing names the stages: authentication, embedding, the database."""
    response = client.post("query_knowledge", taught.reader, {"query": "payment"})
    names = [timing.split(";")[0] for timing in response.headers["server-timing"].split(", ")]
    assert {"authenticate", "embed", "database"} <= set(names)


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("banana bread recipe", "floor"),
        ("ok thanks, continue", "small talk"),
        ("what is the capital of Mongolia?", "floor"),
    ],
)
def test_what_nothing_answers_is_answered_by_nothing(client, taught, question, why):
    """Below the model's floor the answer is empty and says so, as of small talk; a stated threshold overrides both."""
    answer = ask(client, taught, question)
    assert (answer["matches"], answer["formatted"], answer["tokens"]) == ([], "", 0)
    assert why in answer["empty"] and answer["receipt"]["floor"] > 0
    below = ask(client, taught, question, match_threshold=-1)
    assert len(below["matches"]) == len(LEARNINGS) and below["empty"] is None


@ONE_ADAPTER
def test_each_part_has_its_share(client, tenant):
    """Rules, fixes, facts: each is under its heading, in this order, and none crowds out another."""
    stated = [
        *({"learning": f"Check number {n}: the invoice job needs the printer {n}.", "kind": "fact"} for n in range(30)),
        {"learning": "Never restart the invoice job by hand.", "kind": "rule"},
        {"learning": "The invoice job hung: clearing its lock file helped.", "kind": "fix"},
    ]
    client.post("agent_complete", tenant.agent, {"learnings": stated})
    answer = ask(client, tenant, "The invoice job hangs at the printer", max_tokens=300)
    lines = answer["formatted"].splitlines()
    headings = ["Standing rules:", "Fixes and dead ends:", "Facts and decisions:"]
    assert [line for line in lines if line in headings] == headings
    assert stated[-2]["learning"] in lines[lines.index(headings[0]) + 1]
    assert stated[-1]["learning"] in lines[lines.index(headings[1]) + 1]
    assert answer["tokens"] <= 300
    assert len(answer["matches"]) == sum(line.startswith("- [") for line in lines)


@ONE_ADAPTER
def test_a_block_keeps_to_its_characters(client, tenant):
    """A hook that cuts at so many characters cuts nothing."""
    learnings = [f"Service number {n} listens on port {8000 + n} of its own host." for n in range(40)]
    client.post("agent_complete", tenant.agent, {"learnings": learnings})
    answer = ask(client, tenant, "Which port does a service listen on?", max_tokens=4000, max_characters=600)
    assert 400 < len(answer["formatted"]) <= 600


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("HOW LONG DOES THE PAYMENT GATEWAY TAKE TO TIME OUT?", 1),
        ("teh paymet gateway tiems out", 1),
        ("Wann bricht die Zahlung ab, payment gateway?", 1),
        ("the payment gateway times out " * 330, 1),
        ("it was not that, and which of these is it?", None),
        ("x", None),
        ("決済ゲートウェイは何秒でタイムアウトしますか", None),
        ("'; drop table knowledge; --", None),
        ("👍", None),
        ("\x00 ?", None),
    ],
)
def test_odd_questions_are_answered_sensibly(client, taught, question, answered):
    """Capitals, typos, length: the best is the same; stop words, one character, other scripts, SQL: no error."""
    matches = ask(client, taught, question)["matches"]
    assert answered is None or matches[0]["learning"] == LEARNINGS[answered][0]


@ONE_ADAPTER
@pytest.mark.parametrize("mode", ["hybrid", "dense", "keyword"])
def test_search_goes_by_what_the_operator_sets(client, taught, monkeypatch, mode):
    """Vectors and words, or one of them alone; a question may say otherwise, and the receipt says which it was."""
    monkeypatch.setattr("knowledge.wiring.search_mode", lambda: mode)
    answer = ask(client, taught, "When does the payment gateway time out?")
    assert answer["receipt"]["search"] == mode and answer["receipt"]["rows"] == len(LEARNINGS)
    assert answer["matches"][0]["learning"] == LEARNINGS[1][0]
    assert ask(client, taught, "payment", mode="dense")["receipt"]["search"] == "dense"


class Failing:
    """An embedder whose model does not answer: it counts tokens, and knows its own name."""

    def __init__(self, embedder):
        self._embedder = embedder

    def __getattr__(self, name):
        return getattr(self._embedder, name)

    def embed(self, texts):
        raise Unavailable("the embedding endpoint does not answer as it should; repeat in a moment")

    embed_question = embed


def test_who_asks_by_words_needs_no_model(client, taught, embedder, monkeypatch):
    """Neither for the question nor for the issues beside it; who asks by vectors is told what fails."""
    issue = {"issue_summary": "The payment gateway times out", "solution": "Raise the limit to a minute."}
    assert client.post("issue_patterns", taught.agent, issue).status_code == 200
    monkeypatch.setattr("knowledge.wiring.embedder", lambda: Failing(embedder))
    answer = ask(client, taught, "payment gateway times out", mode="keyword")
    assert answer["matches"][0]["learning"] == LEARNINGS[1][0] and answer["matches"][0]["similarity"] == 0
    assert [issue["issue_summary"] for issue in answer["issues"]] == [issue["issue_summary"]]
    asked = {"query": "payment gateway times out"}
    assert client.post("query_knowledge", taught.reader, asked).status_code == 503


# Filters, copies, and rows from before an upgrade


@pytest.fixture
def answered(database, tenant, embedder):
    """The learnings, or the paths of the chunks, that the function itself answers, best first."""

    def match(question, **options):
        [vector] = embedder.embed([question])
        asked = {"question": question, "query_embedding": vector, "model": embedder.model, **options}
        return database.call("match_knowledge", tenant_id=tenant.tenant_id, **asked)

    return match


@ONE_ADAPTER
def test_a_project_finds_its_own_and_what_is_of_none(client, tenant, database, embedder):
    """What another project learned is not answered; without a project all of it is."""
    learnings = {
        "The shop ships on Mondays.": "shop",
        "The forum opens on Fridays.": "forum",
        "Ships never sleep.": None,
    }
    for learning, project in learnings.items():
        record = {"learning": learning, "embedding": str(embedder.embed([learning])[0]), "distinctions": [], "tags": []}
        database.call(
            "upsert_knowledge",
            tenant_id=tenant.tenant_id,
            learnings=[record],
            model=embedder.model,
            project=project,
        )
    matches = ask(client, tenant, "When does it ship?", project="shop", match_threshold=-1)["matches"]
    assert {match["learning"] for match in matches} == {"The shop ships on Mondays.", "Ships never sleep."}
    assert len(ask(client, tenant, "When does it ship?", match_threshold=-1)["matches"]) == 3


@ONE_ADAPTER
def test_times_filter(client, taught, admin_url):
    """`since` is of when it was last seen, `until` of when it was first."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            "update knowledge.knowledge set created_at = '2026-01-01', last_seen_at = '2026-02-01' where learning = %s",
            [LEARNINGS[0][0]],
        )

    def texts(**times):
        return {match["learning"] for match in ask(client, taught, "tests", match_threshold=-1, **times)["matches"]}

    assert LEARNINGS[0][0] not in texts(since="2026-03-01T00:00:00Z")
    assert len(texts(since="2026-03-01T00:00:00Z")) == 3
    assert len(texts(since="2026-01-15T00:00:00Z")) == 4
    assert texts(until="2026-01-02T00:00:00Z") == {LEARNINGS[0][0]}


@ONE_ADAPTER
@pytest.mark.parametrize("column", ["expires_at", "held_at", "deleted_at"])
def test_what_has_expired_or_is_held_is_never_served(client, taught, admin_url, column):
    """Stored, and in no answer, whatever the threshold."""
    with psycopg.connect(admin_url) as connection:
        connection.execute(
            f"update knowledge.knowledge set {column} = now() - interval '1 hour' where learning = %s",
            [LEARNINGS[1][0]],
        )
    matches = ask(client, taught, LEARNINGS[1][0], match_threshold=-1)["matches"]
    assert len(matches) == 3 and LEARNINGS[1][0] not in {match["learning"] for match in matches}


@pytest.fixture
def put_chunk(connected, tenant, embedder, database):
    """A file of one chunk, with its words."""

    def put(path, text, title=None):
        scope = "learned" if "/learned/" in path else "user"
        with psycopg.connect(connected.admin_url) as connection:
            connection.execute(
                "insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)"
                " values (%s, %s, %s, 'e', 'markdown', 1)",
                [tenant.tenant_id, embedder.model, path],
            )
            connection.execute(
                "insert into knowledge.knowledge_embeddings (tenant_id, model, file_path, chunk_index, id, chunk_text,"
                " text_hash, scope, source_type, embedding, breadcrumb)"
                " values (%s, %s, %s, 0, gen_random_uuid(), %s, 'h', %s, 'markdown', %s, %s)",
                [
                    *(tenant.tenant_id, embedder.model, path, text, scope, str(embedder.embed([text])[0])),
                    [title] if title else [],
                ],
            )

    return put


def index_all(database, tenant):
    while database.call("index_words", tenant_id=tenant.tenant_id, batch=2)[0]["remaining"]:
        pass


@ONE_ADAPTER
def test_a_chunk_that_says_what_a_learning_says_is_among_its_sources(taught, put_chunk, answered, database):
    """It is no second match; one that has more to say of the question is."""
    put_chunk("3-descriptions/learned/a/copy.md", LEARNINGS[1][0])
    put_chunk("3-descriptions/learned/a/more.md", f"{LEARNINGS[1][0]} Ask the treasurer for a refund.")
    index_all(database, taught)
    rows = answered("Does the payment gateway refund what times out?", match_threshold=0.5)
    paths = {row["source"]["path"] for row in rows if row["source"]}
    folded = {source["path"] for row in rows for source in row["sources"]}
    assert paths == {"3-descriptions/learned/a/more.md"} and "3-descriptions/learned/a/copy.md" in folded


@ONE_ADAPTER
def test_a_copy_whose_title_has_the_questions_word_is_no_second_match(client, taught, put_chunk, database):
    """The learning has that word, too: an upload of the same text says no more."""
    learning = "The orders service caches prices in Redis for 15 minutes."
    completed(client, taught.agent, {"learnings": [learning]})
    put_chunk("3-descriptions/learned/a/orders.md", learning, title="Orders")
    index_all(database, taught)
    for question in ("Orders", "how long does the orders service cache prices"):
        [match] = [
            one for one in ask(client, taught, question, match_count=5)["matches"] if one["learning"] == learning
        ]
        assert [source["path"] for source in match["sources"]] == ["3-descriptions/learned/a/orders.md"]


@ONE_ADAPTER
@pytest.mark.parametrize(
    ("learning", "text"),
    [
        ("Heron's API answers are written in camelCase.", "Heron's API answers are not written in camelCase."),
        ("The parcels of heron are shipped by Dachser.", "The parcels of heron are never shipped by Dachser."),
        ("Run heron-migrate before each deploy.", "Run heron-migrate before each deploy, but only on canary hx-7."),
        ("Run heron-migrate before each deploy.", "Run heron-migrate before each deploy. It corrupts the ledger."),
    ],
)
def test_a_chunk_that_limits_or_contradicts_a_learning_is_an_answer_of_its_own(
    taught, client, put_chunk, database, learning, text
):
    """Though it holds all words of the learning, and no other of the question."""
    completed(client, taught.agent, {"learnings": [learning]})
    put_chunk("3-descriptions/learned/a/heron.md", f"- The port of finch is 99.\n- {text}")
    index_all(database, taught)
    answered = ask(client, taught, learning, match_count=2)["matches"]
    assert [match["learning"] for match in answered if text in match["learning"]]
    assert not any(match["sources"] for match in answered)


@ONE_ADAPTER
def test_what_a_person_wrote_is_folded_into_nothing_learned(taught, client, put_chunk, database):
    """Whoever reads the answer sees whose word it is; and it overrules what it contradicts."""
    put_chunk("3-descriptions/user/a/copy.md", LEARNINGS[1][0])
    index_all(database, taught)
    answered = ask(client, taught, LEARNINGS[1][0])["matches"]
    assert {match["authority"] for match in answered} == {"learned", "user"}


@ONE_ADAPTER
def test_a_passage_beside_a_rule_is_an_answer_of_its_own(client, tenant, put_chunk, database):
    """It holds the rule's words, and none of the question's beside them, and yet tells what the rule is about."""
    rule = "Always restart one pod of customs at a time."
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [{"learning": rule, "kind": "rule"}]})
    put_chunk("3-descriptions/learned/evidence/r0.md", f"The key lives in Vault. {rule} It reads the key then.")
    index_all(database, tenant)
    parts = [match["part"] for match in ask(client, tenant, "restart the customs pods")["matches"]]
    assert sorted(parts) == ["passage", "rule"]


@ONE_ADAPTER
def test_a_month_that_a_question_names_is_found_as_a_number(client, taught, put_chunk, database):
    """Figures have their period so; a named month that no row has so costs nothing."""
    put_chunk("2-summaries/gtm/analytics.md", "- **metabase mrr, 2026-11**: 41,200 EUR → 43,900 EUR")
    index_all(database, taught)
    answer = ask(client, taught, "What was our MRR in October and November 2026?")
    assert "43,900 EUR" in answer["formatted"] and set(answer["matches"][0]["matched_terms"]) == {
        "2026",
        "2026-11",
        "mrr",
    }


@ONE_ADAPTER
def test_a_number_that_nobody_has_is_not_covered(client, tenant):
    """Whatever it looks like: another invoice, or another month, is no answer."""
    learnings = ["Invoice 2024-16 was paid late by Siemens.", "The invoice template stands in billing/templates."]
    completed(client, tenant.agent, {"run_id": "r1", "learnings": learnings})
    for question in ("invoice 2024-17", "invoice of 2031-10"):
        assert ask(client, tenant, question, mode="keyword")["matches"] == []
    assert ask(client, tenant, "invoice 2024-16", mode="keyword")["matches"][0]["learning"] == learnings[0]


@ONE_ADAPTER
def test_a_passage_begins_with_its_first_line_and_ends_with_its_last(client, tenant, put_chunk, database):
    """The lines between two sections belong to neither; what code is indented by stays."""
    put_chunk("3-descriptions/user/a/refunds.md", "\n\n    refund(order)  # The treasurer's refund.\n\nAsk her.\n\n")
    index_all(database, tenant)
    answer = ask(client, tenant, "Who makes a treasurer's refund of an order?", match_count=1)
    assert answer["matches"][0]["learning"] == "    refund(order)  # The treasurer's refund.\n\nAsk her."
    assert "] refund(order)" in answer["formatted"]


@ONE_ADAPTER
def test_an_old_passage_is_told_with_what_later_days_say(client, tenant, put_chunk, database):
    """With day and file, noted as served to the run; its text stays its own. `as_of` a day nothing is later."""
    old = "- The museum audio guide runs as an app on phones. (2026-02-11)"
    later = "The audio guide comes on forty devices rented from Muselis."
    put_chunk("2-summaries/product/audio-guide.md", old)
    put_chunk("2-summaries/organization/devices.md", f"- {later} (2026-06-01)")
    index_all(database, tenant)
    question = "How does the audio guide run, as an app?"
    answer = ask_as_agent(client, tenant, question, match_count=1, run_id="r1")
    [match] = answer["matches"]
    assert match["learning"] == old
    assert match["later"] == [{"text": later, "day": "2026-06-01", "path": "2-summaries/organization/devices.md"}]
    assert later in answer["formatted"]
    served = database.call("served_learnings", tenant_id=tenant.tenant_id, run_id="r1")
    assert {row["learning"] for row in served} == {old, f"- {later} (2026-06-01)"}
    [then] = ask(client, tenant, question, match_count=1, as_of="2099-01-01T00:00:00Z")["matches"]
    assert (then["learning"], then["later"]) == (old, [])


@ONE_ADAPTER
def test_rows_from_before_an_upgrade_are_given_their_words(taught, put_chunk, answered, database, admin_url):
    """They have none, and search by words finds them once the upkeep has been there; the counts are those of now."""
    put_chunk("3-descriptions/user/a/b.md", "The treasurer signs each refund.")
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.knowledge set kw = null, terms = null")
        connection.execute("delete from knowledge.vocabulary")
    assert answered("treasurer refund payment gateway", mode="keyword", match_threshold=0.01) == []
    index_all(database, taught)
    rows = answered("treasurer refund payment gateway", mode="keyword", match_threshold=0.01)
    assert {row["learning"] for row in rows} == {"The treasurer signs each refund.", LEARNINGS[1][0]}
    assert rows[0]["rows_considered"] == 5


def test_matches_come_by_their_score_and_rules_among_them(client, taught):
    """What answers the question is before a standing rule that is only near it; in the block rules have their part."""
    rule = {"learning": "Always log payments.", "kind": "rule"}
    client.post("agent_complete", taught.agent, {"learnings": [rule]})
    answer = ask(client, taught, "The payment gateway times out after how many seconds?", match_count=5)
    scores = [match["score"] for match in answer["matches"]]
    assert scores == sorted(scores, reverse=True) and answer["matches"][0]["learning"] != rule["learning"]


def test_a_pinned_rule_is_told_whatever_the_question_and_others_where_they_are_near(client, taught):
    """Of two rules that have nothing to do with a question the pinned one comes first of all; the other stays out."""
    far = ["Never repaint the harbour ferry.", "Always water the office ferns on Tuesdays."]
    rules = {"learnings": [{"learning": text, "kind": "rule"} for text in far]}
    kept = client.post("agent_complete", taught.agent, rules).json()["learnings"]
    assert client.request("POST", "learnings", taught.admin, f"/{kept[0]['id']}/pin", json={}).status_code == 200
    matches = ask(client, taught, "The payment gateway times out after how many seconds?")["matches"]
    assert matches[0]["learning"] == far[0] and matches[0]["pinned"]
    assert far[1] not in [match["learning"] for match in matches]
