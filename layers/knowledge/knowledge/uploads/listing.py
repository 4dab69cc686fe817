"""Uploads in the three tiers: a rendition each, a summary per topic, a line in the index."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256

from knowledge.auth import Redaction
from knowledge.documents import Document
from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.authority import scope_of
from knowledge.files.formats import index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Scope, Tier
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.privacy.attachments import shareable
from knowledge.text import frontmatter, hashing
from knowledge.text.strings import one_line
from knowledge.uploads.registry import Upload, UploadRegistry
from knowledge.uploads.text_copy import rendition

MAX_CALLED = 80  # characters of what an upload is called in the summary of its topic


class UploadListing:
    """The uploads of one tenant in its three tiers. Each method may be called again at any time."""

    def __init__(self, files: Files, register: UploadRegistry, redaction: Redaction) -> None:
        self._files, self._register, self._redaction = files, register, redaction

    def render(self, upload: Upload, read: Callable[[], Document]) -> Document | None:
        """Writes the rendition, and gives its document; None, with nothing read, where there is one of this content."""
        document: Document | None = None

        def change(before: str | None) -> str | None:
            nonlocal document
            if before and self._is_of(upload, before):
                return None
            document = document or read()
            return shareable(self._redaction, of_agent=upload.author is ChangedBy.AGENT)(_rendered(upload, document))

        path, user = rendition_path(upload.file_path, upload.author), f" for {upload.user_id}" if upload.user_id else ""
        self._files.update(path, change, by=upload.author, summary=f"Uploaded {upload.file_name}{user}")
        self._remove(upload, {rendition_path(upload.file_path, author) for author in upload.authors} - {path})
        return document

    def remove(self, upload: Upload) -> None:
        """Deletes the rendition, if there is one."""
        self._remove(upload, rendition_paths(upload.file_path))

    def remove_of_author(self, upload: Upload) -> None:
        """Deletes the rendition where its author's belongs, if there is one."""
        self._remove(upload, [rendition_path(upload.file_path, upload.author)])

    def _remove(self, upload: Upload, gone: Iterable[str]) -> None:
        for path in gone:
            with suppress(NotFound):
                self._files.delete(path, by=ChangedBy.SYSTEM, summary=f"No longer of {upload.file_name}")

    def summarise(self, topic: str, project: str | None) -> None:
        """Makes the topic's summary and its line in the index follow its uploads, those of a project in its folder."""
        # Read within the change: whoever writes last has seen what others registered before.
        uploads, path, updated = 0, summary_path(topic, project), None

        def change(before: str | None) -> str | None:
            nonlocal uploads
            assets, uploads = self._register.of_topic(topic, project)
            return _summarised(topic, assets, uploads, before) if uploads else None

        with suppress(NotFound):  # no summary, and no uploads for one
            updated = self._files.update(path, change, by=ChangedBy.SYSTEM, summary="Uploads changed")
        if not uploads:
            self._forget(topic, path)
        elif updated and not updated.is_listed:
            self._files.update(
                paths.index_of(path),
                lambda before: index.with_entry(before or "", _entry(topic, path)),
                by=ChangedBy.SYSTEM,
                summary=f"Uploads: {topic}",
            )

    def _forget(self, topic: str, path: str) -> None:
        with suppress(NotFound):
            self._files.delete(path, by=ChangedBy.SYSTEM, summary="No uploads are left")
        for row in self._files.listed_in(path):
            self._files.update(
                row.index_path,
                lambda before: index.without(before or "", path),
                by=ChangedBy.SYSTEM,
                summary=f"No uploads are left: {topic}",
            )

    def _is_of(self, upload: Upload, content: str) -> bool:
        fields = frontmatter.fields(content)
        same = fields.get("content_hash") == upload.content_hash and fields.get("tags") == list(upload.tags)
        return same and (fields.get("about_hash") or "") == _about_hash(upload)


def rendition_path(asset: str, author: ChangedBy) -> str:
    """Where the rendition of an asset belongs: in the same project, under the same topic and name, or a hash where that
    is too long."""
    name, project = paths.inner(asset).partition("/")[2], paths.project(asset)
    wanted = paths.within(project, f"{_folder(author)}{name}.md")
    if paths.is_allowed(wanted):
        return wanted
    return paths.within(project, f"{_folder(author)}{sha256(name.encode()).hexdigest()}.md")


def _folder(author: ChangedBy) -> str:
    return paths.PERSONS_RENDITIONS if author is ChangedBy.USER else paths.AGENTS_RENDITIONS


def rendition_paths(asset: str) -> list[str]:
    """Where it may be, whoever brought the asset."""
    return [rendition_path(asset, author) for author in (ChangedBy.USER, ChangedBy.AGENT)]


def summary_path(topic: str, project: str | None = None) -> str:
    """Where the summary of a topic's uploads belongs, of a project's in its folder."""
    return paths.within(project, paths.summary(Scope.USER, f"uploads {topic}"))


def _rendered(upload: Upload, document: Document) -> str:
    fields = {"content_hash": upload.content_hash or "", "file_name": upload.file_name[:200]}
    fields |= {"about_hash": _about_hash(upload)} if upload.about else {}
    scope = scope_of(upload.file_path, upload.author) or ""
    return rendition(document, upload.file_path, datetime.now(UTC), tags=upload.tags, scope=scope, fields=fields)


def _about_hash(upload: Upload) -> str:
    return hashing.short(upload.about) if upload.about else ""


def _summarised(topic: str, uploads: Sequence[Upload], total: int, before: str | None) -> str | None:
    """The summary; None where it says so already: of many runs at once, one writes what the others find."""
    head = Header(_title(topic), "1.0.0", datetime.now(UTC).replace(microsecond=0))
    text = _list(topic, uploads, total, summary.LIMIT - len(summary.render(head, "")))
    return None if before and summary.split(before)[1] == text else summary.render(head, text)


def _list(topic: str, uploads: Sequence[Upload], total: int, room: int) -> str:
    # A sentence: the index takes its line from it.
    places = {paths.within(paths.project(upload.file_path), f"{Tier.ASSET}/{topic}/") for upload in uploads}
    lines = [
        f"{total} uploaded file{'s' * (total != 1)} in {' and '.join(sorted(places))}, as text in"
        f" {_folders(topic, uploads)}."
    ]
    room -= len(lines[0]) + 100
    for upload in uploads:
        if upload.user_id:  # the list is everybody's
            continue
        by = ", by an agent" if upload.author is ChangedBy.AGENT else ""
        line = f"- {_called(upload)} ({upload.file_name[:60]}{by})"
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    more = total - len(lines) + 1
    return "\n".join([*lines, *([f"- and {more} more"] if more else [])]) + "\n"


def _folders(topic: str, uploads: Iterable[Upload]) -> str:
    """Where the texts of these uploads are, by who brought them."""
    folders = {paths.within(paths.project(upload.file_path), _folder(upload.author)) for upload in uploads}
    return " and ".join(f"{folder}{topic}/" for folder in sorted(folders))


def _called(upload: Upload) -> str:
    """What its uploader said that it is, where that is short, else the title that it has itself, else its name."""
    name = one_line((upload.about or "").partition("\n")[0])
    return name if 0 < len(name) <= MAX_CALLED else one_line(upload.title or upload.file_name)[:MAX_CALLED]


def _entry(topic: str, path: str) -> IndexEntry:
    return IndexEntry(topic=_title(topic), description="Files that were uploaded", location=path)


def _title(topic: str) -> str:
    return f"Uploads: {topic[:1].upper()}{topic[1:]}"  # as its folder is called, in small letters
