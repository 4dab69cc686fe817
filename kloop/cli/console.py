"""What the commands share: where they print, and where the stack's folder is."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

HERE = Path(".kloop")
StateOption = Annotated[
    Path, typer.Option("--state", metavar="DIR", envvar="KLOOP_STATE", help="Where the stack keeps everything.")
]
