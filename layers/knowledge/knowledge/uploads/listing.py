"""What the tiers say of uploads: a rendition each, a summary a topic, a line of the index."""

from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256

from knowledge.documents import Document
from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.formats import index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Scope
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.text import frontmatter
from knowledge.uploads.registry import Upload, UploadRegistry
from knowledge.uploads.text_copy import rendition


class UploadListing:
    """The uploads of one tenant in its three tiers. Each method may be called again at any time."""

    def __init__(self, files: Files, register: UploadRegistry) -> None:
        self._files, self._register = files, register

    def has(self, upload: Upload) -> bool:
        """Whether the rendition is of the upload's present content."""
        try:
            return self._is_of(upload, self._files.read(rendition_path(upload.file_path)).content)
        except NotFound:
            return False

    def render(self, upload: Upload, document: Document) -> None:
        """Writes the rendition, unless it is of the same content."""

        def change(before: str | None) -> str | None:
            return None if before and self._is_of(upload, before) else _rendered(upload, document)

        self._files.update(
            rendition_path(upload.file_path), change, by=ChangedBy.USER, summary=f"Uploaded {upload.file_name}"
        )

    def remove(self, upload: Upload) -> None:
        """Deletes the rendition, if there is one."""
        with suppress(NotFound):
            self._files.delete(
                rendition_path(upload.file_path), by=ChangedBy.USER, summary=f"No longer of {upload.file_name}"
            )

    def summarise(self, topic: str) -> None:
        """Makes the topic's summary and its line in the index follow its uploads."""
        if not self._register.of_topic(topic)[1]:
            self._forget(topic)
            return
        # Read within the change: whoever writes last has seen what others registered before.
        self._files.update(
            summary_path(topic),
            lambda before: self._summarised(topic, before),
            by=ChangedBy.SYSTEM,
            summary="Uploads changed",
        )
        if not self._files.listed_in(summary_path(topic)):
            self._files.update(
                paths.INDEX,
                lambda before: index.with_entry(before or "", _entry(topic)),
                by=ChangedBy.SYSTEM,
                summary=f"Uploads: {topic}",
            )

    def _summarised(self, topic: str, before: str | None) -> str | None:
        """The summary; None where it says so already: of many runs at once, one writes what the others find."""
        head = Header(_title(topic), "1.0.0", datetime.now(UTC).replace(microsecond=0))
        text = self._list(topic, summary.LIMIT - len(summary.render(head, "")))
        return None if before and summary.split(before)[1] == text else summary.render(head, text)

    def _list(self, topic: str, room: int) -> str:
        uploads, total = self._register.of_topic(topic)
        lines = [f"{total} uploaded files in assets/{topic}/, as text in {paths.RENDITIONS}{topic}/:"]
        room -= len(lines[0]) + 100
        for upload in uploads:
            line = f"- {' '.join((upload.title or upload.file_name).split())[:80]} ({upload.file_name[:60]})"
            room -= len(line) + 1
            if room < 0:
                break
            lines.append(line)
        more = total - len(lines) + 1
        return "\n".join([*lines, *([f"- and {more} more"] if more else [])]) + "\n"

    def _forget(self, topic: str) -> None:
        with suppress(NotFound):
            self._files.delete(summary_path(topic), by=ChangedBy.SYSTEM, summary="No uploads are left")
        for listed in self._files.listed_in(summary_path(topic)):
            self._files.update(
                listed.index_path,
                lambda before: index.without(before or "", summary_path(topic)),
                by=ChangedBy.SYSTEM,
                summary=f"No uploads are left: {topic}",
            )

    def _is_of(self, upload: Upload, content: str) -> bool:
        fields = frontmatter.fields(content)
        return fields.get("content_hash") == upload.content_hash and fields.get("tags") == list(upload.tags)


def rendition_path(asset: str) -> str:
    """Where the rendition of an asset belongs: under the same topic and name, or a hash where that is too long."""
    name = asset.partition("/")[2]
    wanted = f"{paths.RENDITIONS}{name}.md"
    if paths.is_allowed(wanted):
        return wanted
    return f"{paths.RENDITIONS}{sha256(name.encode()).hexdigest()}.md"


def summary_path(topic: str) -> str:
    """Where the summary of a topic's uploads belongs."""
    return paths.summary(Scope.USER, f"uploads {topic}")


def _rendered(upload: Upload, document: Document) -> str:
    fields = {"content_hash": upload.content_hash or "", "file_name": upload.file_name[:200]}
    return rendition(document, upload.file_path, datetime.now(UTC), tags=upload.tags, fields=fields)


def _entry(topic: str) -> IndexEntry:
    return IndexEntry(topic=_title(topic), description="Files that people uploaded", location=summary_path(topic))


def _title(topic: str) -> str:
    return f"Uploads: {topic}"
