"""What importing a function costs: nothing that it may not need, and nothing that a snapshot would freeze."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.support.heavy import HEAVY

ROOT = Path(__file__).parent.parent.parent
FUNCTIONS = sorted(path.parent.name for path in (ROOT / "functions").glob("*/main.py"))

# Runs in a fresh interpreter: what the import of each function adds, and whether it met the network, a source of random
# numbers or the clock. SnapStart restores one snapshot into many containers, which would share all three.
PROBE = """
import json, random, runpy, socket, sys, time
met = []
watched = {"socket.connect", "socket.getaddrinfo", "socket.bind"}
sys.addaudithook(lambda event, arguments: met.append(event) if event in watched else None)

def refuse(owner, name, allowed):
    real = getattr(owner, name)
    def call(*arguments, **options):
        caller = sys._getframe(1).f_globals.get("__name__", "")
        if caller.split(".")[0] in allowed:
            met.append(f"{owner.__name__}.{name} in {caller}")
        return real(*arguments, **options)
    setattr(owner, name, call)

import os, secrets, uuid
for owner, name in [(os, "urandom"), (secrets, "token_bytes"), (uuid, "uuid4"), (time, "time"),
                    (time, "monotonic"), (time, "perf_counter"), (random, "random")]:
    refuse(owner, name, {"knowledge", "main", "__main__"})
found = {}
for main in sys.argv[1:]:
    before = set(sys.modules)
    runpy.run_path(main, run_name="main")
    found[main] = {"modules": sorted({name.partition(".")[0] for name in set(sys.modules) - before}), "met": met[:]}
    met.clear()
print(json.dumps(found))
"""


@cache
def imported() -> dict[str, dict[str, list[str]]]:
    """What a fresh interpreter finds while it imports one function after another, without any setting.

    What two of them import is told of the first alone: nothing of it may be heavy for either.
    """
    environment = {"PYTHONPATH": str(ROOT / "layers" / "knowledge"), "PATH": ""}
    mains = [str(ROOT / "functions" / function / "main.py") for function in FUNCTIONS]
    run = subprocess.run([sys.executable, "-c", PROBE, *mains], env=environment, capture_output=True, check=True)
    modules: dict[str, dict[str, list[str]]] = json.loads(run.stdout)
    return {Path(main).parent.name: loaded for main, loaded in modules.items()}


@pytest.mark.xdist_group("imports")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_import_is_light(function: str) -> None:
    """Importing a function, with no setting at all, loads no adapter's library."""
    assert not HEAVY & set(imported()[function]["modules"])


@pytest.mark.xdist_group("imports")
@pytest.mark.parametrize("function", FUNCTIONS)
def test_import_is_safe_in_a_snapshot(function: str) -> None:
    """Importing a function opens no connection, draws no random number and reads no clock."""
    assert imported()[function]["met"] == []
