"""A failure that an event tells of."""

from datetime import UTC, datetime

from knowledge.files.edits import AnyEdit, NewFile
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


def test_what_to_do_next_time_is_a_lesson(embedder: OnnxEmbedder) -> None:
    """The clause that says so; the file is called after what went wrong, which `I tried 3 times` does not tell."""
    [edit] = written(
        [
            "Assistant: I could not create the Slack integration.",
            "OAuth failed because Slack requires an HTTPS redirect.",
            "I tried 3 times.",
            "I stopped; next time use socket mode.",
        ],
        embedder,
    )
    assert isinstance(edit, NewFile) and "# Failure: I could not create the Slack integration.\n" in edit.content
    assert "## Lesson learned\n\n- Next time use socket mode.\n" in edit.content
