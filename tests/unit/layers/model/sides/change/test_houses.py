"""Rules of what trains the model's side for changes."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.text.statements.relations import RELATIONS

from tests.conftest import ROOT

SIDE = ROOT / "layers" / "model" / "sides" / "change"
FILES = sorted(SIDE.glob("*/*.jsonl"))
HELD_OUT = ROOT / "tests" / "benchmarks" / "changes"


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/change/houses.py, which training imports by its name."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    return import_module("sides.change.houses")


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A relation that is told otherwise is a reason to train anew."""
    lines = (SIDE / "descriptions.jsonl").read_text().splitlines()
    assert [*map(json.loads, lines)] == [[*pair] for pair in RELATIONS.items()]


def test_each_label_is_of_statements_of_its_house(reader: ModuleType) -> None:
    """What is changed does not stand, and in each house something changes."""
    for house in reader.houses(FILES):
        assert house.changes and not house.changes & house.beside
        for earlier, later in house.changes | house.beside:
            assert house.earlier[earlier].strip() and house.later[later].strip()


def test_nothing_that_trains_is_held_out(reader: ModuleType) -> None:
    """Or what is measured on these would tell nothing."""
    training, held = (
        {text for house in reader.houses(files) for text in (*house.earlier, *house.later)}
        for files in (FILES, sorted(HELD_OUT.glob("*.jsonl")))
    )
    assert held and not training & held


def test_a_statement_is_read_below_its_subject(reader: ModuleType, tmp_path: Path) -> None:
    """As the product tells it, where there is one."""
    later = [{"text": "31,500.", "changes": [0]}, {"topic": "Ovens", "text": "They are new.", "beside": [0]}]
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps({"earlier": [{"topic": "Deck ovens", "text": "The price is 31,000."}], "later": later}))
    assert reader.houses([file]) == [
        reader.House(
            ["Deck ovens: The price is 31,000."], ["31,500.", "Ovens: They are new."], changes={(0, 0)}, beside={(0, 1)}
        )
    ]
