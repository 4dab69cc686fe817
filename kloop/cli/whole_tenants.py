"""`kloop tenants export`, `import` and `delete`: export, import or delete all of a tenant."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer
from knowledge.ports.database import Database, PostgresDatabase
from rich.markup import escape
from rich.table import Table

from kloop import administration
from kloop.cli.access import UrlOption
from kloop.cli.console import HERE, StateOption, err, out
from kloop.errors import StackError
from kloop.stack.state import State

TenantArgument = Annotated[str, typer.Argument(metavar="NAME", help="The tenant's name or id.")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The archive.")]


def export_tenant(
    tenant: TenantArgument, file: FileArgument, state: StateOption = HERE, database_url: UrlOption = None
) -> None:
    """Write all of a tenant into one file: rows, every version of its files, and its keys' hashes."""
    from knowledge import wiring

    from kloop import archive

    with _deployment(state, database_url) as database, err.status("Exporting"):
        digests = archive.save(database, wiring.objects(), administration.find_tenant(database, tenant), file)
    rows = sum(digest["rows"] for digest in digests.values())
    out.print(f"{escape(tenant)} is in {escape(str(file))}: {rows:,} rows. Keep it like what it holds.", soft_wrap=True)


def import_tenant(file: FileArgument, state: StateOption = HERE, database_url: UrlOption = None) -> None:
    """Put a tenant in as it was, under its id; its keys work here. Vectors are made anew where the model is another."""
    from knowledge import wiring
    from knowledge.usecases.reindex.tenant import Indexer

    from kloop import archive

    with _deployment(state, database_url) as database, err.status("Importing"):
        tenant_id = archive.restore(database, wiring.objects(), file)
        report = Indexer(tenant_id, wiring.objects(), database, [wiring.embedder()]).reindex()
    out.print(f"{tenant_id} is here, and compared equal.")
    if made := report.chunks_embedded + report.learnings_embedded + report.issues_embedded:
        out.print(f"{made:,} vectors were made anew by {report.model}.")


def delete_tenant(
    tenant: TenantArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Delete it; nothing brings it back.")] = False,
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Remove a tenant for good: keys, rows, every version of every object, copies in the cache."""
    from knowledge import wiring
    from knowledge.settings import settings

    if not yes:
        raise StackError(f"This removes all of {tenant!r} for good. Repeat it with --yes; export it first if in doubt.")
    with _deployment(state, database_url) as database, err.status("Deleting"):
        manifest = administration.delete_tenant(
            database, wiring.objects(), wiring.cache(), settings().cache_prefix, _tenant_id(database, tenant)
        )
    table = Table("removed", "", box=None)
    for kind, number in manifest.removed.items():
        table.add_row(kind, f"{number:,}")
    out.print(table)
    if not manifest.complete:
        raise StackError(f"Something is left: {manifest.remaining}. Repeat the command.")
    out.print("Looked again: nothing is left.")


def _tenant_id(database: Database, wanted: str) -> UUID:
    """The tenant; one that only the bucket knows any more, by its id."""
    try:
        return UUID(wanted)
    except ValueError:
        return administration.find_tenant(database, wanted)


@contextmanager
def _deployment(state: Path, url: str | None) -> Iterator[PostgresDatabase]:
    """The database by an administrator's login. The bucket, the model and the cache are the local stack's, or those
    that the environment names (KNOWLEDGE_BUCKET …), as for the functions."""
    if url is None:
        running = State(state).running()
        os.environ.update(running.environment)
        url = running.admin_url
    with administration.database(url) as database:
        yield database
