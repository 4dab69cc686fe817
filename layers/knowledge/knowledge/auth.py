"""API keys, and the caller that a key and the request's headers stand for."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from knowledge.errors import Forbidden, LimitReached, Throttled

Role = Literal["reader", "agent", "admin"]
Redaction = Literal["off", "secrets", "all"]  # of a tenant's files and uploads (`privacy.attachments`)
KEY_ID = 12  # digits of a key's hash that stand for it
MAX_ID = 200  # characters of a run's or an event's id
_KEPT = 160  # of one that is longer with its role before it

ROLES: tuple[Role, ...] = ("reader", "agent", "admin")  # each may do what those before it may


@dataclass(frozen=True)
class Caller:
    """Whose key it is and what it may do, known from the key alone; and the conditions under which it asks."""

    tenant_id: UUID
    role: Role
    tier: str
    key: str = ""  # the first digits of the key's hash: which key it is, and of no use to anybody
    redaction: Redaction = "secrets"
    keeps_emails: bool = False  # in the events that it records
    model: str | None = None  # the embedding model that search answers from; None while nothing is stored
    memory: int | None = None  # the version of what is remembered of the user that the path names; None: nothing is
    idempotency_key: str | None = None
    if_match: str | None = None
    if_none_match: str | None = None
    respond_async: bool = False  # asks for a 202 and a status to poll (RFC 7240)
    full: frozenset[str] = (
        frozenset()
    )  # what the tenant's plan has no more room for: files, versions, events, chunks, bytes

    def claim(self, name: str | None) -> str | None:
        """An id that the caller gives, as its role's own: no other role can take it first. None for a reader, who
        writes nothing, and so notes nothing under a run's id.

        An agent's stay as they are, unless they look like another's.
        """
        if name is None or self.role == "reader":
            return None
        if self.role == "agent" and not name.startswith(_CLAIMED):
            return name
        claimed = f"{self.role}/{name}"
        return (
            claimed if len(claimed) <= MAX_ID else f"{claimed[:_KEPT]}-{hashlib.sha256(name.encode()).hexdigest()[:32]}"
        )

    @property
    def actor(self) -> str:
        """By whom something was done, as it is noted."""
        return f"{self.role} {self.key}".strip()

    def require(self, role: Role) -> None:
        """Raises `Forbidden` where the key's role is below `role`."""
        if ROLES.index(self.role) < ROLES.index(role):
            raise Forbidden(f"This takes a key with the role {role}; this one has the role {self.role}.")

    def require_room(self, *kinds: str) -> None:
        """Raises `LimitReached` where the plan has no more room for one of the kinds."""
        if full := [kind for kind in kinds if kind in self.full]:
            raise LimitReached(
                f"The {self.tier} plan has no more room for {' and '.join(full)}; delete what is not needed, or ask the"
                " operator to upgrade (kloop tenants upgrade NAME --tier TIER)."
            )


def within(exceeded: str | None, retry_after: int | None) -> None:
    """Raises `Throttled` where a limit of this minute is exceeded: requests, bytes or tokens."""
    if exceeded:
        raise Throttled(
            f"The {exceeded} of this minute are used up, by this key or by its tenant's keys together; repeat after"
            " Retry-After seconds, or ask the operator to upgrade (kloop tenants upgrade NAME --tier TIER).",
            retry_after=retry_after or 60,
        )


# How the ids begin that other roles give, and that the product makes of a run's and a pattern's.
_CLAIMED = ("run:", *(f"{role}/" for role in ROLES))
_FORM = re.compile(r"kl_([0-9a-f]{32})_[A-Za-z0-9_-]{43}")  # kl_, the tenant, and 32 random bytes as base64


def new_key(tenant_id: UUID) -> str:
    """A key for the tenant with 256 bits of randomness; show it once."""
    return f"kl_{tenant_id.hex}_{secrets.token_urlsafe(32)}"


def key_digest(key: str) -> str:
    """The SHA-256 of the whole key, in hex: 256 random bits need no slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def tenant_of(key: str) -> UUID | None:
    """The tenant that the key claims to be of, or None where it has not the form of a key."""
    match = _FORM.fullmatch(key)
    return UUID(match[1]) if match else None
