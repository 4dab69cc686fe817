"""Tenants and keys, through the same port as the functions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from knowledge import auth
from knowledge.auth import KEY_ID
from knowledge.ports.database import Database, PostgresDatabase

from kloop.errors import StackError

if TYPE_CHECKING:
    from knowledge.forgetting import Manifest
    from knowledge.ports.cache import Cache
    from knowledge.ports.object_store import Objects

Row = dict[str, Any]


@contextmanager
def database(url: str) -> Iterator[PostgresDatabase]:
    """The database while it is open; `url` is an administrator's login, or of a member of `knowledge_admin`: the
    functions' own may not administer."""
    adapter = PostgresDatabase(url, 1)
    try:
        yield adapter
    finally:
        adapter.close()


def create_tenant(database: Database, name: str, tier: str) -> UUID:
    """A new tenant's id. Raises `Conflict` where the name is taken, `Invalid` where it is blank."""
    tenant_id = uuid4()
    database.call("create_tenant", tenant_id=tenant_id, name=_name(name), tier=tier)
    return tenant_id


def _name(written: str) -> str:
    """White space around a name is no part of it."""
    return written.strip()


def tenants(database: Database) -> list[Row]:
    """Every tenant: tenant_id, name, tier, learnings, entry_limit, redaction, keeps_emails."""
    return database.call("list_tenants")


def set_tier(database: Database, tenant_id: UUID, tier: str) -> None:
    """Moves the tenant to another tier; what it holds stays."""
    database.call("set_tier", tenant_id=tenant_id, tier=tier)


def set_redaction(database: Database, tenant_id: UUID, redaction: str) -> None:
    """What is redacted in the tenant's files and uploads from now on."""
    database.call("set_redaction", tenant_id=tenant_id, redaction=redaction)


def set_email_keeping(database: Database, tenant_id: UUID, keeps_emails: bool) -> None:
    """Whether e-mails in the events that the tenant records from now on are kept like other text."""
    database.call("set_email_keeping", tenant_id=tenant_id, keeps_emails=keeps_emails)


def find_tenant(database: Database, wanted: str) -> UUID:
    """The tenant of that name or id. Raises `StackError` where there is none."""
    for row in database.call("find_tenant", wanted=_name(wanted)):
        return UUID(str(row["tenant_id"]))
    raise StackError(f"There is no tenant {wanted!r}. Create it: kloop tenants create {wanted!r}")


def delete_tenant(
    database: Database, objects: "Objects", cache: "Cache | None", prefix: str, tenant_id: UUID
) -> "Manifest":
    """Removes a tenant for good: keys first, so that nobody writes any more, then every version of every object, the
    copies in the cache, and the rows; and looks again. Whoever was interrupted calls again, also where the rows are
    gone already."""
    from knowledge.files import paths
    from knowledge.forgetting import Manifest
    from knowledge.memory import MemoryStore

    from kloop.archive.contents import pages

    manifest = Manifest(kind="tenant", subject=str(tenant_id))
    for key in database.call("list_keys", tenant_id=tenant_id):
        database.call("revoke_key", tenant_id=tenant_id, key_hash=key["key_hash"])
    folder = paths.prefix(str(tenant_id))
    manifest.add("object versions", objects.erase_all(folder))
    if cache:
        copies = MemoryStore(tenant_id, database, cache, prefix).copies
        for page in pages(database, tenant_id, "user_knowledge"):
            manifest.add("copies in the cache", sum(copies.erase(row["user_id"]) for row in page))
    manifest.count(database.call("delete_tenant", tenant_id=tenant_id))
    left = {row["name"]: row["rows"] for row in database.call("list_tables", tenant_id=tenant_id) if row["rows"]}
    manifest.remaining = left | ({"objects": n} if (n := sum(1 for _ in objects.keys(folder))) else {})
    return manifest


def create_key(database: Database, tenant_id: UUID, role: str, label: str) -> str:
    """A new key. It is stored as a hash only: show it now."""
    key = auth.new_key(tenant_id)
    database.call("create_key", tenant_id=tenant_id, key_hash=auth.key_digest(key), role=role, label=label)
    return key


def keys_of(database: Database, tenant_id: UUID) -> list[Row]:
    """The tenant's keys, newest first: id, role, label, created_at, revoked_at (None where it works)."""
    rows = database.call("list_keys", tenant_id=tenant_id)
    return [row | {"id": row["key_hash"][:KEY_ID]} for row in rows]


def revoke_lost_key(database: Database, tenant_id: UUID, key_id: str) -> None:
    """Ends the key that `keys_of` shows under this id. Raises `StackError` where there is none."""
    for row in keys_of(database, tenant_id):
        if row["id"] == key_id:
            database.call("revoke_key", tenant_id=tenant_id, key_hash=row["key_hash"])
            return
    raise StackError(f"The tenant has no key {key_id!r}; see its keys: kloop keys list --tenant {tenant_id}")


def revoke_key(database: Database, key: str) -> None:
    """Ends a key. Raises `StackError` where it has not the form of one."""
    tenant_id = auth.tenant_of(key)
    if tenant_id is None:
        raise StackError("That is no key; give the whole of it, as it was shown: kl_…, or its id with --tenant")
    database.call("revoke_key", tenant_id=tenant_id, key_hash=auth.key_digest(key))


def upload_reason(database: Database, key: str) -> str:
    """Why the upload at an object's key failed; empty where it is none, or did not fail."""
    from knowledge.uploads.registry import UploadRegistry

    tenant, _, path = key.partition("/")
    try:
        upload = UploadRegistry(UUID(tenant), database).at(path)
    except ValueError:
        return ""
    return (upload.reason if upload else None) or ""


def migrate(database_url: str) -> list[str]:
    """Applies `sql/`; gives the migrations that were new. Raises `StackError` with nothing applied."""
    import psycopg

    from kloop.postgres.migrate import MigrationChanged, apply

    try:
        return apply(database_url)
    except (psycopg.Error, MigrationChanged) as error:
        where = " ".join(getattr(error, "__notes__", []))
        raise StackError(f"The SQL could not be applied; nothing was changed. {error} {where}".strip()) from error
