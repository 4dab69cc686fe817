"""What the index says of a summary."""

from knowledge.files import index_lines

HEAD = "Kegs | v1.0.0, 2026-11-23T00:00:00+00:00 | \n\n"


def about(*bullets: str) -> str:
    return index_lines.entry_of(
        "2-summaries/finance/kegs.md", HEAD + "".join(f"- {each}\n" for each in bullets)
    ).description


def test_a_line_tells_what_has_a_value_or_binds() -> None:
    """The newest such statement, not the first that was said."""
    assert about("Kegs get lost in gardens. (2026-01-12)", "The deposit is £30 a keg. (2026-01-12)").startswith(
        "The dep"
    )
    assert about("Kegs get lost in gardens.", "Decision: We buy no more of the kegs.").startswith("We buy")
    assert about("Kegs get lost in gardens.", "Nobody knows where they are.").startswith("Kegs get lost")


def test_what_is_struck_out_leaves_no_mark_behind() -> None:
    """The comma or semicolon before it goes with it."""
    assert about("Lane 4 ships at 9:15; ~~the code changes each month~~ (until 2026-05-01).") == "Lane 4 ships at 9:15."
