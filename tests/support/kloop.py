"""The command line over a state folder, as a person runs it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import psutil
import pytest

from kloop.cli import app
from kloop.stack.state import RunningStack, State


@dataclass
class Kloop:
    """The command line over one state folder."""

    state: Path
    port: int

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """What starts or ends a stack is a process of its own; the rest runs in this one, which has imported it."""
        with patch.dict(os.environ, {"KLOOP_STATE": str(self.state), "COLUMNS": "200"}):
            return process(arguments) if arguments[0] in ("up", "down") else within(arguments)

    def up(self, *options: str) -> RunningStack:
        """Starts the stack and returns when it is ready."""
        run = self("up", "--detach", "--port", str(self.port), *options)
        assert run.returncode == 0, run.stderr
        return self.running()

    def running(self) -> RunningStack:
        """The stack that runs."""
        return State(self.state).running()

    def tenant(self, name: str, role: str = "agent", tier: str = "team") -> str:
        """A key of a tenant, which is made where it is missing."""
        self("tenants", "create", name, "--tier", tier)
        return self("keys", "create", "--tenant", name, "--role", role, "--quiet").stdout.strip()

    def refused(self, *arguments: str) -> str:
        """What a command that fails says."""
        run = self(*arguments)
        assert run.returncode == 1
        assert run.stderr.startswith("kloop: ")
        assert "Traceback" not in run.stdout + run.stderr
        return run.stderr


def process(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """The program, started anew."""
    command = [sys.executable, "-m", "kloop.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)


def within(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """The program, called."""
    out, err = StringIO(), StringIO()
    with (
        patch.object(sys, "argv", ["kloop", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        app()
    return subprocess.CompletedProcess(arguments, int(end.value.code or 0), out.getvalue(), err.getvalue())


def tree(running: RunningStack) -> list[psutil.Process]:
    """The supervisor and everything below it."""
    supervisor = psutil.Process(running.supervisor.pid)
    return [supervisor, *supervisor.children(recursive=True)]
