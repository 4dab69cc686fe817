"""All of a tenant in one file: exported, imported elsewhere, compared."""

from kloop.archive.restoring import restore
from kloop.archive.saving import save

__all__ = ["restore", "save"]
