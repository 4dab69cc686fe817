"""What is said of an upload."""

import pytest
from knowledge.schemas import Attachment
from knowledge.usecases.upload_ingest.models import MAX_NAME, Form
from pydantic import ValidationError


def form(name: str = "a.txt", content_type: str | None = "text/plain", **fields: object) -> Form:
    return Form.model_validate({"file": Attachment(name, b"x", content_type), **fields})


@pytest.mark.parametrize("tags", ["harbour, tide ,", ["harbour, tide ,"], ["harbour", " tide "]])
def test_tags_come_as_fields_or_with_commas(tags: object) -> None:
    """Neither a comma too many nor a space makes another tag."""
    assert [tag.strip() for tag in form(tags=tags).tags] == ["harbour", "tide"]


@pytest.mark.parametrize(
    ("given", "kept"), [("text/plain; charset=utf-8", True), ("text/plain\r\nx: y", False), ("", False)]
)
def test_what_no_header_takes_is_no_media_type(given: str, kept: bool) -> None:
    """An object with it could not be read again."""
    assert form(content_type=given).file.content_type == (given if kept else None)


def test_a_secret_in_a_name_is_not_kept() -> None:
    """The ending stays; a name that is too long is refused."""
    name = form(f"ghp_{'a1' * 18}.pdf").file.name
    assert "ghp_" not in name and name.endswith(".pdf")
    with pytest.raises(ValidationError):
        form("a" * (MAX_NAME + 1))
