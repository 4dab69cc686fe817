"""What a caller states that was learned: each entry by itself, so that one that is none costs no other."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    PlainValidator,
    ValidationError,
    model_validator,
)

from knowledge.learnings.ids import LearningId
from knowledge.privacy.labels import PrivateLabel
from knowledge.schemas import Body, Text, complaint
from knowledge.text.strings import abbreviated, has_words

MAX_LEARNING = 2000  # characters
_COMPLAINTS, _COMPLAINT = 5, 200  # named of an entry that is none, and characters of each


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


class RefusedLearning(BaseModel):
    """An entry among learnings that is none, and why: it costs its caller neither the others nor the log."""

    sent: Any
    why: str


def _or_refused(sent: Any) -> ExplicitLearning | RefusedLearning:
    if isinstance(sent, RefusedLearning):
        return sent
    try:
        return ExplicitLearning.model_validate(sent)
    except ValidationError as error:
        return RefusedLearning(sent=sent, why="; ".join(map(_complaint, error.errors()[:_COMPLAINTS])))


def _complaint(error: Mapping[str, Any]) -> str:
    field = ".".join(map(str, error["loc"]))
    return abbreviated(": ".join(filter(None, (field, complaint(error)))), _COMPLAINT)


# Each is compared with all that the tenant holds: at 25,000 of them a hundred take some two seconds, and Supabase
# ends a statement after eight.
Given = Annotated[
    tuple[Annotated[ExplicitLearning | RefusedLearning, PlainValidator(_or_refused)], ...],
    Field(max_length=100),
    BeforeValidator(lambda given: () if given is None else given),
]


class _Usable(Body):
    learnings: tuple[ExplicitLearning, ...]


def usable(given: Given) -> tuple[ExplicitLearning, ...]:
    """The learnings among the entries."""
    return tuple(entry for entry in given if isinstance(entry, ExplicitLearning))


def require_usable(given: Given) -> None:
    """Raises `ValidationError`, which names what is wrong, where there are entries and none is a learning."""
    if not usable(given):
        _Usable.model_validate({"learnings": [entry.sent for entry in given if isinstance(entry, RefusedLearning)]})


def content(entry: ExplicitLearning | RefusedLearning) -> Any:
    """What an entry says, as runs are compared; those that were stored before learnings had questions still match."""
    if isinstance(entry, RefusedLearning):
        return entry.sent
    return entry.model_dump(mode="json", exclude=set() if entry.questions else {"questions"})
