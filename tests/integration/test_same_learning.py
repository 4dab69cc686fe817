"""Which learnings are the same: in other words, served to the run before, of another model."""

import json
from uuid import uuid4

import numpy as np
import psycopg
import pytest

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import LEARNING, completed, matches

# Near-duplicates


@pytest.mark.parametrize(
    "again",
    [
        "the API listens on port 8090",
        "The API  listens on port 8090!",
        "The API is listening on port 8090.",
        "The API listens on port `8090`.",
    ],
)
def test_the_same_in_other_words_is_reinforced(client, tenant, again):
    """A near-duplicate reinforces the learning that is there, whose text stays."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    [kept] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [again]})["learnings"]
    assert (kept["outcome"], kept["frequency"]) == ("reinforced", 2)
    assert kept["similarity"] >= 0.92
    assert [match["learning"] for match in matches(client, tenant, LEARNING)] == [LEARNING]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LEARNING, "The API listens on port 8091."),
        ("Do run the migrations before the tests.", "Don't run the migrations before the tests."),
        ("The worker needs Python 3.11 to start.", "The worker needs Python 3.12 to start."),
        ("Set the retries of the client from 3 to 4.", "Set the retries of the client from 4 to 3."),
        ("Use `load_all()` to read the config file.", "Use `load_one()` to read the config file."),
        ("The staging cluster runs in eu-west-1.", "The staging cluster runs in eu-central-1."),
        ("The flag dark_mode is on in staging.", "The flag dark_mode is off in staging."),
        ("Il backup parte alle due di notte ogni giorno.", "Il backup parte alle tre di notte ogni giorno."),
        ("Der Dienst darf am Tag neu gestartet werden.", "Der Dienst darf am Tag nicht neu gestartet werden."),
        ("ログは三日間保存されます。", "ログは七日間保存されます。"),
        ("Migrate users before the table of orders.", "Migrate orders before the table of users."),
        ("Install the driver before starting the service.", "Start the service before installing the driver."),
        ("If the tests fail, the deploy stops.", "If the deploy stops, the tests fail."),
        ("Stop the server, run the migration.", "Run the migration, stop the server."),
        ("athena: the staging database listens on port 5433.", "zeus: the staging database listens on port 5433."),
        ("Only admins may delete tags.", "Admins may delete tags."),
        ("Le cache est activé en production.", "Le cache n'est plus activé en production."),
        ("On redémarre le worker après la migration.", "On ne redémarre jamais le worker après la migration."),
        ("Il servizio accetta richieste anonime.", "Il servizio non accetta più richieste anonime."),
        ("De service accepteert anonieme verzoeken.", "De service accepteert geen anonieme verzoeken."),
        ("Usługa przyjmuje anonimowe żądania.", "Usługa nie przyjmuje anonimowych żądań."),
        ("Сервис принимает анонимные запросы.", "Сервис не принимает анонимные запросы."),
        ("サービスは匿名リクエストを受け付ける。", "サービスは匿名リクエストを受け付けない。"),
    ],
)
def test_what_differs_in_one_place_is_kept_beside_it(client, tenant, first, second):
    """However near, two learnings with another number, name, negation or word are both kept and linked."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [first]})["learnings"]
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [second]})["learnings"]
    assert (two["outcome"], two["frequency"]) == ("inserted", 1)
    assert two["similarity"] >= 0.92
    variant_of = {match["learning"]: match["variant_of"] for match in matches(client, tenant, first)}
    assert variant_of == {first: None, second: one["id"]}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "The staging database of gimpel listens on port 5433.",
            "the STAGING DATABASE of gimpel listens on port 5433.",
        ),
        ("NEVER restart the http worker at night.", "Never restart the HTTP worker at night."),
    ],
)
def test_what_differs_in_letter_case_alone_is_the_same(client, tenant, first, second):
    """Whoever says it loudly, or writes an abbreviation small."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [first]})
    [again] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [second]})["learnings"]
    assert (again["outcome"], again["frequency"]) == ("reinforced", 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Call the archive tool with -k to unpack it.", "Call the archive tool with -K to unpack it."),
        ("The handler reads userName from the form.", "The handler reads username from the form."),
        ("The rules are in docs/README.md of the shop.", "The rules are in docs/readme.md of the shop."),
    ],
)
def test_a_name_in_another_letter_case_is_another(client, tenant, first, second):
    """Flags, variables and paths are."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [first]})
    [again] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [second]})["learnings"]
    assert again["outcome"] == "inserted"


