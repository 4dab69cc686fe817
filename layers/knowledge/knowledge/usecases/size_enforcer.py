"""Keeps the files of every tenant within their tiers' limits, upon storage events and on schedule."""

from uuid import UUID

from pydantic import BaseModel

from knowledge.errors import Invalid, KnowledgeError, NotFound
from knowledge.files import paths
from knowledge.files.formats import description, index, summary
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.splitting.enforce import enforce
from knowledge.files.version_history import FileEntry
from knowledge.ports import telemetry
from knowledge.ports.database import Database, tenant_ids
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.schemas import Body

# A file over its limit has more bytes than this: only such a file is read.
_BYTES = {Tier.INDEX: index.LIMIT, Tier.SUMMARY: summary.LIMIT, Tier.DESCRIPTION: description.LIMIT}


class SweepRequest(Body):
    """A request for all files of the caller's tenant."""


class EnforceReport(BaseModel):
    """What was done: the paths of the files that were written."""

    files: list[str]


class Enforcer:
    """Records what was changed in the bucket itself, and splits what is over its limit."""

    def __init__(self, objects: Objects, database: Database, embedder: Embedder) -> None:
        self._objects = objects
        self._database = database
        self._embedder = embedder

    def on_event(self, event: ObjectEvent) -> EnforceReport:
        """Does it for the object of an event.

        Looks at what is in the bucket now and not at what the event says of it: so events may come late, twice and in
        any order, and those of our own writes, which are within the limits, change nothing.
        """
        try:
            tenant, path = paths.locate(event.key)
            files = self._files(UUID(tenant))
            files.reconcile(path)
        except (Invalid, NotFound, ValueError) as error:  # no file of the tiers, or of no tenant that there is
            telemetry.log_line("storage event ignored", reason=type(error).__name__)
            return EnforceReport(files=[])
        return EnforceReport(files=enforce(files, path, self._embedder))

    def sweep(self, tenant_id: UUID) -> EnforceReport:
        """Does for all files of a tenant what their events should have done; reads only what may be over its limit."""
        files = self._files(tenant_id)
        for path in list(files.unrecorded()):
            files.reconcile(path)
        large = [entry.path for entry in files.list() if _may_be_over(entry)]
        return EnforceReport(files=[written for path in large for written in enforce(files, path, self._embedder)])

    def sweep_all(self) -> EnforceReport:
        """`sweep` for every tenant. One that fails is logged, and the others need not wait for the next time."""
        written: list[str] = []
        for tenant_id in tenant_ids(self._database):
            try:
                written += self.sweep(tenant_id).files
            except KnowledgeError as error:
                telemetry.log_line("sweep failed", level="error", tenant_id=str(tenant_id), error=type(error).__name__)
        return EnforceReport(files=written)

    def _files(self, tenant_id: UUID) -> Files:
        return Files(tenant_id, self._objects, self._database)


def _may_be_over(entry: FileEntry) -> bool:
    return entry.size > _BYTES[paths.tier(entry.path)]
