"""What the records of decisions say that an event has below headings."""

from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.sentences import MAX_SAYING
from knowledge.usecases.record_event.statements.written_decisions import written_decisions

from tests.unit.usecases.record_event.content.test_written_records import MONOREPO


def decided(content, kind="conversation"):
    statements, rest = written_decisions(
        cleaned(Event.model_validate({"kind": kind, "event_id": "e", "content": content}))
    )
    return [(statement.says, statement.text) for statement in statements], rest.text


def test_a_record_says_what_was_decided_and_what_follows():
    """Neither what led to it nor what was rejected."""
    text = "Decision: We use one repository. Consequences: CI has to be split by folder."
    assert decided(MONOREPO) == ([("decision", text)], "")


def test_what_one_statement_has_no_room_for_follows():
    """Each sentence by itself."""
    rules = [f"Topic {at} is named after its team, and kept for {at} days on the cluster in Graz." for at in range(9)]
    [(says, first), *more], _ = decided(f"# ADR 7: Kafka\n\n## Status\nAccepted\n\n## Decision\n{' '.join(rules)}\n")
    assert says == "decision" and len(first) <= MAX_SAYING
    assert [text for _, text in more] == rules[-len(more) :]


def test_a_record_that_is_not_in_force_says_nothing():
    """It stays in the description."""
    assert decided(MONOREPO.replace("## Context", "## Status\nProposed\n\n## Context")) == ([], "")


def test_a_change_of_code_is_read_by_its_commits():
    """A record that it adds is a file of the repository."""
    assert decided(MONOREPO, "code_change")[0] == []
