"""Complete erasure from every row, version and copy, verified by searching again."""

from knowledge.forgetting.eraser import Eraser
from knowledge.forgetting.erasure import Erasure
from knowledge.forgetting.manifest import Manifest

__all__ = ["Eraser", "Erasure", "Manifest"]
