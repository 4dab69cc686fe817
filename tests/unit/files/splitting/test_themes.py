"""Lines of an index in groups that belong together."""

from knowledge.files.formats import index
from knowledge.files.formats.index import IndexEntry
from knowledge.files.splitting.themes import described, themes

from tests.support.doubles import Words


def line(topic: str, location: str, description: str = "What it is") -> str:
    return index.render(IndexEntry(topic=topic, description=description, location=location))


def test_lines_are_grouped_by_the_categories_of_their_locations() -> None:
    """In the order of their first lines; each keeps its own."""
    lines = [
        line("Prices", "2-summaries/unit-economics/prices.md"),
        line("Search", "2-summaries/product/search.md"),
        line("Margins", "2-summaries/unit-economics/margins.md"),
    ]
    grouped = themes(lines, Words())
    assert [theme.name for theme in grouped] == ["Unit economics", "Product"]
    assert [theme.lines for theme in grouped] == [[lines[0], lines[2]], [lines[1]]]
    assert grouped[0].description == "2 topics: Prices, Margins"


def test_what_is_past_is_named_last() -> None:
    """The line has room for few names: measured before, a decision that was changed was all that it told of 35."""
    past = ["Superseded on 2026-05-07 by “Ann”; was: Ben", "Changed in part on 2026-05-07 by “Ann”; decided: Ben"]
    past += ["Over since 2026-05-07; now: Ann", "What was so before, until when, and what is so instead"]
    for about in past:
        lines = [line("Ben pays", "3-descriptions/system/a.md", about), line("Ann pays", "3-descriptions/system/b.md")]
        assert described(lines) == "2 topics: Ann pays, Ben pays"


def test_lines_of_one_category_are_grouped_by_meaning() -> None:
    """Every line is in one theme, those that mean the same in the same one, and each time alike."""
    lines = [
        line(f"{word} {n}", f"2-summaries/product/{word}-{n}.md", f"{word} {word} {word}")
        for n in range(3)
        for word in ("billing", "canary")
    ]
    grouped = themes(lines, Words())
    assert sorted(line for theme in grouped for line in theme.lines) == sorted(lines)
    assert [{line.partition(" ")[0] for line in theme.lines} for theme in grouped].count(set()) == 0
    assert len(grouped) == 2 and all(len(theme.lines) == 3 for theme in grouped)
    assert grouped == themes(lines, Words())


def test_lines_that_all_mean_the_same_are_grouped_all_the_same() -> None:
    """Two themes at least: one that held all would not make the file shorter."""
    assert len(themes([line("Same", "2-summaries/product/same.md")] * 30, Words())) > 1
