"""What the records of decisions say that an event has below headings."""

from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event import _by_rules
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.joining import MAX_SAYING
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


def recorded(content, kind, embedder):
    event = cleaned(Event.model_validate({"kind": kind, "event_id": "e", "content": content}))
    return [dict(one.record) for one in _by_rules(event, RememberingEmbedder(embedder)).statements if one.record]


def test_each_item_below_a_heading_that_decides_is_a_decision(embedder):
    """Beside it stands what headings call its reasons, and what was rejected; measured before: `What we decided.`"""
    minutes = (
        "Present: Ann, Ben.\n\nWhat we decided\n1. The fee rises from 40 to 45 euros. This holds from May.\n"
        "2. The van is sold to the garage.\n\nReasons\nThe winter of last year was dear.\n\n"
        "Rejected\nA second van was rejected."
    )
    first, second = recorded(minutes, "conversation", embedder)
    assert first["Decision"] == ("The fee rises from 40 to 45 euros. This holds from May.",)
    assert second["Decision"] == ("The van is sold to the garage.",)
    assert first["Context"] == ("The winter of last year was dear.",)
    assert first["Alternatives"] == ("A second van was rejected.",)


def test_what_a_sentence_announces_as_decided_is_decided(embedder):
    """Each sentence of its paragraph; it is no decision itself."""
    text = (
        "Conclusion\nAnn and Ben agreed on the following yesterday. "
        "From June we cut the budget for ads to 1,000 euros. "
        "Ben runs two webinars a month instead of one.\n\nRemarks\nThe colours of the chart are bad."
    )
    assert [record["Decision"] for record in recorded(text, "research", embedder)] == [
        ("From June we cut the budget for ads to 1,000 euros.",),
        ("Ben runs two webinars a month instead of one.",),
    ]


def test_what_only_tells_who_decided_is_no_decision(embedder):
    """Whoever and whenever it says: `Agreed on Thursday by …`, `What … decided on Monday`."""
    rules = "## Cancelling\n\nFree up to 24 hours before.\n\n## Lateness\n\nThe instructor waits 15 minutes."
    for announced in ("Agreed on Thursday by Kim, Petra and Ann.", "What Kim and Petra decided on Monday, for May."):
        assert recorded(f"# Rules\n\n{announced}\n\n{rules}", "research", embedder) == []
