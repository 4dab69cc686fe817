"""What is kept for a time only goes when its time is over, and nothing else does."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from knowledge.usecases.reindex import retention
from knowledge.usecases.reindex.retention import Retention, purge

from tests.conftest import Tenant

DAYS = Retention(served_days=90, runs_days=90, events_days=90, versions_days=90)
OLD, YOUNG = "now() - interval '91 days'", "now() - interval '89 days'"

LEARNING = (
    "insert into knowledge (tenant_id, learning, learning_hash, embedding, model)"
    " values ({t}, 'x', 'x', array_fill(1, array[384])::real[]::extensions.vector, 'm');"
)


@pytest.fixture
def run(admin_url: str, tenant: Tenant) -> Callable[..., list[Any]]:
    """Runs a statement on the test's database; `{t}` stands for the tenant."""

    def execute(statement: str) -> list[Any]:
        with psycopg.connect(admin_url) as connection:
            cursor = connection.execute(
                f"set search_path = knowledge; {statement.format(t=repr(str(tenant.tenant_id)))}"
            )
            while cursor.nextset():
                pass
            return cursor.fetchall() if cursor.description else []

    return execute


@pytest.fixture
def aged(run: Callable[..., list[Any]]) -> None:
    """An old and a young row of each kind, twelve old versions of a file, and an old event that is not finished."""
    for name, at in (("old", OLD), ("young", YOUNG)):
        run(
            f"insert into served values ({{t}}, '{name}', gen_random_uuid(), 1, {at});"
            f"insert into agent_runs (tenant_id, run_id, request_hash, answer, created_at)"
            f" values ({{t}}, '{name}', '', '{{{{}}}}', {at});"
            f"insert into events values ({{t}}, '{name}', '', null, '{{{{}}}}', {at})"
        )
    run(
        f"insert into events values ({{t}}, 'unfinished', '', '{{{{}}}}', null, {OLD});"
        "insert into knowledge_files (tenant_id, file_path, number) values ({t}, 'f', 12);"
        "insert into knowledge_versions (tenant_id, file_path, number, version, object_version, changed_by,"
        " change_summary, created_at)"
        f" select {{t}}, 'f', n, '1.0.' || n, n, 'agent', '', {OLD} from generate_series(1, 12) as n"
    )


def test_what_is_older_than_it_is_kept_goes(database, tenant, run, aged) -> None:
    """Of each kind the old rows go; the young ones, an unfinished event and a file's last ten versions stay."""
    assert purge(tenant.tenant_id, database, DAYS) == {"served": 1, "runs": 1, "events": 1, "versions": 2}
    assert run("select run_id from served") == run("select run_id from agent_runs") == [("young",)]
    assert run("select event_id from events order by 1") == [("unfinished",), ("young",)]
    assert run("select min(number), count(*) from knowledge_versions") == [(3, 10)]
    assert purge(tenant.tenant_id, database, DAYS) == {}


def test_what_is_kept_for_ever_stays(database, tenant, run, aged) -> None:
    """A kind without a number of days is not touched."""
    assert purge(tenant.tenant_id, database, Retention(served_days=90)) == {"served": 1}


def test_many_rows_go_in_batches(database, tenant, run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement removes a bounded number, and is repeated until nothing is left."""
    monkeypatch.setattr(retention, "BATCH", 10)
    run(f"insert into served select {{t}}, n, gen_random_uuid(), 1, {OLD} from generate_series(1, 35) as n")
    assert purge(tenant.tenant_id, database, DAYS) == {"served": 35}


def test_who_taught_a_learning_that_is_gone_goes(database, tenant, run) -> None:
    """A note that a run taught something is kept no longer than the learning is."""
    run("insert into taught values ({t}, gen_random_uuid(), 'run', now())")
    assert purge(tenant.tenant_id, database, Retention()) == {"taught": 1}


def test_who_taught_a_learning_goes_with_the_answer_to_the_run(database, tenant, run) -> None:
    """Beyond the first hundred: not before its time, and not while the run that taught it so long ago is kept."""
    run(
        f"{LEARNING}insert into taught select {{t}}, id, 'run ' || n, {OLD} - interval '1 day' * (200 - n)"
        " from knowledge, generate_series(1, 101) as n;"
        f"insert into taught select {{t}}, id, 'going on', {OLD} from knowledge;"
        f"insert into taught select {{t}}, id, 'young', {YOUNG} from knowledge;"
        "insert into agent_runs (tenant_id, run_id, request_hash, answer, created_at)"
        f" values ({{t}}, 'going on', '', '{{{{}}}}', {YOUNG})"
    )
    assert purge(tenant.tenant_id, database, Retention()) == {}
    assert purge(tenant.tenant_id, database, DAYS) == {"taught": 1}
    assert run("select run_id from taught order by taught_at offset 99") == [("run 100",), ("going on",), ("young",)]


def test_a_pattern_counts_runs_of_any_age(database, tenant, run) -> None:
    """What three runs taught, each a year after the one before, is a pattern, although their answers are gone."""
    run(
        f"{LEARNING}insert into taught select {{t}}, id, 'run ' || n, now() - interval '1 year' * n"
        " from knowledge, generate_series(1, 2) as n"
    )
    assert purge(tenant.tenant_id, database, DAYS) == {}
    [(learning,)] = run("select id::text from knowledge")
    [pattern] = database.call(
        "note_run", tenant_id=tenant.tenant_id, run_id="run 0", learnings=(learning,), threshold=3, apart=60
    )
    assert pattern["runs"] == ["run 2", "run 1", "run 0"]


def test_what_was_forgotten_is_gone_after_its_time(database, tenant, run) -> None:
    """Until then it can be restored."""
    for days in (29, 31):
        run(
            "insert into knowledge (tenant_id, learning, learning_hash, embedding, model, deleted_at)"
            f" values ({{t}}, 'x', '{days}', array_fill(1, array[384])::real[]::extensions.vector, 'm',"
            f" now() - interval '{days} days')"
        )
    assert purge(tenant.tenant_id, database, Retention()) == {"forgotten": 1}
    assert run("select learning_hash from knowledge") == [("29",)]


def test_another_tenant_keeps_its_own(database, tenant, new_tenant, run, aged) -> None:
    """Purging is of one tenant."""
    assert purge(new_tenant().tenant_id, database, DAYS) == {}
