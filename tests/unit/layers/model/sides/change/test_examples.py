"""Rules of what trains the model's side for changes."""

import json
from collections.abc import Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType

import pytest
from knowledge.text.change import ENDS, LONGEST, OTHER, SAME, SENTENCES

from tests.conftest import ROOT

SIDE = ROOT / "layers" / "model" / "sides" / "change"
HOUSE = {
    "matters": [
        {
            "topic": "Rent",
            "old": "The rent is 900.",
            "ends": ["We pay 950 now."],
            "same": ["900 is a lot."],
            "other": ["The deposit is 900."],
        },
        {"topic": "Van", "old": "Ann drives the van.", "ends": ["Bo drives it."], "same": [], "other": []},
        {"topic": "Dog", "old": "The dog is called Rex.", "ends": [], "same": [], "other": []},
    ]
}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """layers/model/sides/change/examples.py, which training imports by its name; nothing is changed by chance."""
    monkeypatch.syspath_prepend(ROOT / "layers" / "model")
    monkeypatch.setattr("random.random", lambda: 1.0)
    return import_module("sides.change.examples")


@pytest.fixture
def houses(module: ModuleType, tmp_path: Path) -> Sequence[object]:
    """One house, as writers write them."""
    (tmp_path / "one.jsonl").write_text(json.dumps(HOUSE))
    given: Sequence[object] = module.houses([tmp_path / "one.jsonl"])
    return given


def in_order(texts: Sequence[str], others: Sequence[str]) -> list[list[int]]:
    """All are as near as they stand."""
    return [[*range(len(others))] for _ in texts]


def test_the_factors_were_trained_on_the_descriptions_of_today() -> None:
    """A kind that is told otherwise, or a new one, is a reason to train anew."""
    lines = (SIDE / "descriptions.jsonl").read_text().splitlines()
    assert [*map(json.loads, lines)] == [[*pair] for pair in SENTENCES.items()]


def test_each_example_says_something_and_is_of_a_kind(module: ModuleType) -> None:
    """All that writers invented, and all that somebody read."""
    matters = module.examples(module.houses(sorted(SIDE.glob("matters/*.jsonl"))), in_order)
    for example in [*matters, *chain.from_iterable(map(module.pairs, SIDE.glob("pairs/*.jsonl")))]:
        assert example.earlier.strip() and example.later.strip() and example.kinds <= set(SENTENCES), example


def test_what_ends_a_matter_is_also_read_against_two_others(module: ModuleType, houses: Sequence[object]) -> None:
    """The nearest of its house; anything else against one."""
    rent, van, dog = "The rent is 900.", "Ann drives the van.", "The dog is called Rex."
    assert [(one.earlier, one.later, one.kind) for one in module.examples(houses, in_order)] == [
        (rent, "We pay 950 now.", ENDS),
        (van, "We pay 950 now.", OTHER),
        (dog, "We pay 950 now.", OTHER),
        (rent, "900 is a lot.", SAME),
        (van, "900 is a lot.", OTHER),
        (rent, "The deposit is 900.", OTHER),
        (van, "The deposit is 900.", OTHER),
        (van, "Bo drives it.", ENDS),
        (rent, "Bo drives it.", OTHER),
        (dog, "Bo drives it.", OTHER),
    ]


def test_some_stand_below_their_page_and_beside_others(
    module: ModuleType, houses: Sequence[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the lines of summaries do; what they are to one another stays, and of long ones the beginning is read."""
    monkeypatch.setattr("random.random", lambda: 0.0)
    monkeypatch.setattr("random.choice", lambda given: given[-1])
    monkeypatch.setattr("random.sample", lambda both, _: both)
    given = module.examples(houses, in_order)
    assert given[0].earlier == "Rent: The rent is 900."
    longer = module.lengthened(given)[0]
    assert longer.earlier == "Rent: The rent is 900. The dog is called Rex."
    assert (longer.later, longer.kind) == ("We pay 950 now. Bo drives it.", ENDS)
    long = module.Example("a" * 2 * LONGEST, "b", ENDS)
    assert len(module.lengthened([long])[0].earlier) == LONGEST


def test_of_what_ends_nothing_both_other_kinds_may_be_meant(module: ModuleType, tmp_path: Path) -> None:
    """Where nobody said whether it is about the same."""
    lines = [{"earlier": "a", "later": "b", "kind": kind} for kind in (ENDS, module.HOLDS)]
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert [one.kinds for one in module.pairs(tmp_path / "two.jsonl")] == [{ENDS}, {SAME, OTHER}]
