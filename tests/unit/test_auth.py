"""What a key's role allows."""

from uuid import UUID

import pytest
from knowledge.auth import ROLES, Caller, Role
from knowledge.errors import Forbidden


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("required", ROLES)
def test_each_role_may_do_what_those_before_it_may(role: Role, required: Role) -> None:
    """A lower role is refused, and told which one it takes."""
    caller = Caller(UUID(int=0), role, "free")
    if ROLES.index(role) >= ROLES.index(required):
        caller.require(required)
    else:
        with pytest.raises(Forbidden, match=f"takes a key with the role {required}"):
            caller.require(required)
