"""The object-storage port and its adapter for S3."""

from knowledge.ports.object_store.port import MARKDOWN, Listed, Objects, Revision, Stored, Upload
from knowledge.ports.object_store.s3 import S3Objects
from knowledge.ports.object_store.update import Updated, update

__all__ = ["MARKDOWN", "Listed", "Objects", "Revision", "S3Objects", "Stored", "Updated", "Upload", "update"]
