"""What knowledge-files answers: a tenant's files, their versions, and who may change them."""

from collections.abc import Callable
from itertools import islice
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from knowledge.auth import Caller
from knowledge.errors import Invalid, Malformed, NotFound, PreconditionFailed, PreconditionRequired
from knowledge.files.authority import Authority
from knowledge.files.editor import callers_summary
from knowledge.files.file import ANY, File
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.version_history import MAX_SUMMARY, FileEntry, Version
from knowledge.ports.object_store import StoredObject
from knowledge.privacy.attachments import shareable
from knowledge.privacy.labels import is_private
from knowledge.privacy.secrets import redact
from knowledge.schemas import Body

WHOLE = 2**20  # bytes of an asset that are answered at once: a function URL takes 6 MB, a third more as base64
URL_SECONDS = 300  # for which the address of a larger one is good

Exact = Annotated[str, StringConstraints(strip_whitespace=False)]
Why = Annotated[str, Field(max_length=MAX_SUMMARY)]
Flag = Literal["", "true"]  # `?versions`, or `?versions=true`


class FileListRequest(Body):
    """Which files to list: a page, from the one after `after` on."""

    prefix: Exact = ""
    after: Exact = ""
    limit: int = Field(default=1000, ge=1, le=10_000)


class ReadRequest(Body):
    """A file or an asset, one of its versions, a page of their list, or what is between two of them."""

    path: Exact
    version: str | None = None
    versions: Flag | None = None
    diff: str | None = None
    skip: int = Field(default=0, ge=0)
    limit: int = Field(default=100, ge=1, le=1000)


class WriteRequest(Body):
    """A file's new content."""

    path: Exact
    content: Exact
    summary: Why = ""


class DeleteRequest(Body):
    """A file to delete."""

    path: Exact
    summary: Why = "Deleted"


class FileRestoreRequest(Body):
    """A version to bring back."""

    path: Exact
    restore: str


class FileList(BaseModel):
    """A page of files; `next` is the `after` of the next page, None where there is none."""

    files: list[FileEntry]
    next: str | None


class VersionList(BaseModel):
    """A page of a file's versions, newest first; `next` is the `skip` of the next page, None where there is none."""

    path: str
    versions: list[Version]
    next: int | None


class Asset(BaseModel):
    """An asset as it was uploaded: its bytes, or where they are many the address that has them for five minutes.

    What people upload is never shown in place: a browser saves it.
    """

    http_status: int
    http_headers: dict[str, str]
    http_body: bytes = b""


class Difference(BaseModel):
    """A unified diff."""

    path: str
    diff: str


class FilesApi:
    """What may be asked about files over HTTP; each method is the answer to one kind of request."""

    def __init__(self, files: Callable[[Caller], Files]) -> None:
        """`files` gives those of the caller's tenant."""
        self._files = files

    def list(self, caller: Caller, request: FileListRequest) -> FileList:
        """The files under a prefix, by path."""
        page = [*islice(self._files(caller).list(request.prefix, request.after), request.limit)]
        return FileList(files=page, next=page[-1].path if len(page) == request.limit else None)

    def read(self, caller: Caller, request: ReadRequest) -> File | VersionList | Difference | Asset:
        """The file, or what was asked of its history; an asset as it was uploaded."""
        files = self._files(caller)
        if request.path.startswith(f"{Tier.ASSET}/"):
            return _asset(files.asset(request.path, WHOLE, URL_SECONDS))
        past = [asked for asked in (request.version, request.versions, request.diff) if asked is not None]
        if len(past) > 1:
            raise Malformed("`version`, `versions` and `diff` exclude each other; send one of them.")
        if past:
            _require_there(caller, files, request.path)
        if request.versions is not None:
            page = [*files.version_page(request.path, request.skip, request.limit)]
            following = request.skip + len(page) if len(page) == request.limit else None
            return VersionList(path=request.path, versions=page, next=following)
        if request.diff is not None:
            old, dots, new = request.diff.partition("..")
            if not dots:
                raise Invalid("`diff` takes two versions; send them as in ?diff=1.0.0..1.1.0.")
            return Difference(path=request.path, diff=files.diff(request.path, old, new))
        return files.read(request.path, request.version)

    def write(self, caller: Caller, request: WriteRequest) -> File:
        """The file with its new content, an agent's redacted, unless somebody else changed it since it was read.

        Without a condition only a new file is written, or the same content again: else `PreconditionRequired`.
        """
        _require_private(request.path)
        by, new, current = _author(caller, request.path), caller.if_none_match, caller.if_match
        why = request.summary or ("Edited" if current else "Created")
        clean = shareable(caller.redaction, of_agent=True)
        content = clean(request.content) if by is ChangedBy.AGENT else request.content
        if new not in (None, "*") or (new and current):
            raise Malformed("Send If-Match with the file's etag, or If-None-Match: * for a new file, and not both.")
        try:
            return self._files(caller).write(
                request.path, content, by=by, summary=callers_summary(redact(why)), if_match=current
            )
        except PreconditionFailed as failed:
            raise failed if new or current else PreconditionRequired() from failed

    def delete(self, caller: Caller, request: DeleteRequest) -> Version:
        """The deletion, as a version."""
        by = _author(caller, request.path)
        return self._files(caller).delete(
            request.path, by=by, summary=callers_summary(redact(request.summary)), if_match=caller.if_match or ANY
        )

    def restore(self, caller: Caller, request: FileRestoreRequest) -> File:
        """The file as it was, as a new version."""
        by = _author(caller, request.path)
        return self._files(caller).restore(request.path, request.restore, by=by, if_match=caller.if_match or ANY)


def _asset(stored: StoredObject | str) -> Asset:
    if isinstance(stored, str):
        return Asset(http_status=307, http_headers={"Location": stored})
    headers = {"Content-Type": stored.content_type, "Content-Disposition": "attachment", "ETag": stored.etag}
    return Asset(http_status=200, http_headers=headers | {"X-Content-Type-Options": "nosniff"}, http_body=stored.body)


def _require_there(caller: Caller, files: Files, path: str) -> None:
    """What is deleted is read by those alone who may bring it back. Raises `NotFound` for a reader."""
    if caller.role == "reader" and files.version_page(path, 0, 1)[0].deleted:
        raise NotFound(f"{path} is deleted; a key with the role agent can read and restore its versions.")


def _require_private(path: str) -> None:
    """A path is never rewritten, it is what a file is found by. Raises `Invalid` where it holds a secret."""
    if not is_private(path):
        raise Invalid(
            "The path holds a secret (a key, a token, a password) or somebody's address; name the file without it."
        )


def _author(caller: Caller, path: str) -> ChangedBy:
    """In whose name the key writes there. Raises `Forbidden` where it may not."""
    authority = Authority.of(caller)
    authority.require_path(path)
    return authority.author