def test_of_several_near_ones_the_duplicate_is_reinforced(client, tenant):
    """A learning goes to the one that it repeats, even where another is as near."""
    both = [LEARNING, "The API listens on port 8091."]
    completed(client, tenant.agent, {"run_id": "r1", "learnings": both})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": ["The API is listening on port 8091."]})
    assert {match["learning"]: match["frequency"] for match in matches(client, tenant, LEARNING)} == {
        both[0]: 1,
        both[1]: 2,
    }


def test_learnings_of_two_models_are_never_compared(database, tenant, embedder):
    """Under another model the nearest of the first one's vectors is neither a duplicate nor an answer."""
    vector, other = embedder.embed([LEARNING, "The API is listening on port 8090."])

    def keep(text, embedding, model):
        record = {"learning": text, "embedding": str(embedding), "distinctions": ["8090"], "tags": []}
        [row] = database.call("upsert_knowledge", tenant_id=tenant.tenant_id, learnings=[record], model=model)
        return row["outcome"]

    assert keep(LEARNING, vector, "one") == "inserted"
    assert keep("The API is listening on port 8090.", other, "two") == "inserted"
    assert keep("The API is listening on port 8090 .", other, "one") == "reinforced"
    for model, learning in (("one", LEARNING), ("two", "The API is listening on port 8090."), ("three", None)):
        rows = database.call("match_knowledge", tenant_id=tenant.tenant_id, query_embedding=vector, model=model)
        assert [row["learning"] for row in rows] == ([learning] if learning else [])


# What was recalled


def test_what_was_served_to_a_run_is_not_learned_back(client, tenant):
    """A run whose log quotes what it was given teaches nothing by that, and its frequency stays."""
    rule = "Always run the linter before you commit, because the pipeline rejects unformatted code."
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [rule]})
    recall = client.post("query_knowledge", tenant.agent, {"query": rule, "run_id": "r2"}).json()["formatted"]
    log = [
        {"role": "user", "content": f"{recall}\n\nFix the bug in app.py."},
        {"role": "assistant", "content": "I fixed and committed it."},
        {"role": "user", "content": f"No, that is wrong. {rule}"},
    ]
    answer = completed(client, tenant.agent, {"run_id": "r2", "session_log": log})
    assert (answer["inserted"], answer["reinforced"]) == (0, 0)
    assert [match["frequency"] for match in matches(client, tenant, rule)] == [1]
    elsewhere = completed(client, tenant.agent, {"run_id": "not served", "session_log": log})
    assert elsewhere["inserted"] + elsewhere["reinforced"] == 1


def test_what_a_run_was_served_is_recalled_also_where_it_is_stated(client, tenant):
    """Sent back it proves nothing, however often; who was given it and found it true says so by feedback."""
    [known] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})["learnings"]
    for run_id in ("r2", "r3"):
        client.post("query_knowledge", tenant.agent, {"query": LEARNING, "run_id": run_id})
        answer = completed(client, tenant.agent, {"run_id": run_id, "learnings": [LEARNING]})
        assert (answer["recalled"], answer["reinforced"], answer["learnings"][0]["frequency"]) == (1, 0, 1)
    assert completed(client, tenant.agent, {"run_id": "r4", "learnings": [LEARNING]})["reinforced"] == 1
    verdict = {"verdict": "useful", "run_id": "r2"}
    answer = client.request("POST", "learnings", tenant.agent, f"/{known['id']}/feedback", json=verdict)
    assert answer.json()["useful"] == 1


def test_a_paraphrase_of_what_was_served_is_recalled_not_reinforced(database, tenant, embedder):
    """What is near to something served to the run counts as recalled."""
    [vector] = embedder.embed([LEARNING])
    record = {"learning": LEARNING, "embedding": str(vector), "distinctions": [], "tags": []}
    arguments = {"tenant_id": tenant.tenant_id, "learnings": [record], "model": "m"}
    [first] = database.call("upsert_knowledge", **arguments)
    database.call("match_knowledge", tenant_id=tenant.tenant_id, query_embedding=vector, model="m", for_run_id="r2")
    [again] = database.call("upsert_knowledge", **arguments, run_id="r2")
    assert (first["outcome"], again["outcome"], again["frequency"]) == ("inserted", "recalled", 1)
    [elsewhere] = database.call("upsert_knowledge", **arguments, run_id=str(uuid4()))
    assert (elsewhere["outcome"], elsewhere["frequency"]) == ("reinforced", 2)


# Found by signatures


