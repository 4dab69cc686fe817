"""Of which project an object is: its metadata says so, as they say whose word it is."""

from collections.abc import Mapping
from urllib.parse import quote, unquote


def project_of(metadata: Mapping[str, str]) -> str | None:
    """The project of an object; None where it is of all."""
    return unquote(metadata.get("project", "")) or None


def metadata_of(project: str | None) -> dict[str, str]:
    """What an object's metadata says of its project, as `project_of` reads it: in ASCII, as headers are."""
    return {"project": quote(project, safe="")} if project else {}
