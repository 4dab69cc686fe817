"""What a title is about."""

from knowledge.usecases.record_event.language import titles


def test_a_name_that_nothing_speaks_of_is_whose_it_is() -> None:
    """Then what stands behind the colon is what it is about."""
    title = "Northgate Brewing: cans, and a second look at bottles"
    assert titles.of_title(title, ["Glass went up by 11 %."]) == "Cans"
    assert titles.of_title("Redis: what we found", ["Redis keeps all in memory."]) == "Redis"
