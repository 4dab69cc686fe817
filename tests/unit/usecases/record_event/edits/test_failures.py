"""A failure that an event tells of."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import zip_longest

import pytest
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


def written(texts: list[str], embedder: OnnxEmbedder, passages: Sequence[int] = ()) -> list[AnyEdit]:
    event = Occurrence("report", "r1", None, "Import", " ".join(texts), {}, datetime(2026, 1, 1, tzinfo=UTC), 0)
    placed = zip_longest(texts, passages, fillvalue=0)
    return [*failures(event, [Statement(says="fact", text=text, passage=own) for text, own in placed], embedder)]


def test_a_failure_with_its_cause_and_lesson_is_a_file(embedder: OnnxEmbedder) -> None:
    """It tells what happened, why, and what to do."""
    [edit] = written(OUTAGE, embedder)
    assert edit.path.startswith("3-descriptions/learned/failures/")


def test_a_failure_without_a_lesson_is_none(embedder: OnnxEmbedder) -> None:
    """There is nothing to find again; nor where nothing failed."""
    assert written(OUTAGE[:-1], embedder) == []
    assert written(["The import ran at midnight.", "The lesson is to watch the disk."], embedder) == []


def test_what_is_of_another_matter_is_no_cause_and_no_lesson(embedder: OnnxEmbedder) -> None:
    """A model says what belongs together; measured before: a failure had prices of the same minutes as its cause."""
    apart = ["Prices stay, because the contract is fixed.", *OUTAGE]
    [edit] = written(apart, embedder, [0, 2, 2, 2, 2])
    assert isinstance(edit, NewFile) and "the disk was full" in edit.content and "contract" not in edit.content
    assert written(apart, embedder, [0, 2, 2, 2, 4]) == []


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


@pytest.mark.parametrize(
    ("texts", "cause"),
    [
        (
            [
                "I could not get the separator running.",
                "The belt had the wrong length, 1,120 instead of 1,080 mm.",
                "Always measure the old belt.",
            ],
            "The belt had",
        ),
        (["Twice the dough was flat.", "The cause: old yeast.", "Write the date on each tin next time."], "The cause"),
        (
            [
                "Die Bienen sind im Februar verhungert.",
                "Ursache war die Haube.",
                "Man muss die Haube im Oktober prüfen.",
            ],
            "Ursache war",
        ),
        (
            ["No pude arrancar la bomba.", "El filtro estaba lleno.", "La próxima vez hay que limpiarlo primero."],
            "El filtro",
        ),
        (
            ["Nous n'avons pas pu poser le toit.", "Le bois était mouillé.", "La prochaine fois, il faut le couvrir."],
            "Le bois",
        ),
    ],
)
def test_who_looks_back_tells_of_a_failure_without_a_word_for_it(
    texts: list[str], cause: str, embedder: OnnxEmbedder
) -> None:
    """What could not be done, and what to do the next time; or what has its cause named, and a lesson behind that."""
    [edit] = written(texts, embedder)
    assert isinstance(edit, NewFile)
    assert f"## What happened\n\n- {texts[0]}\n\n## Root cause\n\n- {cause}" in edit.content


@pytest.mark.parametrize(
    "texts",
    [
        ["I could not come on Monday because my son was ill.", "You should lock the door at six."],
        ["We could not agree on a price with Doyle's.", "The contract must be signed by Friday."],
        ["The price of oats rose to 40.", "The shop opens at nine.", "We need to order in May."],
        ["We could not deliver on Friday.", "The van was in the workshop.", "The customer was kind."],
    ],
)
def test_what_lays_down_a_duty_beside_it_looks_back_at_nothing(texts: list[str], embedder: OnnxEmbedder) -> None:
    """It is of something else."""
    assert written(texts, embedder) == []
