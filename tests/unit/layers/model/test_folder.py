"""Rules of the model folder, without the model."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

MODEL = ROOT / "layers" / "model"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/folder.py, which scripts beside it import by its name."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("folder")


@pytest.fixture
def whole(folder: ModuleType, tmp_path: Path) -> Path:
    """A folder as it is after an export."""
    (tmp_path / "model.onnx").write_bytes(b"weights")
    (tmp_path / "tokenizer.json").write_bytes(b"{}")
    folder.describe(tmp_path, model="m", dimensions=384, max_tokens=256, near_duplicate=0.92)
    return tmp_path


def test_a_described_folder_is_whole(folder: ModuleType, whole: Path) -> None:
    """What was described is whole, and its description is what the embedder reads."""
    assert folder.is_whole(whole)
    assert json.loads((whole / "model.json").read_text()).keys() == {
        "model",
        "dimensions",
        "max_tokens",
        "near_duplicate",
        "sha256",
    }


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "model.json"])
def test_a_missing_file_is_noticed(folder: ModuleType, whole: Path, name: str) -> None:
    """A folder that lacks a file is not whole."""
    (whole / name).unlink()
    assert not folder.is_whole(whole)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_changed_file_is_noticed(folder: ModuleType, whole: Path, name: str) -> None:
    """A folder whose file is not the one described is not whole."""
    (whole / name).write_bytes(b"other")
    assert not folder.is_whole(whole)


@pytest.mark.parametrize("factors", ["subject.npz", "question.npz", "instruction.npz", "talk.npz", "change.npz"])
def test_a_sides_factors_belong_to_a_folder_that_has_them(folder: ModuleType, whole: Path, factors: str) -> None:
    """They are described with it: other factors, or none, are noticed."""
    (whole / factors).write_bytes(b"factors")
    assert not folder.is_whole(whole)
    folder.describe(whole, model="m", dimensions=384, max_tokens=256, near_duplicate=0.92)
    assert folder.is_whole(whole)
    (whole / factors).unlink()
    assert not folder.is_whole(whole)


def test_a_folder_of_an_earlier_version_is_assembled_anew(
    folder: ModuleType, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What we assembled before is replaced; a model that somebody put there stays, whatever its name."""
    assemble = import_module("assemble")
    folder.describe(whole, model=assemble.MODEL, dimensions=384, max_tokens=256, near_duplicate=0.92)
    assert assemble.is_current(whole)
    monkeypatch.setattr(assemble, "EARLIER", [folder.digest(whole / "model.onnx")])
    assert not assemble.is_current(whole)


def test_places_are_put_between_the_parts_of_a_model(folder: ModuleType) -> None:
    """A part is a range of the model's bytes, or other bytes in base64."""
    assemble = import_module("assemble")
    assert assemble.with_places(b"abcdef", [[0, 2], "WFla", [2, 6]]) == b"abXYZcdef"


def test_only_the_reviewed_model_is_assembled(folder: ModuleType, tmp_path: Path) -> None:
    """Packages that hold other files are refused, and no description makes them look whole."""
    assemble = import_module("assemble")
    for source in assemble.SOURCES.values():
        (tmp_path / source).parent.mkdir(parents=True)
        (tmp_path / source).write_bytes(b"other")
    with pytest.raises(ValueError, match="not the reviewed model"):
        assemble.assemble(tmp_path, tmp_path / "out")
    assert not folder.is_whole(tmp_path / "out")