def exact_outcomes(vectors, distinctions, threshold):
    """What comparing each with all before it decides: the place of the one that it repeats, or its own."""
    kept = []
    for place, vector in enumerate(vectors):
        near = [(distinctions[k] == distinctions[place], float(vector @ vectors[k]), -k) for k in kept]
        near = [pair for pair in near if pair[1] >= threshold and pair[0]]
        if not near:
            kept.append(place)
        yield -max(near)[2] if near else place


SIGNATURES_BESIDE_THE_CUT = """
    select avg(differing)::float, stddev(differing)::float, _signature_cut(%(cosine)s)
    from unnest(%(vectors)s::text[], %(others)s::text[]) as pair (a, b)
    cross join lateral (select bit_count(_signature(a::vector) # _signature(b::vector)) as differing) as d
"""


@pytest.mark.parametrize("batch", [1, 40, 100])
@ONE_ADAPTER
def test_signatures_decide_as_comparing_with_all_does(database, tenant, batch):
    """On chains of vectors around the threshold every outcome is that of an exact scan, within a batch and across."""
    random = np.random.default_rng(3)
    vectors = []
    for _ in range(20):
        vector = random.normal(size=384)
        for _ in range(10):  # each about 0.92 from the one before: some repeat it, some do not
            vectors.append(vector / np.linalg.norm(vector))
            step = random.normal(size=384)
            vector = vectors[-1] + random.uniform(0.3, 0.5) * step / np.linalg.norm(step)
    marks = [str(n % 10 // 5) for n in range(len(vectors))]
    vectors = np.array([np.round(vector, 6) for vector in vectors])
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    records = [
        {"learning": f"learning {n} of {n + 7}", "embedding": str(vector.tolist()), "distinctions": [mark], "tags": []}
        for n, (vector, mark) in enumerate(zip(vectors, marks, strict=True))
    ]
    rows = []
    for start in range(0, len(records), batch):
        rows += database.call(
            "upsert_knowledge", tenant_id=tenant.tenant_id, learnings=records[start : start + batch], model="m"
        )
    places = {}
    for place, row in enumerate(rows):
        places.setdefault(str(row["id"]), place)
    assert [places[str(row["id"])] for row in rows] == list(exact_outcomes(vectors, marks, 0.92))
    assert 20 < sum(row["outcome"] == "reinforced" for row in rows) < 180


def test_the_signatures_of_what_is_near_differ_far_less_than_the_cut(admin_url):
    """By five to eight standard deviations: fewer would lose a repeat in thousands, more read what is not near."""
    random, cosine = np.random.default_rng(3), 0.97
    vectors, others = random.normal(size=(2, 200, 384))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    others -= np.sum(others * vectors, axis=1, keepdims=True) * vectors
    others *= np.sqrt(1 - cosine**2) / np.linalg.norm(others, axis=1, keepdims=True)
    others += cosine * vectors
    pairs = {name: list(map(str, side.tolist())) for name, side in (("vectors", vectors), ("others", others))}
    with psycopg.connect(admin_url) as connection:
        connection.execute("set search_path to knowledge, extensions")
        [(mean, deviation, cut)] = connection.execute(SIGNATURES_BESIDE_THE_CUT, {**pairs, "cosine": cosine}).fetchall()
    assert 5 < (cut - mean) / deviation < 8


def test_texts_are_compared_word_by_word_only_where_nothing_else_parts_them(tenant, embedder, admin_url):
    """Of a batch alike in all but their numbers no pair is: a hundred would be five thousand pairs."""
    texts = [f"Job {number} of the pipeline writes its report to bucket {number * 7}." for number in range(12)]
    learnings = [
        {"learning": text, "embedding": str(vector), "distinctions": [text.split()[1]], "tags": [], "kind": "fact"}
        for text, vector in zip(texts, embedder.embed(texts), strict=True)
    ]
    upsert = "select from knowledge.upsert_knowledge(tenant_id => %s, learnings => %s, model => %s)"
    compared = "select coalesce(sum(calls), 0) from pg_stat_xact_user_functions where funcname = '_only_difference'"
    with psycopg.connect(admin_url) as connection:
        connection.execute("set track_functions = 'all'")
        calls = []
        for batch in (learnings, [learnings[0] | {"learning": "Job 0 of a pipeline writes the report to bucket 0."}]):
            connection.execute(upsert, [tenant.tenant_id, json.dumps(batch), embedder.model])
            calls += connection.execute(compared).fetchone()
    assert calls == [0, 1]
