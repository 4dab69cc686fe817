"""API keys: `kl_<tenant id, 32 hex>_<43 characters of base64url>`, stored as SHA-256 only."""

import hashlib
import re
import secrets
from uuid import UUID

_FORM = re.compile(r"kl_([0-9a-f]{32})_[A-Za-z0-9_-]{43}")


def new(tenant_id: UUID) -> str:
    """A key for the tenant with 256 bits of randomness; show it once."""
    return f"kl_{tenant_id.hex}_{secrets.token_urlsafe(32)}"


def digest(key: str) -> str:
    """The SHA-256 of the whole key, in hex: 256 random bits need no slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def tenant_of(key: str) -> UUID | None:
    """The tenant that the key claims to be of, or None where it has not the form of a key."""
    match = _FORM.fullmatch(key)
    return UUID(match[1]) if match else None
