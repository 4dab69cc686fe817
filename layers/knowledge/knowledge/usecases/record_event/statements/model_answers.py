"""What a language model answers of an event."""

from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationInfo, field_validator

from knowledge.ports.llm_answers import valid_items
from knowledge.usecases.record_event.models import Says

_FIELDS = ("says", "text", "category", "topic", "reasons", "alternatives", "consequences", "questions")


class Said(BaseModel):
    """One statement, as the model gives it."""

    # Structured output asks for every field; one that a model leaves out all the same is empty.
    model_config = ConfigDict(extra="forbid", json_schema_extra={"required": [*_FIELDS]})
    says: Says
    text: str
    category: str
    topic: str = ""
    reasons: list[str] = []
    alternatives: list[str] = []
    consequences: list[str] = []
    questions: list[str] = []

    @field_validator("questions", mode="before")
    @classmethod
    def _asked(cls, questions: Any) -> Any:
        """What is no list of texts is no question, and costs no statement."""
        return [text for text in questions if isinstance(text, str)] if isinstance(questions, list) else []


class Sayings(BaseModel):
    """The model's whole answer."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"required": ["summary", "statements"]})
    summary: str = ""
    statements: list[Said]

    @field_validator("statements", mode="before")
    @classmethod
    def _fitting(cls, items: Any, info: ValidationInfo) -> Any:
        return valid_items(items, Said, info)
