"""Files that mention what is forgotten: without those lines, and without the versions that had them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database, Row
from knowledge.ports.object_store import Objects
from knowledge.text.strings import one_line

WHY = "Forgotten"
DISTINCT = 60  # characters that tell a text from others where it stands in a title, shortened
FEWEST = 8  # characters of a text that is looked for in others: less would be found everywhere


def needles(texts: Sequence[str]) -> list[str]:
    """What a line that holds one of the texts has of it, whole or shortened, on one line as files have them."""
    lines = [one_line(text).rstrip(".")[:DISTINCT] for text in texts]
    return list(dict.fromkeys(line for line in lines if len(line) >= FEWEST))


@dataclass(frozen=True)
class Scrubber:
    """Takes needles out of one tenant's files."""

    tenant_id: UUID
    objects: Objects
    database: Database

    def scrub(self, path: str, needles: Sequence[str]) -> list[Row]:
        """Writes the file without its lines that hold one of the `needles`, and erases its versions that do; how many.

        Where somebody writes meanwhile, what they wrote is kept but for such lines.
        """
        files = Files(self.tenant_id, self.objects, self.database)
        removed: list[int] = [0]  # of the last attempt, the one that was written

        def change(content: str | None) -> str | None:
            kept = _without(content, needles)
            removed[0] = 0 if kept is None else (content or "").count("\n") - kept.count("\n")
            return kept

        try:
            files.update(path, change, by=ChangedBy.SYSTEM, summary=WHY)
            kept = files.versions(path)
        except NotFound:
            return []
        # The latest was written without, just now.
        old = [version.object_version for version in kept[1:] if not version.deleted]
        return [{"kind": "lines", "removed": removed[0]}, *self._erase_versions(path, old, needles)]

    def _erase_versions(self, path: str, versions: Sequence[str], needles: Sequence[str]) -> list[Row]:
        """Erases those of the versions that hold one of the `needles`, in the bucket and then in the history."""
        key = paths.key(str(self.tenant_id), path)
        erased = [version for version in versions if self._holds(key, version, needles)]
        if not erased:
            return []
        self.objects.erase(key, erased)
        return self.database.call("erase_versions", tenant_id=self.tenant_id, file_path=path, objects=tuple(erased))

    def _holds(self, key: str, version: str, needles: Sequence[str]) -> bool:
        try:
            body = self.objects.get(key, version).body.decode(errors="replace")
        except NotFound:
            return False
        return any(needle in line for line in body.splitlines() for needle in needles)


def _without(content: str | None, needles: Sequence[str]) -> str | None:
    """The content without the lines that hold one of the `needles`; None, which leaves it as it is, where none does."""
    lines = (content or "").splitlines(keepends=True)
    kept = [line for line in lines if not any(needle in line for needle in needles)]
    return "".join(kept) if len(kept) < len(lines) else None
