"""`kloop forget`: a learning, a file, an upload or a user for good, with the manifest of what went."""

from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import quote

import typer
from rich.markup import escape
from rich.table import Table

from kloop.cli.console import HERE, JsonOption, StateOption, err, out, print_json
from kloop.cli.service import KeyOption, service, url_option
from kloop.errors import StackError

FUNCTION = "forget"
LEFT = 3  # the exit code where something was found again


class Kind(StrEnum):
    """What can be forgotten; in the function's routes each has an s."""

    LEARNING = "learning"
    FILE = "file"
    UPLOAD = "upload"
    USER = "user"


def forget(
    kind: Annotated[
        Kind,
        typer.Argument(
            help="A learning with what the files of its runs tell of it (to undo it for 30 days: kloop learnings "
            "forget); a file with every version; an upload with what was made of it; a user's memory and uploads."
        ),
    ],
    subject: Annotated[
        str, typer.Argument(metavar="ID", help="As its list or its answer shows it: an id, a path, a user's name.")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Forget it; nothing brings it back.")] = False,
    as_json: JsonOption = False,
    state: StateOption = HERE,
    url: Annotated[str | None, url_option("KLOOP_FORGET_URL")] = None,
    key: KeyOption = None,
) -> None:
    """Forget for good: rows, vectors, answers, every version, copies. Nothing brings it back."""
    if not yes:
        raise StackError(f"This forgets {subject!r} for good. Repeat it with --yes.")
    with service(FUNCTION, state, url, key) as function:
        manifest = function.delete(f"/{kind}s/{quote(subject)}")
    if as_json:
        print_json(manifest)
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
