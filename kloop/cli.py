"""`kloop`: the knowledge loop on this machine."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from kloop.errors import StackError
from kloop.state import Running, State

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

commands = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
tenants = typer.Typer(help="Who the knowledge belongs to.", no_args_is_help=True)
keys = typer.Typer(help="What lets agents in.", no_args_is_help=True)
commands.add_typer(tenants, name="tenants")
commands.add_typer(keys, name="keys")

StateOption = Annotated[
    Path, typer.Option("--state", metavar="DIR", envvar="KLOOP_STATE", help="Where the stack keeps everything.")
]
HERE = Path(".kloop")


class DatabaseKind(StrEnum):
    """By which adapter the functions reach the database."""

    postgres = "postgres"
    supabase = "supabase"


class Tier(StrEnum):
    """How many learnings a tenant may hold: 500, 5,000 or 25,000."""

    free = "free"
    pro = "pro"
    team = "team"


class Role(StrEnum):
    """What a key may do; each may do what those before it may."""

    reader = "reader"
    agent = "agent"
    admin = "admin"


def app() -> None:
    """The program. An error is one message that says what to do, and exit code 1."""
    from knowledge.errors import KnowledgeError

    try:
        commands()
    except (StackError, KnowledgeError) as error:
        err.print(f"[bold red]kloop:[/] {error}", markup=True, soft_wrap=True)
        sys.exit(1)


@commands.command()
def up(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the functions answer.")] = 8787,
    state: StateOption = HERE,
    detach: Annotated[bool, typer.Option("--detach", help="Return when it is ready, and leave it running.")] = False,
    database: Annotated[DatabaseKind, typer.Option(help="The adapter that the functions use.")] = DatabaseKind.postgres,
    demo: Annotated[bool, typer.Option("--demo", help="Play the loop on the sample logs when it is ready.")] = False,
) -> None:
    """Start the stack and serve until Ctrl-C."""
    if detach:
        from kloop.detached import start

        with err.status("Starting the stack"):
            running = start(State(state), port, database)
        _greet(running, state)
        if demo:
            _play(State(state))
        return
    _serve(State(state), port, database, demo=demo)


def _serve(state: State, port: int, database: str, *, demo: bool) -> None:
    from kloop.stack import Stack

    def ready(running: Running) -> None:
        status.stop()
        _greet(running, state.folder)
        if demo:
            _play(state)
        out.print("[dim]Ctrl-C stops it.[/]")

    with err.status("Starting") as status:
        Stack(state, port, database).serve(lambda doing: status.update(doing), ready)
    out.print("Stopped. What it holds is kept.")


def _greet(running: Running, folder: Path) -> None:
    out.print(f"[bold green]Knowledge Loop[/] runs at [bold]{running.url}[/], its state is in {folder}")


@commands.command()
def down(state: StateOption = HERE) -> None:
    """Stop the stack cleanly."""
    from kloop.detached import stop

    with err.status("Stopping the stack"):
        stopped = stop(State(state))
    out.print("Stopped. What it holds is kept." if stopped else "Nothing was running.")


@commands.command("status")
def show_status(state: StateOption = HERE) -> None:
    """Show what runs, and where it answers."""
    import httpx

    running = State(state).running()
    health = httpx.get(f"{running.url}/health", timeout=10, trust_env=False).json()
    table = Table(show_header=False, box=None)
    table.add_row("process", str(running.supervisor.pid))
    table.add_row("database", f"{running.database} adapter")
    table.add_row("storage", running.storage_url)
    for path in health["functions"].values():
        table.add_row("function", running.url + path)
    out.print(table)


@commands.command("demo")
def play_demo(state: StateOption = HERE) -> None:
    """Play the loop on the sample session logs against a running stack."""
    _play(State(state))


def _play(state: State) -> None:
    from kloop.demo import play

    play(state, out)


@commands.command()
def migrate(
    database_url: Annotated[str, typer.Argument(metavar="DATABASE_URL", help="An administrator's login.")],
) -> None:
    """Bring any Postgres with pgvector to the state that sql/ describes; safe to repeat."""
    from kloop.administration import migrate

    applied = migrate(database_url)
    out.print("\n".join(["Up to date.", *(f"applied {name}" for name in applied)]))


@tenants.command("create")
def create_tenant(name: str, tier: Annotated[Tier, typer.Option()] = Tier.free, state: StateOption = HERE) -> None:
    """Create a tenant, and print its id."""
    from kloop import administration

    with administration.database(State(state).running()) as database:
        out.print(str(administration.create_tenant(database, name, tier)))


@tenants.command("list")
def list_tenants(state: StateOption = HERE) -> None:
    """Show every tenant and how full it is."""
    from kloop import administration

    table = Table("name", "tier", "learnings", "limit", "id", box=None)
    with administration.database(State(state).running()) as database:
        for row in administration.tenants(database):
            table.add_row(*(str(row[field]) for field in ("name", "tier", "learnings", "entry_limit", "tenant_id")))
    out.print(table)


@keys.command("create")
def create_key(
    tenant: Annotated[str, typer.Option(metavar="NAME", help="The tenant's name or id.")],
    role: Annotated[Role, typer.Option()] = Role.agent,
    label: Annotated[str, typer.Option(help="What it is for.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the key and nothing else.")] = False,
    state: StateOption = HERE,
) -> None:
    """Create a key. It is shown once."""
    from kloop import administration

    with administration.database(State(state).running()) as database:
        tenant_id = administration.find_tenant(database, tenant)
        key = administration.create_key(database, tenant_id, role, label)
    print(key, flush=True)  # noqa: T201 - alone and unwrapped on stdout, so that a script can take it
    if not quiet:
        err.print(f"[dim]A key of {tenant} with the role {role}. Keep it: it is not shown again.[/]")


@keys.command("revoke")
def revoke_key(key: str, state: StateOption = HERE) -> None:
    """End a key; what it wrote stays."""
    from kloop import administration

    with administration.database(State(state).running()) as database:
        administration.revoke_key(database, key)
    out.print("Revoked.")


if __name__ == "__main__":
    app()
