"""What a running stack tells others: a file in its state folder, readable by its owner only."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from kloop.errors import StackError
from kloop.stack.owned_folder import write_private
from kloop.stack.processes import is_gone


@dataclass(frozen=True)
class ProcessIdentity:
    """A process that cannot be confused with a later one of the same id."""

    pid: int
    created: float

    @classmethod
    def of(cls, pid: int) -> "ProcessIdentity":
        """The living process `pid`."""
        return cls(pid, psutil.Process(pid).create_time())

    def process(self) -> psutil.Process | None:
        """The process, if it still runs."""
        try:
            process = psutil.Process(self.pid)
            return process if process.create_time() == self.created and not is_gone(process) else None
        except psutil.NoSuchProcess:
            return None


@dataclass(frozen=True)
class RunningStack:
    """A stack: its processes and the ways in. The URLs of the database hold passwords."""

    supervisor: ProcessIdentity
    children: tuple[ProcessIdentity, ...]
    ready: bool
    url: str
    database_url: str
    admin_url: str
    storage_url: str
    environment: dict[str, str]


class State:
    """The state folder of one stack."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.postgres = self.folder / "postgres"
        self.journal = self.folder / "storage" / "journal"
        self.logs = self.folder / "logs"
        self._record = self.folder / "running.json"

    def write(self, running: RunningStack) -> None:
        """Tells the others."""
        write_private(self._record, json.dumps(asdict(running), indent=2))

    def read(self) -> RunningStack | None:
        """What was told last, whether or not it still runs. Raises `StackError` where the file is broken."""
        try:
            facts = json.loads(self._record.read_text())
            started = [ProcessIdentity(**process) for process in (facts["supervisor"], *facts["children"])]
            return RunningStack(**facts | {"supervisor": started[0], "children": tuple(started[1:])})
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise StackError(
                f"{self._record} is broken. Delete it; if a stack still runs there, end its processes first."
            ) from error
        except OSError as error:
            raise StackError(
                f"{self._record} cannot be read ({error.strerror}). Run as the user who started the stack, or "
                "choose another --state DIR."
            ) from error

    def running(self) -> RunningStack:
        """The stack that answers now. Raises `StackError` where there is none."""
        running = self.read()
        if not (running and running.ready and running.supervisor.process()):
            raise StackError(f"No stack runs in {self.folder}. Start it with `kloop up`, or name another --state DIR.")
        return running

    def already_runs(self) -> StackError:
        """The error for whoever wants to start a second stack here."""
        running = self.read()
        where = f" at {running.url}" if running and running.ready else ""
        return StackError(
            f"A stack runs in {self.folder} already{where}. Stop it with `kloop down`, or start another with "
            "--state DIR --port PORT."
        )

    def clear(self) -> None:
        """Tells that nothing runs."""
        self._record.unlink(missing_ok=True)
