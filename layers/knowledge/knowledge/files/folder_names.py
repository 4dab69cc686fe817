"""What a folder may be called by whoever does not know the files."""

import re

from knowledge.files.categories import CATEGORIES
from knowledge.files.paths import HISTORY, Scope, Tier, slug

_OWN = {*Tier, *Scope, HISTORY, "index"} - CATEGORIES.keys()


def names_folder(name: str) -> bool:
    """Whether no part of it is a name that the files have of their own (`1-index`, `system`, `history`)."""
    parts = [part for part in re.split(r"[/\\]", name) if part.strip(" .")]
    return bool(parts) and all(slug(part) not in _OWN for part in parts)
