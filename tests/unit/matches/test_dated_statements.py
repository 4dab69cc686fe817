"""The statements of passages of files, each with the day on which it was said."""

from datetime import UTC, datetime
from uuid import uuid4

from knowledge.matches.dated_statements import statements
from knowledge.matches.models import Match, Source
from knowledge.text.statements import entry_lines, marks

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def dated(text: str, path: str = "2-summaries/a/b.md", heading: str = "B") -> list[tuple[str, str]]:
    match = Match(
        id=uuid4(), learning=text, part="passage", similarity=1, score=1, kind="chunk", tags=[], frequency=1,
        created_at=NOW, last_seen_at=NOW, run_id=None, work_order_id=None, variant_of=None,
        source=Source(path=path, chunk=0, breadcrumb=[heading]),
    )  # fmt: skip
    return list(statements(match))


def test_a_line_of_a_summary_has_its_own_day():
    """It stands behind the statement, before the link to what tells more."""
    assert dated("- Tours cost £16. (2026-05-18) [[3-descriptions/a/b/c.md]]") == [("Tours cost £16.", "2026-05-18")]


def test_what_a_description_says_has_the_day_of_its_heading_and_a_decision_that_of_its_path():
    """Their sentences have none of their own."""
    assert dated("Tours cost £16.", heading="2026-05-18 — Round") == [("Tours cost £16.", "2026-05-18")]
    assert ("Tours cost £16.", "2026-05-18") in dated("## 2026-05-18 — Round\n\nTours cost £16.")
    assert dated("Tours go on.", "3-descriptions/system/decisions/2026-05-18-a-1.md") == [
        ("Tours go on.", "2026-05-18")
    ]


def test_what_the_product_notes_of_an_entry_states_nothing():
    """Its kind, period, tests and what it is known by; why it was so and in detail what was, somebody said."""
    names = ("Type", "Period", "Tests", "Dependencies", "Reports", "Event", "Run")
    noted = "\n".join(entry_lines.field(name, "It is new.") for name in names)
    reason = entry_lines.field("Reason", "It was late.")
    assert dated(f"{noted}\n{reason}", heading="2026-05-18 — Round") == [("Reason: It was late.", "2026-05-18")]


def test_what_is_struck_out_is_not_said_and_what_holds_since_is():
    """The mark tells both."""
    line = "- Tours: ~~sixteen people at most~~ (until 2026-03-09; now: Twelve people.), Saturdays. (2026-01-12)"
    assert dated(line)[0] == ("Twelve people.", "2026-03-09")
    assert not any("sixteen" in text for text, _ in dated(line))


def test_what_was_said_later_is_said_where_it_stands():
    """The older line that points there says what it said, on its own day."""
    line = marks.pointed(
        "- Tours cost £16. (2026-01-12) [[3-descriptions/a/b/c.md]]", "2026-05-18", "It is £18.", "x.md"
    )
    assert dated(line) == [("Tours cost £16.", "2026-01-12")]


def test_what_tells_no_day_is_passed_over():
    """Nobody knows whether it is later."""
    assert dated("Tours cost £16.") == []
