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

_PARTS = [("Hello!", None, False), ("Rent is 900.", "rent", False), ("Ha.", None, False), ("In May.", "rent", True)]
RENT = {
    "turns": [
        {"who": "Ann", "parts": [{"text": text, "topic": topic, "leans": leans} for text, topic, leans in _PARTS]},
        {"who": "", "parts": [{"text": "The landlord pays heating.", "topic": "rent", "leans": False}]},
    ]
}


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
    given = [*examples.talks(TALKS), *examples.texts(sorted((SIDES / "subject").glob("*/*.jsonl")), 5)]
    for example in [*examples.whole(given), *examples.in_pieces(given)]:
        assert example.passage[1].strip() and set(example.wanted) <= set(SENTENCES), example
        assert sum(example.wanted.values()) == pytest.approx(1), example


def test_a_sentence_is_of_the_kind_that_it_is_to_the_matter_before_it(examples: ModuleType, tmp_path: Path) -> None:
    """Chatter between two sentences about one matter does not part them."""
    given = examples.whole(examples.talks(written(tmp_path / "of_one.jsonl", RENT)))
    assert [[*example.wanted] for example in given] == [[CHATTER], [ANOTHER], [CHATTER], [LEANING], [MORE]]
    assert given[1].passage == ("Ann: Hello!", "Ann: Rent is 900.")
    assert given[4].passage == ("Ann: Hello! Ann: Rent is 900. Ann: Ha. Ann: In May.", "The landlord pays heating.")


def test_a_piece_of_a_talk_is_read_as_a_note(
    examples: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what begins it nobody knows whether it goes on with something; of every second one nobody knows who speaks."""
    monkeypatch.setattr("random.randint", lambda _least, _most: 2)
    given = examples.in_pieces(examples.talks(written(tmp_path / "of_one.jsonl", RENT)))
    assert [example.passage for example in given] == [
        ("", "Ann: Hello!"),
        ("Ann: Hello!", "Ann: Rent is 900."),
        ("", "Ha."),
        ("Ha.", "In May."),
        ("", "The landlord pays heating."),
    ]
    assert [set(example.wanted) for example in given] == [
        {CHATTER},
        {ANOTHER},
        {CHATTER},
        {LEANING},
        {ANOTHER, MORE, LEANING},
    ]


def test_in_a_text_each_stretch_comes_to_another_matter(examples: ModuleType, tmp_path: Path) -> None:
    """What goes on in it may stand alone or lean; of so many events one is taken, every second as a user tells it."""
    event = {"stretches": [{"statements": ["a one", "a two"]}, {"statements": ["b"]}]}
    given = examples.whole(examples.texts(written(tmp_path / "of_three.jsonl", event, event, event), 2))
    assert [set(example.wanted) for example in given] == [{ANOTHER}, {MORE, LEANING}, {ANOTHER}] * 2
    assert [example.passage for example in given[1:4:2]] == [("a one", "a two"), ("", "User: a one")]
