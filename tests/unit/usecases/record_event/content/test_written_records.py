"""Records of decisions below headings."""

import pytest
from knowledge.usecases.record_event.content.written_records import WrittenRecord, written_records

MONOREPO = """# Decision: Monorepo

## Context
Four repos, one team.

## Decision
We use one repository.

## Alternatives
- Four repos with a shared package.

## Consequences
CI has to be split by folder.
"""
PARTS = {
    "Context": ["Four repos, one team."],
    "Decision": ["We use one repository."],
    "Alternatives": ["Four repos with a shared package."],
    "Consequences": ["CI has to be split by folder."],
}


def test_each_part_is_what_stands_below_its_heading():
    """Called by the heading above; nothing of it is left in the text."""
    assert written_records(MONOREPO) == ([WrittenRecord("Monorepo", True, PARTS)], "\n")


def test_what_stands_beside_a_record_is_left():
    """And another record below the same heading's like is another one."""
    other = "# ADR 8: Use Kafka\n\nDate: 2026-03-01\nStatus: accepted\n\nAnn owns it.\n\n## Decision\nWe use Kafka.\n"
    records, rest = written_records(f"Notes of May.\n\n{MONOREPO}\n{other}\n# Stock\n\nTea is out.\n")
    assert [record.title for record in records] == ["Monorepo", "Use Kafka"]
    assert rest.split() == ["Notes", "of", "May.", "Ann", "owns", "it.", "#", "Stock", "Tea", "is", "out."]


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("# ADR 7: Use Kafka\n\n## Status\nAccepted\n\n## Decision Outcome\nWe use Kafka.\n", ["We use Kafka."]),
        ("# ADR-0007 - Use Kafka\n\n## Status\nAccepted\n\n## Context\nWe poll.\n", ["Use Kafka."]),
        ("## Decision: We use Kafka\n\n### Considered options\n- RabbitMQ\n", ["We use Kafka."]),
        ("# Kontext\nVier Repos.\n# Entscheidung\nEin Repo.\n# Konsequenzen\nCI wird geteilt.\n", ["Ein Repo."]),
        ("## Decision\n### Where\nIn Graz.\n### When\nIn May.\n## Context\nThe lease ends.\n", ["In Graz.", "In May."]),
    ],
)
def test_forms_of_records(text, decided):
    """Those of templates, of four languages, and a heading that is itself the decision."""
    [record] = written_records(text)[0]
    assert (record.parts["Decision"], record.is_in_force) == (decided, True)


@pytest.mark.parametrize("status", ["Proposed", "**Rejected** in May", "superseded by ADR 9"])
def test_what_is_only_proposed_is_not_in_force(status):
    """As its status says, below a heading or in a line."""
    for text in (f"# ADR 7: Kafka\n\n* Status: {status}\n", f"# ADR 7: Kafka\n\n## Status\n\n{status}\n"):
        [record] = written_records(f"{text}\n## Decision\n\nWe use Kafka.\n")[0]
        assert not record.is_in_force


@pytest.mark.parametrize(
    "text",
    [
        "# Meeting\n\n## Staffing\nCarol starts in May.\n\n## Decisions\n- We stop paper forms.\n",
        "# Meeting\n\n## Decision\nWe stop paper forms.\n\n## Next steps\nCarol orders tablets.\n",
        f"# Project\n\n## Status\n{'The roof is done and the windows come on Thursday. ' * 3}\n\n## Decision\nGo.\n",
        "We decided on cans. Context: glass got dearer.",
    ],
)
def test_minutes_are_no_record(text):
    """Nothing is told of the decision but the decision; how a project stands is no status of a record."""
    assert written_records(text) == ([], text)
