"""Rules of what trains the question's side of the model, and of what training left, without torch."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.conftest import ROOT

MODEL = ROOT / "layers" / "model"
WIDTH, INNER, RANK = 384, 1536, 16


@pytest.fixture
def artefact(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/question/artefact.py, which training imports by its name."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("question.artefact")


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/question/pairs.py, likewise."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("question.pairs")


def test_each_task_needs_learnings_of_its_project(pairs: ModuleType) -> None:
    """A project has learnings and tasks that say something; each task needs at least one learning, and none twice."""
    for line in (line for file in pairs.files() for line in file.read_text().splitlines()):
        project = json.loads(line)
        ids = [learning["id"] for learning in project["learnings"]]
        texts = [part["text"] for part in project["learnings"]] + [task["task"] for task in project["tasks"]]
        assert len(set(ids)) == len(ids) > 0 < len(project["tasks"]), project["project"]
        assert all(text.strip() for text in texts), project["project"]
        for task in project["tasks"]:
            assert set(task["needs"]) <= set(ids), task
            assert len(set(task["needs"])) == len(task["needs"]) > 0, task


def test_no_text_of_the_pairs_stands_twice(pairs: ModuleType) -> None:
    """Of two learnings alike the loss would call one wrong that a task needs."""
    projects = [json.loads(line) for file in pairs.files() for line in file.read_text().splitlines()]
    learnings = [learning["text"] for project in projects for learning in project["learnings"]]
    tasks = [task["task"] for project in projects for task in project["tasks"]]
    assert len(set(learnings)) == len(learnings)
    assert len(set(tasks)) == len(tasks)


def test_twelve_projects_are_a_tenant(pairs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task needs learnings of its own project, though ids come again in each; the thirteenth is another tenant's."""
    project = {
        "learnings": [{"id": "1", "text": "a"}, {"id": "2", "text": "b"}],
        "tasks": [{"task": "t", "needs": ["2"]}],
    }
    (tmp_path / "field.jsonl").write_text("\n".join([json.dumps(project)] * 13))
    monkeypatch.setattr(pairs, "FOLDER", tmp_path)
    whole, rest = pairs.tenants()
    assert whole.learnings == ["a", "b"] * 12
    assert [task.needs for task in whole.tasks] == [[place] for place in range(1, 24, 2)]
    assert rest.learnings == ["a", "b"]


def test_the_factors_fit_the_matrices() -> None:
    """Of each of six matrices of six layers `a` [in, rank] and `b` [rank, out], as halves, and no number is broken."""
    shapes = dict.fromkeys("qkvo", (WIDTH, WIDTH)) | {"up": (WIDTH, INNER), "down": (INNER, WIDTH)}
    with np.load(MODEL / "question" / "factors.npz") as factors:
        arrays = dict(factors)
    assert {name: array.shape for name, array in arrays.items()} == {
        f"layers.{layer}.{name}.{side}": shape
        for layer in range(6)
        for name, (given, answered) in shapes.items()
        for side, shape in (("a", (given, RANK)), ("b", (RANK, answered)))
    }
    assert all(array.dtype == np.float16 and np.isfinite(array).all() for array in arrays.values())


def test_the_factors_are_those_of_the_pairs(artefact: ModuleType) -> None:
    """Neither the factors nor the pairs are others than those that training noted."""
    assert json.loads(artefact.DIGESTS.read_text()) == artefact.digests()


def test_the_factors_that_are_assembled_are_those_that_training_left(artefact: ModuleType) -> None:
    """Who trains anew changes the reviewed digest, too."""
    assert import_module("assemble").SHA256["question.npz"] == artefact.digests()["factors.npz"]
