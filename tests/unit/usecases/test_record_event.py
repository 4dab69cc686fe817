"""What an event says, by rules and by a model."""

from datetime import UTC, datetime
from typing import Any

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.content.payload_text import as_text
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.file_entries import log_entry as entry
from knowledge.usecases.record_event.statements.metrics import figures
from knowledge.usecases.record_event.statements.reported_period import period
from knowledge.usecases.record_event.statements.sentences import sayings

from tests.support.events import event, extracted, of_new_tenant


def test_an_integration_is_called_what_happened(embedder: OnnxEmbedder) -> None:
    """A webhook's own name for its event says more than its kind; times, ids and hashes are no figures."""
    content = {"type": "invoice.payment_failed", "created": 1769000000, "amount_due": 7900, "commit": "4f2a9c1"}
    invoice = cleaned(
        event(kind="integration", content=content, metadata={"type": "payment", "service": "stripe", "status": "open"})
    )
    assert invoice.title == "stripe invoice.payment_failed: open"
    assert figures(invoice) == {"stripe amount due": "7900"}


@pytest.mark.parametrize(
    ("content", "of"),
    [
        ("In November we had 41 visitors.", "2026-11"),
        ("Im Dezember 2024 hatten wir 41 Gäste.", "2024-12"),
        ("In November we had 41 visitors. MRR is now 12 EUR.", ""),
    ],
)
def test_a_report_of_one_sentence_may_name_its_month_first(content: str, of: str) -> None:
    """The last of that name that has begun; with a second sentence it is not surely the month of all of them."""
    reported = cleaned(event(kind="integration", content=content, metadata={"occurred_at": "2026-11-28"}))
    assert period(reported) == of


@pytest.mark.parametrize(
    ("content", "partial"),
    [
        ("We decided to sell 40 teas. Thanks! Shall I start?", False),
        ("We decided to sell 40 teas.\n\nMaybe lavender, or the blue one for the shop.", True),
        ("We decided to sell 40 teas.\n\n```\nselect 1\n```", True),
    ],
)
def test_what_the_statements_do_not_tell_is_noticed(embedder: OnnxEmbedder, content: str, partial: bool) -> None:
    """Pleasantries and questions are nothing; whatever else was said is."""
    assert of_new_tenant(cleaned(event(content=content)), embedder, None).partial == partial


COMMIT = {"commit": "abc123", "message": "feat: add two-way SMS\n\nUses Twilio because of its API.", "files": ["a.py"]}

PUSH = {
    "ref": "refs/heads/main",
    "commits": [
        {"id": "1" * 40, "message": "fix: reminders went out twice", "modified": ["app/send.py"]},
        {"id": "2" * 40, "message": "chore: bump fastapi", "timestamp": "2026-03-02T09:10:00Z"},
    ],
    "head_commit": {"id": "2" * 40, "message": "chore: bump fastapi", "timestamp": "2026-03-02T09:10:00Z"},
}


def test_a_commit_as_json_is_its_message(embedder: OnnxEmbedder) -> None:
    """Its subject is the title, its body the details, its files tell the technologies."""
    change = cleaned(event(kind="code_change", content=COMMIT))
    assert change.title == "feat: add two-way SMS"
    assert extracted(embedder, COMMIT, "code_change") == [
        ("technology", "Python"),
        ("progress", "feat: add two-way SMS. Uses Twilio because of its API."),
    ]
    assert entry(change, of_new_tenant(change, embedder, None)).splitlines() == [
        "- **Type**: New feature",
        "- **Reason**: because of its API",
        "- **Details**: Uses Twilio because of its API.",
    ]


def test_a_webhook_without_a_type_is_called_by_what_it_is_about() -> None:
    """The thing that it tells of, by its name, and how that ended."""
    content = {"action": "completed", "workflow_run": {"name": "CI", "conclusion": "failure", "run_number": 512}}
    check = cleaned(event(kind="integration", content=content, metadata={"service": "github"}))
    assert (check.title, figures(check)) == ("github workflow run CI: failure", {})


def test_a_push_of_github_is_its_commits(embedder: OnnxEmbedder) -> None:
    """The newest that is no upkeep is the title, the newest tells the time; each is told."""
    push = cleaned(event(kind="code_change", content=PUSH))
    assert (push.title, push.at) == ("fix: reminders went out twice", datetime(2026, 3, 2, 9, 10, tzinfo=UTC))
    assert [text for says, text in extracted(embedder, PUSH, "code_change") if says == "progress"] == [
        "fix: reminders went out twice.",
        "chore: bump fastapi.",
    ]
    request = {"action": "closed", "pull_request": {"title": "Add SMS", "body": "For practices."}}
    assert as_text(request) == "Add SMS\n\nFor practices."


def test_research_as_json_reads_as_prose(embedder: OnnxEmbedder) -> None:
    """It is called what was asked; its findings are sentences, and the names of fields are none."""
    results = [{"title": "Dentally", "url": "https://d.co", "snippet": "Dentally charges 139 euros per practice."}]
    content = {"query": "dental prices", "results": results}
    assert cleaned(event(kind="research", content=content)).title == "dental prices"
    assert extracted(embedder, content, "research") == [("finding", "Dentally charges 139 euros per practice.")]


def test_details_are_all_that_is_told(embedder: OnnxEmbedder) -> None:
    """A changelog's entry keeps the sentences that tell no progress, and a log's the figures inside sentences."""
    why = "They were valid for 24 h instead of 15 min."
    change = cleaned(
        event(kind="code_change", content=f"Fix the links\n\n{why}\n\ndiff --git a/x b/x\n+from y import z\n")
    )
    paid = cleaned(event(kind="integration", content="The invoice was paid. MRR is now 1,264 EUR."))
    written = entry(change, of_new_tenant(change, embedder, None))
    assert "24 h instead of 15 min" in written and "import z" not in written
    assert "1,264 EUR" in entry(paid, of_new_tenant(paid, embedder, None))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"occurred_at": "2026-02-03T10:00:00+02:00"}, datetime(2026, 2, 3, 8, tzinfo=UTC)),
        ({"date": "2026-02-03"}, datetime(2026, 2, 3, tzinfo=UTC)),
    ],
)
def test_an_event_has_the_time_that_it_names(given: dict[str, Any], expected: datetime) -> None:
    """In UTC; what is no time in a field of another name is passed over."""
    assert cleaned(event(metadata={**given, "timestamp": "yesterday"})).at == expected


@pytest.mark.parametrize("piece", ["\n", "\n ", "a: ", "| ", "It is. ", "1 ", "Name 7 ", "MRR is ", "<a>", "[[a/"])
def test_a_long_run_of_anything_is_survived(embedder: OnnxEmbedder, piece: str) -> None:
    """No pattern takes more than linear time on what it begins with: quadratic would never end."""
    occurrence = cleaned(event(content="x" + piece * (20_000 // len(piece)) + "y"))
    assert isinstance(figures(occurrence), dict) and len(list(sayings(occurrence, RememberingEmbedder(embedder)))) >= 0
