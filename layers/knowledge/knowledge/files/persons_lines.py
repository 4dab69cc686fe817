"""Which lines of a file are a person's own: those that a person brought there, and did not take from another page."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Self
from uuid import UUID

from knowledge.errors import NotFound
from knowledge.files import bucket_sync, paths
from knowledge.files.authority import Rank, lines_of, persons_version, ranks
from knowledge.files.paths import Tier
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain
from knowledge.files.version_history import History, Version
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects, StoredObject

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")  # which the service writes behind a statement, and hardly any person does


@dataclass(frozen=True)
class AttributedText:
    """A file's content, None where there is no file, and what of it is from a person.

    That are the lines of their own, those that they moved there from another summary, and whether any ever wrote it.
    """

    content: str | None = None
    persons_lines: frozenset[str] = frozenset()
    moved_lines: frozenset[str] = frozenset()
    by_person: bool = False


class PersonsLines:
    """Compares what people wrote with what stood there before, as far as the bucket still has both.

    A version that is gone bears out nothing: without the one before, all that a person then wrote is theirs.
    """

    def __init__(self, tenant_id: UUID, objects: Objects, history: History) -> None:
        self._tenant, self._objects, self._history = str(tenant_id), objects, history

    @classmethod
    def over(cls, tenant_id: UUID, objects: Objects, database: Database) -> Self:
        """Those of a tenant's files."""
        return cls(tenant_id, objects, History(tenant_id, database))

    def of(self, path: str, content: str) -> AttributedText:
        """What of the content of a file that a person wrote is from a person."""
        brought = lines_of(content) & self._brought(path)
        dated = filter(_DAY.search, brought) if paths.tier(path) is Tier.SUMMARY else ()
        moved = self._moved(frozenset(dated))
        return AttributedText(content, brought - moved, moved, by_person=True)

    def ranks(self, path: str, stored: StoredObject, clean: Callable[[str], str]) -> Callable[[str], Rank]:
        """Tells whose word a passage of a version is, as `authority.ranks`; lines are made by `clean` what it has."""
        own = self._of_version(path, stored)
        if not own:
            return ranks(path, stored, own)
        text = bucket_sync.text(stored)
        left, links = self._lines(path, persons_version(stored) or ""), chain.links(path, text)
        own, left, others = (lines_of(clean("\n".join(lines))) for lines in (own, left, lines_of(text) - own))
        return ranks(path, stored, own, left, others, links)

    def _of_version(self, path: str, stored: StoredObject) -> frozenset[str] | None:
        """A person's own lines of a version; None of an asset, or where the history has no such version."""
        if persons_version(stored) is None:
            return frozenset()
        if paths.tier(path) is Tier.ASSET or not self._history.of_object(path, stored.version_id or ""):
            return None
        return self.of(path, bucket_sync.text(stored)).persons_lines

    def _brought(self, path: str) -> frozenset[str]:
        """The lines that people brought to the file, and to what it was split off."""
        versions = list(self._history.versions(path))
        edits = frozenset[str]().union(*(self._added(path, *edit) for edit in _persons_edits(versions)))
        return edits.union(*(self._brought_before(path, version) for version in versions if version.split_off))

    def _brought_before(self, path: str, part: Version) -> frozenset[str]:
        """Those of the file that the part was split off; where its path is too long to be noted, all of the part."""
        origin = part.split_off or ""
        return self._brought(origin) if paths.is_allowed(origin) else self._lines(path, part.object_version)

    def _added(self, path: str, before: Version | None, after: Version) -> frozenset[str]:
        now = self._lines(path, after.object_version)
        added = now - self._lines(path, before.object_version) if before else now
        # A description of which a person took something out is no one else's to write anew.
        return now if not added and paths.tier(path) is Tier.DESCRIPTION else added

    def _moved(self, lines: frozenset[str]) -> frozenset[str]:
        """Those of the lines that stood in a summary which a person changed, and that no person had brought there."""
        moved = frozenset[str]()
        for path, object_version in self._history.edited_by_persons(f"{Tier.SUMMARY}/") if lines else ():
            there = (self._lines(path, object_version) & lines) - moved
            moved |= there - self._brought(path) if there else there
        return moved

    def _lines(self, path: str, object_version: str) -> frozenset[str]:
        return _lines_of_version(self._objects, paths.key(self._tenant, path), object_version)


def _persons_edits(versions: Sequence[Version]) -> Iterator[tuple[Version | None, Version]]:
    """Of versions, newest first, what people made of what stood before: the last of theirs in a row counts."""
    written = [version for version in versions if not version.deleted]
    runs = [list(run) for _, run in groupby(written, lambda version: version.changed_by is ChangedBy.USER)]
    for run, earlier in pairwise([*runs, []]):
        if run[0].changed_by is ChangedBy.USER:
            yield next(iter(earlier), None), run[0]


@lru_cache(maxsize=256)
def _lines_of_version(objects: Objects, key: str, object_version: str) -> frozenset[str]:
    """The lines of a version, which never changes: a warm process reads it once."""
    try:
        return lines_of(bucket_sync.text(objects.get(key, object_version)))
    except NotFound:
        return frozenset()
