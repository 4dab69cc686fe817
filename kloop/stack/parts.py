"""The processes of a stack: started, and restarted if they end by themselves."""

import signal
import subprocess
import time
from collections import deque
from pathlib import Path
from typing import Protocol

from kloop.errors import StackError
from kloop.postgres.server import Postgres
from kloop.stack.environment import surroundings
from kloop.stack.processes import dies_with_parent

RESTARTS, SECONDS = 5, 300.0  # so many within so many seconds: what ends more often will not be mended by another


class StackPart(Protocol):
    """Something that runs beside the others."""

    name: str
    log: Path

    def start(self) -> None:
        """Starts it, for the first time or again."""
        ...

    def stop(self) -> None:
        """Ends it cleanly, or by force after half a minute."""
        ...

    @property
    def ending(self) -> str | None:
        """How it ended, or None while it runs."""
        ...


class ChildProcess:
    """A program of ours as a process of its own, with a log."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str], log: Path) -> None:
        self.name, self.log = name, log
        self._command, self._environment = command, environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """See `StackPart`. Start it from a thread that lives as long as it should."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=surroundings() | self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches us, and we stop it in its turn
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        code = self._process.poll() if self._process else None
        if code is None:
            return None
        return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with exit code {code}"


class DatabasePart:
    """PostgreSQL as a part."""

    name = "PostgreSQL"

    def __init__(self, postgres: Postgres) -> None:
        self._postgres, self.log = postgres, postgres.log

    def start(self) -> None:
        """See `StackPart`. Returns when it answers; what was committed is recovered."""
        self._postgres.stop()
        self._postgres.start()

    def stop(self) -> None:
        self._postgres.stop()

    @property
    def ending(self) -> str | None:
        return "ended" if self._postgres.pid is None else None


class Reviver:
    """Starts parts again, and gives up a part that keeps ending."""

    def __init__(self) -> None:
        self._times: dict[str, deque[float]] = {}

    def revive(self, part: StackPart) -> None:
        """Raises `StackError` where it ended too often, with the end of its log."""
        times = self._times.setdefault(part.name, deque(maxlen=RESTARTS))
        now = time.monotonic()
        if len(times) == RESTARTS and now - times[0] < SECONDS:
            raise StackError(
                f"{part.name} ended {RESTARTS + 1} times within {SECONDS / 60:.0f} minutes.{last_words(part)}"
            )
        times.append(now)
        part.start()


def last_words(part: StackPart) -> str:
    """Where its log is, and how it ends."""
    lines = part.log.read_text(errors="replace").splitlines()[-5:] if part.log.exists() else []
    return f" Its log {part.log} ends:\n" + "\n".join(lines)
