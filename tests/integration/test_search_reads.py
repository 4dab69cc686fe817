"""What is read of a large tenant: as many rows as a question has candidates, whatever the planner believes."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import numpy as np
import psycopg
import pytest
from psycopg.types.json import Jsonb

pytestmark = pytest.mark.xdist_group("crowd")  # one crowd serves them all
ROWS = 1500
UNSEEN = (
    "select sum(relpages - relallvisible) from pg_class"
    " where oid in ('knowledge.knowledge'::regclass, 'knowledge.knowledge_embeddings'::regclass)"
)


@pytest.fixture
def connection(admin_url):
    """Of a superuser; each statement is a transaction."""
    with psycopg.connect(admin_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def crowd(cloned) -> Iterator[tuple[str, UUID]]:
    """A database of one tenant of many learnings and a file of many chunks, which takes long to fill."""
    with cloned() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            tenant_id = filled(connection)
        yield url, tenant_id


@pytest.fixture
def crowded(crowd) -> Iterator[tuple[psycopg.Connection[Any], UUID]]:
    """The same in a transaction of a new connection, which has read nothing before, and of which nothing stays."""
    url, tenant_id = crowd
    with psycopg.connect(url) as connection, connection.transaction(force_rollback=True):
        yield connection, tenant_id


def filled(connection: psycopg.Connection[Any]) -> UUID:
    """The tenant of all these rows; by its statistics a tenant of this table has few."""
    tenant_id = uuid4()
    connection.execute("select knowledge.create_tenant(%s, 'crowded', 'pro')", [tenant_id])
    random = np.random.default_rng(5)
    for table in ("knowledge", "knowledge_embeddings"):
        connection.execute(f"alter table knowledge.{table} alter column tenant_id set (n_distinct = 60)")
    with connection.cursor().copy(
        "copy knowledge.knowledge (tenant_id, learning, learning_hash, embedding, model) from stdin"
    ) as copy:
        for number, vector in enumerate(random.normal(size=(ROWS, 384))):
            copy.write_row([tenant_id, f"learning {number}", str(number), str(vector.tolist()), "m"])
    with connection.cursor().copy(
        "copy knowledge.knowledge_embeddings (tenant_id, model, file_path, chunk_index, id, chunk_text, text_hash,"
        " scope, source_type, embedding) from stdin"
    ) as copy:
        path = "3-descriptions/user/a/b.md"
        for number, vector in enumerate(random.normal(size=(ROWS, 384))):
            row = [tenant_id, "m", path, number, uuid4(), f"chunk {number}", f"h{number}", "user", "markdown"]
            copy.write_row([*row, str(vector.tolist())])
    connection.execute(
        "insert into knowledge.vocabulary (tenant_id, term, rows) values (%s, 0, %s)", [tenant_id, 2 * ROWS]
    )
    connection.execute("vacuum analyze")
    while connection.execute(UNSEEN).fetchone() != (0,):  # autovacuum may have looked at them meanwhile
        connection.execute("vacuum knowledge.knowledge, knowledge.knowledge_embeddings")
    return tenant_id


def ask(connection: psycopg.Connection[Any], tenant_id: UUID) -> list[Any]:
    vector = str(np.random.default_rng(6).normal(size=384).tolist())
    return connection.execute(
        "select id, path from knowledge.match_knowledge(%s, %s, 'm', 10, question => 'which learning')",
        [tenant_id, vector],
    ).fetchall()


def fetched(connection: psycopg.Connection[Any], table: str) -> int:
    """The rows of it that this transaction read."""
    [read] = connection.execute(
        "select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables"
        " where schemaname = 'knowledge' and relname = %s",
        [table],
    ).fetchone()  # type: ignore[misc]
    return int(read)


@pytest.mark.parametrize("table", ["knowledge", "knowledge_embeddings"])
def test_a_question_reads_candidates_and_not_the_tenant(crowded, table):
    """Three hundred candidates, their neighbours, and the answer with what is around it; an index tells the rest."""
    connection, tenant_id = crowded
    rows = ask(connection, tenant_id)
    assert len(rows) == 10
    assert {path for _, path in rows} == {"signature"}
    assert fetched(connection, table) < 800


@pytest.mark.parametrize("table", ["knowledge", "knowledge_embeddings"])
def test_a_question_reads_no_more_where_rows_are_of_two_models(crowded, table):
    """By its statistics a tenant then has fewer rows of one than the middle of all is made of."""
    connection, tenant_id = crowded
    connection.execute(f"alter table knowledge.{table} alter column model set (n_distinct = 2)")
    connection.execute(f"analyze knowledge.{table}")
    ask(connection, tenant_id)
    assert fetched(connection, table) < 800


def test_a_new_learning_reads_no_row_of_the_tenant(crowded):
    """Who is near, and how many there are, the index tells."""
    connection, tenant_id = crowded
    record = {"learning": "new", "embedding": str([1.0] * 384), "distinctions": [], "tags": []}
    [outcome] = connection.execute(
        "select outcome from knowledge.upsert_knowledge(%s, %s, 'm')", [tenant_id, Jsonb([record])]
    ).fetchone()
    assert outcome == "inserted"
    assert fetched(connection, "knowledge") < 10


def test_a_usual_learning_is_read_from_its_row_alone(connection, tenant):
    """Nothing of it is moved out of line, where it would be fetched anew for each comparison of two."""
    usual = " ".join(f"word{number}" for number in range(25))
    record = {"learning": usual, "embedding": str(list(range(1, 385))), "distinctions": [], "tags": []}
    connection.execute(
        "select from knowledge.upsert_knowledge(%s, %s, 'm', run_id => %s)",
        [tenant.tenant_id, Jsonb([record]), "a run of an hour ago, by its name"],
    )
    [moved] = connection.execute(
        "select pg_relation_size(reltoastrelid) from pg_class where oid = 'knowledge.knowledge'::regclass"
    ).fetchone()
    assert moved == 0


def test_a_sample_unlike_the_rest_loses_nothing(crowded):
    """Where it takes too little for near enough, all are sorted: the answer is that of sorting all at once."""
    connection, tenant_id = crowded
    connection.execute("set search_path = knowledge, extensions")
    connection.execute("update vocabulary set rows = 1000000 where tenant_id = %s and term = 0", [tenant_id])
    vector = str(np.random.default_rng(6).normal(size=384).tolist())
    [near] = connection.execute("select _nearest_learnings(%s, %s, 'm', 300)", [tenant_id, vector]).fetchone()
    by_signs = connection.execute(
        "select id from knowledge where tenant_id = %s"
        " order by signature <~> _signature(%s::vector), signature, id limit 300",
        [tenant_id, vector],
    ).fetchall()
    assert near == [row[0] for row in by_signs]


def test_a_vector_is_stored_with_the_signature_that_a_question_is_given(crowded):
    """The columns are made by the expression of `_signature`, which is written out there."""
    connection, _ = crowded
    connection.execute("set search_path = knowledge, extensions")
    for table in ("knowledge", "knowledge_embeddings"):
        [same] = connection.execute(f"select bool_and(signature = _signature(embedding)) from {table}").fetchone()
        assert same, table


def test_candidates_are_told_apart_without_what_all_rows_have_in_common(connection, tenant):
    """As they are scored: of rows that lean one way, the signs of the whole question lose some of the nearest."""
    random = np.random.default_rng(4)
    lean, question = 1.5 * random.normal(size=384), random.normal(size=384)
    rows = random.normal(size=(ROWS, 384))
    rows[:10] += 0.35 * question
    with connection.cursor().copy(
        "copy knowledge.knowledge (tenant_id, id, learning, learning_hash, embedding, model) from stdin"
    ) as copy:
        for number, vector in enumerate(lean + rows):
            drawn = UUID(bytes=random.bytes(16))  # the middle of all rows is told by those whose ids come first
            copy.write_row([tenant.tenant_id, drawn, f"learning {number}", str(number), str(vector.tolist()), "m"])
    connection.execute(
        "insert into knowledge.vocabulary (tenant_id, term, rows) values (%s, 0, %s)", [tenant.tenant_id, ROWS]
    )
    asked = [tenant.tenant_id, str((lean + question).tolist())]
    chosen = connection.execute(
        "select learning, path from knowledge.match_knowledge(%s, %s, 'm', 10)", asked
    ).fetchall()
    assert {path for _, path in chosen} == {"signature"}
    assert {learning for learning, _ in chosen} == {f"learning {number}" for number in range(10)}
