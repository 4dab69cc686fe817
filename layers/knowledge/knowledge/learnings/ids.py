"""What a learning is called: its id, or the short one that a prompt shows."""

import re
from typing import Annotated, Any
from uuid import UUID

from pydantic import PlainValidator

from knowledge.errors import Conflict, NotFound
from knowledge.ports.database import Database

_SHORT = re.compile(r"k[0-9a-f]{4}", re.I)


def _checked(named: Any) -> UUID | str:
    """The id as it was given. Raises `ValueError` for what is none."""
    try:
        return str(named) if _SHORT.fullmatch(str(named)) else UUID(str(named))
    except ValueError:
        raise ValueError("send the learning's id, or what a prompt calls it, as in k7f3a") from None


LearningId = Annotated[UUID | str, PlainValidator(_checked)]


def resolved(named: UUID | str, database: Database, tenant_id: UUID) -> UUID:
    """The id of the learning that is named. Raises `NotFound`, and `Conflict` where several are called so."""
    if isinstance(named, UUID):
        return named
    ids = [UUID(str(row["id"])) for row in database.call("learnings_called", tenant_id=tenant_id, short_id=named)]
    if not ids:
        raise NotFound("There is no such learning; list what there is.")
    if len(ids) > 1:
        raise Conflict(f"{named} is what a prompt calls any of {', '.join(map(str, ids))}; send one of these ids.")
    return ids[0]
