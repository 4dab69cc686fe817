"""The embedding model of the local stack is there, or fetched, or it is said what to do."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from kloop import paths
from kloop.errors import StackError
from kloop.stack import model
from tests.conftest import MODEL

Assemble = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the model, which is empty."""
    monkeypatch.delenv("KNOWLEDGE_EMBEDDER", raising=False)
    monkeypatch.setattr(paths, "model", lambda: tmp_path)
    monkeypatch.setattr(paths, "own_model", lambda: tmp_path)
    return tmp_path


def test_what_is_there_is_not_fetched(own: Path) -> None:
    """The folder that this version assembles."""
    own.rmdir()
    own.symlink_to(MODEL)
    model.provide(pytest.fail)


def test_a_folder_of_another_version_is_fetched_anew(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade may come with another model, or with other factors."""
    for file in MODEL.iterdir():
        (own / file.name).write_bytes(file.read_bytes())
    (own / "question.npz").write_bytes(b"the factors before")
    lines: list[str] = []
    monkeypatch.setattr(model, "_assemble", only_checking(model._assemble))
    model.provide(lines.append)
    assert lines == [model.FETCHING]


def test_what_was_fetched_before_goes_on_where_nothing_can_be_fetched(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade without a network starts, and says what it starts with."""
    (own / "model.json").touch()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stdout="", stderr="no host"))
    lines: list[str] = []
    model.provide(lines.append)
    assert "no host" in lines[-1] and "goes on" in lines[-1]


def only_checking(assemble: Assemble) -> Assemble:
    """As it is, but that nothing is fetched."""
    fetched = subprocess.CompletedProcess[str]([], 0)
    return lambda folder, *options: assemble(folder, *options) if options else fetched


def test_the_folder_of_a_person_is_left_as_it_is(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever model it has."""
    (own / "model.json").touch()
    monkeypatch.setattr(paths, "own_model", lambda: own / "another")
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
