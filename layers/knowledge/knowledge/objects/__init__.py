"""The object-storage port and its adapter for S3."""

from knowledge.objects.port import MARKDOWN, Listed, Objects, Revision, Stored, Upload
from knowledge.objects.s3 import S3Objects
from knowledge.objects.updating import Updated, update

__all__ = ["MARKDOWN", "Listed", "Objects", "Revision", "S3Objects", "Stored", "Updated", "Upload", "update"]
