"""To which description a vector belongs."""

import pytest
from knowledge.ports.embedder import likelihoods

EAST, NORTH, NORTH_EAST = [1.0, 0.0], [0.0, 1.0], [0.8, 0.6]


def test_a_vector_belongs_to_the_nearest_description() -> None:
    """The surer, the lower the temperature; together the likelihoods are 1, and what is between two belongs to both."""
    described = {"east": EAST, "north": NORTH}
    [sure], [unsure] = likelihoods([NORTH_EAST], described, 0.05), likelihoods([NORTH_EAST], described, 1)
    assert sure["east"] > unsure["east"] > 0.5 > unsure["north"] > sure["north"]
    assert sum(sure.values()) == pytest.approx(1) == sum(unsure.values())


def test_without_vectors_there_are_none() -> None:
    """Nor is anything needed for them."""
    assert likelihoods([], {"east": EAST}, 1) == []
