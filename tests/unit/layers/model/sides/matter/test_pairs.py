"""Rules of what trains the matters' side of the model."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import ROOT

MODEL = ROOT / "layers" / "model"
FILES = sorted((MODEL / "sides" / "matter" / "pairs").glob("*.jsonl"))


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/matter/pairs.py, which training imports by its name."""
    monkeypatch.syspath_prepend(MODEL)
    return import_module("sides.matter.pairs")


def test_each_change_is_of_a_sentence_of_its_house(pairs: ModuleType) -> None:
    """A house has sentences of both times that say something, and changes among them, none of them twice."""
    for house in pairs.houses(FILES):
        assert all(text.strip() for text in (*house.earlier, *house.later)), house
        assert len(set(house.changes)) == len(house.changes) > 0, house
        for earlier, later in house.changes:
            assert 0 <= earlier < len(house.earlier) and 0 <= later < len(house.later), house


def test_much_that_is_said_later_changes_nothing(pairs: ModuleType) -> None:
    """From what only looks alike the side learns when nothing is meant."""
    for house in pairs.houses(FILES)[: sum(len(file.read_text().splitlines()) for file in FILES)]:
        assert len({later for _, later in house.changes}) < len(house.later), house


def test_a_change_is_a_pair_of_places(pairs: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the earlier sentence and the later one; a task of the other side was so, its needs are so now."""
    own, superseded = tmp_path / "own.jsonl", tmp_path / "superseded.jsonl"
    later = [{"text": "c", "changes": []}, {"text": "d", "changes": [1, 0]}]
    own.write_text(json.dumps({"house": "h", "language": "en", "earlier": ["a", "b"], "later": later}))
    learnings = [{"id": "7", "text": "x"}, {"id": "8", "text": "y"}]
    superseded.write_text(json.dumps({"learnings": learnings, "tasks": [{"task": "t", "needs": ["8"]}]}))
    monkeypatch.setattr(pairs, "SUPERSEDED", superseded)
    assert pairs.houses([own]) == [
        pairs.House(["a", "b"], ["c", "d"], [(1, 1), (0, 1)]),
        pairs.House(["t"], ["x", "y"], [(0, 1)]),
    ]
