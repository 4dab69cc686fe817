"""One call answers from learnings and chunks, by the path that fits the tenant's size, and never too few."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import psycopg
import pytest
from knowledge.ports.database import PostgresDatabase

SIZES = {"small": 200, "large": 1500}


def random_vectors(count: int, seed: int) -> np.ndarray:
    """Unit vectors around forty topics, as texts are; those of any seed share the topics."""
    topics = np.random.default_rng(0).normal(size=(40, 384))
    random = np.random.default_rng(seed)
    vectors = (topics[random.integers(40, size=count)] + 0.7 * random.normal(size=(count, 384))).astype(np.float32)
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
        tenant_id: UUID, vectors: np.ndarray, path: str = "3-descriptions/user/a/b.md", scope: str = "user"
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
                    row = [tenant_id, "m", path, number, uuid4(), f"chunk {number}", f"h{number}", scope, "markdown"]
                    copy.write_row([*row, text_of(vector)])

    return put


@pytest.fixture
def limit(admin_url) -> Callable[[int], None]:
    """Sets up to how many chunks all of them are read."""

    def replace(chunks: int) -> None:
        with psycopg.connect(admin_url) as connection:
            connection.execute(
                "create or replace function knowledge._exact_scan_limit() returns integer language sql immutable"
                f" as $$ select {chunks} $$"
            )

    return replace


def ask(database, tenant_id: UUID, vector: np.ndarray, **options: Any) -> list[dict[str, Any]]:
    options = {"match_count": 10, **options}
    return database.call(
        "match_knowledge", tenant_id=tenant_id, query_embedding=[float(v) for v in vector], model="m", **options
    )


def numbers(rows: list[dict[str, Any]]) -> list[int]:
    return [row["source"]["chunk"] for row in rows]


def brute_force(vectors: np.ndarray, query: np.ndarray, count: int = 10) -> list[int]:
    return np.argsort(-(vectors @ query), kind="stable")[:count].tolist()


def test_the_exact_path_finds_all_of_the_nearest(database, tenant, new_tenant, put_chunks, limit):
    """Up to the limit the answer is that of brute force, among other tenants' chunks."""
    vectors, queries = random_vectors(SIZES["small"], 1), random_vectors(10, 2)
    put_chunks(tenant.tenant_id, vectors)
    put_chunks(new_tenant().tenant_id, random_vectors(SIZES["large"], 3))
    for query in queries:
        assert numbers(ask(database, tenant.tenant_id, query)) == brute_force(vectors, query)


def test_the_path_is_the_one_chosen(tenant, put_chunks, limit, admin_url):
    """Up to the limit the vector index is not scanned, above it once a question."""
    put_chunks(tenant.tenant_id, random_vectors(SIZES["small"], 1))
    [query] = random_vectors(1, 2)
    scans = "select pg_stat_get_xact_numscans('knowledge.knowledge_embeddings_nearest'::regclass)"
    for chunks, scanned in ((SIZES["small"], 0), (SIZES["small"] - 1, 1)):
        limit(chunks)
        with psycopg.connect(admin_url) as connection:
            question = "select * from knowledge.match_knowledge(%s, %s::extensions.vector, 'm')"
            connection.execute(question, [tenant.tenant_id, text_of(query)])
            assert connection.execute(scans).fetchone() == (scanned,)


def test_the_index_finds_nearly_all_of_the_nearest(database, tenant, put_chunks, limit):
    """Above the limit the answer has at least 0.9 of brute force's, best first, and all of the asked count."""
    limit(0)
    vectors, queries = random_vectors(SIZES["large"], 1), random_vectors(20, 2)
    put_chunks(tenant.tenant_id, vectors)
    found = [ask(database, tenant.tenant_id, query) for query in queries]
    shared = [
        len(set(numbers(rows)) & set(brute_force(vectors, query))) for rows, query in zip(found, queries, strict=True)
    ]
    assert sum(shared) / (10 * len(queries)) >= 0.9
    for rows in found:
        assert [row["similarity"] for row in rows] == sorted((row["similarity"] for row in rows), reverse=True)
        assert len(rows) == 10


@pytest.mark.parametrize("count", [1, 10, 37, 100])
def test_a_tenant_among_many_gets_exactly_what_it_asks_for(database, tenant, new_tenant, put_chunks, limit, count):
    """Even where the index is full of others' chunks and ends early, nothing that the tenant has is withheld."""
    limit(0)
    mine, [query] = random_vectors(40, 1), random_vectors(1, 2)
    put_chunks(tenant.tenant_id, mine)
    put_chunks(new_tenant().tenant_id, np.repeat(query[None], SIZES["large"], axis=0) + 0.01 * random_vectors(1, 5))
    rows = ask(database, tenant.tenant_id, query, match_count=count)
    assert len(rows) == min(count, 40)
    if count >= 40:
        assert numbers(rows) == brute_force(mine, query, 40)


def test_a_filter_is_applied_on_both_paths(database, tenant, put_chunks, limit):
    """Of two scopes only the asked one is found, and all of it that is asked for."""
    vectors, [query] = random_vectors(200, 1), random_vectors(1, 2)
    put_chunks(tenant.tenant_id, vectors[:150])
    put_chunks(tenant.tenant_id, vectors[150:], "3-descriptions/learned/tasks/x.md", "learned")
    for chunks in (1000, 0):
        limit(chunks)
        rows = ask(database, tenant.tenant_id, query, of_scope="learned", match_count=20)
        assert {row["scope"] for row in rows} == {"learned"} and len(rows) == 20
        assert ask(database, tenant.tenant_id, query, of_source_type="pdf") == []
        assert ask(database, tenant.tenant_id, query, of_tags=("none",)) == []
        assert ask(database, tenant.tenant_id, query, of_agent_type="coder") == []
        assert ask(database, tenant.tenant_id, query, of_kind="fact") == []
        assert len(ask(database, tenant.tenant_id, query, of_kind="chunk", of_source_type="markdown")) == 10


def test_the_plans_are_the_two_intended(admin_url, tenant, put_chunks):
    """As the owner under row-level security, sorting off, one query walks the vector index and the other cannot."""
    put_chunks(tenant.tenant_id, random_vectors(SIZES["large"], 1))
    [query] = random_vectors(1, 2)
    where = f"from knowledge_embeddings where tenant_id = '{tenant.tenant_id}' and model = 'm'"
    with psycopg.connect(admin_url) as connection:
        connection.execute("analyze knowledge.knowledge_embeddings")
        connection.execute("set role knowledge_owner; set search_path = knowledge, extensions")
        connection.execute("select _act_as(%s)", [tenant.tenant_id])
        connection.execute("set local enable_sort = off")
        by_index = _plan(connection, f"select id {where} order by embedding <=> '{text_of(query)}' limit 10")
        exact = _plan(
            connection, f"select id, 1 - (embedding <=> '{text_of(query)}') as s {where} order by s desc limit 10"
        )
    assert "Index Scan using knowledge_embeddings_nearest" in by_index and "Sort" not in by_index
    assert "knowledge_embeddings_nearest" not in exact


def _plan(connection: Any, statement: str) -> str:
    return "\n".join(line for (line,) in connection.execute(f"explain {statement}").fetchall())
