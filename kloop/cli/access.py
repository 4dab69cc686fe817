"""`kloop tenants` and `kloop keys`: the tenants, and the keys that their agents use."""

from contextlib import AbstractContextManager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from knowledge.ports.database import Database
from rich.markup import escape
from rich.table import Column, Table

from kloop import administration
from kloop.cli.console import HERE, StateOption, err, out
from kloop.stack.state import State

tenants = typer.Typer(help="Who the knowledge belongs to.", no_args_is_help=True)
keys = typer.Typer(help="What lets agents in.", no_args_is_help=True)


UrlOption = Annotated[
    str | None,
    typer.Option(
        envvar="KLOOP_DATABASE_URL",
        metavar="URL",
        help="The database of a deployment instead of a local stack's: an administrator's login, or one in the role"
        " knowledge_admin.",
        show_envvar=True,
    ),
]


class PriceTier(StrEnum):
    """How many learnings a tenant may hold: 500, 5,000 or 25,000."""

    free = "free"
    pro = "pro"
    team = "team"


class Redaction(StrEnum):
    """What is redacted in a tenant's files and uploads: nothing, credentials, or in agents' also personal data."""

    off = "off"
    secrets = "secrets"
    all = "all"


class Role(StrEnum):
    """What a key may do; each may do what those before it may."""

    reader = "reader"
    agent = "agent"
    admin = "admin"


@tenants.command("create")
def create_tenant(
    name: str,
    tier: Annotated[PriceTier, typer.Option()] = PriceTier.free,
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Create a tenant, and print its id."""
    with _database(state, database_url) as database:
        out.print(str(administration.create_tenant(database, name, tier)))


@tenants.command("upgrade")
def upgrade_tenant(
    tenant: Annotated[str, typer.Argument(metavar="NAME", help="The tenant's name or id.")],
    tier: Annotated[PriceTier, typer.Option()],
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Move a tenant to another tier; what it holds stays."""
    with _database(state, database_url) as database:
        administration.set_tier(database, administration.find_tenant(database, tenant), tier)
    out.print(f"{escape(tenant)} is in the tier {tier} now.")


@tenants.command("redact")
def redact_files(
    tenant: Annotated[str, typer.Argument(metavar="NAME", help="The tenant's name or id.")],
    files: Annotated[Redaction, typer.Option(help="Nothing, credentials, or in agents' files personal data as well.")],
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Set what is redacted in a tenant's files and uploads; what is kept already stays as it is."""
    with _database(state, database_url) as database:
        administration.set_redaction(database, administration.find_tenant(database, tenant), files)
    out.print(f"Redaction of what {escape(tenant)} keeps in files: {files}. The next reindex applies it to its index.")


@tenants.command("emails")
def keep_emails(
    tenant: Annotated[str, typer.Argument(metavar="NAME", help="The tenant's name or id.")],
    keep: Annotated[
        bool | None, typer.Option("--keep/--leave-out", help="Like other text, or as is the default not at all.")
    ] = None,
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Set whether e-mails in a tenant's events are kept; what was left out before stays so."""
    if keep is None:
        raise typer.BadParameter("say --keep or --leave-out; `kloop tenants list` shows which it is")
    with _database(state, database_url) as database:
        administration.set_email_keeping(database, administration.find_tenant(database, tenant), keep)
    out.print(f"E-mails in the events of {escape(tenant)} are {'kept' if keep else 'left out'} from now on.")


@tenants.command("list")
def list_tenants(state: StateOption = HERE, database_url: UrlOption = None) -> None:
    """Show every tenant and how full it is."""
    name, uuid = Column("name", overflow="fold"), Column("id", no_wrap=True, min_width=36)
    table = Table(name, "tier", "redact", "mail", "learnings", uuid, box=None, padding=(0, 1, 0, 0))
    with _database(state, database_url) as database:
        for row in administration.tenants(database):
            mail = "kept" if row["keeps_emails"] else "none"
            held = f"{row['learnings']}/{row['entry_limit']}"
            fields = (row["name"], row["tier"], row["redaction"], mail, held, row["tenant_id"])
            table.add_row(*(escape(str(field)) for field in fields))
    out.print(table)


@keys.command("create")
def create_key(
    tenant: Annotated[str, typer.Option(metavar="NAME", help="The tenant's name or id.")],
    role: Annotated[Role, typer.Option()] = Role.agent,
    label: Annotated[str, typer.Option(help="What it is for.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the key and nothing else.")] = False,
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Create a key. It is shown once."""
    with _database(state, database_url) as database:
        tenant_id = administration.find_tenant(database, tenant)
        key = administration.create_key(database, tenant_id, role, label)
    print(key, flush=True)  # noqa: T201 - alone and unwrapped on stdout, so that a script can take it
    if not quiet:
        err.print(f"[dim]A key of {escape(tenant)} with the role {role}. Keep it: it is not shown again.[/]")


@keys.command("list")
def list_keys(
    tenant: Annotated[str, typer.Option(metavar="NAME", help="The tenant's name or id.")],
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """Show a tenant's keys by their ids; a key itself is not shown again."""
    table = Table("id", "role", "label", "created", "revoked", box=None)
    with _database(state, database_url) as database:
        for row in administration.keys_of(database, administration.find_tenant(database, tenant)):
            times = (f"{row[field]:%Y-%m-%d %H:%M}" if row[field] else "" for field in ("created_at", "revoked_at"))
            table.add_row(row["id"], row["role"], escape(row["label"]), *times)
    out.print(table)


@keys.command("revoke")
def revoke_key(
    key: Annotated[str, typer.Argument(metavar="KEY", help="The key, or, with --tenant, its id.")],
    tenant: Annotated[str | None, typer.Option(metavar="NAME", help="The tenant's name or id.")] = None,
    state: StateOption = HERE,
    database_url: UrlOption = None,
) -> None:
    """End a key; what it wrote stays."""
    with _database(state, database_url) as database:
        if tenant is None:
            administration.revoke_key(database, key)
        else:
            administration.revoke_lost_key(database, administration.find_tenant(database, tenant), key)
    out.print("Revoked.")


def _database(state: Path, url: str | None) -> AbstractContextManager[Database]:
    return administration.database(url or State(state).running().admin_url)
