"""A request's body, query and path → the model that its use case takes."""

import json
import re
from itertools import chain
from math import isfinite
from typing import Any, NoReturn, TypeVar

from anyio import fail_after, from_thread
from pydantic import AliasChoices, BaseModel, ValidationError
from pydantic_core import ErrorDetails
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from knowledge.errors import Invalid, Malformed, TooLarge, TooSlow
from knowledge.schemas import Attachment, complaint
from knowledge.text.strings import abbreviated

# Bytes of a body. In the cloud Lambda's limit of 6 MB is that of the event, where a form stands in base64, so that some
# 4.5 MB of it fit; what is larger is refused by AWS before it gets here.
LIMIT = 6 * 2**20
SECONDS = 60  # for a body to arrive: a phone's upload takes less
COMPLAINTS = 20  # named in an answer, each in at most COMPLAINT characters: some 8 kB in all
COMPLAINT = 200
_BOUNDARY = re.compile(r'boundary="?([^";,]+)', re.I)  # `multipart/form-data; boundary=xyz`
_TYPE = re.compile(r"\[|^constrained-\w+$")

Model = TypeVar("Model", bound=BaseModel)


async def read(request: Request, instead: str) -> bytes:
    """The whole body. Raises `TooLarge` as soon as it is over `LIMIT`, `TooSlow` after `SECONDS`, and `Malformed` where
    the connection ends before it.

    `instead` says what the caller can do with a larger one.
    """
    received = bytearray()
    try:
        with fail_after(SECONDS):
            async for part in request.stream():
                received += part
                if len(received) > LIMIT:
                    raise TooLarge(f"The body is over {LIMIT // 2**20} MB; {instead}.")
    except TimeoutError:
        raise TooSlow from None
    except ClientDisconnect:  # nobody hears it; the log tells it as the caller's
        raise Malformed("The connection was closed before its body ended; send it again.") from None
    return bytes(received)


def parsed(request: Request, raw: bytes, model: type[Model]) -> Model:
    """The model, filled from the body, the query and the path. Called from a worker thread.

    Raises `Malformed` where the body cannot be read or a field has two values, `Invalid` where a value is not allowed.
    """
    try:
        return model.model_validate(_fields(request, raw, model))
    except ValidationError as error:
        raise Invalid(**_complaints(error, model)) from None


def _fields(request: Request, raw: bytes, model: type[BaseModel]) -> dict[str, Any]:
    sent = _sent(request, raw, model)
    fields: dict[str, Any] = {}
    for name, value in chain(sent.items(), request.query_params.multi_items(), request.path_params.items()):
        if str(fields.get(name, value)) != str(value):
            raise Malformed(f"{name}: given twice, and not the same; send it once.")
        fields[name] = value
    return fields


def _sent(request: Request, raw: bytes, model: type[BaseModel]) -> dict[str, Any]:
    """The fields of the body: of a form with one file, which alone brings one, or of a JSON object."""
    if is_form(request):
        return from_thread.run(form_fields, request, raw)
    if "file" in model.model_fields:
        raise Malformed("The body is no form with a file; send multipart/form-data, with the file in the field `file`.")
    return _json_object(raw)


def _json_object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw or b"{}", parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise Malformed("The body is nested too deeply to be read; send what is nested as text.") from None
    except ValueError as error:
        raise Malformed(f"The body is not JSON ({error}); send a JSON object in UTF-8.") from None
    if not isinstance(value, dict):
        raise Malformed("The body is JSON, but not an object; send {...}.")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of it")


def _finite(number: str) -> float:
    """The number; one that is too large for a float would be read as `Infinity`."""
    return float(number) if isfinite(float(number)) else _no_constant(number)


