"""What knowledge-files answers: a tenant's files, their versions, and who may change them."""

from itertools import islice
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from knowledge.errors import Forbidden, Invalid, Malformed, PreconditionFailed, PreconditionRequired
from knowledge.models import Body, Storable
from knowledge.tiers import paths
from knowledge.tiers.files import ANY, MAX_SUMMARY, File, Files
from knowledge.tiers.history import Entry, Version
from knowledge.tiers.paths import Scope
from knowledge.tiers.versions import ChangedBy

Exact = Annotated[str, StringConstraints(strip_whitespace=False)]
Why = Annotated[Storable, Field(max_length=MAX_SUMMARY)]
Flag = Literal["", "true"]  # `?versions`, or `?versions=true`


class ListRequest(Body):
    """Which files to list: a page, from the one after `after` on."""

    prefix: Exact = ""
    after: Exact = ""
    limit: int = Field(default=1000, ge=1, le=10_000)


class ReadRequest(Body):
    """A file, one of its versions, their list, or what is between two of them."""

    path: Exact
    version: str | None = None
    versions: Flag | None = None
    diff: str | None = None


class WriteRequest(Body):
    """A file's new content."""

    path: Exact
    content: Exact
    summary: Why = "Edited"


class DeleteRequest(Body):
    """A file to delete."""

    path: Exact
    summary: Why = "Deleted"


class RestoreRequest(Body):
    """A version to bring back."""

    path: Exact
    restore: str


class FileList(BaseModel):
    """A page of files; `next` is the `after` of the next page, None where there is none."""

    files: list[Entry]
    next: str | None


class VersionList(BaseModel):
    """A file's versions, newest first."""

    path: str
    versions: list[Version]


class Difference(BaseModel):
    """A unified diff."""

    path: str
    diff: str


def listed(request: ListRequest, files: Files) -> FileList:
    """The files under a prefix, by path."""
    found = list(islice(files.list(request.prefix, request.after), request.limit))
    return FileList(files=found, next=found[-1].path if len(found) == request.limit else None)


def read(request: ReadRequest, files: Files) -> File | VersionList | Difference:
    """The file, or what was asked of its history."""
    if sum(asked is not None for asked in (request.version, request.versions, request.diff)) > 1:
        raise Malformed("version, versions and diff exclude each other; send one of them")
    if request.versions is not None:
        return VersionList(path=request.path, versions=list(files.versions(request.path)))
    if request.diff is not None:
        old, dots, new = request.diff.partition("..")
        if not dots:
            raise Invalid("diff names two versions, as in ?diff=1.0.0..1.1.0")
        return Difference(path=request.path, diff=files.diff(request.path, old, new))
    return files.read(request.path, request.version)


def write(request: WriteRequest, files: Files, role: str, if_match: str | None, if_none_match: str | None) -> File:
    """The file with its new content, unless somebody else changed it since it was read.

    With neither condition only a new file is written, or the same content again: else `PreconditionRequired`.
    """
    by = _author(role, request.path)
    if if_none_match not in (None, "*") or (if_none_match and if_match):
        raise Malformed("send If-Match with the file's etag, or If-None-Match: * for a new file, and not both")
    try:
        return files.write(request.path, request.content, by=by, summary=request.summary, if_match=if_match)
    except PreconditionFailed as failed:
        if if_match or if_none_match:
            raise
        raise PreconditionRequired() from failed


def delete(request: DeleteRequest, files: Files, role: str, if_match: str | None) -> Version:
    """The deletion, as a version."""
    by = _author(role, request.path)
    return files.delete(request.path, by=by, summary=request.summary, if_match=if_match or ANY)


def restore(request: RestoreRequest, files: Files, role: str, if_match: str | None) -> File:
    """The file as it was, as a new version."""
    by = _author(role, request.path)
    return files.restore(request.path, request.restore, by=by, if_match=if_match or ANY)


def _author(role: str, path: str) -> ChangedBy:
    """A person holds an admin key, an agent an agent key. What stands in user/ outranks all else: only people write it.

    Raises `Forbidden` for an agent there.
    """
    if role == "admin":
        return ChangedBy.USER
    if paths.scope(paths.checked(path)) is Scope.USER:
        raise Forbidden("3-descriptions/user/ is what people say, and outranks what agents learn; use an admin key")
    return ChangedBy.AGENT
