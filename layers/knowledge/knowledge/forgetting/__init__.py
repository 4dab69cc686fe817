"""Complete erasure from every row, version and copy, verified by searching again."""

from knowledge.forgetting.eraser import Eraser
from knowledge.forgetting.manifest import Manifest

__all__ = ["Eraser", "Manifest"]