def _complaints(error: ValidationError, model: type[BaseModel]) -> dict[str, Any]:
    """What is wrong, the first of it field by field: an answer is never longer than what it is about."""
    errors = _telling(error.errors(include_url=False, include_context=False, include_input=False))
    named = [
        {
            "field": abbreviated(_name(error["loc"]), COMPLAINT),
            "problem": abbreviated(_problem(error, model), COMPLAINT),
        }
        for error in errors[:COMPLAINTS]
    ]
    detail = "; ".join(f"{complaint['field']}: {complaint['problem']}" for complaint in named[:5])
    more = {"more": len(errors) - len(named)} if len(errors) > len(named) else {}
    return {"detail": f"{detail}; correct the fields that are named.", "errors": named, **more}


def _telling(errors: list[ErrorDetails]) -> list[ErrorDetails]:
    """Of a field that may be of several kinds what is wrong with the one that was sent, not that it is no other."""
    named = [(_name(error["loc"]), error) for error in errors]
    specific = {name for name, error in named if not _is_of_kind(error)}
    specific |= {name.rpartition(".")[0] for name, _ in named}
    return [error for name, error in named if name not in specific or not _is_of_kind(error)]


def _is_of_kind(error: ErrorDetails) -> bool:
    """Whether all that it says is of what kind the value is to be."""
    return error["type"].endswith("_type")


def _problem(error: ErrorDetails, model: type[BaseModel]) -> str:
    """What is wrong with a field; of one that is lacking also what belongs there, of an unknown one which there are."""
    field = model.model_fields.get(_name(error["loc"])) if error["type"] == "missing" else None
    is_unknown = error["type"] == "extra_forbidden" and len(error["loc"]) == 1
    fields = f"there are {', '.join(_called(name, model) for name in model.model_fields)}" if is_unknown else None
    return ": ".join(filter(None, (complaint(error), field and field.description, fields)))


def _called(name: str, model: type[BaseModel]) -> str:
    """A field of the model as callers send it."""
    field = model.model_fields[name]
    aliases = field.validation_alias
    return str(aliases.choices[0] if isinstance(aliases, AliasChoices) else aliases or field.alias or name)


def _name(location: tuple[str | int, ...]) -> str:
    """`learnings.0.tags`: without what pydantic calls the types of a union (`list[str]`, `constrained-str`)."""
    return ".".join(str(part) for part in location if not _TYPE.search(str(part))) or "body"


def is_form(request: Request) -> bool:
    """Whether the body is `multipart/form-data`."""
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")


async def form_fields(request: Request, raw: bytes) -> dict[str, Any]:
    """The form's fields by name, the file as an `Attachment`, a repeated field as a list.

    Raises `Malformed` where the form cannot be read or has no file.
    """
    if _is_truncated(request, raw):
        raise Malformed("The form is truncated or empty; send it again, with a file in the field `file`.")
    try:
        fields = await _read(request, raw)
    except (HTTPException, MultiPartException) as error:
        detail = getattr(error, "detail", str(error))
        raise Malformed(f"The form cannot be read ({detail}); send it as multipart/form-data.") from None
    if not any(isinstance(value, Attachment) for value in fields.values()):
        raise Malformed("The form has no file; send one in the field `file`.")
    return fields


def _is_truncated(request: Request, raw: bytes) -> bool:
    """Whether the closing boundary is missing: Starlette takes such a form for an empty one."""
    boundary = _BOUNDARY.search(request.headers["content-type"])
    return boundary is not None and f"--{boundary[1]}--".encode("latin-1") not in raw


async def _read(request: Request, raw: bytes) -> dict[str, Any]:
    async def receive() -> Message:
        return {"type": "http.request", "body": raw}

    fields: dict[str, Any] = {}
    async with Request(request.scope, receive).form(max_files=1, max_fields=20, max_part_size=65_536) as form:
        for name in form:
            values = [await _value(field) for field in form.getlist(name)]
            fields[name] = values if len(values) > 1 else values[0]
    return fields


async def _value(field: UploadFile | str) -> Attachment | str:
    if isinstance(field, str):
        return field
    return Attachment(field.filename or "file", await field.read(), field.content_type)
