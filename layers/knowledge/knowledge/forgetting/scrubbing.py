"""Removes the lines that mention something forgotten from files, their versions and their change summaries."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.files import bucket_sync, paths
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.ports.database import Database, Row
from knowledge.ports.object_store import Objects, StoredObject
from knowledge.text.statements import marks
from knowledge.text.strings import one_line

WHY = "Forgotten"
DISTINCT = 60  # characters that tell a text from others where it stands in a title, shortened
PASSAGE = "### "  # with which the heading of what somebody said begins
FEWEST = 8  # characters of a text that is looked for in others: less would be found everywhere


def needles(texts: Sequence[str]) -> list[str]:
    """What a line that holds one of the texts has of it, whole or shortened, on one line as files have them."""
    lines = [one_line(text).rstrip(".")[:DISTINCT] for text in texts]
    return list(dict.fromkeys(line for line in lines if len(line) >= FEWEST))


def _is_unlike_all(_: str) -> bool:
    return False


@dataclass(frozen=True)
class Scrubber:
    """Takes needles out of one tenant's files."""

    tenant_id: UUID
    objects: Objects
    database: Database

    def scrub(self, path: str, needles: Sequence[str], repeats: Callable[[str], bool] = _is_unlike_all) -> list[Row]:
        """Writes the file without its lines that hold one of the `needles` or repeat it, and erases its versions that
        do; how many.

        Where somebody writes meanwhile, what they wrote is kept but for such lines. A reason that tells it goes too.
        """
        lines = self._rewritten(path, lambda content: _without(content, needles, repeats), needles)
        holds = partial(_holds, repeats=repeats)
        return [{"kind": "lines", "removed": lines}, *self._erase_versions(path, needles, holds)]

    def count(self, path: str, is_left: Callable[[str], bool]) -> int:
        """How many lines of the file are as asked; 0 where there is none."""
        try:
            content = bucket_sync.text(self.objects.get(paths.key(str(self.tenant_id), path)))
        except NotFound:
            return 0
        return sum(map(is_left, content.splitlines()))

    def scrub_reasons(self, path: str, needles: Sequence[str]) -> list[Row]:
        """Leaves what the file says as it is; the versions whose reason tells one of the `needles` go."""
        self._rewritten(path, lambda content: content, needles)
        return self._erase_versions(path, needles, _tells)

    def _rewritten(self, path: str, change: Callable[[str | None], str | None], needles: Sequence[str]) -> int:
        """How many lines went; where the latest version's reason alone tells it, the same is written anew."""
        files = Files(self.tenant_id, self.objects, self.database)
        try:
            is_told = _tells(self.objects.get(files.key(path)), needles)
            person = files.person_mark(path) if is_told else ""
            update = files.update(path, change, by=ChangedBy.SYSTEM, summary=WHY, anew=is_told, person=person)
        except NotFound:  # it is deleted; its versions may be there
            return 0
        return (update.before or "").count("\n") - (change(update.before) or "").count("\n")

    def _erase_versions(
        self, path: str, needles: Sequence[str], holds: Callable[[StoredObject, Sequence[str]], bool]
    ) -> list[Row]:
        """Erases the earlier versions that hold one of the `needles`, in the bucket and then in the history."""
        try:
            versions = Files(self.tenant_id, self.objects, self.database).versions(path)
        except NotFound:
            return []
        key, erased = paths.key(str(self.tenant_id), path), list[str]()
        for version in versions:
            with suppress(NotFound):
                if not version.deleted and not version.latest:
                    stored = self.objects.get(key, version.object_version)
                    erased += [version.object_version] if holds(stored, needles) else []
        if not erased:
            return []
        self.objects.erase(key, erased)
        return self.database.call("erase_versions", tenant_id=self.tenant_id, file_path=path, objects=tuple(erased))


def _holds(stored: StoredObject, needles: Sequence[str], repeats: Callable[[str], bool]) -> bool:
    """Whether a line of the version has one of them or repeats it, or its reason has."""
    lines = stored.body.decode(errors="replace").splitlines()
    return _tells(stored, needles) or any(_has(line, needles) or repeats(line) for line in lines)


def _tells(stored: StoredObject, needles: Sequence[str]) -> bool:
    """Whether the reason that the version was written with has one of them."""
    reason = one_line(bucket_sync.reason(stored))
    return any(needle in reason for needle in needles)


def _without(content: str | None, needles: Sequence[str], repeats: Callable[[str], bool]) -> str | None:
    """The content without the lines that hold one of the `needles` or repeat it; None where there is none.

    A line that only tells where something was said later loses that alone; a heading that says who speaks goes with all
    that stands below it.
    """
    if content is None:
        return None
    sections: list[list[str]] = [[]]
    for line in content.splitlines(keepends=True):
        if line.startswith("#"):
            sections.append([])
        sections[-1].append(line)
    return "".join(line for section in sections for line in _left(section, needles, repeats))


def _left(section: Sequence[str], needles: Sequence[str], repeats: Callable[[str], bool]) -> list[str]:
    """The lines of a section that stay; none where nothing is below the heading of a passage any more."""
    lines = [line if not _has(line, needles) else marks.unpointed(line) for line in section]
    left = [line for line in lines if not _has(line, needles) and not repeats(line)]
    heading = section[:1]
    is_emptied = list(filter(str.strip, left)) == heading != list(filter(str.strip, section))
    return [] if is_emptied and heading[0].startswith(PASSAGE) else left


def _has(line: str, needles: Sequence[str]) -> bool:
    return any(needle in line for needle in needles)
