"""Files that come over HTTP: sent with the request, or by a form that the bucket takes."""

from pathlib import PurePosixPath
from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import AliasChoices, BaseModel, BeforeValidator, Field, InstanceOf

from knowledge import objects
from knowledge.ingest import kinds
from knowledge.ingest.limits import MAX_BYTES
from knowledge.ingest.parsing import check_size
from knowledge.models import Attachment, Body, Label
from knowledge.tiers import paths
from knowledge.tiers.paths import Tier
from knowledge.uploads.ingestion import Ingestion
from knowledge.uploads.reading import Reading, digest
from knowledge.uploads.register import Status, Upload

SYNCHRONOUS_BYTES = 2**20
"""A file above this is answered with 202: at some 60 chunks a second its text would keep the caller waiting for more
than ten seconds."""

FORM_SECONDS = 900  # for which a presigned form can be used


def _split(tags: Any) -> Any:
    """The tags of a form: fields of that name, or one field with commas."""
    given = [tags] if isinstance(tags, str) else tags
    return [tag for each in given for tag in each.split(",") if tag.strip()] if _are_texts(given) else tags


def _are_texts(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(each, str) for each in values)


Tags = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=60)], ...], Field(max_length=20), BeforeValidator(_split)
]


class Labels(Body):
    """What an uploader may say of a file."""

    source_type: Annotated[Label | None, Field(validation_alias=AliasChoices("source_type", "sourceType"))] = None
    user_id: Annotated[Label | None, Field(validation_alias=AliasChoices("user_id", "userId"))] = None
    topic: Label = "general"
    tags: Tags = ()


class Form(Labels):
    """A file that is sent with its request."""

    file: InstanceOf[Attachment]


class Announcement(Labels):
    """A file that is to be posted to the bucket."""

    file_name: Annotated[
        str, Field(min_length=1, max_length=500, validation_alias=AliasChoices("file_name", "fileName"))
    ]
    content_type: Annotated[Label, Field(validation_alias=AliasChoices("content_type", "contentType"))]
    size: Annotated[int, Field(ge=1, le=MAX_BYTES, description="bytes at most")] = MAX_BYTES


class Which(Body):
    """One upload."""

    upload_id: UUID


class Received(BaseModel):
    """What became of a file: `documentCount` are the passages it was read as, `chunks` what search finds of them."""

    success: bool
    documentCount: int
    message: str
    upload_id: UUID
    status: Status
    path: str
    chunks: int
    duplicate_of: UUID | None


class Accepted(Received):
    """The same where the work is still to be done; `GET /uploads/{upload_id}` tells when it is."""

    http_status: ClassVar[int] = 202


class PresignedForm(BaseModel):
    """A form of which nothing but the file can be chosen. Post `fields`, then the file as `file`, to `url`."""

    upload_id: UUID
    url: str
    fields: dict[str, str]
    path: str
    max_bytes: int
    expires_in: int


def receive(form: Form, ingestion: Ingestion, *, later: bool) -> Received:
    """Keeps the file and makes it searchable; a large one, or any if `later`, when its storage event comes.

    Raises what `parse_safely` does, with nothing stored, and `LimitReached`.
    """
    file, path = form.file, asset_path(form.topic, form.file.name)
    check_size(file.name, file.content)
    later = later or len(file.content) > SYNCHRONOUS_BYTES
    reading = Reading()
    if not later:
        reading.of(PurePosixPath(path).name, file.content, file.content_type, ingestion.embedders[0].count_tokens)
    upload = ingestion.register.expect(path, file.name, "received", **_labels(form))
    _store(file, path, ingestion)
    if later:
        return _told(upload, Accepted)
    ingestion.follow(path, reading=reading)
    return _told(ingestion.register.find(upload.id), Received)


def announce(announcement: Announcement, ingestion: Ingestion) -> PresignedForm:
    """A form that takes this file, and nothing else, to its place; the storage event does the rest."""
    path = asset_path(announcement.topic, announcement.file_name)
    upload = ingestion.register.expect(path, announcement.file_name, "expected", **_labels(announcement))
    key = paths.key(str(ingestion.tenant_id), path)
    made = ingestion.objects.presign_post(key, announcement.size, announcement.content_type, FORM_SECONDS)
    return PresignedForm(
        upload_id=upload.id,
        url=made.url,
        fields=made.fields,
        path=path,
        max_bytes=announcement.size,
        expires_in=FORM_SECONDS,
    )


def delete(which: Which, ingestion: Ingestion) -> Upload:
    """Deletes the file (its versions stay in the bucket), and all that search finds of it. Raises `NotFound`."""
    upload = ingestion.register.find(which.upload_id)
    ingestion.objects.delete(paths.key(str(ingestion.tenant_id), upload.file_path))
    ingestion.follow(upload.file_path)
    return ingestion.register.find(which.upload_id)


def asset_path(topic: str, file_name: str) -> str:
    """Where a file of that name belongs: under its own name, or where that is not allowed under a like one.

    Names that become alike get a hash, so that no file replaces one of another name.
    """
    name = PurePosixPath(file_name.replace("\\", "/")).name or "file"
    wanted = f"{Tier.ASSET}/{paths.slug(topic)}/{name}"
    if len(name) <= 120 and paths.is_allowed(wanted):
        return wanted
    stem, dot, suffix = name.rpartition(".")
    alike = f"{stem or name}"[: paths.MAX_SLUG - 9] + f"-{digest(file_name.encode(errors='replace'))[:8]}"
    return paths.asset(topic, f"{alike}{dot}{suffix if stem else ''}")


def _store(file: Attachment, path: str, ingestion: Ingestion) -> None:
    """Writes the file over whatever is there: an upload by the same name replaces."""
    key = paths.key(str(ingestion.tenant_id), path)
    content_type = file.content_type or kinds.TEXT
    objects.update(ingestion.objects, key, lambda _: file.content, content_type=content_type)


def _labels(labels: Labels) -> dict[str, Any]:
    return {"source_type": labels.source_type, "user_id": labels.user_id, "tags": labels.tags}


def _told(upload: Upload, kind: type[Received]) -> Received:
    return kind(
        success=upload.status != "failed",
        documentCount=upload.documents,
        message=_message(upload),
        upload_id=upload.id,
        status=upload.status,
        path=upload.file_path,
        chunks=upload.chunks,
        duplicate_of=upload.duplicate_of,
    )


def _message(upload: Upload) -> str:
    if upload.duplicate_of:
        return f"{upload.file_name} is a duplicate of the upload {upload.duplicate_of}; both names are kept."
    if upload.status == "done":
        return f"{upload.file_name} is searchable: {upload.documents} passages in {upload.chunks} chunks."
    return upload.reason or f"{upload.file_name} is kept and will be read; ask GET /uploads/{upload.id} when it is."
