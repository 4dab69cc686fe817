"""One file as it is read, and the condition under which it is written."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NoReturn

from pydantic import BaseModel

from knowledge.errors import NotFound, PreconditionFailed
from knowledge.files import bucket_sync
from knowledge.files.semver import ChangedBy
from knowledge.files.storage import CurrentVersion
from knowledge.files.version_history import Version
from knowledge.ports.object_store import StoredObject

ANY: Final = ""  # as `if_match`: whatever is there, even nothing
EXISTING: Final = "*"  # as `if_match`: whatever is there, but something


class File(BaseModel):
    """One version of a file; a conditional write names its `etag`."""

    path: str
    content: str
    version: str
    etag: str
    updated: datetime
    changed_by: ChangedBy

    @property
    def entity_tag(self) -> str:
        """What its answer has as `ETag`."""
        return self.etag


@dataclass(frozen=True)
class FileUpdate:
    """What a file held before a change, None where there was no file, and the file since; whether that wrote it.

    `is_listed` says whether a line of the index leads to it.
    """

    before: str | None
    file: File
    is_written: bool
    is_listed: bool


def require(path: str, stored: StoredObject | None, if_match: str | None) -> None:
    """Raises `PreconditionFailed` unless the file is as the condition says."""
    if if_match is None and stored:
        raise PreconditionFailed(f"{path} exists already; read it and send If-Match, or choose another path.")
    if if_match not in (None, ANY) and (stored is None or if_match not in (EXISTING, stored.etag)):
        raise PreconditionFailed(f"{path} is not the version named in If-Match; read it again and re-apply the change.")


def file_of(path: str, stored: StoredObject, version: Version) -> File:
    """The object and the version that it is → the file."""
    return File(
        path=path,
        content=bucket_sync.text(stored),
        version=version.version,
        etag=stored.etag,
        updated=version.created_at,
        changed_by=version.changed_by,
    )


def current_file(path: str, current: CurrentVersion) -> File:
    """What is current → the file. Raises `NotFound` where there is none."""
    if current.latest and current.stored is None:
        raise NotFound(
            f"{path} was deleted; with a key of the role agent `?versions` lists what it was and"
            " `POST ?restore=VERSION` brings it back."
        )
    if current.stored is None or current.latest is None:
        not_there(path)
    return file_of(path, current.stored, current.latest)


def not_there(path: str) -> NoReturn:
    """Raises `NotFound`, which says where to look."""
    raise NotFound(f"There is no file {path}; list the files first.")
