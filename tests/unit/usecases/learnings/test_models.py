"""What may be asked of learnings."""

import pytest
from knowledge.usecases.learnings.models import LearningChange
from pydantic import ValidationError

ID = "5a9c3f60-3f6e-4c44-9d7b-0d4c1f3f6a11"


def test_a_change_names_what_changes() -> None:
    """An id alone is no change, and the refusal says what may be named."""
    with pytest.raises(ValidationError, match="name what is to change: learning, kind, tags, projects"):
        LearningChange.model_validate({"id": ID})
    assert LearningChange.model_validate({"id": ID, "expires_at": None}).model_fields_set == {"id", "expires_at"}


@pytest.mark.parametrize("field", sorted({*LearningChange.model_fields, "project"}))
def test_null_ends_what_may_have_an_end_and_is_refused_elsewhere(field: str) -> None:
    """A form sends all its fields; the refusal says what to send."""
    change = {"id": ID, "kind": "fact", field: None}
    if field in ("expires_at", "supersedes"):
        assert getattr(LearningChange.model_validate(change), field) is None
    else:
        with pytest.raises(ValidationError, match="leave the field out" if field != "id" else "id"):
            LearningChange.model_validate(change)


@pytest.mark.parametrize("fields", [{"project": "shop"}, {"projects": ["shop"]}, {"project": ["shop"]}])
def test_one_project_is_named_like_several(fields: dict) -> None:
    """As with a run, which has one."""
    assert list(LearningChange.model_validate({"id": ID, **fields}).projects or ()) == ["shop"]
