"""A failure that an event tells of."""

from datetime import UTC, datetime

from knowledge.files.edits import AnyEdit
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.edits.failures import failures
from knowledge.usecases.record_event.models import Occurrence, Statement

OUTAGE = [
    "The import failed at midnight.",
    "It failed because the disk was full.",
    "We tried to restart the worker.",
    "The lesson is to watch the disk.",
]


def written(texts: list[str], embedder: OnnxEmbedder) -> list[AnyEdit]:
    event = Occurrence("report", "r1", None, "Import", " ".join(texts), {}, datetime(2026, 1, 1, tzinfo=UTC), 0)
    return [*failures(event, [Statement(says="fact", text=text) for text in texts], embedder)]


def test_a_failure_with_its_cause_and_lesson_is_a_file(embedder: OnnxEmbedder) -> None:
    """It tells what happened, why, and what to do."""
    [edit] = written(OUTAGE, embedder)
    assert edit.path.startswith("3-descriptions/learned/failures/")


def test_a_failure_without_a_lesson_is_none(embedder: OnnxEmbedder) -> None:
    """There is nothing to find again; nor where nothing failed."""
    assert written(OUTAGE[:-1], embedder) == []
    assert written(["The import ran at midnight.", "The lesson is to watch the disk."], embedder) == []
