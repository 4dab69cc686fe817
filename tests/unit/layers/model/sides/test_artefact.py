"""Rules of what training left of each side of the model, without torch."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.conftest import ROOT

MODEL = ROOT / "layers" / "model"
WIDTH, INNER = 384, 1536
RANKS = {"question": 16, "subject": 48, "instruction": 32, "talk": 32}


@pytest.fixture
def artefact(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/artefact.py, which training imports by its name."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("sides.artefact")


@pytest.fixture(params=RANKS)
def side(request: pytest.FixtureRequest) -> Path:
    """The folder of each side."""
    return MODEL / "sides" / request.param


def test_the_factors_fit_the_matrices(side: Path) -> None:
    """Of each of six matrices of six layers `a` [in, rank] and `b` [rank, out], as halves, and no number is broken."""
    shapes = dict.fromkeys("qkvo", (WIDTH, WIDTH)) | {"up": (WIDTH, INNER), "down": (INNER, WIDTH)}
    with np.load(side / "factors.npz") as factors:
        arrays = dict(factors)
    assert {name: array.shape for name, array in arrays.items()} == {
        f"layers.{layer}.{name}.{end}": shape
        for layer in range(6)
        for name, (given, answered) in shapes.items()
        for end, shape in (("a", (given, RANKS[side.name])), ("b", (RANKS[side.name], answered)))
    }
    assert all(array.dtype == np.float16 and np.isfinite(array).all() for array in arrays.values())


def test_the_factors_are_those_of_what_trained_them(artefact: ModuleType, side: Path) -> None:
    """Neither the factors nor what trained them are others than those that training noted."""
    assert json.loads((side / "digests.json").read_text()) == artefact.digests(side)


def test_the_factors_that_are_assembled_are_those_that_training_left(artefact: ModuleType, side: Path) -> None:
    """Who trains anew changes the reviewed digest, too."""
    assert import_module("assemble").SHA256[f"{side.name}.npz"] == artefact.digests(side)["factors.npz"]
