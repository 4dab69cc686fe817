"""The types that requests are made of."""

from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from knowledge.text.lookalikes import posing
from knowledge.text.strings import encodable


def storable(value: Any) -> Any:
    """`value` with what Postgres and UTF-8 do not know replaced: NUL by a space, a lone surrogate by `?`."""
    match value:
        case str():
            return encodable(value.replace("\x00", " "))
        case dict():
            return {storable(name): storable(inner) for name, inner in value.items()}
        case list() | tuple():
            return [storable(inner) for inner in value]
        case _:
            return value


Text = Annotated[str, Field(min_length=1)]


def genuine(label: str) -> str:
    """The label itself. Raises `ValueError` where a word of it only looks like one that is reserved."""
    if word := posing(label):
        raise ValueError(f"{word!r} has letters of another script and looks like a reserved word; spell it out")
    return label


Label = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(genuine)]
RunId = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(genuine)]


@dataclass(frozen=True)
class Attachment:
    """A file that came in a form."""

    name: str
    content: bytes
    content_type: str | None


class Body(BaseModel):
    """A request's fields: unknown ones are refused, so that a typing error is not silently ignored."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, fields: Any) -> Any:
        """Before anything else is checked: what is blank without its NUL characters is blank."""
        return storable(fields)


class EmptyBody(Body):
    """A request that asks for the one thing that there is."""


class UploadRef(Body):
    """One upload."""

    upload_id: UUID


class AppliedPattern(Body):
    """An issue pattern that an agent applied during a run, and how that went."""

    pattern_id: Annotated[str, Field(pattern=r"(?i)^PAT-\d{3,9}$")]
    was_successful: bool
    solution_applied: Annotated[Text, Field(max_length=2000)] | None = None
    resolution_time_minutes: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
