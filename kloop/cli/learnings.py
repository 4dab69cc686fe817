"""`kloop learnings`: what is known, for people to read, correct and forget."""

from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Column, Table

from kloop.cli.console import HERE, JsonOption, StateOption, out, print_json
from kloop.cli.service import KeyOption, service, url_option

learnings = typer.Typer(help="What is known: read it, correct it, forget it.", no_args_is_help=True)

FUNCTION = "learnings"

UrlOption = Annotated[str | None, url_option("KLOOP_LEARNINGS_URL")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The learning's id, as `list` shows it.")]


class StatusChoice(StrEnum):
    """What became of a learning, was done to it, or is to be."""

    active = "active"
    held = "held"
    withdrawn = "withdrawn"
    superseded = "superseded"
    expired = "expired"
    deleted = "deleted"
    pinned = "pinned"
    review = "review"


@learnings.command("list")
def list_learnings(
    search: Annotated[str | None, typer.Option(help="A part of the text.")] = None,
    project: Annotated[str | None, typer.Option()] = None,
    kind: Annotated[str | None, typer.Option()] = None,
    status: Annotated[StatusChoice | None, typer.Option(help="Of this state alone.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=200)] = 50,
    as_json: JsonOption = False,
    url: UrlOption = None,
    key: KeyOption = None,
    state: StateOption = HERE,
) -> None:
    """Show what is known, the latest first."""
    with service(FUNCTION, state, url, key) as function:
        _print(function.get("", search=search, project=project, kind=kind, state=status, limit=limit), as_json)


@learnings.command("review")
def review(
    as_json: JsonOption = False, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE
) -> None:
    """Show what a person should look at: what is held, what a log says of a user, and what misled."""
    with service(FUNCTION, state, url, key) as function:
        _print(function.get("", state="review", limit=200), as_json)


@learnings.command("show")
def show(learning: Id, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Show one learning, where it is from, and what was done to it."""
    with service(FUNCTION, state, url, key) as function:
        row = function.get(f"/{learning}")
    table = Table(show_header=False, box=None)
    for name, value in row.items():
        if name != "history" and value not in (None, [], 0):
            table.add_row(name, escape(str(value)))
    for act in row["history"]:
        table.add_row(escape(act["at"][:19]), escape(f"{act['action']} by {act['actor']}"))
    out.print(table)


@learnings.command("edit")
def edit(learning: Id, text: str, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Correct what a learning says."""
    with service(FUNCTION, state, url, key) as function:
        out.print(escape(function.patch(f"/{learning}", learning=text)["learning"]))


@learnings.command("forget")
def forget(learning: Id, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Take a learning out of every answer; `restore` brings it back for 30 days."""
    with service(FUNCTION, state, url, key) as function:
        function.delete(f"/{learning}")
    out.print(f"Forgotten. To bring it back: kloop learnings restore {learning}", soft_wrap=True)


@learnings.command("restore")
def restore(learning: Id, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Bring back what was forgotten."""
    with service(FUNCTION, state, url, key) as function:
        out.print(escape(function.post(f"/{learning}/restore")["learning"]))


@learnings.command("pin")
def pin(
    learning: Id,
    remove: Annotated[bool, typer.Option("--remove", help="It is no standing rule any more.")] = False,
    url: UrlOption = None,
    key: KeyOption = None,
    state: StateOption = HERE,
) -> None:
    """Make a learning a standing rule: given first, wherever anything known is near enough to the task."""
    with service(FUNCTION, state, url, key) as function:
        out.print(escape(function.post(f"/{learning}/pin", pinned=not remove)["learning"]))


@learnings.command("release")
def release(learning: Id, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Let a learning out of quarantine, once you have read it."""
    with service(FUNCTION, state, url, key) as function:
        out.print(escape(function.post(f"/{learning}/release")["learning"]))


@learnings.command("confirm")
def confirm(learning: Id, url: UrlOption = None, key: KeyOption = None, state: StateOption = HERE) -> None:
    """Make what the user said, as a log tells, the word of a person: you know that it holds."""
    with service(FUNCTION, state, url, key) as function:
        out.print(escape(function.post(f"/{learning}/confirm")["learning"]))


def _print(page: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(page)
        return
    table = Table(Column("id", no_wrap=True, min_width=36), "state", "kind", "times", "learning", box=None)
    for row in page["learnings"]:
        reporter = f" (the user, as run {row['run_id']} tells)" if row["reported"] else ""
        reason = f" ({row['held_reason']})" if row["held_reason"] else reporter
        table.add_row(
            row["id"], row["state"], escape(row["kind"]), str(row["frequency"]), escape(row["learning"] + reason)
        )
    out.print(table)
