"""What a learning is called."""

from typing import Any
from uuid import UUID

import pytest
from knowledge.errors import Conflict, NotFound
from knowledge.learnings.ids import LearningId, called, meant, resolved, why_unclear
from knowledge.text.prompt_block import short_id
from pydantic import TypeAdapter, ValidationError

ONE, OTHER = UUID("00000000-0000-4000-8000-00000000a3a8"), UUID("00000000-0000-4000-8000-11110000a3a8")


class Ids:
    """A database that knows learnings by their short id alone."""

    def __init__(self, *ids: UUID) -> None:
        self._ids = ids

    def call(self, _: str, *, short_ids: tuple[str, ...], **__: Any) -> list[dict[str, Any]]:
        called = [{"short_id": short_id(learning_id), "id": str(learning_id)} for learning_id in self._ids]
        return [row for row in called if row["short_id"] in short_ids]


def test_a_learning_is_named_by_its_id_or_its_short_id() -> None:
    """An id is taken as it is; a short id is one learning's."""
    assert resolved(ONE, Ids(), ONE) == resolved(short_id(ONE), Ids(ONE), ONE) == ONE  # type: ignore[arg-type]


def test_a_short_id_of_several_learnings_names_them() -> None:
    """A 409 with their ids; of none a 404."""
    with pytest.raises(Conflict, match=f"{ONE}, {OTHER}"):
        resolved("ka3a8", Ids(ONE, OTHER), ONE)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        resolved("kffff", Ids(ONE), ONE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("named", "learning", "reason"),
    [
        (None, None, None),
        (OTHER, OTHER, None),
        ("kA3A8", ONE, None),
        ("kffff", None, "no learning kffff"),
        ("k0c63", None, "several learnings k0c63"),
    ],
)
def test_what_a_run_names_is_one_learning_or_none(named: Any, learning: UUID | None, reason: str | None) -> None:
    """With the reason where it is none: nothing else of the run suffers."""
    alike = [UUID(f"00000000-0000-4000-8000-{number:08}0c63") for number in range(2)]
    ids = called([named], Ids(ONE, *alike), ONE)  # type: ignore[arg-type]
    why = why_unclear(named, ids)
    assert meant(named, ids) == learning
    assert why is None if reason is None else reason in str(why)


@pytest.mark.parametrize("named", ["nothing", "k12", "kxyzw", "", 7])
def test_anything_else_is_no_id(named: object) -> None:
    """The complaint says what is."""
    with pytest.raises(ValidationError, match="k7f3a"):
        TypeAdapter(LearningId).validate_python(named)
