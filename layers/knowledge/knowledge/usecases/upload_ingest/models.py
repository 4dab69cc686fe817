"""What is asked about uploads, and what is answered."""

import re
from dataclasses import replace
from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, Field, InstanceOf

from knowledge.documents.limits import MAX_BYTES
from knowledge.privacy.labels import PrivateLabel, UserId, private_file_name, private_label
from knowledge.schemas import Attachment, Body, Label, like
from knowledge.uploads.registry import Status, Upload

MAX_NAME = 500  # characters of a file's name

# As a header takes it: what it cannot take would be an object that nobody reads again.
MEDIA_TYPE = r"^[A-Za-z0-9.+_-]+/[A-Za-z0-9.+_-]+(?:; ?[ -~]*)?\Z"


def _split(tags: Any) -> Any:
    """The tags of a form: fields of that name, or one field with commas."""
    given = [tags] if isinstance(tags, str) else tags
    return [tag for text in given for tag in text.split(",") if tag.strip()] if _are_texts(given) else tags


def _as_kept(file: Attachment) -> Attachment:
    """The file without secrets in its name, and with its media type only where that is one."""
    if len(file.name) > MAX_NAME:
        raise ValueError(f"the file's name has over {MAX_NAME} characters; shorten it")
    is_media_type = re.fullmatch(MEDIA_TYPE, file.content_type or "")
    return replace(file, name=private_file_name(file.name), content_type=file.content_type if is_media_type else None)


def _are_texts(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(value, str) for value in values)


Tags = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=60), AfterValidator(private_label)], ...],
    Field(max_length=20),
    BeforeValidator(_split),
]


class UploadLabels(Body):
    """What an uploader may say of a file."""

    source_type: Annotated[PrivateLabel | None, Field(validation_alias=AliasChoices("sourceType", "source_type"))] = (
        None
    )
    user_id: Annotated[UserId | None, Field(validation_alias=AliasChoices("userId", "user_id"))] = None
    topic: PrivateLabel = "general"
    title: Label | None = None
    description: Annotated[
        str | None, Field(max_length=2_000, validation_alias=AliasChoices("description", "caption"))
    ] = None
    tags: Tags = ()
    project: Annotated[PrivateLabel | None, Field(description="none: of all")] = None


class Form(UploadLabels):
    """A file that is sent with its request."""

    file: Annotated[InstanceOf[Attachment], AfterValidator(_as_kept)]


class Announcement(UploadLabels):
    """A file that is to be posted to the bucket."""

    file_name: Annotated[
        str,
        Field(min_length=1, max_length=MAX_NAME, validation_alias=AliasChoices("fileName", "file_name")),
        AfterValidator(private_file_name),
    ]
    content_type: Annotated[
        str,
        Field(max_length=200, validation_alias=AliasChoices("contentType", "content_type")),
        like(MEDIA_TYPE, "application/pdf", "text/plain; charset=utf-8"),
    ]
    size: Annotated[int, Field(ge=1, le=MAX_BYTES, description="bytes at most")] = MAX_BYTES


class UploadListRequest(Body):
    """Which uploads to list: a page, from the one after the path `after` on."""

    status: Status | None = None
    topic: PrivateLabel | None = None
    after: Annotated[str | None, Field(max_length=1000)] = None
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


class UploadList(BaseModel):
    """A page of uploads; `next` is the `after` of the next page, None where there is none."""

    uploads: list[Upload]
    next: str | None


class UploadReceipt(BaseModel):
    """What became of a file: `documentCount` are the passages it was read as, `chunks` what search finds of them."""

    success: bool
    documentCount: int
    message: str
    upload_id: UUID
    status: Status
    path: str
    chunks: int
    duplicate_of: UUID | None


class UploadAccepted(UploadReceipt):
    """The same where the work is still to be done; `GET /upload-ingest/uploads/{upload_id}` tells when it is."""

    http_status: ClassVar[int] = 202


class PresignedForm(BaseModel):
    """A form of which nothing but the file can be chosen. Post `fields`, then the file as `file`, to `url`."""

    upload_id: UUID
    url: str
    fields: dict[str, str]
    path: str
    max_bytes: int
    expires_in: int
