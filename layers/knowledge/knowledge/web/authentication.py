"""A request → the caller that its API key stands for."""

from starlette.requests import Request

from knowledge import auth, wiring
from knowledge.auth import KEY_ID, Caller, within
from knowledge.errors import Malformed, Unauthenticated
from knowledge.privacy.labels import private_label
from knowledge.schemas import storable
from knowledge.settings import settings
from knowledge.web.request_bodies import LIMIT

KEY_LIMIT = 200  # characters of an Idempotency-Key, which stands for a run's id


def authenticate(request: Request) -> Caller:
    """The caller that the bearer key stands for. Raises `Unauthenticated`, and `Throttled` over the key's limits."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    key = token.strip()
    tenant_id = auth.tenant_of(key) if scheme.lower() == "bearer" else None
    if tenant_id is None:
        raise Unauthenticated
    digest = auth.key_digest(key)
    rows = wiring.database().call(
        "authenticate",
        tenant_id=tenant_id,
        key_hash=digest,
        memory_of=_user(request),
        bytes=_length(request),
        counted=settings().rate_limits,
    )
    if not rows:
        raise Unauthenticated
    within(rows[0]["exceeded"], rows[0]["retry_after"])
    return Caller(
        tenant_id=tenant_id,
        role=rows[0]["role"],
        tier=rows[0]["tier"],
        key=digest[:KEY_ID],
        redaction=rows[0]["redaction"],
        keeps_emails=rows[0]["keeps_emails"],
        model=rows[0]["model"],
        memory=rows[0]["memory"],
        idempotency_key=_idempotency_key(request),
        if_match=request.headers.get("if-match"),
        if_none_match=request.headers.get("if-none-match"),
        full=frozenset(rows[0]["full"]),
        respond_async="respond-async" in request.headers.get("prefer", "").lower(),
    )


def _length(request: Request) -> int:
    """How many bytes the body has, as it says itself; one that does not may have as many as are read at most."""
    if "transfer-encoding" in request.headers:
        return LIMIT
    length = request.headers.get("content-length", "0")
    return min(int(length), LIMIT) if length.isdecimal() else LIMIT


def _user(request: Request) -> str | None:
    """The user that the path names, as `schemas.Body` makes it fit to be stored."""
    named = request.path_params.get("user")
    return str(storable(named)).strip() if named else None


def _idempotency_key(request: Request) -> str | None:
    """It names a run, and so is stored as other labels are."""
    key = request.headers.get("idempotency-key", "").strip()
    if len(key) > KEY_LIMIT:
        raise Malformed(f"The Idempotency-Key is over {KEY_LIMIT} characters; send a shorter one.")
    return private_label(key) if key else None
