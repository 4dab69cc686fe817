"""Storage as a process of its own that begins at once: importing moto takes longer than most tests of it do."""

from collections import Counter
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from kloop.aws import server
from tests.support import kept_objects

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.support.warm_storage"])


def start(journal: Path, port: int, functions: Path, *, fresh: bool = False) -> BaseProcess:
    """As `kloop.aws.server.command` runs it; `fresh` shares no memory with others, and so takes a second longer."""
    arguments = (str(journal), str(port), str(functions))
    process: BaseProcess = (get_context("spawn") if fresh else _FORKS).Process(  # type: ignore[attr-defined]
        target=server.main, args=arguments, daemon=True
    )
    process.start()
    return process


def kept_of(folder: Path, key: str, writes: int) -> tuple[Counter[str], Counter[str]]:
    """What such a process keeps in memory of so many writes, and of them once they are erased: see kept_objects."""
    here, there = _FORKS.Pipe(duplex=False)
    process = _FORKS.Process(target=kept_objects.count, args=(folder, key, writes, there), daemon=True)
    process.start()
    there.close()
    kept, left = here.recv(), here.recv()
    process.join()
    return kept, left


def kept_at_start(folder: Path) -> Counter[str]:
    """What such a process has in memory once it has read what another kept in that folder."""
    here, there = _FORKS.Pipe(duplex=False)
    process = _FORKS.Process(target=kept_objects.count_at_start, args=(folder, there), daemon=True)
    process.start()
    there.close()
    kept: Counter[str] = here.recv()
    process.join()
    return kept
