"""What is written of an entry is read again as it was meant."""

from datetime import UTC, datetime

from knowledge.text.statements import entry_lines

AT = datetime(2026, 3, 1, tzinfo=UTC)


def test_a_heading_is_read_as_it_was_written_at_any_level():
    """As a breadcrumb has it, too; any other line is none."""
    heading = entry_lines.dated_heading(AT, "The price — at last")
    for line in (heading, f"## {heading}", f"#### {heading}"):
        assert entry_lines.read_heading(line) == ("2026-03-01", "The price — at last")
    assert entry_lines.read_heading("## The price") is None


def test_what_a_field_states_is_read_without_its_name():
    """What the product only notes is told apart."""
    assert entry_lines.without_lead(entry_lines.field("Reason", "It was late.")) == "It was late."
    assert entry_lines.without_lead("- It was late.") == "It was late."
    assert entry_lines.is_noted(entry_lines.field("Type", "Fix"))
    assert not entry_lines.is_noted(entry_lines.field("Reason", "It was late."))
