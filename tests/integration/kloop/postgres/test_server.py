"""The embedded server: durable, private, and back after any end."""

import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import pytest

from kloop.errors import StackError
from kloop.postgres.server import SUPERUSER, Postgres
from kloop.stack.processes import wait_until

pytestmark = pytest.mark.xdist_group("server")  # one server serves them all


def value(server: Postgres, query: str, *, user: str = SUPERUSER, socket: bool = False) -> object:
    with psycopg.connect(server.url(user, socket=socket)) as connection:
        row = connection.execute(query).fetchone()
        assert row is not None
        return row[0]


def test_it_answers_on_both_doors_with_pgvector(stack_postgres: Postgres) -> None:
    """TCP and the Unix socket both work, and `vector` lives in the schema `extensions`."""
    where = "select extnamespace::regnamespace::text from pg_extension where extname = 'vector'"
    assert value(stack_postgres, where) == value(stack_postgres, where, socket=True) == "extensions"


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
def test_it_is_durable(stack_postgres: Postgres, setting: str) -> None:
    """What is committed is on disk."""
    assert value(stack_postgres, f"show {setting}") == "on"


def test_nobody_enters_without_the_password(stack_postgres: Postgres) -> None:
    """Neither door trusts; the password is readable by its owner only."""
    for url in (stack_postgres.url(SUPERUSER), stack_postgres.url(SUPERUSER, socket=True)):
        password = url.split(":")[2].split("@")[0]
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(url.replace(password, "wrong"))
    assert (stack_postgres.folder / "postgres.password").stat().st_mode & 0o077 == 0


def test_the_folder_belongs_to_one_server(stack_postgres: Postgres) -> None:
    """A second server over the same folder is refused, and says what to do."""
    with pytest.raises(StackError, match="kloop down"):
        Postgres(stack_postgres.folder).start()


@pytest.mark.parametrize("killed", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_it_comes_back_after_any_end(tmp_path: Path, killed: bool) -> None:
    """A killed server recovers what was committed; one left running is shut down first; the port stays."""
    first = Postgres(tmp_path / "state")
    first.start()
    with psycopg.connect(first.url(SUPERUSER)) as connection:
        connection.execute("create table kept as select 42 as answer")
    port, server = first.port, psutil.Process(first.pid)
    if killed:
        server.kill()
    first._held.close()  # as the kernel does when the process that started it dies
    with Postgres(first.folder) as second:
        assert value(second, "select answer from kept") == 42
        assert second.port == port
        assert first.pid is None
    first.stop()


def test_a_deep_folder_still_has_a_socket(tmp_path: Path) -> None:
    """A path too long for a socket does not keep the server from starting."""
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    with Postgres(deep / "state") as server:
        assert value(server, "select 1", socket=True) == 1


def test_a_broken_folder_says_what_to_do(tmp_path: Path) -> None:
    """Where PostgreSQL does not start, the end of its log and a way out are in the message."""
    server = Postgres(tmp_path / "state")
    with server:
        control = server.data / "global" / "pg_control"
    control.write_bytes(b"")
    with pytest.raises(StackError, match=r"(?s)pg_control.*move that folder away"):
        server.start()
    with pytest.raises(StackError, match="pg_control"):  # it let go of the folder
        server.start()


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    """The server does not outlive the process that started it, even one that is killed."""
    script = f"import signal; from kloop.postgres.server import *; Postgres(Path({str(tmp_path / 'state')!r})).start()"
    command = [sys.executable, "-c", f"{script}; print('started', flush=True); signal.pause()"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout and parent.stdout.readline() == b"started\n"
        record = tmp_path / "state" / "data" / "postmaster.pid"
        server = psutil.Process(int(record.read_text().split()[0]))
        parent.kill()
    wait_until(lambda: not server.is_running(), seconds=30, what="The end")
    assert not record.exists()  # it had the time to shut down
