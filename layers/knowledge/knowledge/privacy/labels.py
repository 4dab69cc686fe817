"""Labels (ids of runs and work orders, types, tags) fit to be stored: callers choose them, and may misuse them."""

from typing import Annotated

from pydantic import AfterValidator, Field

from knowledge.privacy.personal_data import without_personal_data
from knowledge.privacy.secrets import redact_quickly
from knowledge.schemas import Label, RunId
from knowledge.text import hashing

KEPT = 160  # characters of a label that held a secret, so that its digest still fits


def private_label(label: str) -> str:
    """The label without tokens, passwords, addresses and numbers of persons. The same label gives the same, two labels
    two."""
    private = redact_quickly(label)
    return label if private == label else f"{private[:KEPT]} {hashing.short(label)}"


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
