"""`kloop forget`: a learning, a file, an upload or a user for good, with the manifest of what went."""

import json
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer
from rich.markup import escape
from rich.table import Table

from kloop.cli.console import HERE, StateOption, err, out
from kloop.cli.service import KeyOption, service, url_option
from kloop.errors import StackError

forget = typer.Typer(
    help="Forget for good: rows, vectors, answers, every version, copies. Nothing brings it back.", no_args_is_help=True
)

FUNCTION = "forget"
LEFT = 3  # the exit code where something was found again

UrlOption = Annotated[str | None, url_option("KLOOP_FORGET_URL")]
YesOption = Annotated[bool, typer.Option("--yes", help="Forget it; nothing brings it back.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the manifest as JSON and nothing else.")]


@forget.command("learning")
def forget_learning(
    learning: Annotated[str, typer.Argument(metavar="ID", help="As `kloop learnings list` shows it.")],
    yes: YesOption = False,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """A learning, and what the files of its runs tell of it. To undo it for 30 days: kloop learnings forget."""
    _forget("learnings", learning, yes, as_json, state, url, key)


@forget.command("file")
def forget_file(
    path: Annotated[str, typer.Argument(metavar="PATH", help="Of a knowledge file, such as 3-descriptions/user/a.md.")],
    yes: YesOption = False,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """A file with every version, also one that is deleted."""
    _forget("files", path, yes, as_json, state, url, key)


@forget.command("upload")
def forget_upload(
    upload: Annotated[str, typer.Argument(metavar="ID", help="As the answer to the upload has it.")],
    yes: YesOption = False,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """An upload with every version, and what was made of it."""
    _forget("uploads", upload, yes, as_json, state, url, key)


@forget.command("user")
def forget_user(
    user: Annotated[str, typer.Argument(metavar="ID", help="As the application names the user.")],
    yes: YesOption = False,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: UrlOption = None,
    key: KeyOption = None,
) -> None:
    """What is remembered of a user, and what they uploaded."""
    _forget("users", user, yes, as_json, state, url, key)


def _forget(kind: str, subject: str, yes: bool, as_json: bool, state: Path, url: str | None, key: str | None) -> None:
    if not yes:
        raise StackError(f"This forgets {subject!r} for good. Repeat it with --yes.")
    with service(FUNCTION, state, url, key) as function:
        manifest = function.delete(f"/{kind}/{quote(subject)}")
    if as_json:
        print(json.dumps(manifest, indent=2, ensure_ascii=False))  # noqa: T201 - unwrapped on stdout, for a script
    else:
        _print(manifest)
    if manifest["remaining"]:
        raise typer.Exit(LEFT)


def _print(manifest: dict[str, Any]) -> None:
    table = Table("removed", "", box=None)
    for kind, number in manifest["removed"].items():
        table.add_row(escape(kind), f"{number:,}")
    out.print(table)
    if not manifest["remaining"]:
        out.print("Looked again: nothing is left.")
        return
    left = ", ".join(f"{place} ({number:,})" for place, number in manifest["remaining"].items())
    err.print(
        f"[yellow]Looked again, and found in {escape(left)}[/]: what others say in the same words, which is theirs to "
        "forget, or what was written meanwhile. Search for it; repeat the command where it is the same.",
        soft_wrap=True,
    )
