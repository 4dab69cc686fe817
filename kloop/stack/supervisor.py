"""The local stack as one process tree: PostgreSQL, storage and the front door below one supervisor."""

import os
import signal
import subprocess
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

from kloop.administration import migrate
from kloop.aws import server
from kloop.aws.resources import BUCKET
from kloop.errors import StackError
from kloop.paths import FUNCTIONS
from kloop.postgres.server import SUPERUSER, Postgres
from kloop.stack import gateway, model
from kloop.stack.environment import environment, surroundings
from kloop.stack.owned_folder import Busy, owned
from kloop.stack.processes import LOOPBACK, answers, dies_with_parent, end, free_port, is_free, kept_port, wait_until
from kloop.stack.state import Running, Started, State

Say = Callable[[str], None]


class Stack:
    """What `kloop up` runs. Nothing of it outlives the process that called `serve`."""

    def __init__(self, state: State, port: int, functions: Path = FUNCTIONS) -> None:
        self._state = state
        self._port = port
        self._functions = functions
        self._postgres = Postgres(state.postgres)
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._open = ExitStack()

    def serve(self, say: Say, ready: Callable[[Running], None]) -> None:
        """Starts everything, calls `ready`, and returns when SIGINT or SIGTERM has stopped it cleanly.

        Raises `StackError` where it cannot start, or where a part of it ends by itself.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler)
        with self._open:
            try:
                ready(self._start(say))
                self._watch()
            except KeyboardInterrupt:
                say("Stopping")
            finally:
                _ignore_signals()

    def _start(self, say: Say) -> Running:
        self._take_folder()
        self._end_leftovers()
        self._open.callback(self._state.clear)
        if not is_free(self._port):
            raise StackError(f"Port {self._port} is taken. Choose another: kloop up --port {free_port()}")
        model.provide(say)
        storage_url = self._start_storage()
        say("Starting PostgreSQL")
        self._open.enter_context(self._postgres)
        say("Applying the SQL")
        migrate(self._postgres.url(SUPERUSER))
        self._postgres.let_app_in()
        say("Reading what storage holds")
        self._wait_for("storage", f"{storage_url}/{BUCKET}", seconds=600)
        say("Loading the functions")
        running = self._describe(storage_url)
        self._spawn("front", gateway.command(self._port, self._functions), running.environment)
        self._wait_for("front", f"{running.url}/health", seconds=120)
        return self._describe(storage_url, ready=True)

    def _take_folder(self) -> None:
        try:
            self._open.enter_context(owned(self._state.folder))
        except Busy as error:
            raise self._state.already_runs() from error
        self._state.logs.mkdir(exist_ok=True)
        self._state.journal.parent.mkdir(exist_ok=True)

    def _end_leftovers(self) -> None:
        """Ends what a killed supervisor left: where the system cannot, or where it is still at it."""
        before = self._state.read()
        processes = [child.process() for child in before.children] if before else []
        end([process for process in processes if process], seconds=30)

    def _start_storage(self) -> str:
        port = kept_port(self._state.journal.with_name("port"))
        self._spawn("storage", server.command(self._state.journal, port, self._functions), {})
        return f"http://{LOOPBACK}:{port}"

    def _spawn(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        with self._log(name).open("ab") as log:
            child = subprocess.Popen(
                command,
                env=surroundings() | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches us, and we stop it in its turn
                preexec_fn=dies_with_parent(signal.SIGTERM),
            )
        self._children[name] = child
        self._open.callback(_stop, child)

    def _describe(self, storage_url: str, *, ready: bool = False) -> Running:
        """Writes down what runs, so that the next start finds what a kill leaves behind."""
        url = f"http://{LOOPBACK}:{self._port}"
        running = Running(
            supervisor=Started.of(os.getpid()),
            children=tuple(Started.of(child.pid) for child in self._children.values() if child.poll() is None),
            ready=ready,
            url=url,
            database_url=self._postgres.url(),
            admin_url=self._postgres.url(SUPERUSER),
            storage_url=storage_url,
            environment=environment(self._postgres.url(), storage_url),
        )
        self._state.write(running)
        return running

    def _wait_for(self, name: str, url: str, *, seconds: float) -> None:
        def answered() -> bool:
            self._require_alive()
            return answers(url)

        wait_until(answered, seconds=seconds, what=f"The start of {name} (log: {self._log(name)})")

    def _watch(self) -> NoReturn:
        forever = threading.Event()
        while True:
            self._require_alive()
            forever.wait(0.5)

    def _require_alive(self) -> None:
        for name, child in self._children.items():
            if child.poll() is not None:
                raise StackError(f"The process `{name}` ended. Its log {self._log(name)} ends:\n{self._tail(name)}")
        if "front" in self._children and self._postgres.pid is None:
            raise StackError(f"PostgreSQL ended. See its log: {self._postgres.log}")

    def _log(self, name: str) -> Path:
        return self._state.logs / f"{name}.log"

    def _tail(self, name: str) -> str:
        return "\n".join(self._log(name).read_text(errors="replace").splitlines()[-5:])


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(30)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _ignore_signals() -> None:
    """A second Ctrl-C does not interrupt the clean stop."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
