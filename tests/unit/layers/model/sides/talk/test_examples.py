"""Rules of what trains the model's side for talk."""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.text.talk import ANOTHER, CHATTER, LEANING, MORE, SENTENCES

from tests.conftest import ROOT

SIDES = ROOT / "layers" / "model" / "sides"
TALKS = sorted((SIDES / "talk").glob("*/*.jsonl"))


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/talk/examples.py, which training imports by its name."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    return import_module("sides.talk.examples")


def written(path: Path, *lines: object) -> list[Path]:
    """A file of these lines."""
    path.write_text("\n".join(map(json.dumps, lines)))
    return [path]


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A kind that is told otherwise, or a new one, is a reason to train anew."""
    lines = (SIDES / "talk" / "descriptions.jsonl").read_text().splitlines()
    assert [*map(json.loads, lines)] == [[*pair] for pair in SENTENCES.items()]


def test_each_example_says_something_and_is_of_kinds(examples: ModuleType) -> None:
    """As a whole, and of those that there are."""
    for example in [*examples.of_talks(TALKS), *examples.of_texts(sorted((SIDES / "subject").glob("*/*.jsonl")), 5)]:
        assert example.passage[1].strip() and set(example.wanted) <= set(SENTENCES), example
        assert sum(example.wanted.values()) == pytest.approx(1), example


def test_a_sentence_is_of_the_kind_that_it_is_to_the_matter_before_it(examples: ModuleType, tmp_path: Path) -> None:
    """Chatter between two sentences about one matter does not part them."""
    parts = [("Hello!", None, False), ("Rent is 900.", "rent", False), ("Ha.", None, False), ("In May.", "rent", True)]
    turn = [{"text": text, "topic": topic, "leans": leans} for text, topic, leans in parts]
    stands = {"text": "The landlord pays heating.", "topic": "rent", "leans": False}
    talk = {"turns": [{"who": "Ann", "parts": turn}, {"who": "", "parts": [stands]}]}
    given = examples.of_talks(written(tmp_path / "of_one.jsonl", talk))
    assert [[*example.wanted] for example in given] == [[CHATTER], [ANOTHER], [CHATTER], [LEANING], [MORE]]
    assert given[1].passage == ("Ann: Hello!", "Ann: Rent is 900.")
    assert given[4].passage == ("Ann: Hello! Ann: Rent is 900. Ann: Ha. Ann: In May.", "The landlord pays heating.")


def test_in_a_text_each_stretch_comes_to_another_matter(examples: ModuleType, tmp_path: Path) -> None:
    """What goes on in it may stand alone or lean; of so many events one is taken, every second as a user tells it."""
    event = {"stretches": [{"statements": ["a one", "a two"]}, {"statements": ["b"]}]}
    given = examples.of_texts(written(tmp_path / "of_three.jsonl", event, event, event), 2)
    assert [set(example.wanted) for example in given] == [{ANOTHER}, {MORE, LEANING}, {ANOTHER}] * 2
    assert [example.passage for example in given[1:4:2]] == [("a one", "a two"), ("", "User: a one")]
