"""Rules of what trains the model's side for subjects."""

import json
import random
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.files.categories import CATEGORIES, DESCRIPTIONS, NOTHING

from tests.conftest import ROOT

SIDE = ROOT / "layers" / "model" / "sides" / "subject"
FILES = sorted((SIDE / "examples").glob("*.jsonl"))
HELD_OUT = sorted((ROOT / "tests" / "benchmarks" / "subjects").glob("*.jsonl"))


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/subject/examples.py, which training imports by its name."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    return import_module("sides.subject.examples")


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A category that is told otherwise, or a new one, is a reason to train anew."""
    lines = (SIDE / "descriptions.jsonl").read_text().splitlines()
    assert dict(map(json.loads, lines)) == DESCRIPTIONS


def test_each_stretch_says_something_and_belongs_to_categories(examples: ModuleType) -> None:
    """To those that there are, and as a whole."""
    for stretch in examples.stretches([*FILES, *HELD_OUT]):
        assert all(text.strip() for text in stretch.statements), stretch
        assert set(stretch.wanted) <= set(CATEGORIES) or (stretch.wanted == {NOTHING: 1} and not stretch.topic), stretch
        assert sum(stretch.wanted.values()) == pytest.approx(1), stretch


def test_no_stretch_that_trains_is_among_those_held_out(examples: ModuleType) -> None:
    """Or what is measured on these would tell nothing."""
    training = [" ".join(stretch.statements) for stretch in examples.stretches(FILES)]
    held = {" ".join(stretch.statements) for stretch in examples.stretches(HELD_OUT)}
    assert len(set(training)) == len(training) and not held & set(training)


def test_a_stretch_is_told_by_its_topic_and_by_what_is_said_of_it(examples: ModuleType) -> None:
    """Mostly below its topic, and without it; half of the time by one statement of several."""
    random.seed(1)
    stretch = examples.Stretch("Flour", ["It is dear.", "We asked Pike."], {"suppliers": 1.0})
    texts = [example.text for example in chain.from_iterable(stretch.examples() for _ in range(100))]
    whole, single = "It is dear. We asked Pike.", {"It is dear.", "We asked Pike."}
    below = {f"Flour: {text}" for text in (whole, *single)}
    assert set(texts) == {"Flour", whole, *single, *below}
    assert sum(text in below for text in texts) > sum(text in (whole, *single) for text in texts)


def test_categories_that_a_reader_would_accept_count_less(examples: ModuleType, tmp_path: Path) -> None:
    """Beside the one in which the reader looks first."""
    event = {
        "stretches": [{"topic": "a", "statements": ["b"], "folder": "finance", "also": ["customers", "policies"]}],
        "poor_names": ["So what"],
    }
    file = tmp_path / "field.jsonl"
    file.write_text(json.dumps(event))
    [stretch] = examples.stretches([file])
    assert stretch.wanted["finance"] > stretch.wanted["customers"] == stretch.wanted["policies"] > 0
    assert examples.poor_names([file], NOTHING) == [examples.Example("So what", {NOTHING: 1.0})]
