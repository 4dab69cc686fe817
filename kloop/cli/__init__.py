"""`kloop`: the knowledge loop on this machine."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.markup import escape
from rich.table import Table

from kloop.cli.access import keys, tenants
from kloop.cli.console import HERE, StateOption, err, out
from kloop.cli.dead_letters import dead_letters
from kloop.cli.forget import forget
from kloop.cli.issues import issues, preflight, retro
from kloop.cli.learnings import learnings
from kloop.cli.whole_tenants import delete_tenant, export_tenant, import_tenant
from kloop.errors import StackError
from kloop.stack.state import RunningStack, State

commands = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
tenants.command("export")(export_tenant)
tenants.command("import")(import_tenant)
tenants.command("delete")(delete_tenant)
commands.add_typer(tenants, name="tenants")
commands.add_typer(keys, name="keys")
commands.add_typer(learnings, name="learnings")
commands.add_typer(dead_letters, name="dead-letters")
commands.add_typer(issues, name="issues")
commands.add_typer(retro, name="retro")
commands.command()(preflight)
commands.command()(forget)


def app() -> None:
    """The program. An error is one message that says what to do, and exit code 1."""
    from knowledge.errors import KnowledgeError

    try:
        commands()
    except (StackError, KnowledgeError) as error:
        _fail(str(error))
    except OSError as error:  # a full disk, a folder that cannot be written: of this machine, not of the program
        _fail(f"{error.filename or 'A file'}: {error.strerror or error}. Make room, or choose another --state DIR.")


def _fail(message: str) -> NoReturn:
    err.print(f"[bold red]kloop:[/] {escape(message)}", soft_wrap=True)
    sys.exit(1)


@commands.command()
def up(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the functions answer.")] = 8787,
    state: StateOption = HERE,
    detach: Annotated[bool, typer.Option("--detach", help="Return when it is ready, and leave it running.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that serve; each has a model of its own.")] = 1,
    demo: Annotated[bool, typer.Option("--demo", help="Play the loop on the sample logs when it is ready.")] = False,
) -> None:
    """Start the stack and serve until Ctrl-C."""
    if detach:
        from kloop.stack.background import start

        with err.status("Starting the stack"):
            running = start(State(state), port, workers)
        _greet(running, state)
        if demo:
            _play(State(state))
        return
    _serve(State(state), port, workers, demo=demo)


def _serve(state: State, port: int, workers: int, *, demo: bool) -> None:
    from kloop.stack.supervisor import Stack

    def ready(running: RunningStack) -> None:
        status.stop()
        _greet(running, state.folder)
        if demo:
            _play(state)
        out.print("[dim]Ctrl-C stops it.[/]")

    def warn(ending: str) -> None:
        err.print(f"[yellow]{escape(ending)}[/]", soft_wrap=True)

    with err.status("Starting") as status:
        Stack(state, port, workers=workers).serve(lambda doing: status.update(doing), ready, warn)
    out.print("Stopped. What it holds is kept.")


def _greet(running: RunningStack, folder: Path) -> None:
    out.print(
        f"[bold green]Knowledge Loop[/] runs at [bold]{running.url}[/], its state is in {escape(str(folder))}",
        soft_wrap=True,
    )


@commands.command()
def down(state: StateOption = HERE) -> None:
    """Stop the stack cleanly."""
    from kloop.stack.background import stop

    with err.status("Stopping the stack"):
        stopped = stop(State(state))
    out.print("Stopped. What it holds is kept." if stopped else "Nothing was running.")


@commands.command("status")
def show_status(state: StateOption = HERE) -> None:
    """Show what runs, and where it answers."""
    import httpx

    running = State(state).running()
    try:
        health = httpx.get(f"{running.url}/health", timeout=10, trust_env=False).raise_for_status().json()
    except (httpx.HTTPError, ValueError) as error:
        raise StackError(
            f"The stack runs, but {running.url} does not answer. A part that ended is started again within seconds; "
            f"see {State(state).logs} for why it ended, or begin anew: kloop down, kloop up."
        ) from error
    table = Table(show_header=False, box=None)
    table.add_row("process", str(running.supervisor.pid))
    table.add_row("storage", running.storage_url)
    for path in health["functions"].values():
        table.add_row("function", running.url + path)
    out.print(table)


@commands.command("demo")
def play_demo(state: StateOption = HERE) -> None:
    """Play the loop on the sample session logs against a running stack."""
    _play(State(state))


def _play(state: State) -> None:
    from kloop.cli.demo import play

    play(state, out)


@commands.command()
def migrate(
    database_url: Annotated[str, typer.Argument(metavar="DATABASE_URL", help="An administrator's login.")],
) -> None:
    """Bring any Postgres with pgvector to the state that sql/ describes; safe to repeat."""
    from kloop.administration import migrate

    applied = migrate(database_url)
    out.print("\n".join(["Up to date.", *(f"applied {name}" for name in applied)]))
