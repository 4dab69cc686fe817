"""Rules of what trains the model's side for instructions."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.text.instructions import HARMLESS, MESSAGES, NOTES, STANDING

from tests.conftest import ROOT

SIDE = ROOT / "layers" / "model" / "sides" / "instruction"
FILES = sorted(SIDE.glob("*/*.jsonl"))
HELD_OUT = ROOT / "tests" / "benchmarks" / "instructions"


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/instruction/examples.py, which training imports by its name."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    return import_module("sides.instruction.examples")


def texts(files: list[Path]) -> list[str]:
    """What is said in the lines of the files."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    return [" ".join((line.get("message") or line["text"]).split()).lower() for line in lines]


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A kind that is told otherwise, or a new one, is a reason to train anew."""
    lines = (SIDE / "descriptions.jsonl").read_text().splitlines()
    assert [*map(json.loads, lines)] == [[*pair] for pair in [*MESSAGES.items(), *NOTES.items()]]


def test_each_example_says_something_and_belongs_to_kinds(examples: ModuleType) -> None:
    """To those that there are of its sort, and as a whole."""
    for example in examples.examples(FILES):
        assert example.text.strip() and set(example.wanted) <= set(example.descriptions), example
        assert sum(example.wanted.values()) == pytest.approx(1), example


def test_nothing_that_trains_is_held_out() -> None:
    """Or what is measured on these would tell nothing; nor is anything said twice."""
    training, held = texts(FILES), texts(sorted(HELD_OUT.glob("*.jsonl")))
    assert len(set(training)) == len(training) and not {*training} & {*held}


def test_a_mixed_message_is_told_as_a_whole_and_by_its_parts(examples: ModuleType, tmp_path: Path) -> None:
    """What lasts in it is a rule; the rest is none."""
    (tmp_path / "messages").mkdir()
    file = tmp_path / "messages" / "of_one.jsonl"
    rule = "We use pnpm."
    mixed = {"message": f"Fix the build please. {rule}", "kind": "mixed", "lasting": [rule]}
    asked = {"message": "Why?", "kind": "other", "lasting": []}
    file.write_text("\n".join(map(json.dumps, (mixed, asked))))
    whole, part, rest, talk = examples.examples([file])
    assert whole.wanted[STANDING] == whole.wanted["task"] == 0.5
    assert (part.text, part.wanted) == (rule, {STANDING: 1.0})
    assert rest.text == "Fix the build please." and STANDING not in rest.wanted
    assert talk.wanted == {"talk": 1.0} and talk.descriptions is MESSAGES


def test_a_note_is_of_its_kind(examples: ModuleType, tmp_path: Path) -> None:
    """Among those of notes."""
    (tmp_path / "notes").mkdir()
    file = tmp_path / "notes" / "of_one.jsonl"
    file.write_text(json.dumps({"text": "The port is 5433.", "kind": HARMLESS}))
    assert examples.examples([file]) == [examples.Example("The port is 5433.", NOTES, {HARMLESS: 1.0})]
