"""Keeps every tenant's files within their tiers' limits and the index like the files: upon events and on schedule."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, TypeAdapter

from knowledge.errors import Conflict, Invalid, KnowledgeError, NotFound, Unavailable
from knowledge.files import index_lines, paths
from knowledge.files.formats import description, index, summary
from knowledge.files.paths import Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting.enforce import enforce
from knowledge.files.version_history import FileEntry
from knowledge.forgetting import Erasure
from knowledge.ports import telemetry
from knowledge.ports.database import Database, tenant_ids
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects
from knowledge.ports.queue import Queue
from knowledge.ports.storage_events import ObjectEvent
from knowledge.schemas import Body
from knowledge.text.strings import batched

FILES_A_JOB = 20  # each read, perhaps split, and its line in the index written: some seconds
# A file over its limit has more bytes than this: only such a file is read.
_BYTES = {Tier.INDEX: index.LIMIT, Tier.SUMMARY: summary.LIMIT, Tier.DESCRIPTION: description.LIMIT}


class SweepRequest(Body):
    """A request for all files of the caller's tenant."""


class Sweep(BaseModel):
    """A job: find what a tenant's events missed."""

    job: Literal["sweep"] = "sweep"
    tenant_id: UUID


class EnforceFiles(BaseModel):
    """A job: record, split and list these files."""

    job: Literal["enforce_files"] = "enforce_files"
    tenant_id: UUID
    paths: list[str]


JOB: TypeAdapter[Sweep | EnforceFiles] = TypeAdapter(Annotated[Sweep | EnforceFiles, Field(discriminator="job")])


class EnforceReport(BaseModel):
    """What was done: the paths of the files that were written; `queued` jobs are still to be done."""

    files: list[str] = Field(default_factory=list)
    queued: int = 0


@dataclass(frozen=True)
class Enforcer:
    """Records what was changed in the bucket itself, splits what is over its limit, and keeps the index."""

    objects: Objects
    database: Database
    embedder: Embedder
    queue: Queue | None = None

    def on_event(self, event: ObjectEvent) -> EnforceReport:
        """The files that were written because of an event's object.

        Looks at what is in the bucket now and not at what the event says of it: so events may come late, twice and in
        any order, and those of our own writes, which are within the limits and listed, change nothing.
        """
        try:
            tenant, path = paths.locate(event.key)
            files = self._files(UUID(tenant))
            files.reconcile(path)
        except (Invalid, NotFound, ValueError) as error:  # no file of the tiers, or of no tenant that there is
            telemetry.log_line("storage event ignored", reason=type(error).__name__)
            return EnforceReport()
        return EnforceReport(files=list(self._settled(UUID(tenant), path)))

    def work(self, job: Any) -> None:
        """Does one job of the queue; the same again changes nothing further. Raises pydantic's `ValidationError`."""
        parsed = JOB.validate_python(job)
        report = self.sweep(parsed.tenant_id) if isinstance(parsed, Sweep) else self._enforce(parsed)
        telemetry.log_line("swept", tenant_id=str(parsed.tenant_id), written=len(report.files), queued=report.queued)

    def sweep(self, tenant_id: UUID) -> EnforceReport:
        """What a tenant's events should have written, written or queued; the bodies of such files alone are read.

        At once where it is one job's worth or there is no queue, else by jobs.
        """
        missed = dict.fromkeys(chain.from_iterable(self._missed(self._files(tenant_id))))
        jobs = [EnforceFiles(tenant_id=tenant_id, paths=batch) for batch in batched(missed, FILES_A_JOB)]
        if self.queue and len(jobs) > 1:
            return EnforceReport(queued=self.queue.send(job.model_dump(mode="json") for job in jobs))
        return EnforceReport(files=[path for job in jobs for path in self._enforce(job).files])

    def sweep_all(self) -> EnforceReport:
        """How many tenants are queued, a job each; where there is no queue, the files written, one after the other.

        A tenant that fails is logged, and the others need not wait for the next time.
        """
        if self.queue:
            jobs = (Sweep(tenant_id=tenant_id).model_dump(mode="json") for tenant_id in tenant_ids(self.database))
            return EnforceReport(queued=self.queue.send(jobs))
        written: list[str] = []
        for tenant_id in tenant_ids(self.database):
            try:
                written += self.sweep(tenant_id).files
            except KnowledgeError as error:
                telemetry.log_line("sweep failed", level="error", tenant_id=str(tenant_id), error=type(error).__name__)
        return EnforceReport(files=written)

    def _missed(self, files: Files) -> Iterator[Iterable[str]]:
        """What is not recorded, may be over its limit, or has no line in the index."""
        yield list(files.unrecorded())
        yield [entry.path for entry in files.list() if _may_be_over(entry)]
        yield files.unlisted(index_lines.BY_TOPIC)

    def _enforce(self, job: EnforceFiles) -> EnforceReport:
        """Raises `Unavailable` where a file could not be, after all others, so that the job comes again."""
        files, written, failed = self._files(job.tenant_id), list[str](), 0
        for path in job.paths:
            try:
                files.reconcile(path)
                written += self._settled(job.tenant_id, path)
            except KnowledgeError:
                failed += 1
        if failed:
            raise Unavailable(
                f"{failed} of {len(job.paths)} files could not be looked after; the job is repeated by itself, and what"
                " still fails then waits in the dead-letter queue."
            )
        return EnforceReport(files=written)

    def _settled(self, tenant_id: UUID, path: str) -> Iterator[str]:
        """The files that were written to bring this one within its limit and into the index."""
        files, erasure = self._files(tenant_id), Erasure(tenant_id, self.objects, self.database)
        written = enforce(files, path, self.embedder, erasure.take_back)
        yield from written
        with suppress(Conflict):  # many write to the index: the next sweep finds what has no line
            changed = list(dict.fromkeys([path, *written]))
            yield from index_lines.follow(files, changed, ChangedBy.SYSTEM, f"Says what {path} says"[-150:])

    def _files(self, tenant_id: UUID) -> Files:
        return Files(tenant_id, self.objects, self.database)


def _may_be_over(entry: FileEntry) -> bool:
    return entry.size > _BYTES[paths.tier(entry.path)]
