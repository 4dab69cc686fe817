"""What a stack tells about itself is told exactly, or not at all."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kloop.errors import StackError
from kloop.stack.state import ProcessIdentity, RunningStack, State

US = ProcessIdentity.of(os.getpid())
RUNNING = RunningStack(
    supervisor=US,
    children=(US,),
    ready=True,
    url="http://127.0.0.1:8787",
    database_url="postgresql://app@127.0.0.1/postgres",
    admin_url="postgresql://postgres@127.0.0.1/postgres",
    storage_url="http://127.0.0.1:5000",
    environment={"KNOWLEDGE_BUCKET": "knowledge"},
)


def test_a_running_stack_is_read_as_it_was_told(tmp_path: Path) -> None:
    """What was written is read, and privately so: it holds passwords."""
    state = State(tmp_path)
    assert state.read() is None
    state.write(RUNNING)
    assert state.read() == state.running() == RUNNING
    assert (tmp_path / "running.json").stat().st_mode & 0o077 == 0
    state.clear()
    assert state.read() is None


@pytest.mark.parametrize(
    "change",
    [
        {"ready": False},
        {"supervisor": ProcessIdentity(US.pid, US.created - 1)},
        {"supervisor": ProcessIdentity(2**22 - 1, 0.0)},
    ],
)
def test_a_stack_that_is_not_ready_or_gone_does_not_run(tmp_path: Path, change: dict[str, object]) -> None:
    """A process of the same id that began at another time is another process."""
    state = State(tmp_path)
    state.write(replace(RUNNING, **change))  # type: ignore[arg-type]
    with pytest.raises(StackError, match="kloop up"):
        state.running()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"supervisor": 1, "children": []}'])
def test_a_broken_record_says_what_to_do(tmp_path: Path, text: str) -> None:
    """Whatever stands in the file, the error names the file and the way out."""
    (tmp_path / "running.json").write_text(text)
    with pytest.raises(StackError, match=r"running\.json is broken. Delete it"):
        State(tmp_path).read()
