"""Of which project something is: an object's metadata says so, and of what the tiers hold for one alone its folder."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from urllib.parse import quote, unquote

from knowledge.text import lookalikes
from knowledge.text.strings import INVISIBLE

FOLDER = "project="  # begins the name of a project's folder, as no slug of a topic can
MAX_FOLDER = 100  # bytes of that name: what stands below it has room left in a path, and in S3's keys
_INSIDE = " ._-+@()',&!"  # punctuation of names that a folder may have; "=" begins what it may not
_ESCAPED = re.compile("(?:=[0-9A-F]{2})+")  # `=C3=BC`: the bytes of a letter that a key cannot carry


def project_of(metadata: Mapping[str, str]) -> str | None:
    """The project of an object; None where it is of all."""
    return unquote(metadata.get("project", "")) or None


def metadata_of(project: str | None) -> dict[str, str]:
    """What an object's metadata says of its project, as `project_of` reads it: in ASCII, as headers are."""
    return {"project": quote(project, safe="")} if project else {}


def folder_of(project: str) -> str:
    """The name of a project's folder, `project=acme=2Fshop`; two projects never share one, nor do their names look it.

    It reads as the project is called: only what no path may have stands as its bytes in hexadecimal.
    """
    name = _with_escapes(project, _is_plain)
    whole = unicodedata.normalize("NFKC", name) == name and not lookalikes.posing(f"{FOLDER}{name}")
    return f"{FOLDER}{name if whole else _with_escapes(project, lambda char: char.isascii() and _is_plain(char))}"


def named_by(folder: str) -> str | None:
    """The project whose folder this is, as `folder_of` names it; None for any other name."""
    with suppress(UnicodeDecodeError):
        name = _ESCAPED.sub(lambda run: bytes.fromhex(run[0].replace("=", "")).decode(), folder.removeprefix(FOLDER))
        return name if name and has_room(name) and folder_of(name) == folder else None
    return None


def has_room(project: str) -> bool:
    """Whether the project's name is short enough for a folder."""
    return len(folder_of(project).encode()) <= MAX_FOLDER


def short(project: str) -> str:
    """The project itself. Raises `ValueError` where no folder can be called so."""
    if not has_room(project):
        raise ValueError(
            f"its files' folder would have a name of over {MAX_FOLDER} bytes, since a sign that no path may "
            "have takes three of them; name the project in fewer letters, the same wherever it is named"
        )
    return project


def with_folder(project: str | None) -> str | None:
    """The project, in whose folder its files stand; None where it has none: its files stand among those of all."""
    return project if project and has_room(project) else None


def _with_escapes(project: str, stays: Callable[[str], bool]) -> str:
    """The name with what may not stay as `=2F`; a space or a full stop ends no name of a folder."""
    last = len(project) - 1
    return "".join(
        char
        if stays(char) and not (at == last and char in " .")
        else "".join(f"={byte:02X}" for byte in char.encode(errors="replace"))
        for at, char in enumerate(project)
    )


def _is_plain(char: str) -> bool:
    written = unicodedata.category(char)[0] in "LMN" and not INVISIBLE.search(char)
    return char in _INSIDE or (written and unicodedata.normalize("NFKC", char) == char)
