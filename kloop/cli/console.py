"""What the commands share: where they print, and where the stack's folder is."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

HERE = Path(".kloop")
StateOption = Annotated[
    Path, typer.Option("--state", metavar="DIR", envvar="KLOOP_STATE", help="Where the stack keeps everything.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def print_json(answer: Any) -> None:
    """Prints it on stdout for a script: as it is, and not wrapped to a terminal's width."""
    print(json.dumps(answer, indent=2, ensure_ascii=False))  # noqa: T201 - the console would wrap and colour it
