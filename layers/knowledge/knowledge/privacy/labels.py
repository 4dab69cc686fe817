"""Labels made fit to be stored: ids of runs and work orders, types, tags. Callers choose them, and may misuse them."""

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field

from knowledge.privacy.personal_data import without_personal_data
from knowledge.privacy.secrets import redact_quickly
from knowledge.schemas import Label, RunId
from knowledge.text import hashing

LONGEST_ENDING = 10  # characters of a file's ending
_JOINT = re.compile("[_-]")  # `key-is-AKIA…`: where a secret may begin within a label
KEPT = 160  # characters of a label that held a secret, so that its digest still fits


def private_label(label: str) -> str:
    """The label without tokens, passwords, addresses and numbers of persons. The same label gives the same, two labels
    two."""
    private = _behind_joints(redact_quickly(label), without_personal_data)  # tokens are known behind a joint as it is
    private = _before_joints(private, without_personal_data) if "@" in private else private
    return label if private == label else f"{private[:KEPT]} {hashing.short(label)}"


def private_file_name(name: str) -> str:
    """The same for a file's name, whose ending stays; it may stand behind a dash there (`keys-ghp_…`)."""
    stem, dot, ending = name.rpartition(".")
    if not stem or len(ending) > LONGEST_ENDING:
        stem, dot, ending = name, "", ""
    private = _without_secret_parts(stem)
    return name if private == stem else f"{private[:KEPT]} {hashing.short(name)}{dot}{ending}"


def is_private(path: str) -> bool:
    """Whether nothing of the kind stands in the name of the file or of one of its folders."""
    *folders, name = path.split("/")
    return private_file_name(name) == name and all(_without_secret_parts(folder) == folder for folder in folders)


def _without_secret_parts(name: str) -> str:
    """The name with all that is secret replaced, at its start and behind each joint."""
    return _behind_joints(redact_quickly(name), redact_quickly)


def _behind_joints(name: str, redacted: Callable[[str], str]) -> str:
    for start in [joint.end() for joint in _JOINT.finditer(name)][::-1]:
        name = name[:start] + redacted(name[start:])
    return name


def _before_joints(name: str, redacted: Callable[[str], str]) -> str:
    """With what ends at a joint replaced, the longest first: an address (`ann@acme.io-7`), as numbers have joints."""
    for end in [joint.start() for joint in _JOINT.finditer(name)][::-1]:
        name = redacted(name[:end]) + name[end:]
    return name


def user_id(label: str) -> str:
    """The label itself, which may be an address: it is what a user is found, and forgotten, by.

    Raises `ValueError` where it holds a secret.
    """
    if redact_quickly(label) != without_personal_data(label):
        raise ValueError("it holds a secret (a key, a token or a password); name the user by the application's own id")
    return label


PrivateLabel = Annotated[Label, AfterValidator(private_label)]
PrivateRunId = Annotated[RunId, AfterValidator(private_label)]
UserId = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(user_id)]
