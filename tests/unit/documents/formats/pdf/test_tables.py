"""Ruled tables."""

from knowledge.documents.formats.pdf.tables import Edge, grids


def test_crossing_rules_make_a_grid() -> None:
    """Ruled lines that cross are a grid; its cells are counted from the top left."""
    edges = [Edge(True, x, 0, 20) for x in (0, 50, 100)] + [Edge(False, y, 0, 100) for y in (0, 10, 20)]
    (grid,) = grids(edges)
    assert grid.cell(75, 15) == (0, 1)
    assert grid.cell(75, 25) is None
