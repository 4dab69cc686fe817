"""What an entry of a log tells of its event."""

from dataclasses import replace

from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.file_entries import section, type_of

from tests.support.events import event

PUSH = {
    "commits": [
        {"id": "9f", "message": "feat(dispatch): route planning for vans\n\nRanges below 30 km trigger a stop."},
        {"id": "8e", "message": "chore(deps): bump celery from 5.3.1 to 5.4.0"},
    ]
}


def test_upkeep_beside_a_change_tells_nothing_of_its_kind() -> None:
    """Also where a model says what the change is about, in words that tell none; measured before: `Change`."""
    change = cleaned(event(kind="code_change", content=PUSH))
    assert type_of(replace(change, title="Route planning for vans; celery 5.4.0")) == "New feature"


def test_what_a_document_says_in_its_front_matter_is_read_as_words() -> None:
    """It came in answers as it was written, between rules; its tags are the section's."""
    document = "---\ntitle: Boathouse\ntags: [boats, Rules]\n---\n# Boathouse\n\nIt opens at 7."
    entry = section(cleaned(event(content=document)), "3-descriptions/a/b/c.md", "Boats", ["sport"])
    assert entry.body.startswith("title: Boathouse · tags: boats, Rules\n\n")
    assert (entry.tags, "---" in entry.body) == (["sport", "boats", "rules"], False)
