"""Lines of a summary that tell one thing otherwise."""

from datetime import UTC, datetime

from knowledge.files.edits.rival_lines import outdone, overruled
from knowledge.text.statements import marks

AT = datetime(2026, 2, 3, 10, tzinfo=UTC)
LINE, LATER = (f"- The fee is now {fee} EUR instead of 20 EUR. (2026-02-03)" for fee in (30, 35))


def test_a_line_is_outdone_by_what_tells_its_change_otherwise() -> None:
    """Once, and by nothing else."""
    marked = f"{LINE} {marks.in_part('2026-02-03', 'The fee is now 35 EUR instead of 20 EUR.')}"
    assert outdone(LINE, [LATER], AT) == marked == outdone(marked, [LATER], AT)
    assert outdone(LINE, ["- The fee is 35 EUR."], AT) == LINE


def test_what_is_overruled_stands_below_what_overrules_it() -> None:
    """Where that stands on the page."""
    assert overruled([LINE, "- Mine."], {LINE.removeprefix("- "): "- Mine."}) == ["- Mine.", LINE]
    assert overruled([LINE], {LINE.removeprefix("- "): "- Mine."}) == [LINE]
