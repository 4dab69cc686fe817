"""What a learning is called."""

from typing import Any
from uuid import UUID

import pytest
from knowledge.errors import Conflict, NotFound
from knowledge.learnings.ids import LearningId, resolved
from knowledge.text.prompt_block import short_id
from pydantic import TypeAdapter, ValidationError

ONE, OTHER = UUID("00000000-0000-4000-8000-00000000a3a8"), UUID("00000000-0000-4000-8000-11110000a3a8")


class Ids:
    """A database that knows learnings by their short id alone."""

    def __init__(self, *ids: UUID) -> None:
        self._ids = ids

    def call(self, _: str, *, tenant_id: UUID, short_id: str) -> list[dict[str, Any]]:
        return [{"id": str(learning_id)} for learning_id in self._ids if str(learning_id).endswith(short_id[1:])]


def test_a_learning_is_named_by_its_id_or_its_short_id() -> None:
    """An id is taken as it is; a short id is one learning's."""
    assert resolved(ONE, Ids(), ONE) == resolved(short_id(ONE), Ids(ONE), ONE) == ONE  # type: ignore[arg-type]


def test_a_short_id_of_several_learnings_names_them() -> None:
    """A 409 with their ids; of none a 404."""
    with pytest.raises(Conflict, match=f"{ONE}, {OTHER}"):
        resolved("ka3a8", Ids(ONE, OTHER), ONE)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        resolved("kffff", Ids(ONE), ONE)  # type: ignore[arg-type]


@pytest.mark.parametrize("named", ["nothing", "k12", "kxyzw", "", 7])
def test_anything_else_is_no_id(named: object) -> None:
    """The complaint says what is."""
    with pytest.raises(ValidationError, match="k7f3a"):
        TypeAdapter(LearningId).validate_python(named)
