"""The object-storage port and its adapter for S3."""

from knowledge.ports.object_store.port import (
    MARKDOWN,
    Objects,
    ObjectSummary,
    Revision,
    StoredObject,
    UploadForm,
    unquote_etag,
)
from knowledge.ports.object_store.s3 import S3Objects
from knowledge.ports.object_store.update import ObjectUpdate, update

__all__ = [
    "MARKDOWN",
    "ObjectSummary",
    "ObjectUpdate",
    "Objects",
    "Revision",
    "S3Objects",
    "StoredObject",
    "UploadForm",
    "unquote_etag",
    "update",
]
