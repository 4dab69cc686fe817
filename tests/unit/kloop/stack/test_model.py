"""The embedding model of the local stack is there, or fetched, or it is said what to do."""

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from kloop import paths
from kloop.errors import StackError
from kloop.stack import model


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the model, which is empty."""
    monkeypatch.delenv("KNOWLEDGE_EMBEDDER", raising=False)
    monkeypatch.setattr(paths, "model", lambda: tmp_path)
    monkeypatch.setattr(paths, "own_model", lambda: tmp_path)
    return tmp_path


def test_what_is_there_is_not_fetched(own: Path) -> None:
    """Nor what is not wanted."""
    (own / "model.json").touch()
    model.provide(pytest.fail)


def test_another_embedder_needs_no_model(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said and nothing fetched."""
    monkeypatch.setenv("KNOWLEDGE_EMBEDDER", "openai")
    model.provide(pytest.fail)


def test_a_folder_of_the_persons_is_not_filled(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was named and has no model is a mistake."""
    monkeypatch.setattr(paths, "own_model", lambda: own / "another")
    with pytest.raises(StackError, match="KNOWLEDGE_MODEL_DIR"):
        model.provide(pytest.fail)


def test_what_cannot_be_fetched_is_said_with_its_last_word(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where else a model may come from."""
    failed = SimpleNamespace(returncode=1, stdout="", stderr="some lines\nno such host\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    lines: list[str] = []
    with pytest.raises(StackError, match=r"no such host(.|\n)*KNOWLEDGE_MODEL_DIR"):
        model.provide(lines.append)
    assert lines == [model.FETCHING]
