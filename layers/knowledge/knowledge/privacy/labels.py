"""Labels (ids of runs and work orders, types, tags) fit to be stored: callers choose them, and may misuse them."""

from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator

from knowledge.privacy import token_formats
from knowledge.privacy.personal_data import without_personal_data
from knowledge.privacy.rule import Rule
from knowledge.schemas import Label, RunId
from knowledge.text import hashing

KEPT = 160  # characters of a label that held a secret, so that its digest still fits


def private_label(label: str) -> str:
    """The label without tokens, addresses and numbers of persons. The same label gives the same, two labels two.

    Tokens are told by their published form alone: whoever only reads should not pay for more.
    """
    private = without_personal_data(label)
    for rule in _rules():
        private = rule.replace(private, private.lower(), f"[redacted:{rule.kind}]")
    return label if private == label else f"{private[:KEPT]} {hashing.short(label)}"


PrivateLabel = Annotated[Label, AfterValidator(private_label)]
PrivateRunId = Annotated[RunId, AfterValidator(private_label)]


@lru_cache(maxsize=1)
def _rules() -> list[Rule]:
    return list(token_formats.rules())
