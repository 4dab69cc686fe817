"""Keeps a tenant's whole index like its files and learnings: what changed, what is missing, a change of the model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.chunks import reader
from knowledge.chunks.indexer import FileIndex, IndexReport, state_of
from knowledge.errors import Invalid, KnowledgeError, Unavailable
from knowledge.files import paths
from knowledge.files.paths import Tier
from knowledge.forgetting import following
from knowledge.issues import Issues
from knowledge.ports.database import MAX_ROWS, Database, Row
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import Objects
from knowledge.ports.queue import Queue
from knowledge.ports.tenant_calls import TenantCalls
from knowledge.text.strings import batched
from knowledge.uploads.pipeline import Ingestion
from knowledge.uploads.registry import UploadRegistry
from knowledge.usecases.reindex.compare import drift
from knowledge.usecases.reindex.models import EmbedLearnings, IndexFiles, Problem, ReindexReport, Work

FILES_A_JOB = 20  # at ten chunks a file and sixty a second, some seconds of work
BYTES_A_JOB = 2**18  # of files that a request waits for: some ten seconds of work
LEARNINGS_A_JOB = 200  # a few seconds; their vectors are about a megabyte
SENT = 100  # jobs handed to the queue at once


@dataclass(frozen=True)
class Indexer(TenantCalls):
    """One tenant's index.

    `embedders` are those by which its files are indexed (`wiring.indexing_embedders`), the one to be search's first.
    """

    tenant_id: UUID
    objects: Objects
    database: Database
    embedders: Sequence[Embedder]
    queue: Queue | None = None
    redaction: Redaction = "secrets"

    def reindex(self, prefix: str = "", *, leaves_to_others: bool = False) -> ReindexReport:
        """What was done, or queued, where the files' listing (no body is read for that) and the index differ.

        At once where it is a short job's worth or there is no queue, else by jobs. It may be killed anywhere and
        started again: what is done stays done. Where somebody waits for the answer it `leaves_to_others` the uploads
        that another run is at work on.
        """
        report = ReindexReport()
        self._dispatch(self._file_jobs(self._changed(prefix, report, leaves_to_others)), report)
        self._dispatch(self._learning_jobs(), report)
        report.issues_embedded = self._issues().complete()
        self._finish(report)
        while self._call("drop_other_models", keep=self.embedders[0].model)[0]["remaining"]:
            pass
        while self._call("index_words")[0]["remaining"]:
            pass
        return report

    def run(self, job: Work) -> ReindexReport:
        """What became of one job. The same job again, or twice at once, changes nothing further.

        Raises `Unavailable` where a file could not be indexed, after all others, so that the job comes again.
        """
        report = ReindexReport()
        self._do(job, report)
        self._finish(report)
        if report.failed:
            raise Unavailable(
                f"{report.failed} files could not be indexed; the job is repeated by itself, and what still fails then"
                f" waits in the dead-letter queue. The last problem: {report.problems[-1].problem}"
            )
        return report

    def follow(self, path: str, etag: str | None) -> ReindexReport:
        """What became of the index of one file, now like the file, which has this ETag if it is known."""
        report = ReindexReport()
        report.count(self._index(path, etag))
        return self._finish(report)

    def _dispatch(self, jobs: Iterator[Work], report: ReindexReport) -> None:
        """A job is done here if it is the only one and short, or there is no queue; else each goes there."""
        first = list(islice(jobs, 2))
        waiting = chain(first, jobs)
        if self.queue is None or not (len(first) > 1 or any(map(self._is_long, first))):
            for job in waiting:
                self._do(job, report)
            return
        for batch in batched(waiting, SENT):
            report.queued += self.queue.send([job.model_dump(mode="json") for job in batch])

    def _is_long(self, job: Work) -> bool:
        """Whether nobody should wait for it."""
        keys = [paths.key(str(self.tenant_id), path) for path in job.paths] if isinstance(job, IndexFiles) else []
        sizes = (entry.size for key in keys for entry in self.objects.list(key) if entry.key == key)
        return sum(sizes) > BYTES_A_JOB

    def _do(self, job: Work, report: ReindexReport) -> None:
        if isinstance(job, IndexFiles):
            for path in job.paths:
                self._try(path, report)
        else:
            report.learnings_embedded += self._embed_learnings(job)

    def _try(self, path: str, report: ReindexReport) -> None:
        """One file's trouble is not the others'."""
        try:
            report.count(self._index(path))
        except KnowledgeError as error:
            report.failed += 1
            report.problems.append(Problem(path=path, problem=error.detail))

    def _index(self, path: str, etag: str | None = None) -> IndexReport:
        mine = (self.tenant_id, self.objects, self.database, self.embedders, self.redaction)
        if paths.tier(path) is Tier.ASSET:
            return following.follow(Ingestion(*mine), path).report
        return FileIndex(*mine).follow(path, etag=etag)

    def _file_jobs(self, changed: Iterator[str]) -> Iterator[IndexFiles]:
        for batch in batched(changed, FILES_A_JOB):
            yield IndexFiles(tenant_id=self.tenant_id, paths=batch)

    def _changed(self, prefix: str, report: ReindexReport, leaves_to_others: bool) -> Iterator[str]:
        indexes = [self._indexed(prefix, embedder.model) for embedder in self.embedders]
        for path, differs in drift(self._listed(prefix), indexes):
            report.unchanged += not differs
            if differs and leaves_to_others and self._is_under_way(path):
                report.under_way += 1
            elif differs:
                yield path

    def _is_under_way(self, path: str) -> bool:
        """Whether another run reads or embeds this upload, and was not silent for too long; one may wait for ever."""
        upload = UploadRegistry(self.tenant_id, self.database).at(path) if paths.tier(path) is Tier.ASSET else None
        return upload is not None and upload.status in ("parsing", "embedding")

    def _listed(self, prefix: str) -> Iterator[tuple[str, tuple[str, bool]]]:
        for entry in self.objects.list(paths.prefix(str(self.tenant_id), prefix)):
            located = searchable(entry.key)
            if located:
                yield located[1], (state_of(entry.etag, self.redaction), True)

    def _indexed(self, prefix: str, model: str) -> Iterator[tuple[str, tuple[str, bool]]]:
        after = ""
        while rows := self._call("list_indexed", model=model, prefix=prefix, after=after, page=MAX_ROWS):
            for row in rows:
                yield row["file_path"], (row["etag"], row["whole"])
            after = rows[-1]["file_path"]

    def _learning_jobs(self) -> Iterator[EmbedLearnings]:
        after: UUID | None = None
        while rows := self._to_embed(after, None):
            until = UUID(str(rows[-1]["id"]))
            yield EmbedLearnings(tenant_id=self.tenant_id, after=after, until=until)
            after = until

    def _to_embed(self, after: UUID | None, until: UUID | None) -> list[Row]:
        model = self.embedders[0].model
        return self._call("learnings_to_embed", model=model, after=after, until=until, page=LEARNINGS_A_JOB)

    def _embed_learnings(self, job: EmbedLearnings) -> int:
        embedder, rows = self.embedders[0], self._to_embed(job.after, job.until)
        if not rows:
            return 0
        vectors = embedder.embed([row["learning"] for row in rows])
        records = [{"id": str(row["id"]), "embedding": str(vector)} for row, vector in zip(rows, vectors, strict=True)]
        [report] = self._call("embed_learnings", model=embedder.model, embeddings=records)
        embedded: int = report["embedded"]
        return embedded

    def _issues(self) -> Issues:
        return Issues(self.tenant_id, self.database, self.embedders[0])

    def _finish(self, report: ReindexReport) -> ReindexReport:
        """Search answers from the model to come as soon as it has everything that the present one has."""
        coming = self.embedders[0].model
        report.model = next((row["model"] for row in self._call("embedding_model")), None)
        if report.model not in (None, coming):
            [row] = self._call("switch_model", model=coming)
            report.model, report.switched = row["current_model"], row["switched"]
        report.next_model = None if report.model in (None, coming) else coming
        return report


def searchable(key: str) -> tuple[UUID, str] | None:
    """The tenant and the path of an object that search finds; None for any other object."""
    try:
        tenant, path = paths.locate(key)
        return (UUID(tenant), path) if reader.is_searchable(path) else None
    except (Invalid, ValueError):
        return None
