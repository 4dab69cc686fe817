"""What distributing by tenant takes of the schema."""

import psycopg
import pytest

from kloop.postgres.migrate import SQL

UNIQUE_WITHOUT_TENANT = """
select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as "index"
from pg_index i join pg_class c on c.oid = i.indrelid
where i.indisunique and c.relnamespace = 'knowledge'::regnamespace and not exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = any (i.indkey))
"""
# The schema's own history stays where it is, and tenants are copied to every worker.
NOT_DISTRIBUTED = {"knowledge.migrations", "knowledge.tenants"}


def test_uniqueness_is_by_tenant(admin_url: str) -> None:
    """No unique index of a table that is distributed leaves out the tenant: no worker could keep such a promise."""
    with psycopg.connect(admin_url) as connection:
        without_tenant = {table for table, _ in connection.execute(UNIQUE_WITHOUT_TENANT)}
    assert without_tenant <= NOT_DISTRIBUTED


def test_without_citus_nothing_happens(admin_url: str) -> None:
    """On a plain server the script changes nothing and says what it is for."""
    with (
        psycopg.connect(admin_url) as connection,
        pytest.raises(psycopg.errors.RaiseException, match="Citus is not installed") as refused,
    ):
        connection.execute((SQL / "citus.sql").read_bytes())
    assert "docs/operations.md" in str(refused.value.diag.message_hint)
