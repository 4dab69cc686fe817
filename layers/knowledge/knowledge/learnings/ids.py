"""What a learning is called: its id, or the short one that a prompt shows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any
from uuid import UUID

from pydantic import PlainValidator

from knowledge.errors import Conflict, NotFound
from knowledge.ports.database import Database

_SHORT = re.compile(r"k[0-9a-f]{4}", re.I)  # as the block for a prompt names it: k6504


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
    [ids] = called([named], database, tenant_id).values()
    if not ids:
        raise NotFound("There is no such learning; list what there is.")
    if len(ids) > 1:
        raise Conflict(f"{named} is what a prompt calls any of {', '.join(map(str, ids))}; send one of these ids.")
    return ids[0]


def called(
    names: Iterable[UUID | str | None], database: Database, tenant_id: UUID, run_id: str | None = None
) -> dict[str, list[UUID]]:
    """The learnings that each short id among the names stands for: to a run what it was served, else what is there."""
    ids: dict[str, list[UUID]] = {name.lower(): [] for name in names if isinstance(name, str)}
    rows = database.call("learnings_called", tenant_id=tenant_id, short_ids=tuple(ids), run_id=run_id) if ids else []
    for row in rows:
        ids[row["short_id"]].append(UUID(str(row["id"])))
    return ids


def meant(named: UUID | str | None, ids: Mapping[str, Sequence[UUID]]) -> UUID | None:
    """The learning that is named; None where a short id stands for none, or for several."""
    if not isinstance(named, str):
        return named
    candidates = ids[named.lower()]
    return candidates[0] if len(candidates) == 1 else None


def why_unclear(named: UUID | str | None, ids: Mapping[str, Sequence[UUID]]) -> str | None:
    """Why a learning supersedes nothing though it names one; None where that is clear."""
    if not isinstance(named, str) or meant(named, ids):
        return None
    called_so = "several learnings" if ids[named.lower()] else "no learning"
    return f"supersedes nothing: a prompt calls {called_so} {named}; send the id of the one that is meant"
