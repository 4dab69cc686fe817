"""Files that come over HTTP: sent with the request, or by a form that the bucket takes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from knowledge.auth import Caller, Redaction
from knowledge.documents import media_types
from knowledge.documents.parser import check_size
from knowledge.errors import Conflict, NotFound
from knowledge.files import paths, projects
from knowledge.files.authority import Authority, author_of, metadata_of
from knowledge.files.paths import Tier
from knowledge.files.semver import ChangedBy
from knowledge.forgetting import following
from knowledge.ports import object_store
from knowledge.ports.object_store import Objects, StoredObject
from knowledge.privacy.attachments import redacted
from knowledge.privacy.secrets import redact
from knowledge.schemas import Attachment, UploadRef
from knowledge.uploads.pipeline import Ingestion
from knowledge.uploads.reading import Reading, StoredUpload, digest
from knowledge.uploads.registry import Upload
from knowledge.usecases.upload_ingest.models import (
    Announcement,
    Form,
    PresignedForm,
    UploadAccepted,
    UploadLabels,
    UploadList,
    UploadListRequest,
    UploadReceipt,
)
from knowledge.usecases.upload_ingest.storage_events import AssetEvents

SYNCHRONOUS_BYTES = 2**20
"""A file above this is answered with 202: at some 60 chunks a second its text would keep the caller waiting for more
than ten seconds."""

FORM_SECONDS = 900  # for which a presigned form can be used


class UploadApi:
    """What may be asked about uploads over HTTP; each method is the answer to one kind of request."""

    def __init__(self, asset_events: Callable[[], AssetEvents], spend: Callable[[Caller, int], None]) -> None:
        """`spend` is told how many bytes a caller will post beside its requests, and may refuse."""
        self._asset_events, self._spend = asset_events, spend

    def receive(self, caller: Caller, form: Form) -> UploadReceipt:
        """The upload, kept and searchable; accepted where it is large or nobody waits, and its storage event does the
        rest, or where another run is at work on what came to its place meanwhile.

        Raises what `parse_safely` and `UploadRegistry.expect` do, with nothing stored.
        """
        authority, ingestion = Authority.of(caller, form.user_id), self._ingestion(caller)
        file, path = _kept(form.file, authority, caller.redaction), _path(ingestion, form, form.file.name)
        check_size(file.name, file.content)
        later = caller.respond_async or len(file.content) > SYNCHRONOUS_BYTES
        reading = Reading()
        if not later:
            reading.of(PurePosixPath(path).name, file.content, file.content_type, ingestion.embedders[0], form.project)
        upload = ingestion.register.expect(path, file.name, "received", **_labels(form, authority))
        with ingestion.register.recording_failures(path):
            stored = _store(file, form, path, ingestion, authority)
            if later:
                return _received(upload, UploadAccepted)
            sent = StoredUpload(upload, stored)
            followed = following.follow(ingestion, path, reading=reading, sent=sent).upload
        if followed is None or followed.is_under_way:  # another run may be done with it by now
            followed = ingestion.register.find(upload.id)  # which raises, where it was forgotten meanwhile
        return _received(followed, UploadAccepted if followed.is_under_way else UploadReceipt)

    def announce(self, caller: Caller, announcement: Announcement) -> PresignedForm:
        """A form that takes this file, and nothing else, to its place; the storage event does the rest."""
        name, ingestion = announcement.file_name, self._ingestion(caller)
        path, authority = _path(ingestion, announcement, name), Authority.of(caller, announcement.user_id)
        self._spend(caller, announcement.size)
        upload = ingestion.register.expect(path, name, "expected", **_labels(announcement, authority))
        made = ingestion.objects.presign_post(
            paths.key(str(ingestion.tenant_id), path),
            announcement.size,
            announcement.content_type,
            FORM_SECONDS,
            _metadata(announcement, authority),
        )
        return PresignedForm(
            upload_id=upload.id,
            url=made.url,
            fields=made.fields,
            path=path,
            max_bytes=announcement.size,
            expires_in=FORM_SECONDS,
        )

    def list(self, caller: Caller, request: UploadListRequest) -> UploadList:
        """A page of the tenant's uploads, by their paths."""
        topic = paths.slug(request.topic) if request.topic else None
        page = self._ingestion(caller).register.page(request.status, topic, request.after, request.limit)
        return UploadList(uploads=page, next=page[-1].file_path if len(page) == request.limit else None)

    def status(self, caller: Caller, which: UploadRef) -> Upload:
        """What became of an upload. Raises `NotFound`."""
        return self._ingestion(caller).register.find(which.upload_id)

    def delete(self, caller: Caller, which: UploadRef) -> Upload:
        """The upload, deleted (its versions stay in the bucket) with all that search finds of it.

        Raises `NotFound`, and `Forbidden` for an agent where a person brought it.
        """
        ingestion = self._ingestion(caller)
        upload = ingestion.register.find(which.upload_id)
        Authority.of(caller).require_over(upload.author is ChangedBy.USER, upload.file_path)
        ingestion.objects.delete(paths.key(str(ingestion.tenant_id), upload.file_path))
        return following.follow(ingestion, upload.file_path).upload or ingestion.register.find(upload.id)

    def restore(self, caller: Caller, which: UploadRef) -> Upload:
        """The upload as it was before it was deleted; of a large file the storage event does the rest.

        Nothing changes where it is there. Raises `NotFound` where no version of it is left, and `LimitReached`.
        """
        ingestion = self._ingestion(caller)
        upload = ingestion.register.find(which.upload_id)
        if upload.content_hash is not None:
            return upload
        stored = _last_version(ingestion.objects, paths.key(str(ingestion.tenant_id), upload.file_path))
        ingestion.register.on_object_found(upload.file_path)
        with suppress(Conflict):  # it is there, and nobody has looked at it yet
            ingestion.objects.put(
                stored.key, stored.body, content_type=stored.content_type, if_match=None, metadata=stored.metadata
            )
        if len(stored.body) <= SYNCHRONOUS_BYTES:
            following.follow(ingestion, upload.file_path)
        return ingestion.register.find(upload.id)

    def _ingestion(self, caller: Caller) -> Ingestion:
        return self._asset_events().ingestion(caller.tenant_id, caller.model, caller.redaction, caller.key)


