"""Logs too large for a request: posted to the bucket by a form, read from there, and then erased."""

from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from knowledge.errors import Invalid, NotFound
from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.learnings import CompletedRun, Completion
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects
from knowledge.privacy.labels import PrivateRunId
from knowledge.schemas import Body
from knowledge.text import hashing

MAX_BYTES = 25 * 2**20
"""At five megabytes in fifteen seconds, a log of this size is read before the function's 120 seconds are over."""

FORM_SECONDS = 900  # for which a form can be used
CONTENT_TYPE = "application/octet-stream"  # JSON lines, JSON, Markdown and text alike


class SessionAnnouncement(Body):
    """A log that is to be posted to the bucket."""

    run_id: PrivateRunId
    size: Annotated[int, Field(ge=1, le=MAX_BYTES, description="bytes at most")] = MAX_BYTES


class SessionForm(BaseModel):
    """Where, and with which form fields, the log is posted; `session_ref` is what agent-complete then takes."""

    session_ref: str
    url: str
    fields: dict[str, str]
    max_bytes: int
    expires_in: int


def announce(tenant_id: UUID, objects: Objects, announcement: SessionAnnouncement) -> SessionForm:
    """A form that takes one log, and nothing else, to the run's place; posted again, it replaces the log."""
    ref = _ref(announcement.run_id)
    form = objects.presign_post(_key(tenant_id, ref), announcement.size, CONTENT_TYPE, FORM_SECONDS)
    return SessionForm(
        session_ref=ref, url=form.url, fields=form.fields, max_bytes=announcement.size, expires_in=FORM_SECONDS
    )


def with_log(run: CompletedRun, run_id: str | None, tenant_id: UUID, objects: Objects) -> CompletedRun:
    """The run with the log that it refers to.

    Raises `NotFound` where none was posted, `Invalid` where it is blank or was not announced for the run of that id.
    """
    if run.session_ref is None:
        return run
    key = _key(tenant_id, run.session_ref)
    if run_id is None:  # it would be known by its content, which is gone when the same is sent again
        raise Invalid("`session_ref` is of a log that was announced for one run; send it with that `run_id`.")
    if run.session_ref != _ref(run_id):
        raise Invalid("`session_ref` is of a log that was announced for another run; send it with that `run_id`.")
    posted = objects.get(key).body
    log = posted.decode("utf-8", "replace").replace("\x00", " ")
    if not log.strip():
        raise Invalid("The log that was posted is blank; post it again.")
    return run.model_copy(update={"session_log": log})


def answered(run: CompletedRun, run_id: str | None, tenant_id: UUID, database: Database) -> Completion | None:
    """The answer to a run whose log was read and erased before, where there is one."""
    rows = database.call("find_run", tenant_id=tenant_id, run_id=run_id)
    answers = [row["answer"] for row in rows if (row["answer"].get("log") or {}).get("ref") == run.session_ref]
    return Completion.model_validate({**answers[-1], "repeated": True}) if answers else None


def forget(run: CompletedRun, tenant_id: UUID, objects: Objects) -> None:
    """Erases the log, every version of it: what is kept of a run was cleaned, and the log was not."""
    if run.session_ref:
        objects.erase(_key(tenant_id, run.session_ref))


def not_posted(run: CompletedRun) -> NotFound:
    """The error that says how a log is posted."""
    return NotFound(
        f"No log is posted at {run.session_ref}; post it by the form that `POST /agent-complete/sessions` answers."
    )


def _ref(run_id: str) -> str:
    """Where a run's log is posted: told by its id, so that it is read as the log of no other run."""
    return f"{Tier.SESSION}/{paths.slug(run_id)[:45]}-{hashing.short(run_id)}.jsonl"


def _key(tenant_id: UUID, ref: str) -> str:
    if not ref.startswith(f"{Tier.SESSION}/"):
        raise Invalid("`session_ref` is not one that `POST /agent-complete/sessions` answered; take it from there.")
    return paths.key(str(tenant_id), ref)
