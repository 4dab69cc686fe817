"""The types that requests are made of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, get_args
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    Strict,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from knowledge.text.lookalikes import posing
from knowledge.text.strings import abbreviated, encodable


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


def _in_one_line(label: str) -> str:
    if len(label.splitlines()) > 1:
        raise ValueError("it has a line break; write it on one line")
    return label


Label = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(genuine), AfterValidator(_in_one_line)]
RunId = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(genuine)]


def like(pattern: str, *examples: str) -> AfterValidator:
    """By which a text is written as the examples are; a refusal shows those, and not the pattern."""

    def check(text: str) -> str:
        if not re.match(pattern, text):
            raise ValueError(f"Input should be written as in {' or '.join(examples)}")
        return text

    return AfterValidator(check)


def _in_utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _to_its_end(given: Any) -> Any:
    """The last moment of what is only a day; all else as it is."""
    try:
        return datetime.combine(date.fromisoformat(given), time.max, UTC)
    except (TypeError, ValueError):
        return given


def _is_written(given: Any) -> Any:
    """The time itself. Raises `ValueError` for a number, which pydantic takes for seconds since 1970."""
    text = str(given).strip().lstrip("+-") if isinstance(given, str | int | float) else ""
    if text.replace(".", "", 1).isdigit() or isinstance(given, bool):
        raise ValueError(_KINDS["datetime"])
    return given


# As people write it: `2026-12-01`, `2026-12-01T09:30`, `2026-12-01T09:30:00+01:00`; in UTC where it does not say.
Moment = Annotated[datetime, BeforeValidator(_is_written), AfterValidator(_in_utc)]
# The same for what ends: a day is included.
End = Annotated[datetime, BeforeValidator(_to_its_end), BeforeValidator(_is_written), AfterValidator(_in_utc)]

Flag = Annotated[bool, Strict()]  # `true` or `false`, and no word or number for it

_COMPLAINTS, _COMPLAINT = 5, 200  # named of an entry that is none, and characters of each

# What pydantic says of kinds of Python's, in the words of JSON; a kind of error, or how several begin.
_KINDS = {
    "datetime": "Input should be a time, as in 2026-12-01 or 2026-12-01T09:30:00Z",
    "tuple_type": "Input should be a list",
    "list_type": "Input should be a list",
    "dict_type": "Input should be an object",
    "model_type": "Input should be an object",
    "int_": "Input should be a whole number",
    "float_": "Input should be a number",
    "uuid_": "Input should be an id, as in 7d0c6a52-8f1e-4b7e-9a41-0d2f5c3b9e11",
    "string_type": "Input should be a text",
    "bool_": "Input should be true or false",
    "extra_forbidden": "There is no such field",
    "is_instance_of": "Input should be a file",
}


def complaint(error: Mapping[str, Any]) -> str:
    """What is wrong with a field, one of a `ValidationError`, in words that say nothing of Python."""
    kind = str(error["type"])
    sentence = next((said_so for name, said_so in _KINDS.items() if kind.startswith(name)), error["msg"])
    return (
        str(sentence)
        .removeprefix("Value error, ")
        .replace("Tuple should", "List should")
        .replace(" after validation", "")
    )


class RefusedEntry(BaseModel):
    """An entry of a list that is none, and why: it costs its caller neither the others nor what stands beside them."""

    sent: Any
    why: str


def or_refused(model: type[BaseModel]) -> PlainValidator:
    """By which an entry of a list is one of the model's, or a `RefusedEntry`."""

    def read(sent: Any) -> Any:
        if isinstance(sent, RefusedEntry):
            return sent
        try:
            return model.model_validate(sent)
        except ValidationError as error:
            return RefusedEntry(sent=sent, why="; ".join(map(_located, error.errors()[:_COMPLAINTS])))

    return PlainValidator(read)


def _located(error: Mapping[str, Any]) -> str:
    field = ".".join(map(str, error["loc"]))
    return abbreviated(": ".join(filter(None, (field, complaint(error)))), _COMPLAINT)


def none_if_null(given: Any) -> Any:
    """The list that was given; an empty one for `null`, as models write where they have nothing to say."""
    return () if given is None else given


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

    @field_validator("*", mode="before")
    @classmethod
    def _no_flag_for_a_number(cls, given: Any, field: ValidationInfo) -> Any:
        """The value itself; Python counts with `true` as with 1, and no caller does."""
        kinds = _kinds(cls.model_fields[field.field_name or ""].annotation)
        if isinstance(given, bool) and kinds & {int, float} and bool not in kinds:
            raise ValueError("Input should be a number")
        return given


def _kinds(annotation: Any) -> set[Any]:
    """What a field's type is made of."""
    inner = [kind for argument in get_args(annotation) for kind in _kinds(argument)]
    return {annotation, *inner} if isinstance(annotation, type) else {*inner}


class EmptyBody(Body):
    """A request that asks for the one thing that there is."""


class UploadRef(Body):
    """One upload."""

    upload_id: UUID


PatternId = Annotated[str, like(r"(?i)^PAT-\d{3,9}\Z", "PAT-004")]


class AppliedPattern(Body):
    """An issue pattern that an agent applied during a run, and how that went."""

    pattern_id: PatternId
    was_successful: Flag
    solution_applied: Annotated[Text, Field(max_length=2000)] | None = None
    resolution_time_minutes: Annotated[float, Field(ge=0, le=1_000_000)] | None = None
