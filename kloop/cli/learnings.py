"""`kloop learnings`: what is known, for people to read, correct and forget."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from kloop.cli.console import HERE, StateOption, out
from kloop.errors import StackError
from kloop.stack.state import State

learnings = typer.Typer(help="What is known: read it, correct it, forget it.", no_args_is_help=True)

KeyOption = Annotated[
    str, typer.Option("--key", envvar="KLOOP_KEY", help="An API key; to change anything, an admin's.", show_envvar=True)
]
UrlOption = Annotated[
    str | None,
    typer.Option("--url", envvar="KLOOP_LEARNINGS_URL", help="The function's URL, instead of a local stack's."),
]
Id = Annotated[str, typer.Argument(metavar="ID", help="The learning's id, as `list` shows it.")]


@learnings.command("list")
def list_learnings(
    key: KeyOption,
    search: Annotated[str | None, typer.Option(help="A part of the text.")] = None,
    project: Annotated[str | None, typer.Option()] = None,
    kind: Annotated[str | None, typer.Option()] = None,
    status: Annotated[str | None, typer.Option(help="active, held, deleted, expired, superseded, pinned.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
    url: UrlOption = None,
    state: StateOption = HERE,
) -> None:
    """Show what is known, the latest first."""
    filters = {"search": search, "project": project, "kind": kind, "state": status, "limit": limit}
    _print(_ask(url, state, key, "GET", params={name: value for name, value in filters.items() if value is not None}))


@learnings.command("review")
def review(key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Show what a person should look at: what is held, and what misled."""
    _print(_ask(url, state, key, "GET", params={"state": "review", "limit": 200}))


@learnings.command("show")
def show(learning: Id, key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Show one learning, where it is from, and what was done to it."""
    row = _ask(url, state, key, "GET", learning)
    table = Table(show_header=False, box=None)
    for name, value in row.items():
        if name != "history" and value not in (None, [], 0):
            table.add_row(name, escape(str(value)))
    for act in row["history"]:
        table.add_row(escape(act["at"][:19]), escape(f"{act['action']} by {act['actor']}"))
    out.print(table)


@learnings.command("edit")
def edit(learning: Id, text: str, key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Correct what a learning says."""
    out.print(escape(_ask(url, state, key, "PATCH", learning, json={"learning": text})["learning"]))


@learnings.command("forget")
def forget(learning: Id, key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Take a learning out of every answer; `restore` brings it back for 30 days."""
    _ask(url, state, key, "DELETE", learning)
    out.print(f"Forgotten. To bring it back: kloop learnings restore {learning}")


@learnings.command("restore")
def restore(learning: Id, key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Bring back what was forgotten."""
    out.print(escape(_ask(url, state, key, "POST", f"{learning}/restore")["learning"]))


@learnings.command("pin")
def pin(
    learning: Id,
    key: KeyOption,
    remove: Annotated[bool, typer.Option("--remove", help="It is no standing rule any more.")] = False,
    url: UrlOption = None,
    state: StateOption = HERE,
) -> None:
    """Make a learning a standing rule: given whatever the task is."""
    out.print(escape(_ask(url, state, key, "POST", f"{learning}/pin", json={"pinned": not remove})["learning"]))


@learnings.command("release")
def release(learning: Id, key: KeyOption, url: UrlOption = None, state: StateOption = HERE) -> None:
    """Let a learning out of quarantine, once you have read it."""
    out.print(escape(_ask(url, state, key, "POST", f"{learning}/release")["learning"]))


def _ask(url: str | None, state: Path, key: str, method: str, path: str = "", **options: Any) -> Any:
    """What the function answers. Raises `StackError` with the problem's detail."""
    import httpx

    base = url or f"{State(state).running().url}/functions/v1/learnings"
    answer = httpx.request(
        method,
        f"{base.rstrip('/')}/{path}",
        headers={"Authorization": f"Bearer {key}"},
        timeout=30,
        trust_env=url is not None,  # no proxy reaches the loopback
        **options,
    )
    if answer.is_error:
        raise StackError(answer.json().get("detail", answer.reason_phrase))
    return answer.json()


def _print(page: dict[str, Any]) -> None:
    table = Table("id", "state", "kind", "times", "learning", box=None)
    for row in page["learnings"]:
        reason = f" ({row['held_reason']})" if row["held_reason"] else ""
        table.add_row(
            row["id"], row["state"], escape(row["kind"]), str(row["frequency"]), escape(row["learning"] + reason)
        )
    out.print(table)
