"""What keeps every tenant's index: storage events, jobs of the queue, the schedule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from pydantic import BaseModel

from knowledge.auth import Redaction
from knowledge.errors import KnowledgeError
from knowledge.files.repository import Files
from knowledge.forgetting import Eraser
from knowledge.ports import telemetry
from knowledge.ports.database import Database, tenant_ids
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects
from knowledge.ports.queue import Queue
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.reindex.models import JOB, Reindex, ReindexReport
from knowledge.usecases.reindex.retention import Retention, forget_evidence, purge
from knowledge.usecases.reindex.tenant import Indexer, searchable


class SweepReport(BaseModel):
    """How many tenants were reindexed, how many could not be, and for how many a job is queued."""

    reindexed: int = 0
    failed: int = 0
    queued: int = 0


@dataclass(frozen=True)
class IndexMaintenance:
    """The index of all tenants. `embedders` gives those of a tenant's files by the model that search answers from."""

    objects: Objects
    database: Database
    embedders: Callable[[str | None], Sequence[Embedder]]
    queue: Queue | None
    retention: Retention = field(default_factory=Retention)

    def indexer(self, tenant_id: UUID, model: str | None, redaction: Redaction) -> Indexer:
        """The index of one tenant."""
        return Indexer(tenant_id, self.objects, self.database, self.embedders(model), self.queue, redaction)

    def follow(self, event: ObjectEvent) -> None:
        """Makes the index of the written or deleted file like the file; other objects are none of its business."""
        located = searchable(event.key)
        if located:
            tenant_id, path = located
            for indexer in self._indexer(tenant_id):
                _tell(tenant_id, indexer.follow(path, event.etag if event.kind == "created" else None))

    def work(self, job: Any) -> None:
        """Does one job of the queue. Raises pydantic's `ValidationError` for anything else."""
        parsed = JOB.validate_python(job)
        for indexer in self._indexer(parsed.tenant_id):
            if isinstance(parsed, Reindex):
                _tell(parsed.tenant_id, indexer.reindex())
                self._purge(parsed.tenant_id)
            else:
                _tell(parsed.tenant_id, indexer.run(parsed))

    def reindex_all(self) -> SweepReport:
        """How many tenants are queued, a job each; where there is no queue, how many were done, one after the other."""
        jobs = (Reindex(tenant_id=tenant_id).model_dump(mode="json") for tenant_id in tenant_ids(self.database))
        if self.queue:
            return SweepReport(queued=self.queue.send(jobs))
        tenants, failed = 0, 0
        for job in jobs:
            try:
                self.work(job)
                tenants += 1
            except KnowledgeError as error:  # one tenant's trouble is not the others'
                telemetry.log_line("reindexed", level="error", tenant_id=job["tenant_id"], error=type(error).__name__)
                failed += 1
        return SweepReport(reindexed=tenants, failed=failed)

    def _purge(self, tenant_id: UUID) -> None:
        erased = self._erase_expired(tenant_id)
        removed = {**purge(tenant_id, self.database, self.retention), **erased}
        files = Files(tenant_id, self.objects, self.database)
        if forgotten := forget_evidence(files, self.retention.evidence_days):
            removed["evidence"] = forgotten
        if removed:
            telemetry.log_line("purged", tenant_id=str(tenant_id), removed=removed)

    def _erase_expired(self, tenant_id: UUID) -> dict[str, int]:
        """What was forgotten or deleted longer ago than it can be brought back goes for good; how many of each kind."""
        erased: dict[str, int] = {}
        for indexer in self._indexer(tenant_id):
            due = self.database.call(
                "due_for_erasure",
                tenant_id=tenant_id,
                forgotten_days=self.retention.forgotten_days,
                deleted_days=self.retention.deleted_days,
            )
            eraser = Eraser(tenant_id, self.objects, self.database, indexer.embedders, redaction=indexer.redaction)
            erased = eraser.expired(due)
        return {f"{kind}s erased": number for kind, number in erased.items()}

    def _indexer(self, tenant_id: UUID) -> list[Indexer]:
        """The tenant's indexer; none where the tenant is gone."""
        rows = self.database.call("embedding_model", tenant_id=tenant_id)
        return [self.indexer(tenant_id, row["model"], row["redaction"]) for row in rows]


def _tell(tenant_id: UUID, report: ReindexReport) -> None:
    """Where nobody waits for an answer. Files stay unnamed: what they are called is the tenant's own."""
    figures = report.model_dump(exclude={"problems"}, exclude_defaults=True)
    telemetry.log_line("reindexed", tenant_id=str(tenant_id), problems=len(report.problems), **figures)
