"""Makes edits of a tenant's files that each count once, however often they are made."""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from uuid import UUID

from pydantic import BaseModel

from knowledge.errors import Conflict, Invalid, NotFound
from knowledge.files import index_lines, paths
from knowledge.files.edits import Bullets, FileEdit
from knowledge.files.paths import Tier
from knowledge.files.persons_lines import AttributedText
from knowledge.files.project_view import ProjectView
from knowledge.files.repository import SECONDS, Files
from knowledge.files.semver import ChangedBy
from knowledge.files.version_history import MAX_SUMMARY
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects

PATIENCE = 1.0  # seconds for a line in a list of the latest


# The summaries of events' and runs' changes, by which they are known to be made.
_OWN = re.compile(r"(?:conversation|integration|research|code change|Run) [0-9a-f]{6,}[:,]")


def callers_summary(summary: str) -> str:
    """A change's summary as whoever made it states it, which stands for no event's or run's change."""
    return f'"{summary}"' if _OWN.match(summary) else summary


class FileChange(BaseModel):
    """A file that was written, and the version that this made."""

    path: str
    version: str


class EditRunner:
    """Makes edits to a tenant's files. The history tells which are made already, also where a file was split since.

    Those of a `project` name its files as it does, and find no others; answers have the paths that they stand at.
    """

    def __init__(self, tenant_id: UUID, objects: Objects, database: Database, project: str | None) -> None:
        self._files, self._view = Files(tenant_id, objects, database), ProjectView(project)
        self._tenant_id = tenant_id
        self._database = database

    def apply(self, edits: Sequence[FileEdit], by: ChangedBy, summary: str) -> list[FileChange]:
        """Makes each edit once in the name of `summary`, which names the change and no other.

        The same edits again, after a crash or at once, make no new versions and get the same answer; those that
        changed nothing, because their files said it already, are not in it. The index's lines follow the files. Raises
        as `Files.update`.
        """
        why = summary[:MAX_SUMMARY]
        made = [self._made(self._view.path(edit.path), why) or self._make(edit, by, why) for edit in edits]
        touched = {change.path: change for change in made if change}
        index = self._view.path(paths.INDEX)
        return [*self._listed(list(touched), why), *(touched[path] for path in touched if path != index)]

    def _listed(self, touched: Sequence[str], why: str) -> list[FileChange]:
        """The index files that say something else now; where many fight for one, the file's event does it later."""
        written: list[str] = []
        with suppress(Conflict):
            written = index_lines.follow(self._files, touched, ChangedBy.SYSTEM, why)
        changes = [self._made(path, why) for path in dict.fromkeys([*written, self._view.path(paths.INDEX)])]
        return [change for change in changes if change]

    def attributed(self, path: str) -> AttributedText:
        """What the file says, and what of it a person; nothing where the path is none: people write indexes too."""
        try:
            file = self._files.attributed(self._view.path(path))
        except (Invalid, NotFound):
            return AttributedText()
        content = file.content and self._view.inward(path, file.content)
        own, moved = (self._inward(path, lines) for lines in (file.persons_lines, file.moved_lines))
        return AttributedText(content, own, moved, file.by_person)

    def _inward(self, path: str, lines: frozenset[str]) -> frozenset[str]:
        return frozenset(self._view.inward(path, line) for line in lines)

    def category_of(self, topic: str) -> str | None:
        """The category in which the topic has its summary; None where it has none."""
        below = self._view.path(f"{Tier.SUMMARY}/")
        rows = self._database.call("find_topic", tenant_id=self._tenant_id, topic=topic, below=below)
        return paths.topic(rows[0]["path"]) if rows else None

    def settled_category(self, topic: str, proposed: str) -> str:
        """The category in which the topic has its summary, or is to have it: of events at once all get the same."""
        below = self._view.path(f"{Tier.SUMMARY}/")
        asked = {"tenant_id": self._tenant_id, "topic": topic, "proposed": proposed, "below": below}
        [row] = self._database.call("settle_topic", **asked)
        return str(row["category"])

    def _make(self, edit: FileEdit, by: ChangedBy, why: str) -> FileChange | None:
        """The change as it is recorded; one that others made meanwhile is looked up where this run wrote nothing."""
        path = self._view.path(edit.path)

        def change(content: str | None, persons_lines: frozenset[str]) -> str | None:
            before = content and self._view.inward(edit.path, content)
            after = edit.after(before, self._inward(edit.path, persons_lines))
            return after and self._view.outward(edit.path, after)

        try:
            seconds = PATIENCE if _is_digest(edit) else SECONDS
            update = self._files.add(path, change, by=by, summary=why, seconds=seconds)
            if update.is_written:
                return FileChange(path=path, version=update.file.version)
        except NotFound:  # nothing to write into a file that is not there
            return None
        except Conflict:
            # Many runs at once fight for the list of the latest: its line may be missed, what it leads to is written.
            if not _is_digest(edit):
                raise
        return self._made(path, why)

    def _made(self, path: str, why: str) -> FileChange | None:
        rows = self._database.call("find_change", tenant_id=self._tenant_id, file_path=path, summary=why)
        return FileChange(path=path, version=rows[0]["version"]) if rows else None


class Snapshot:
    """A tenant's files as one plan finds them: each is read once, however many of its statements ask for it."""

    def __init__(self, editor: EditRunner) -> None:
        self._seen, self.category_of = cache(editor.attributed), cache(editor.category_of)
        self.settled_category = cache(editor.settled_category)

    def text(self, path: str) -> str | None:
        """The file's content; None where there is no such file."""
        return self._seen(path).content

    def persons_lines(self, path: str) -> frozenset[str]:
        """The lines of it that are a person's own."""
        return self._seen(path).persons_lines

    def moved_lines(self, path: str) -> frozenset[str]:
        """The lines of it that a person moved there from another page."""
        return self._seen(path).moved_lines

    def is_by_person(self, path: str) -> bool:
        """Whether a person ever wrote it."""
        return self._seen(path).by_person


def _is_digest(edit: FileEdit) -> bool:
    return isinstance(edit, Bullets) and edit.latest is not None
