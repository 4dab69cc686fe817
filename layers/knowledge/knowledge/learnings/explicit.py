"""What a caller states that was learned: each entry by itself, so that one that is none costs no other."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from knowledge.learnings.ids import LearningId
from knowledge.privacy.labels import PrivateLabel
from knowledge.schemas import Body, RefusedEntry, Text, none_if_null, or_refused
from knowledge.text.strings import has_words

MAX_LEARNING = 2000  # characters


def with_words(text: str) -> str:
    """The text. Raises `ValueError` where it has no words: nobody would find it."""
    if not has_words(text):
        raise ValueError("it has no words; say in a sentence what was learned")
    return text


class ExplicitLearning(Body):
    """A learning that the caller states itself; the text alone will do."""

    learning: Annotated[Text, Field(max_length=MAX_LEARNING), AfterValidator(with_words)]
    kind: PrivateLabel = "fact"
    tags: Annotated[tuple[PrivateLabel, ...], Field(max_length=20)] = ()
    project: Annotated[PrivateLabel | None, Field(description="the run's where it is not named; none: of all")] = None
    supersedes: Annotated[LearningId | None, Field(description="a learning that is true no more")] = None
    questions: Annotated[tuple[Text, ...], Field(max_length=20, description="that it answers")] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, stated: Any) -> Any:
        return {"learning": stated} if isinstance(stated, str) else stated


# Each is compared with all that the tenant holds: at 25,000 of them a hundred take some two seconds, and Supabase
# ends a statement after eight.
Given = Annotated[
    tuple[Annotated[ExplicitLearning | RefusedEntry, or_refused(ExplicitLearning)], ...],
    Field(max_length=100),
    BeforeValidator(none_if_null),
]


class _Usable(Body):
    learnings: tuple[ExplicitLearning, ...]


def usable(given: Given) -> tuple[ExplicitLearning, ...]:
    """The learnings among the entries."""
    return tuple(entry for entry in given if isinstance(entry, ExplicitLearning))


def require_usable(given: Given) -> None:
    """Raises `ValidationError`, which names what is wrong, where there are entries and none is a learning."""
    if not usable(given):
        _Usable.model_validate({"learnings": [entry.sent for entry in given if isinstance(entry, RefusedEntry)]})
