"""Rules of what trains the model's side for changes."""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.text.change import ENDS, LONGEST, OTHER, SAME, SENTENCES

from tests.conftest import ROOT

SIDE = ROOT / "layers" / "model" / "sides" / "change"
RENT, VAN, DOG, MORE, DEPOSIT = (
    "The rent is 900.",
    "Ann drives the van.",
    "The dog is called Rex.",
    "We pay 950 now.",
    "The deposit is 900.",
)
JOURNAL = {
    "house": "A shop",
    "language": "en",
    "notes": [
        {
            "day": "2026-01-01",
            "kind": "note",
            "title": "Start",
            "lines": [{"text": RENT, "paragraph": 0}, {"text": VAN, "paragraph": 0}, {"text": DOG, "paragraph": 1}],
        },
        {
            "day": "2026-02-01",
            "kind": "note",
            "title": "Since",
            "lines": [
                {"text": DEPOSIT, "paragraph": 0, "alike": [1]},
                {"text": MORE, "paragraph": 0, "ends": [1]},
            ],
        },
    ],
}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/change/examples.py, which training imports by its name; nothing is changed by chance."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    monkeypatch.setattr("random.random", lambda: 1.0)
    return import_module("sides.change.examples")


@pytest.fixture
def journals(module: ModuleType, tmp_path: Path) -> Sequence[object]:
    """One journal, as its writer marked it."""
    (tmp_path / "one.jsonl").write_text(json.dumps(JOURNAL))
    given: Sequence[object] = module.journals([tmp_path / "one.jsonl"])
    return given


def in_order(texts: Sequence[str], others: Sequence[str]) -> list[list[int]]:
    """All are as near as they stand."""
    return [[*range(len(others))] for _ in texts]


def backwards(texts: Sequence[str], others: Sequence[str]) -> list[list[int]]:
    """What stands last is nearest."""
    return [order[::-1] for order in in_order(texts, others)]


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A kind that is told otherwise, or a new one, is a reason to train anew."""
    lines = (SIDE / "descriptions.jsonl").read_text().splitlines()
    assert [*map(json.loads, lines)] == [[*pair] for pair in SENTENCES.items()]


def test_each_example_says_something_and_is_of_a_kind(module: ModuleType) -> None:
    """All that writers marked."""
    for example in module.examples(module.journals(sorted(SIDE.glob("journals/*.jsonl"))), in_order):
        assert example.earlier.strip() and example.later.strip() and example.kinds <= set(SENTENCES), example


def test_each_mark_leads_to_an_earlier_line() -> None:
    """Lines are numbered through a journal, from one on."""
    for file in SIDE.glob("journals/*.jsonl"):
        for journal in map(json.loads, file.read_text().splitlines()):
            lines = [line for note in journal["notes"] for line in note["lines"]]
            for place, line in enumerate(lines, 1):
                marked = [number for mark in ("ends", "same", "done", "alike") for number in line.get(mark, ())]
                assert all(0 < number < place for number in marked), (file.name, journal["house"], line)


def test_a_line_is_read_against_each_earlier_one_of_another_note(module: ModuleType, journals) -> None:
    """What nobody marked is about something else; what only sounds alike is not the end of it."""
    assert [(one.earlier, one.later, one.kinds) for one in module.examples(journals, in_order)] == [
        (RENT, DEPOSIT, {SAME, OTHER}),
        (VAN, DEPOSIT, {OTHER}),
        (DOG, DEPOSIT, {OTHER}),
        (RENT, MORE, {ENDS}),
        (VAN, MORE, {OTHER}),
        (DOG, MORE, {OTHER}),
    ]


def test_of_many_others_the_nearest_are_read_and_one_of_the_rest(
    module: ModuleType, journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is far is told from anything."""
    monkeypatch.setattr(module, "NEAREST", 1)
    monkeypatch.setattr("random.sample", lambda given, count: given[-count:])
    assert [(one.earlier, one.later) for one in module.examples(journals, backwards)] == [
        (RENT, DEPOSIT),
        (DOG, DEPOSIT),
        (VAN, DEPOSIT),
        (RENT, MORE),
        (DOG, MORE),
        (VAN, MORE),
    ]


def test_some_are_read_with_what_follows_in_their_paragraph(
    module: ModuleType, journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a statement of several sentences, which ends what one of them ends; of long ones the beginning is read."""
    monkeypatch.setattr("random.random", lambda: 0.0)
    first, *_, last = module.examples(journals, in_order)
    assert (first.earlier, first.later, first.kinds) == (f"{RENT} {VAN}", f"{DEPOSIT} {MORE}", {ENDS})
    assert (last.earlier, last.later, last.kinds) == (DOG, MORE, {OTHER})
    assert max(len(one.earlier) for one in module.examples(journals, in_order)) <= LONGEST
