"""One call answers from learnings and chunks, by the path that fits the tenant's size, and never too few."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import psycopg
import pytest
from knowledge.ports.database import PostgresDatabase

SIZES = {"small": 200, "large": 1500}


def random_vectors(count: int, seed: int, spread: float = 0.7) -> np.ndarray:
    """Unit vectors around forty topics, as texts are; those of any seed share the topics."""
    topics = np.random.default_rng(0).normal(size=(40, 384))
    random = np.random.default_rng(seed)
    vectors = (topics[random.integers(40, size=count)] + spread * random.normal(size=(count, 384))).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def text_of(vector: np.ndarray) -> str:
    return "[" + ",".join(f"{value:.6f}" for value in vector) + "]"


@pytest.fixture
def database(app_url):
    """The paths are SQL's own: one adapter is enough."""
    adapter = PostgresDatabase(app_url, connections=2)
    yield adapter
    adapter.close()


@pytest.fixture
def put_chunks(admin_url) -> Callable[[UUID, np.ndarray], None]:
    """Gives a tenant a file with these chunks."""

    def put(
        tenant_id: UUID,
        vectors: np.ndarray,
        path: str = "3-descriptions/user/a/b.md",
        scope: str = "user",
        step: int = 5,
    ) -> None:
        with psycopg.connect(admin_url) as connection:
            connection.execute(
                "insert into knowledge.indexed_files (tenant_id, model, file_path, etag, source_type, chunks)"
                " values (%s, 'm', %s, 'e', 'markdown', %s)",
                [tenant_id, path, len(vectors)],
            )
            with connection.cursor().copy(
                "copy knowledge.knowledge_embeddings (tenant_id, model, file_path, chunk_index, id, chunk_text,"
                " text_hash, scope, source_type, embedding) from stdin"
            ) as copy:
                for number, vector in enumerate(vectors):
                    # At every fifth place none is another's neighbour.
                    row = [
                        tenant_id,
                        "m",
                        path,
                        step * number,
                        uuid4(),
                        f"chunk {number}",
                        f"h{number}",
                        scope,
                        "markdown",
                    ]
                    copy.write_row([*row, text_of(vector)])

    return put


@pytest.fixture
def limit(admin_url) -> Callable[[int], None]:
    """Sets up to how many rows all of them are read; -1 for none."""

    def replace(rows: int) -> None:
        with psycopg.connect(admin_url) as connection:
            connection.execute(
                "create or replace function knowledge._exact_scan_limit() returns integer language sql immutable"
                f" as $$ select {rows} $$"
            )

    return replace


def ask(database, tenant_id: UUID, vector: np.ndarray, **options: Any) -> list[dict[str, Any]]:
    options = {"match_count": 10, **options}
    return database.call(
        "match_knowledge", tenant_id=tenant_id, query_embedding=[float(v) for v in vector], model="m", **options
    )


