"""The local stack as one process tree: PostgreSQL, storage and the front door below one supervisor."""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import NoReturn

from kloop.administration import migrate
from kloop.aws import server
from kloop.aws.resources import BUCKET
from kloop.errors import StackError
from kloop.paths import FUNCTIONS
from kloop.postgres.server import SUPERUSER, Postgres
from kloop.stack import events, gateway, model
from kloop.stack.environment import environment
from kloop.stack.owned_folder import FolderBusy, owned
from kloop.stack.parts import ChildProcess, DatabasePart, Reviver, StackPart, last_words
from kloop.stack.processes import LOOPBACK, answers, end, free_port, is_free, kept_port, wait_until
from kloop.stack.state import ProcessIdentity, RunningStack, State

Say = Callable[[str], None]


class Stack:
    """What `kloop up` runs. Nothing of it outlives the process that called `serve`."""

    def __init__(self, state: State, port: int, functions: Path = FUNCTIONS, workers: int = 1) -> None:
        """`workers` is how many processes serve; with several, one more hands out the events."""
        self._state = state
        self._workers = workers
        self._port = port
        self._functions = functions
        self._postgres = Postgres(state.postgres)
        self._storage_url = ""
        self._parts: list[StackPart] = []
        self._open = ExitStack()

    def serve(self, say: Say, ready: Callable[[RunningStack], None], warn: Say) -> None:
        """Starts everything, calls `ready`, and returns when SIGINT or SIGTERM has stopped it cleanly.

        A part that ends by itself is started again, and `warn` is told. Raises `StackError` where the stack cannot
        start, or where a part keeps ending.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _interrupt_once)
        with self._open:
            try:
                ready(self._start(say))
                self._watch(warn)
            except KeyboardInterrupt:
                say("Stopping")
            finally:
                _ignore_signals()

    def _start(self, say: Say) -> RunningStack:
        self._take_folder()
        self._end_leftovers()
        self._open.callback(self._state.clear)
        if not is_free(self._port):
            raise StackError(f"Port {self._port} is taken. Choose another: kloop up --port {free_port()}")
        model.provide(say)
        storage = self._start_storage()
        say("Starting PostgreSQL")
        self._run(DatabasePart(self._postgres))
        say("Applying the SQL")
        migrate(self._postgres.url(SUPERUSER))
        self._postgres.let_app_in()
        say("Reading what storage holds")
        self._wait_for(storage, f"{self._storage_url}/{BUCKET}", seconds=600)
        say("Loading the functions")
        running = self._describe()
        front = self._child("front", gateway.command(self._port, self._functions, self._workers), running.environment)
        if self._workers > 1:
            self._child("events", events.command(self._functions), running.environment)
        self._wait_for(front, f"{running.url}/health", seconds=120)
        return self._describe(ready=True)

    def _take_folder(self) -> None:
        try:
            self._open.enter_context(owned(self._state.folder))
        except FolderBusy as error:
            raise self._state.already_runs() from error
        self._state.logs.mkdir(exist_ok=True)
        self._state.journal.parent.mkdir(exist_ok=True)

    def _end_leftovers(self) -> None:
        """Ends what a killed supervisor left: where the system cannot, or where it is still at it."""
        before = self._state.read()
        processes = [child.process() for child in before.children] if before else []
        end([process for process in processes if process], seconds=30)

    def _start_storage(self) -> StackPart:
        port = kept_port(self._state.journal.with_name("port"))
        self._storage_url = f"http://{LOOPBACK}:{port}"
        return self._child("storage", server.command(self._state.journal, port, self._functions), {})

    def _child(self, name: str, command: list[str], environment: dict[str, str]) -> StackPart:
        return self._run(ChildProcess(name, command, environment, self._state.logs / f"{name}.log"))

    def _run(self, part: StackPart) -> StackPart:
        self._open.callback(part.stop)
        part.start()
        self._parts.append(part)
        return part

    def _describe(self, *, ready: bool = False) -> RunningStack:
        """Writes down what runs, so that the next start finds what a kill leaves behind."""
        pids = [part.pid for part in self._parts if isinstance(part, ChildProcess)]
        running = RunningStack(
            supervisor=ProcessIdentity.of(os.getpid()),
            children=tuple(ProcessIdentity.of(pid) for pid in pids if pid),
            ready=ready,
            url=f"http://{LOOPBACK}:{self._port}",
            database_url=self._postgres.url(),
            admin_url=self._postgres.url(SUPERUSER),
            storage_url=self._storage_url,
            environment=environment(self._postgres.url(), self._storage_url),
        )
        self._state.write(running)
        return running

    def _wait_for(self, part: StackPart, url: str, *, seconds: float) -> None:
        def is_answered() -> bool:
            if part.ending:
                raise StackError(f"The process `{part.name}` {part.ending}.{last_words(part)}")
            return answers(url)

        wait_until(is_answered, seconds=seconds, what=f"The start of {part.name} (log: {part.log})")

    def _watch(self, warn: Say) -> NoReturn:
        reviver, forever = Reviver(), threading.Event()
        while True:
            for part in self._parts:
                if ending := part.ending:
                    warn(f"{part.name} {ending} and is started again. Its log: {part.log}")
                    reviver.revive(part)
                    self._describe(ready=True)
            forever.wait(0.5)


def _interrupt_once(_number: int, _frame: FrameType | None) -> None:
    """Of two signals one begins the clean stop, and none interrupts it."""
    _ignore_signals()
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
