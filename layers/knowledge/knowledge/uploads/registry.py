"""The register of uploads: one row per asset, with its status."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, computed_field

from knowledge.errors import KnowledgeError, NotFound
from knowledge.files import paths
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database

MAX_LISTED = 50  # uploads of a topic that are read for its summary

_AGAIN = "it is tried again, and can be replayed from the dead-letter queue"

Status = Literal["expected", "received", "parsing", "embedding", "done", "failed", "deleted"]


class Upload(BaseModel):
    """An asset and what became of it.

    `expected`: a form was handed out and nothing came yet. `failed` has a `reason`, also where nobody is at work on it
    any more; of one that is `done` it says what of the file could not be read. A duplicate has no chunks of its own:
    search finds the upload that it is a `duplicate_of`. `project` is the one in whose folder it is listed, `unlisted`
    names the projects whose list does not follow it yet, "" for all, and `authors` whose renditions may be there until
    all is followed.
    """

    id: UUID
    file_path: str
    file_name: str
    topic: str
    source_type: str | None
    user_id: str | None
    author: ChangedBy
    tags: tuple[str, ...]
    about: str | None = None
    status: Status
    reason: str | None
    duplicate_of: UUID | None
    content_hash: str | None
    etag: str | None
    size: int | None
    sequencer: str | None
    unsettled: tuple[str, ...]
    project: str | None = None
    unlisted: tuple[str, ...] = ()
    authors: tuple[ChangedBy, ...] = ()
    title: str | None
    media_type: str | None
    documents: int
    chunks: int
    revision: int
    created_at: datetime
    updated_at: datetime

    @computed_field  # type: ignore[prop-decorator]
    @property
    def upload_id(self) -> UUID:
        """Its id, under the name that the answer to the upload has for it."""
        return self.id

    @computed_field  # type: ignore[prop-decorator]
    @property
    def path(self) -> str:
        """Its `file_path`, under that name as well."""
        return self.file_path

    @property
    def is_under_way(self) -> bool:
        """Whether a run has begun with it, or is to, and neither ended nor been silent for too long."""
        return self.status in ("received", "parsing", "embedding")

    def is_being_read(self, etag: str) -> bool:
        """Whether it is under way with this object."""
        return self.etag == etag and self.is_under_way


class UploadRegistry:
    """The uploads of one tenant."""

    def __init__(self, tenant_id: UUID, database: Database) -> None:
        self._tenant_id, self._database = tenant_id, database

    def find(self, upload_id: UUID) -> Upload:
        """The upload of that id. Raises `NotFound`."""
        for upload in self._call("find_upload", upload_id=upload_id):
            return upload
        raise NotFound("There is no such upload; `GET /upload-ingest/uploads` lists those that there are.")

    def page(self, status: Status | None, topic: str | None, after: str | None, limit: int) -> list[Upload]:
        """The uploads by their paths, from the one after `after` on; deleted ones where `status` asks for them."""
        return self._call("list_uploads", of_status=status, of_topic=topic, after=after, page=limit)

    def at(self, path: str) -> Upload | None:
        """The upload at that path."""
        return next(iter(self._call("find_upload", file_path=path)), None)

    def expect(self, path: str, name: str, status: Status, **given: Any) -> Upload:
        """Notes that a file is to come, and what its uploader says of it.

        Raises `LimitReached`, and `Forbidden` where an agent's would replace a person's.
        """
        topic = paths.topic(path)
        [upload] = self._call("register_upload", file_path=path, file_name=name, topic=topic, status=status, **given)
        return upload

    def on_object_found(self, path: str) -> Upload:
        """The upload of an object that is just there: nobody said anything of it. Raises `LimitReached`."""
        return self.expect(path, PurePosixPath(path).name, "received", given=False)

    def record(self, upload: Upload, **seen: Any) -> Upload:
        """Notes what the bucket has now. Raises `Conflict` where somebody did so since `upload` was read."""
        [recorded] = self._call("record_upload", file_path=upload.file_path, expected_revision=upload.revision, **seen)
        return recorded

    def finish(self, upload: Upload) -> Upload | None:
        """Notes that all is done that followed from what was recorded; the upload as it is then, if it still is."""
        return next(iter(self._call("finish_upload", upload_id=upload.id, revision=upload.revision)), None)

    def of_content(self, content_hash: str) -> list[Upload]:
        """The uploads with that content, the original first."""
        return self._call("uploads_of_content", content_hash=content_hash)

    def advance(self, upload: Upload, status: Status, **read_as: str | None) -> None:
        """Notes that it is being parsed or embedded, as what it was read, and what of it was not read."""
        self._call("advance_upload", upload_id=upload.id, content_hash=upload.content_hash, status=status, **read_as)

    def note_outcome(
        self,
        upload: Upload,
        duplicate_of: UUID | None = None,
        documents: int | None = None,
    ) -> Sequence[UUID]:
        """Notes what became of it, as the index has it.

        Returns which uploads have its content then, the original first.
        """
        rows = self._database.call(
            "settle_upload",
            tenant_id=self._tenant_id,
            upload_id=upload.id,
            content_hash=upload.content_hash,
            duplicate_of=duplicate_of,
            documents=documents,
        )
        return [UUID(str(same)) for row in rows for same in row["same_content"]]

    def fail(self, path: str, reason: str, **of_event: str | None) -> None:
        """Notes why the file at that path could not be ingested when the event of this `sequencer` and `etag` came."""
        name, topic = PurePosixPath(path).name, paths.inner(path).split("/")[1]
        self._call("fail_upload", file_path=path, file_name=name, topic=topic, reason=reason, **of_event)

    @contextmanager
    def recording_failures(self, path: str, **of_event: str | None) -> Iterator[None]:
        """Notes on the upload at that path what fails in here, and raises it."""
        try:
            yield
        except Exception as error:
            reason = error.detail if isinstance(error, KnowledgeError) else f"{type(error).__name__}; {_AGAIN}"
            self.fail(path, reason, **of_event)
            raise

    def of_topic(self, topic: str, project: str | None) -> tuple[list[Upload], int]:
        """The first readable uploads of a topic in the project, or in none, and how many there are."""
        rows = self._database.call(
            "list_topic_uploads", tenant_id=self._tenant_id, topic=topic, page=MAX_LISTED, project=project
        )
        return [Upload.model_validate(row["upload"]) for row in rows], rows[0]["total"] if rows else 0

    def _call(self, function: str, **arguments: Any) -> list[Upload]:
        rows = self._database.call(function, tenant_id=self._tenant_id, **arguments)
        return [Upload.model_validate(row["upload"]) for row in rows]