def _path(ingestion: Ingestion, labels: UploadLabels, file_name: str) -> str:
    """Where the file goes: where it belongs, or where earlier releases put its project's files, if it is only there."""
    path, former = (asset_path(labels.topic, file_name, project) for project in (labels.project, None))
    before = _arrived(ingestion, former) if path != former else None
    is_there = before and before.project == labels.project and not _arrived(ingestion, path)
    return former if is_there else path


def _arrived(ingestion: Ingestion, path: str) -> Upload | None:
    """The upload whose file came there."""
    upload = ingestion.register.at(path)
    return upload if upload and upload.content_hash else None


def asset_path(topic: str, file_name: str, project: str | None = None) -> str:
    """Where a file of that name belongs: under its own name, or where that is not allowed under a like one.

    Names that become alike get a hash, so that no file replaces one of another name; a project has a folder of its own,
    unless its name has no room in a path.
    """
    name = PurePosixPath(file_name.replace("\\", "/")).name or "file"
    path = f"{Tier.ASSET}/{paths.slug(topic)}/{name}"
    if len(name) > 120 or not paths.is_allowed(path):
        stem, dot, suffix = name.rpartition(".")
        alike = f"{stem or name}"[: paths.MAX_SLUG - 9] + f"-{digest(file_name.encode(errors='replace'))[:8]}"
        path = paths.asset(topic, f"{alike}{dot}{suffix if stem else ''}")
    return paths.within(projects.with_folder(project), path)


def _kept(file: Attachment, authority: Authority, redaction: Redaction) -> Attachment:
    """What may be kept of the file; of an agent's large one whoever reads it sees to that (`Ingestion`)."""
    if authority.is_person or len(file.content) > SYNCHRONOUS_BYTES:
        return file
    return replace(file, content=redacted(file.content, redaction))


def _store(file: Attachment, form: Form, path: str, ingestion: Ingestion, authority: Authority) -> StoredObject:
    """Writes the file over what is there, unless an agent's would replace a person's."""

    def allow(before: StoredObject) -> None:
        authority.require_over(author_of(before.metadata) is ChangedBy.USER, path)

    return object_store.update(
        ingestion.objects,
        paths.key(str(ingestion.tenant_id), path),
        lambda _: file.content,
        content_type=file.content_type or media_types.TEXT,
        metadata=_metadata(form, authority),
        allow=allow,
    ).after


def _last_version(objects: Objects, key: str) -> StoredObject:
    """The object before its deletion."""
    for revision in objects.versions(key):
        if not revision.deleted:
            return objects.get(key, revision.version_id)
    raise NotFound("The bucket has no version of the upload any more; upload the file again.")


def _metadata(labels: UploadLabels, authority: Authority) -> dict[str, str]:
    return {**metadata_of(authority.author), **projects.metadata_of(labels.project)}


def _labels(labels: UploadLabels, authority: Authority) -> dict[str, Any]:
    """What is said of a file; None where nothing is, and what was said of it before stays."""
    about = redact("\n\n".join(filter(None, (labels.title, labels.description))))
    given = {
        "source_type": labels.source_type,
        "user_id": authority.user_id,
        "tags": labels.tags if "tags" in labels.model_fields_set else None,
    }
    return {
        **given,
        "about": about if {"title", "description"} & labels.model_fields_set else None,
        "author": authority.author,
        "project": labels.project,
    }


def _received(upload: Upload, kind: type[UploadReceipt]) -> UploadReceipt:
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
    if upload.status == "done" and upload.media_type not in media_types.READ:
        return f"{upload.file_name} is kept; its content is not searchable, what was said of it and its name are."
    if upload.status == "done":
        searchable = f"{upload.file_name} is searchable: {upload.documents} passages in {upload.chunks} chunks."
        return " ".join(filter(None, [searchable, upload.reason]))
    if upload.is_under_way and upload.chunks:
        return f"{upload.file_name} is searchable: {upload.documents} passages; another run looks at it once more."
    return (
        upload.reason
        or f"{upload.file_name} is kept and will be read; ask `GET /upload-ingest/uploads/{upload.id}` when it is."
    )