def numbers(rows: list[dict[str, Any]]) -> list[int]:
    return [row["source"]["chunk"] // 5 for row in rows]


def centre_of(admin_url: str, tenant_id: UUID) -> np.ndarray:
    """What the tenant's rows have in common, as search takes it."""
    with psycopg.connect(admin_url) as connection:
        connection.execute("set search_path = knowledge, extensions")
        row = connection.execute("select _centre(%s, 'm')::real[]", [tenant_id]).fetchone()
        assert row
        return np.array(row[0], np.float32)


def brute_force(vectors: np.ndarray, query: np.ndarray, count: int = 10) -> list[float]:
    """The cosines of the nearest."""
    return sorted((vectors @ query).tolist(), reverse=True)[:count]


def cosines(rows: list[dict[str, Any]]) -> list[float]:
    return sorted((row["similarity"] for row in rows), reverse=True)


def test_the_exact_path_finds_all_of_the_nearest(database, tenant, new_tenant, put_chunks, admin_url):
    """Up to the limit the answer is that of brute force, among other tenants' chunks."""
    vectors, queries = random_vectors(SIZES["small"], 1), random_vectors(10, 2)
    put_chunks(tenant.tenant_id, vectors)
    put_chunks(new_tenant().tenant_id, random_vectors(SIZES["large"], 3))
    for query in queries:
        rows = ask(database, tenant.tenant_id, query)
        assert {row["path"] for row in rows} == {"exact"}
        centre = centre_of(admin_url, tenant.tenant_id)
        assert [row["score"] for row in rows] == pytest.approx(brute_force(vectors, query - centre), abs=0.01)


def test_the_path_is_the_one_chosen(database, tenant, put_chunks, limit):
    """Up to the limit all rows are read, above it those that the indexes of signs and words name."""
    put_chunks(tenant.tenant_id, random_vectors(SIZES["small"], 1))
    [query] = random_vectors(1, 2)
    for rows, path in ((SIZES["small"], "exact"), (-1, "signature")):
        limit(rows)
        assert {row["path"] for row in ask(database, tenant.tenant_id, query)} == {path}


@pytest.mark.parametrize("spread", [0.7, 0.02], ids=["topics", "near-identical"])
def test_the_signatures_find_nearly_all_of_the_nearest(database, tenant, put_chunks, limit, admin_url, spread):
    """Above the limit the answer has at least 0.995 of brute force's, also among clusters of near-identical rows."""
    limit(-1)
    vectors, queries = random_vectors(SIZES["large"], 1, spread), random_vectors(20, 2)
    put_chunks(tenant.tenant_id, vectors)
    centre = centre_of(admin_url, tenant.tenant_id)
    shares = []
    for query in queries:
        scores = [row["score"] for row in ask(database, tenant.tenant_id, query)]
        least = brute_force(vectors, query - centre)[-1]
        shares.append(sum(score >= least - 0.01 for score in scores) / 10)
        assert scores == sorted(scores, reverse=True)
    assert sum(shares) / len(shares) >= 0.995


def test_a_chunk_is_answered_with_what_stands_around_it(database, tenant, put_chunks):
    """What one begins the next one ends, and `chunks` says which they are; in a block no text is told twice."""
    vectors = random_vectors(20, 1)
    put_chunks(tenant.tenant_id, vectors, step=1)
    first, *others = ask(database, tenant.tenant_id, vectors[6], by_part=True)
    assert (first["source"]["chunk"], first["learning"]) == (6, "".join(f"chunk {number}" for number in range(2, 11)))
    assert first["source"]["chunks"] == list(range(2, 11))
    chunks = [chunk for row in [first, *others] for chunk in row["source"]["chunks"]]
    assert len(chunks) == len(set(chunks))


def test_what_was_written_later_is_not_told_as_of_before(database, tenant, put_chunks, admin_url):
    """Neither by itself nor with a neighbour that stood there then; the index keeps no earlier text of it."""
    vectors = random_vectors(9, 1)
    put_chunks(tenant.tenant_id, vectors, step=1)
    with psycopg.connect(admin_url) as connection:
        written = "'2026-05-01'::date + 60 * (chunk_index = 5)::integer"
        connection.execute(f"update knowledge.knowledge_embeddings set updated_at = {written}")
    for by_part in (True, False):
        rows = ask(database, tenant.tenant_id, vectors[4], by_part=by_part, as_of="2026-06-01")
        chunks = {chunk for row in rows for chunk in row["source"]["chunks"]}
        assert 4 in chunks and 5 not in chunks and not any("chunk 5" in row["learning"] for row in rows)


def test_in_a_list_every_chunk_has_the_place_of_its_score(database, tenant, put_chunks):
    """What is asked for by number is precise: the neighbour of a better one is an answer too, without what that has."""
    query, near, *others = random_vectors(20, 1)
    put_chunks(tenant.tenant_id, np.array([*others[:5], query, query + near, *others[5:]]), step=1)
    first, second, *_ = ask(database, tenant.tenant_id, query)
    assert [first["source"]["chunk"], second["source"]["chunk"]] == [5, 6]
    assert "chunk 6" in first["learning"] and (second["learning"], second["source"]["chunks"]) == ("chunk 6", [6])
    assert [row["source"]["chunk"] for row in ask(database, tenant.tenant_id, query, by_part=True)].count(6) == 0


def test_what_was_said_in_a_run_comes_once_in_a_list_too(database, tenant, put_chunks, admin_url):
    """Neighbours of a better passage of the same talk are told with it, and leave their places to others."""
    query, near, *others = random_vectors(20, 1)
    put_chunks(tenant.tenant_id, np.array([*others[:5], query, query + near, *others[5:]]), step=1)
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.knowledge_embeddings set tags = '{evidence}'")
    first, *rest = ask(database, tenant.tenant_id, query)
    assert first["source"]["chunk"] == 5
    assert 6 in first["source"]["chunks"] and 6 not in [row["source"]["chunk"] for row in rest]


def test_of_what_was_said_in_a_run_a_list_has_shorter_spans(database, tenant, put_chunks, admin_url):
    """What answers a question about a run is seldom said at once: several are told together; not in a block."""
    vectors = random_vectors(9, 1)
    put_chunks(tenant.tenant_id, vectors, step=1)
    with psycopg.connect(admin_url) as connection:
        longer = "chunk_text = rpad(chunk_text, 700, '.'), end_char = start_char + 700"
        connection.execute(f"update knowledge.knowledge_embeddings set {longer}")

    def count_chunks(**options: bool) -> int:
        return len(ask(database, tenant.tenant_id, vectors[4], match_count=1, **options)[0]["source"]["chunks"])

    assert count_chunks() == 2
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.knowledge_embeddings set tags = '{evidence}'")
    assert (count_chunks(), count_chunks(by_part=True)) == (1, 2)


def test_of_a_document_nothing_of_another_section_or_page_is_added(database, tenant, put_chunks, admin_url):
    """A passage of a page is told with its page; what was said in a run is one, whatever its headings."""
    vectors = random_vectors(3, 1)
    put_chunks(tenant.tenant_id, vectors, step=1)

    def answer(change: str) -> str:
        with psycopg.connect(admin_url) as connection:
            connection.execute(f"update knowledge.knowledge_embeddings set {change}")
        return ask(database, tenant.tenant_id, vectors[1], match_count=1)[0]["learning"]

    assert answer("breadcrumb = array['Manual', chunk_text]") == "chunk 1"
    assert answer("tags = '{evidence}'") == "chunk 0chunk 1chunk 2"
    assert answer("unit = 'page', first_unit = 1, last_unit = 1") == "chunk 1"


@pytest.mark.parametrize("count", [1, 10, 37, 100])
def test_a_tenant_among_many_gets_exactly_what_it_asks_for(database, tenant, new_tenant, put_chunks, limit, count):
    """Even where the table is full of others' chunks, nothing that the tenant has is withheld."""
    limit(-1)
    mine, [query] = random_vectors(40, 1), random_vectors(1, 2)
    put_chunks(tenant.tenant_id, mine)
    put_chunks(new_tenant().tenant_id, np.repeat(query[None], SIZES["large"], axis=0) + 0.01 * random_vectors(1, 5))
    rows = ask(database, tenant.tenant_id, query, match_count=count)
    assert len(rows) == min(count, 40)
    if count >= 40:
        assert cosines(rows) == pytest.approx(brute_force(mine, query, 40), abs=1e-4)


def test_a_filter_is_applied_on_both_paths(database, tenant, put_chunks, limit):
    """Of two scopes only the asked one is found, and all of it that is asked for."""
    vectors, [query] = random_vectors(500, 1), random_vectors(1, 2)
    put_chunks(tenant.tenant_id, vectors[:450])
    put_chunks(tenant.tenant_id, vectors[450:], "3-descriptions/learned/services/x.md", "learned")
    for rows_read in (1000, -1):
        limit(rows_read)
        rows = ask(database, tenant.tenant_id, query, of_scope="learned", match_count=20)
        assert {row["scope"] for row in rows} == {"learned"} and len(rows) == 20
        assert ask(database, tenant.tenant_id, query, of_source_type="pdf") == []
        assert ask(database, tenant.tenant_id, query, of_tags=("none",)) == []
        assert ask(database, tenant.tenant_id, query, of_kind="fact") == []
        assert len(ask(database, tenant.tenant_id, query, of_kind="chunk", of_source_type="markdown")) == 10


@pytest.mark.parametrize("path", ["3-descriptions/learned/tasks/x.md", "2-summaries/agent/learned-tasks.md"])
def test_what_is_written_from_rows_is_no_second_answer(database, tenant, put_chunks, limit, path):
    """Files that the product writes from learnings are found on neither path."""
    put_chunks(tenant.tenant_id, random_vectors(20, 1), path, "learned")
    for rows_read in (1000, -1):
        limit(rows_read)
        assert ask(database, tenant.tenant_id, random_vectors(1, 2)[0]) == []


def test_a_chunk_counts_with_its_neighbours(database, tenant, put_chunks):
    """Of two as near, the one among hits comes before the one beside a stranger, and `lift` says how much it takes."""
    [query, stranger] = random_vectors(2, 2)
    put_chunks(tenant.tenant_id, np.array([query, query]), step=1)
    put_chunks(tenant.tenant_id, np.array([query, stranger]), "3-descriptions/user/a/c.md", step=1)
    first, _, second, *_ = ask(database, tenant.tenant_id, query)
    assert [row["source"]["path"][-4:] for row in (first, second)] == ["b.md", "c.md"]
    assert (first["similarity"], first["lift"]) == pytest.approx((second["similarity"], 0))
    assert second["lift"] < -0.1
    assert first["score"] - second["score"] == pytest.approx(-second["lift"], abs=0.02)


def test_what_all_rows_have_in_common_tells_nothing(database, tenant, put_chunks):
    """Of two rows as near to the question, the one that is far from all others comes first."""
    [shared, own, other] = np.linalg.qr(random_vectors(3, 5).T)[0].T
    put_chunks(tenant.tenant_id, np.array([shared, own, *[0.8 * shared + 0.6 * other] * 40]))
    first, second = ask(database, tenant.tenant_id, (shared + own) / np.sqrt(2), match_count=2)
    assert numbers([first, second]) == [1, 0]
    assert first["similarity"] == pytest.approx(second["similarity"], abs=0.001)


def test_few_rows_are_ranked_as_they_are(database, tenant, put_chunks):
    """Where there are three, what two of them say twice is still nearer than the third, which is further away."""
    [one, other] = np.linalg.qr(random_vectors(2, 5).T)[0].T
    put_chunks(tenant.tenant_id, np.array([one, one, other]))
    rows = ask(database, tenant.tenant_id, 0.8 * one + 0.6 * other)
    assert numbers(rows)[-1] == 2


@pytest.mark.parametrize("rows", [SIZES["small"], -1], ids=["exact", "signature"])
def test_the_same_question_has_the_same_answer(database, tenant, put_chunks, limit, rows):
    """Asked again, the same rows come in the same order with the same signals, by either path."""
    limit(rows)
    put_chunks(tenant.tenant_id, random_vectors(SIZES["small"], 1))
    [query] = random_vectors(1, 2)
    first, again = ([{**row, "age_days": 0} for row in ask(database, tenant.tenant_id, query)] for _ in range(2))
    assert first == again
