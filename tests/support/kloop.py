"""The command line over a state folder, as a person runs it."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psutil

from kloop.stack.state import Running, State


@dataclass
class Kloop:
    """The command line over one state folder."""

    state: Path
    port: int

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "kloop.cli", *arguments]
        environment = os.environ | {"KLOOP_STATE": str(self.state), "COLUMNS": "200"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=180)

    def up(self, *options: str) -> Running:
        """Starts the stack and returns when it is ready."""
        done = self("up", "--detach", "--port", str(self.port), *options)
        assert done.returncode == 0, done.stderr
        return self.running()

    def running(self) -> Running:
        """The stack that runs."""
        return State(self.state).running()

    def tenant(self, name: str, role: str = "agent", tier: str = "team") -> str:
        """A key of a tenant, which is made where it is missing."""
        self("tenants", "create", name, "--tier", tier)
        return self("keys", "create", "--tenant", name, "--role", role, "--quiet").stdout.strip()

    def refused(self, *arguments: str) -> str:
        """What a command that fails says."""
        done = self(*arguments)
        assert done.returncode == 1
        assert done.stderr.startswith("kloop: ")
        assert "Traceback" not in done.stdout + done.stderr
        return done.stderr


def tree(running: Running) -> list[psutil.Process]:
    """The supervisor and everything below it."""
    supervisor = psutil.Process(running.supervisor.pid)
    return [supervisor, *supervisor.children(recursive=True)]
