"""Ids of runs and events belong to the role of the key that gives them."""

from typing import Literal
from uuid import UUID

import pytest
from knowledge.auth import Caller
from knowledge.web.claims import as_given, claimed
from pydantic import BaseModel


class Asked(BaseModel):
    """A request, or its answer."""

    run_id: str | None = None
    event_id: str | None = None
    other: str = "kept"


def caller(role: Literal["reader", "agent", "admin"]) -> Caller:
    return Caller(UUID(int=1), role, "free")


def test_an_admins_ids_are_others_than_an_agents() -> None:
    """Inside an admin's are told from an agent's, which stay as they are."""
    asked = Asked(run_id="r1", event_id="e1")
    assert claimed(caller("agent"), asked) == asked
    admins = claimed(caller("admin"), asked)
    assert admins.run_id != "r1" and admins.event_id != "e1" and admins.other == "kept"


@pytest.mark.parametrize("role", ["agent", "admin"])
def test_an_answer_has_the_ids_that_were_given(role: Literal["agent", "admin"]) -> None:
    """An id that is another one stays, and so does an answer without ids."""
    asked = Asked(run_id="r1")
    inside = claimed(caller(role), asked)
    assert as_given(caller(role), asked, inside) == asked
    assert as_given(caller(role), asked, Asked(run_id="another")).run_id == "another"
    assert as_given(caller(role), Asked(), Asked(other="x")) == Asked(other="x")
