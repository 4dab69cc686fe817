"""What a language model answers of what the files say: what is no longer so, said once more, or called otherwise."""

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from knowledge.files.current_statements import Decides
from knowledge.ports.llm_answers import valid_items


class Gone(BaseModel):
    """A line of the files that is no longer so, as the model gives it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"required": ["line", "by", "ends", "still", "decides"]}
    )
    line: int
    by: int
    ends: str = ""
    still: str = ""
    decides: Decides = "part"


class Repetition(BaseModel):
    """A statement that only says again what a line says, as the model gives it."""

    model_config = ConfigDict(extra="forbid")
    line: int
    by: int


class Renaming(BaseModel):
    """A page that needs another name, as the model gives it."""

    model_config = ConfigDict(extra="forbid")
    page: str
    name: str


class Verdict(BaseModel):
    """The model's whole answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"required": ["gone", "again", "renamed"]})
    gone: list[Gone]
    again: list[Repetition] = []
    renamed: list[Renaming] = []

    @field_validator("gone", mode="before")
    @classmethod
    def _fitting(cls, items: Any, info: ValidationInfo) -> Any:
        return valid_items(items, Gone, info)

    @field_validator("again", mode="before")
    @classmethod
    def _fitting_again(cls, items: Any, info: ValidationInfo) -> Any:
        return valid_items(items, Repetition, info)

    @field_validator("renamed", mode="before")
    @classmethod
    def _fitting_renamed(cls, items: Any, info: ValidationInfo) -> Any:
        return valid_items(items, Renaming, info)
