"""A stored file → passages to embed: Markdown by its structure, uploads by their sections, pages and rows."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from knowledge.auth import Redaction
from knowledge.chunks import markdown_splitter, sessions
from knowledge.documents import encoding, media_types
from knowledge.documents.limits import CHUNK_TOKENS
from knowledge.documents.models import Document, Span
from knowledge.documents.sandbox import parse_safely
from knowledge.errors import Invalid, TooLarge
from knowledge.files import page_questions, paths
from knowledge.files.authority import Rank, author_of
from knowledge.files.formats import description, summary
from knowledge.files.paths import Scope, Tier
from knowledge.files.project_view import project_of
from knowledge.files.semver import ChangedBy
from knowledge.ports.embedder import Embedder
from knowledge.ports.object_store import StoredObject
from knowledge.privacy.attachments import shareable
from knowledge.text import frontmatter
from knowledge.text.statements import days, entry_lines
from knowledge.text.strings import has_words

Parse = Callable[[str, StoredObject, Embedder], Document]

SERVICES = "3-descriptions/learned/services/"
_LINK = re.compile(r"(?:[-*+] )?\[\[[^][]+\]\]\s*")  # nothing but which file is related
_EVENT = re.compile(r"\A- \d{4}-\d{2}-\d{2}: .* \[\[3-descriptions/[^]]+\]\]")  # an event's title, and where it is told
SPECIAL_TOKENS = 2  # that a model puts around a text; they count among those that it reads

_SOURCE_TYPES = {
    media_types.PDF: "pdf",
    media_types.DOCX: "docx",
    media_types.XLSX: "xlsx",
    media_types.PPTX: "pptx",
    media_types.CSV: "csv",
    media_types.HTML: "html",
    media_types.JSON: "json",
    media_types.JSONL: "json",
    media_types.MARKDOWN: "markdown",
    media_types.TEXT: "text",
}


@dataclass(frozen=True)
class Passage:
    """A text to embed, and where it stands: in the characters of a text, or in a `span` of pages, rows or lines.

    `authority` says whose word it is, `project` of which it is: None where it holds for all. `session_date` and
    `speaker` as of a `Chunk`. `questions` are those that its lines answer: no part of its text.
    """

    text: str
    breadcrumb: tuple[str, ...]
    tags: tuple[str, ...]
    start: int | None = None
    end: int | None = None
    span: Span | None = None
    authority: Rank = "learned"
    project: str | None = None
    session_date: date | None = None
    speaker: str | None = None
    questions: tuple[str, ...] = ()

    @property
    def text_hash(self) -> str:
        """What tells whether its embedding is known."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def record(self) -> dict[str, Any]:
        """As `replace_chunks` takes it, without an embedding."""
        return {
            "text": self.text,
            "text_hash": self.text_hash,
            "breadcrumb": list(self.breadcrumb),
            "tags": list(self.tags),
            "start": self.start,
            "end": self.end,
            "unit": self.span.unit if self.span else None,
            "first": self.span.first if self.span else None,
            "last": self.span.last if self.span else None,
            "authority": self.authority,
            "project": self.project,
            "speaker": self.speaker,
            "session_date": self.session_date and self.session_date.isoformat(),
            "questions": list(self.questions),
        }


@dataclass(frozen=True)
class ChunkSource:
    """A file's passages, to be read once, and what holds for all of them. `problem` says why there are none.

    `of_object` is the version that was read: of what is forgotten meanwhile, nothing is indexed.
    """

    passages: Iterable[Passage]
    source_type: str
    version: str | None = None
    problem: str | None = None
    scope: Scope | None = None
    of_object: str | None = None


def is_searchable(path: str) -> bool:
    """Whether files at this path are found by search: the second and third tier and assets are.

    Those that the product writes from what is found by itself are not: each fact is one answer, not two.
    """
    return is_worth_reading(path) and not paths.is_from_rows(path)


def is_worth_reading(path: str) -> bool:
    """Whether a file tells an agent what search does not: also which files there are."""
    tells = not paths.is_from_rows(path) or paths.inner(path).startswith(paths.UPLOAD_LISTS)
    return paths.tier(path) in (Tier.SUMMARY, Tier.DESCRIPTION, Tier.ASSET) and tells


def parse(name: str, stored: StoredObject, embedder: Embedder) -> Document:
    """An asset's document, read in a child process within limits. Raises what `parse_safely` does."""
    return parse_content(name, stored.body, stored.content_type, embedder)


def parse_content(name: str, content: bytes, content_type: str | None, embedder: Embedder) -> Document:
    """The document that `content` holds; rows are in groups that the embedder reads whole, each with its place."""
    most = min(CHUNK_TOKENS, embedder.max_tokens - SPECIAL_TOKENS)
    return parse_safely(name, content, content_type, count_tokens=embedder.count_tokens, most_tokens=most)


