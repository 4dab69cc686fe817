"""What embedding a large file takes is given back."""

import subprocess
import sys

import pytest

from kloop.stack.environment import surroundings
from tests.conftest import MODEL

PROGRAM = """
import sys
from pathlib import Path
import psutil
from knowledge.ports.embedder import OnnxEmbedder
embedder, process = OnnxEmbedder(Path(sys.argv[1])), psutil.Process()
embedder.embed(["a question"])
before = process.memory_full_info().uss
embedder.embed(["The service listens on its port and is deployed by its own pipeline. " * 20] * 32)
print(process.memory_full_info().uss - before)
"""


@pytest.mark.soak
def test_a_batch_of_long_texts_leaves_little_behind() -> None:
    """In a process like the local stack's front: it keeps less than a tenth of the gigabyte that the batch takes."""
    command = [sys.executable, "-c", PROGRAM, str(MODEL)]
    run = subprocess.run(command, env=surroundings(), capture_output=True, text=True, check=True)
    assert int(run.stdout) < 100 * 2**20
