"""What is written of an entry is read again as it was meant."""

from datetime import UTC, datetime
from typing import get_args

from knowledge.text.statements import entry_lines
from knowledge.usecases.record_event.models import Says

AT = datetime(2026, 3, 1, tzinfo=UTC)


def test_each_label_is_read_again():
    """Whatever a statement may be, also what only older files label; what binds is told apart."""
    labelled = {says: entry_lines.labelled(says, "x") for says in get_args(Says)}
    assert {says for says, text in labelled.items() if entry_lines.unlabelled(text) != "x"} == set()
    assert {says for says, text in labelled.items() if entry_lines.binds(f"- {text}")} == {"decision", "requirement"}
    assert entry_lines.unlabelled("Kegs: x") == "Kegs: x"


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
