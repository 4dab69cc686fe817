"""Every error that a caller can get: its HTTP status, its SQLSTATE, and what to do next."""

import errno


class KnowledgeError(Exception):
    """The service failed; try again, and report the request id if it persists."""

    status = 500
    sqlstate: str | None = None
    retry_after: int | None = None  # seconds after which the same request may succeed

    def __init__(self, detail: str | None = None, **extensions: object) -> None:
        """`detail` says what is wrong and what to do; the class's docstring is the default.

        `extensions` become further members of the problem document (RFC 9457 §3.2).
        """
        self.detail = detail or (self.__doc__ or "").strip()
        self.extensions = extensions
        super().__init__(self.detail)


class Malformed(KnowledgeError):
    """The request cannot be read; send a JSON object as the documentation shows."""

    status, sqlstate = 400, "PT400"


class Unauthenticated(KnowledgeError):
    """The API key is missing, unknown or revoked; send `Authorization: Bearer <key>`."""

    status, sqlstate = 401, "PT401"


class LimitReached(KnowledgeError):
    """The plan's limit is reached; delete what is not needed, or ask the operator to upgrade the tenant."""

    status, sqlstate = 402, "PT402"


class Forbidden(KnowledgeError):
    """This key's role does not allow that; use a key with a higher role."""

    status, sqlstate = 403, "PT403"


class NotFound(KnowledgeError):
    """There is nothing of that name here; list what exists first."""

    status, sqlstate = 404, "PT404"


class MethodNotAllowed(KnowledgeError):
    """This path does not answer that method; use one named in the Allow header."""

    status = 405


class TooSlow(KnowledgeError):
    """The body did not arrive in time; send it again over a faster connection."""

    status, sqlstate = 408, "PT408"


class Conflict(KnowledgeError):
    """It changed since it was read; read it again and re-apply the change."""

    status, sqlstate = 409, "PT409"


class PreconditionFailed(KnowledgeError):
    """The version named in If-Match is not the current one; read it again and re-apply the change."""

    status, sqlstate = 412, "PT412"


class TooLarge(KnowledgeError):
    """The body is too large; send less in one request."""

    status, sqlstate = 413, "PT413"


class Invalid(KnowledgeError):
    """A value is not allowed; correct the fields that are named."""

    status, sqlstate = 422, "PT422"


class PreconditionRequired(KnowledgeError):
    """There is such a file already; read it and send its etag as If-Match, or `If-Match: *` to replace it unread."""

    status, sqlstate = 428, "PT428"


class Throttled(KnowledgeError):
    """Too many requests at once; wait as long as Retry-After says and repeat."""

    status, sqlstate, retry_after = 429, "PT429", 5

    def __init__(self, detail: str | None = None, *, retry_after: int = 5) -> None:
        """`retry_after` is in seconds."""
        super().__init__(detail)
        self.retry_after = retry_after


class Misconfigured(KnowledgeError):
    """A setting of the service is missing or wrong; the operator sets the variable that is named."""

    status = 500


class Unavailable(KnowledgeError):
    """A service that this one needs does not answer; repeat the request in a moment."""

    status, sqlstate, retry_after = 503, "PT503", 5


class OutOfSpace(KnowledgeError):
    """The service's disk is full or cannot be written; the operator makes room, then send the same again."""

    status, sqlstate, retry_after = 507, "PT507", 60


_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG}


def of_any(error: Exception) -> KnowledgeError:
    """The error that stands for any other: that the disk is full where it is, else that the service failed."""
    if isinstance(error, KnowledgeError):
        return error
    return OutOfSpace() if isinstance(error, OSError) and error.errno in _DISK else KnowledgeError()


# Lost connections, rolled back by another transaction, out of resources, cancelled or shutting down; and
# PostgREST's own codes for a database that it cannot reach.
_TRANSIENT = ("08", "40", "53", "57", "PGRST00")


def subclasses(root: type[KnowledgeError] = KnowledgeError) -> list[type[KnowledgeError]]:
    """Every error class below `root`."""
    return [subclass for child in root.__subclasses__() for subclass in (child, *subclasses(child))]


def from_sqlstate(sqlstate: str, message: str) -> KnowledgeError:
    """The error that the database's SQLSTATE stands for; an unknown one is the root error, without its text."""
    for error in subclasses():
        if error.sqlstate == sqlstate:
            return error(message)
    # disk_full; and a folder that cannot be written, which has the SQLSTATE of a missing grant.
    if sqlstate == "53100" or (sqlstate == "42501" and message.startswith("could not ")):
        return OutOfSpace()
    return Unavailable() if sqlstate.startswith(_TRANSIENT) else KnowledgeError()
