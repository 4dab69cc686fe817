"""The files that a context may show whole: read at once, each with its version and whose word it is."""

import contextvars
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TypeVar
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.errors import Conflict, Invalid, NotFound
from knowledge.files import bucket_sync, paths, project_view
from knowledge.files.authority import author_of, is_wholly_persons, rank_of
from knowledge.files.formats import description, summary
from knowledge.files.paths import Scope, Tier
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain
from knowledge.files.topic_index import Topic
from knowledge.matches.conflicts import overruled
from knowledge.matches.models import Match
from knowledge.matches.relevance import confidence
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects, ObjectSummary, StoredObject, unquote_etag
from knowledge.privacy.attachments import shareable
from knowledge.text import frontmatter, prompt_block, quoting
from knowledge.usecases.query_knowledge.models import ContextDocument

T = TypeVar("T")

WHOLE = 0.75  # share of the best match's score from which a file is about the task, and is shown whole
FILES = 2  # shown whole


class FileReader:
    """Reads a tenant's files in the threads given, while the one who asks does something else."""

    def __init__(self, objects: Objects, database: Database, tenant_id: UUID, readers: ThreadPoolExecutor) -> None:
        self._objects, self._database, self._tenant_id, self._readers = objects, database, tenant_id, readers
        self._tenant = str(tenant_id)

    def begin(self, work: Callable[..., T], *arguments: object) -> "Future[T]":
        """The work in another thread, its stages measured as this one's."""
        return self._readers.submit(contextvars.copy_context().run, work, *arguments)

    def text(self, path: str) -> str | None:
        """The file's text; None where there is none."""
        stored = self._stored(path)
        return bucket_sync.text(stored) if stored else None

    def system(self, names: Sequence[str], project: str | None) -> dict[str, StoredObject]:
        """The system's own files of these names, by path and in the names' order; never what an agent wrote."""
        folders = project_view.of_all_and(project, f"{Tier.DESCRIPTION}/{Scope.SYSTEM}/")
        items = (item for folder in folders for item in self._objects.list(paths.prefix(self._tenant, folder)))
        named = [(PurePosixPath(item.key).stem, item) for item in items]
        wanted = [self._listed(item) for name in names for stem, item in named if stem == name]
        mine = [stored for stored in wanted if stored and author_of(stored.metadata) is not ChangedBy.AGENT]
        return {paths.locate(stored.key)[1]: stored for stored in mine}

    def read(self, wanted: Collection[str]) -> dict[str, StoredObject]:
        """Those of the files that exist, by path, read at once."""
        futures = {path: self.begin(self._stored, path) for path in wanted}
        return {path: stored for path, future in futures.items() if (stored := future.result())}

    def documents(self, files: Mapping[str, StoredObject]) -> dict[str, ContextDocument]:
        """The files, by path, each with the version that its history knows it by."""
        rows = self._database.call(
            "file_versions",
            tenant_id=self._tenant_id,
            file_paths=tuple(files),
            object_versions=tuple(stored.version_id or "" for stored in files.values()),
        )
        recorded = {row["path"]: row["version"] for row in rows}
        return {path: _document(path, stored, recorded.get(path)) for path, stored in files.items()}

    def _stored(self, path: str) -> StoredObject | None:
        """The file; None where there is none, or the path is none: people write indexes too."""
        try:
            return self._objects.get(paths.key(self._tenant, path))
        except (Invalid, NotFound):
            return None

    def _listed(self, item: ObjectSummary) -> StoredObject | None:
        """The file that was listed, or what others made of it since; None where they deleted it."""
        try:
            return _version(self._objects, item.key, item.etag)
        except Conflict:
            return self._stored(paths.locate(item.key)[1])
        except NotFound:
            return None


