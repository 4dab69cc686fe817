"""Storage events and schedules handed to the functions, in a process beside several that serve."""

import os
import signal
import sys
import threading
from pathlib import Path

from kloop.aws.event_delivery import Poller
from kloop.stack.function_loader import load_all
from kloop.stack.processes import keep_giving_back


def command(functions: Path) -> list[str]:
    """The command line that runs it; its settings are in the environment."""
    return [sys.executable, "-m", "kloop.stack.events", str(functions)]


def main(folder: str) -> None:
    """Hands out events until it is told to end; handlers under way end first."""
    ending = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ending.set())
    keep_giving_back()
    poller = Poller(os.environ["KNOWLEDGE_S3_ENDPOINT"], load_all(Path(folder)))
    poller.start()
    ending.wait()
    poller.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
