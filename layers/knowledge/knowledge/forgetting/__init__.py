"""Forgetting that is complete: out of every row, every version and every copy, and proved by looking again."""

from knowledge.forgetting.eraser import Eraser
from knowledge.forgetting.manifest import Manifest

__all__ = ["Eraser", "Manifest"]