def read(
    path: str,
    stored: StoredObject,
    embedder: Embedder,
    tags: tuple[str, ...] = (),
    parse: Parse = parse,
    redaction: Redaction = "secrets",
) -> ChunkSource:
    """The passages of a file, each of which `embedder` reads whole; `tags` are given to all, `parse` reads assets."""
    if paths.tier(path) is Tier.ASSET:
        clean = shareable(redaction, of_agent=author_of(stored.metadata) is ChangedBy.AGENT)
        return _asset(path, stored, embedder, tags, parse, clean)
    content = text_of(stored, redaction)
    chunks = _chunks(path, content, embedder, tags)
    named = summary.header(content) or description.header(content)
    stated = frontmatter.fields(content).get("version")
    version = named.version if named else stated if isinstance(stated, str) else None
    return ChunkSource(chunks, "markdown", version=version)


def text_of(stored: StoredObject, redaction: Redaction) -> str:
    """The text of a file that is no asset, as its passages have it."""
    return shareable(redaction)(encoding.clean(stored.body.decode("utf-8", "replace")))


def _asset(
    path: str,
    stored: StoredObject,
    embedder: Embedder,
    tags: tuple[str, ...],
    parse: Parse,
    clean: Callable[[str], str],
) -> ChunkSource:
    try:
        document = parse(PurePosixPath(path).name, stored, embedder)
    except (Invalid, TooLarge) as refusal:
        return ChunkSource([], "file", problem=refusal.detail)
    medium = document.media_type.partition("/")[0]  # of what holds no text: image, audio
    fields = frontmatter.fields(clean(str(document.metadata.get("frontmatter") or "")))
    project = project_of(path, stored.metadata) or markdown_splitter.project(fields)
    title = markdown_splitter.title(fields, document.title)
    labels, day = (*tags, *frontmatter.tags(fields)), sessions.stated_day(path, fields)
    passages = (
        replace(passage, project=project, breadcrumb=(*title, *passage.breadcrumb))
        for passage in _document_passages(path, document, embedder, labels, day, clean)
    )
    return ChunkSource(passages, _SOURCE_TYPES.get(document.media_type, medium))


def _document_passages(
    path: str,
    document: Document,
    embedder: Embedder,
    tags: tuple[str, ...],
    day: date | None,
    clean: Callable[[str], str],
) -> Iterator[Passage]:
    for section in document.sections:
        content, line, at = clean(encoding.clean(section.markdown)), section.span.first if section.span else 0, 0
        dated = next(filter(None, map(days.first_day, reversed(section.breadcrumb))), day)
        for chunk in _chunks(path, content, embedder, tags, dated):
            line, at = line + content.count("\n", at, chunk.start), chunk.start or 0
            span = section.span
            if span and span.unit == "line":
                span = Span("line", line, line + chunk.text.rstrip("\n").count("\n"))
            breadcrumb = (*map(clean, section.breadcrumb), *chunk.breadcrumb)
            yield replace(chunk, breadcrumb=breadcrumb, start=None, end=None, span=span, project=None)


def _points_elsewhere(path: str, text: str) -> bool:
    """Whether it only says where something is told: asked for that, the page that tells it answers."""
    return _lists_links(text) or _lists_events(path, text) or _lists_reports(path, text)


def _lists_links(text: str) -> bool:
    lines = [line for line in text.splitlines() if has_words(line) and not line.startswith("#")]
    return bool(lines) and all(map(_LINK.fullmatch, lines))


def _lists_events(path: str, text: str) -> bool:
    lines = [line for line in text.splitlines() if has_words(line) and not line.startswith("#")]
    return paths.tier(path) is Tier.SUMMARY and bool(lines) and all(map(_EVENT.fullmatch, lines))


def _lists_reports(path: str, text: str) -> bool:
    title, *sections = re.split(r"^## ", text, flags=re.M)
    are_lists = [entry_lines.field("Reports", "") in section for section in sections]
    return paths.inner(path).startswith(SERVICES) and not title.strip().strip("#").count("\n") and all(are_lists)


def _chunks(
    path: str, content: str, embedder: Embedder, tags: tuple[str, ...], day: date | None = None
) -> Iterator[Passage]:
    most = embedder.max_tokens - SPECIAL_TOKENS
    questions = page_questions.questions_of(content) if paths.tier(path) is Tier.SUMMARY else {}
    for chunk in markdown_splitter.chunk(path, content, embedder.count_tokens, most, day):
        if has_words(chunk.text) and not _points_elsewhere(path, chunk.text):
            both = tuple(dict.fromkeys([*tags, *chunk.tags]))
            project = paths.project(path) or chunk.project
            yield Passage(
                chunk.text,
                chunk.breadcrumb,
                both,
                chunk.start,
                chunk.end,
                project=project,
                session_date=chunk.session_date,
                speaker=chunk.speaker,
                questions=page_questions.answered(chunk.text, questions),
            )