def lines(document: ContextDocument, kind: str, redaction: Redaction) -> list[str]:
    """Its text without front matter and header, whose facts stand in its provenance."""
    whose = document.authority if document.authority != "learned" else ""
    version = f"version {document.version}" if document.version else ""
    overruled_by = prompt_block.overruled_by(document.overruled_by) if document.overruled_by else ""
    facts = filter(None, [kind, whose, quoting.value(version), _doubt(document), overruled_by])
    return prompt_block.file(document.path, shared(body(document), redaction), *facts)


def body(document: ContextDocument) -> str:
    """Its text without front matter and header."""
    return description.split(document.content)[1].strip()


def content_of(document: ContextDocument) -> tuple[str, str]:
    """What is the same of two files that say the same under one title."""
    return document.title, " ".join(body(document).split())


def marked(
    documents: Mapping[str, ContextDocument], rows: Sequence[Match], matches: Sequence[Match]
) -> dict[str, ContextDocument]:
    """The files by path, each with the match that contradicts it, if any, as a passage has it.

    Compared is the whole of each file that search has a passage of, of whatever is among the `rows`.
    """
    passages = {row.source.path: row for row in reversed(rows) if row.source and row.source.path in documents}
    wholes = {path: row.model_copy(update={"learning": body(documents[path])}) for path, row in passages.items()}
    by = overruled([*(match for match in matches if match.authority != "learned" or match.reported), *wholes.values()])
    names = {path: by[whole.id].name for path, whole in wholes.items() if whole.id in by}
    return {path: one.model_copy(update={"overruled_by": names.get(path)}) for path, one in documents.items()}


def _doubt(document: ContextDocument) -> str:
    """What is against the evidence of a run, by how it ended, which the tags tell; "" of any other file."""
    is_evidence = paths.inner(document.path).startswith(paths.EVIDENCE)
    tags = frontmatter.tags(frontmatter.fields(document.content)) if is_evidence else []
    return prompt_block.RUN_DOUBTS.get(next(reversed(tags), ""), "")


@lru_cache(maxsize=256)
def shared(text: str, redaction: Redaction) -> str:
    """The text as whoever asks may see it. A warm process looks through each text once."""
    return shareable(redaction)(text)


@lru_cache(maxsize=256)
def _version(objects: Objects, key: str, etag: str) -> StoredObject:
    """One version of an object, which never changes: a warm process reads it once.

    Raises `Conflict`, and keeps nothing, where the object has become another one.
    """
    stored = objects.get(key)
    if unquote_etag(stored.etag) != unquote_etag(etag):
        raise Conflict
    return stored


def _document(path: str, stored: StoredObject, recorded: str | None) -> ContextDocument:
    """The file; one that nobody recorded yet has the version that it states."""
    content = bucket_sync.text(stored)
    named = summary.header(content) or description.header(content)
    version = recorded or (named.version if named else frontmatter.fields(content).get("version"))
    return ContextDocument(
        path=path,
        title=chain.title(path, content),
        version=str(version) if version else None,
        scope=paths.scope(path),
        authority=rank_of(path) if is_wholly_persons(stored) else "learned",
        content=content,
    )


def chosen_topics(topics: Sequence[Topic], matches: Sequence[Match]) -> list[Topic]:
    """The topics whose file a model chose something of: of the others none is needed."""
    places = {source.path for match in matches for source in (match.source, *match.sources) if source}
    return [topic for topic in topics if topic.location in places]


def about(matches: Sequence[Match], floor: float) -> list[str]:
    """The files that are about the task rather than mentioning it: a chunk of theirs is among the very best.

    It is beyond doubt by the model's own floor, also in a small base, whose best stranger is further away. Of what says
    something that holds no more the passages are told.
    """
    details = [match for match in matches if not (match.source and match.source.path.startswith(f"{Tier.SUMMARY}/"))]
    least = WHOLE * max((match.score for match in details), default=0.0)
    best = [match for match in details if match.score >= least and confidence(match) >= floor and not match.retracted]
    sources = [match.source.path for match in best if match.source]
    return [path for path in dict.fromkeys(sources) if path.startswith(f"{Tier.DESCRIPTION}/")][:FILES]
