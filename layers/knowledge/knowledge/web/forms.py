"""Forms with one file, as browsers and `curl -F` send them."""

import re
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from knowledge.errors import Malformed
from knowledge.models import Attachment

_BOUNDARY = re.compile(r'boundary="?([^";,]+)', re.I)


def is_form(request: Request) -> bool:
    """Whether the body is `multipart/form-data`."""
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")


async def fields(request: Request, raw: bytes) -> dict[str, Any]:
    """The form's fields by name, the file as an `Attachment`, a repeated field as a list.

    Raises `Malformed` where the form cannot be read or has no file.
    """
    if _is_truncated(request, raw):
        raise Malformed("the form is truncated or empty; send it again, with a file in the field `file`")
    try:
        found = await _read(request, raw)
    except (HTTPException, MultiPartException) as error:
        detail = getattr(error, "detail", str(error))
        raise Malformed(f"the form cannot be read ({detail}); send it as multipart/form-data") from None
    if not any(isinstance(value, Attachment) for value in found.values()):
        raise Malformed("the form has no file; send one in the field `file`")
    return found


def _is_truncated(request: Request, raw: bytes) -> bool:
    """Whether the closing boundary is missing: Starlette takes such a form for an empty one."""
    boundary = _BOUNDARY.search(request.headers["content-type"])
    return boundary is not None and f"--{boundary[1]}--".encode("latin-1") not in raw


async def _read(request: Request, raw: bytes) -> dict[str, Any]:
    async def receive() -> Message:
        return {"type": "http.request", "body": raw}

    found: dict[str, Any] = {}
    async with Request(request.scope, receive).form(max_files=1, max_fields=20, max_part_size=65_536) as form:
        for name in form:
            values = [await _value(each) for each in form.getlist(name)]
            found[name] = values if len(values) > 1 else values[0]
    return found


async def _value(field: UploadFile | str) -> Attachment | str:
    if isinstance(field, str):
        return field
    return Attachment(field.filename or "file", await field.read(), field.content_type)
