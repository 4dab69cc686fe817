"""Keeps moto small: it is made for the minutes of a test, and here it serves for weeks.

moto keeps every object that it ever made for a reset, every version and its body in memory, a place for each version's
tags where it has none, and every receipt of a deleted message; to list versions it copies the whole bucket. Here bodies
and older versions lie on disk, a list reads what it lists, and what is gone is forgotten.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import dropwhile, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from moto.core.common_models import BaseModel
from moto.s3 import models as s3_models
from moto.s3.models import FakeDeleteMarker, FakeKey, S3Backend
from moto.utilities.tagging_service import TaggingService

from kloop.aws.spool import Spool, StoredBody
from kloop.aws.versions import BucketVersions, Version, present

RECEIPTS = 1000  # of deleted messages, for a client that deletes one twice

_list_versions, _tag = S3Backend.list_object_versions, TaggingService.tag_resource


def install(folder: Path) -> None:
    """Puts all of it into moto; once, before the first request. Bodies go below `folder`."""
    spool = Spool(folder)
    base: Any = BaseModel
    base.__new__ = staticmethod(lambda model, *_args, **_named: object.__new__(model))
    tagging: Any = TaggingService
    tagging.tag_resource = lambda service, arn, tags: _tag(service, arn, tags) if tags else None
    vars(s3_models)["_VersionedKeyStore"] = partial(BucketVersions, spool)
    vars(s3_models)["tempfile"] = SimpleNamespace(SpooledTemporaryFile=lambda _size: StoredBody(spool))
    vars(s3_models)["get_canned_acl"] = cache(s3_models.get_canned_acl)  # replaced as a whole where it changes
    copy_no_bucket()


def copy_no_bucket() -> None:
    """Lets moto list versions without a copy of all objects of the bucket."""
    backend: Any = S3Backend
    backend.list_object_versions = _list_object_versions


def forget_receipts(queues: list[Any]) -> None:
    """Of the receipts of deleted messages a queue keeps only some."""
    for queue in queues:
        if len(queue.deleted_messages) > RECEIPTS:
            queue.deleted_messages.clear()


def _list_object_versions(
    backend: S3Backend,
    bucket_name: str,
    delimiter: str | None = None,
    key_marker: str | None = None,
    max_keys: int | None = 1000,
    prefix: str = "",
    version_id_marker: str | None = None,
) -> Any:
    """A page of the versions, newest first within a key, as moto gives it; folders (`delimiter`) it lists itself."""
    if delimiter:
        return _list_versions(backend, bucket_name, delimiter, key_marker, max_keys, prefix, version_id_marker)
    after = _after(backend.get_bucket(bucket_name), prefix, key_marker, version_id_marker)
    page = list(islice(after, max_keys))
    more = next(after, None) if page else None
    return (
        [version for version in page if isinstance(version, FakeKey)],
        [],
        [version for version in page if isinstance(version, FakeDeleteMarker)],
        page[-1].name if more else None,
        page[-1].version_id if more else None,
    )


def _after(bucket: Any, prefix: str, key: str | None, version_id: str | None) -> Iterator[Version]:
    """The versions behind that version of that key, or from that key on where no version is named.

    Those before it are told by their ids, so that a page reads what is on it.
    """
    for name in sorted(name for name in list(bucket.keys) if name.startswith(prefix) and name >= (key or "")):
        numbered: Iterator[tuple[int, Version]] = enumerate(reversed(list(bucket.keys.getlist(name, []))))
        if name == key and version_id:
            numbered = islice(dropwhile(lambda one: one[1].version_id != version_id, numbered), 1, None)
        for at, unread in numbered:
            for version in present([unread]):
                version.is_latest = at == 0
                yield version
