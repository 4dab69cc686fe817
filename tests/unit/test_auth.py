"""What a key's role allows."""

from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge import auth
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


TENANT = UUID("12345678123456781234567812345678")


KEY = f"kl_{TENANT.hex}_{'a' * 43}"


@given(st.uuids())
def test_a_key_names_its_tenant(tenant_id):
    """The tenant is read back from a new key, whatever its id."""
    assert auth.tenant_of(KEY) == TENANT
    assert auth.tenant_of(auth.new_key(tenant_id)) == tenant_id


def test_no_two_keys_are_alike():
    """Each key is new, and so is what is stored of it."""
    made = {auth.new_key(TENANT) for _ in range(100)}
    assert len(made) == len({auth.key_digest(key) for key in made}) == 100


def test_only_the_digest_is_to_be_stored():
    """SHA-256 of the whole key, the tenant's part included: 64 hex digits that hold nothing of it."""
    key = auth.new_key(TENANT)
    assert auth.key_digest(key) != auth.key_digest(key.replace(TENANT.hex, uuid4().hex))
    assert len(auth.key_digest(key)) == 64 and key[-43:] not in auth.key_digest(key)
    assert auth.key_digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "kl_",
        "kl_123_abc",
        "sk-abc",
        KEY[:-1],
        KEY + "a",
        KEY + "\n",
        KEY.upper(),
        " " + KEY,
        KEY.replace("kl_", "kl-"),
        KEY.replace("1", "g"),
    ],
    ids=ascii,
)
def test_what_has_not_the_form_of_a_key_has_no_tenant(key):
    """Only the exact form counts."""
    assert auth.tenant_of(key) is None


@given(st.text())
def test_no_text_raises(text):
    """Whatever comes in the header is a key's tenant or none."""
    assert auth.tenant_of(text) is None
