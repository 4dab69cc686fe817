"""Rules of what trains the question's side of the model."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

MODEL = ROOT / "layers" / "model"
PROJECTS = [
    json.loads(line)
    for file in sorted((MODEL / "sides" / "question" / "pairs").glob("*.jsonl"))
    for line in file.read_text().splitlines()
]


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/question/pairs.py, which training imports by its name."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("sides.question.pairs")


def test_each_task_needs_learnings_of_its_project() -> None:
    """A project has learnings and tasks that say something; each task needs at least one learning, and none twice."""
    for project in PROJECTS:
        ids = [learning["id"] for learning in project["learnings"]]
        texts = [part["text"] for part in project["learnings"]] + [task["task"] for task in project["tasks"]]
        assert len(set(ids)) == len(ids) > 0 < len(project["tasks"]), project["project"]
        assert all(text.strip() for text in texts), project["project"]
        for task in project["tasks"]:
            assert set(task["needs"]) <= set(ids), task
            assert len(set(task["needs"])) == len(task["needs"]) > 0, task


def test_no_text_of_the_pairs_stands_twice() -> None:
    """Of two learnings alike the loss would call one wrong that a task needs."""
    learnings = [learning["text"] for project in PROJECTS for learning in project["learnings"]]
    tasks = [task["task"] for project in PROJECTS for task in project["tasks"]]
    assert len(set(learnings)) == len(learnings)
    assert len(set(tasks)) == len(tasks)


def test_twelve_projects_are_a_tenant(pairs: ModuleType, tmp_path: Path) -> None:
    """A task needs learnings of its own project, though ids come again in each; the thirteenth is another tenant's."""
    project = {
        "learnings": [{"id": "1", "text": "a"}, {"id": "2", "text": "b"}],
        "tasks": [{"task": "t", "needs": ["2"]}],
    }
    file = tmp_path / "field.jsonl"
    file.write_text("\n".join([json.dumps(project)] * 13))
    whole, rest = pairs.tenants([file])
    assert whole.learnings == ["a", "b"] * 12
    assert [task.needs for task in whole.tasks] == [[place] for place in range(1, 24, 2)]
    assert rest.learnings == ["a", "b"]
