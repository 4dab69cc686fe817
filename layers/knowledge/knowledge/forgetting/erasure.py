"""Erases single files and assets for good: the versions in the bucket, then the rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from knowledge.files import paths
from knowledge.forgetting.manifest import Manifest
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects
from knowledge.ports.tenant_calls import TenantCalls

ROUNDS = 5  # in which what others write meanwhile is forgotten as well


@dataclass(frozen=True)
class Erasure(TenantCalls):
    """The files of one tenant. Each method counts in the manifest what goes."""

    tenant_id: UUID
    objects: Objects
    database: Database

    def erase_objects(self, path: str, manifest: Manifest) -> bool:
        """Whether there was any version; nobody records or indexes one from now on, also who is about to."""
        key = paths.key(str(self.tenant_id), path)
        self.expect(path, manifest)
        if versions := self.objects.version_ids(key):
            self._call("note_erased", file_path=path, objects=tuple(versions))
            manifest.add("object versions", self.objects.erase(key, versions))
        return bool(versions)

    def expect(self, path: str, manifest: Manifest) -> None:
        """Notes the rows of it that are there."""
        manifest.expect(path, self._call("count_file", file_path=path))

    def erase_rows(self, path: str, manifest: Manifest) -> None:
        """And with them what somebody wrote meanwhile: whoever writes on after that begins anew."""
        for _ in range(ROUNDS):
            manifest.count(self._call("erase_file", file_path=path))
            if not self.erase_objects(path, manifest):
                return

    def take_back(self, path: str, made_of_it: Iterable[str]) -> None:
        """Erases what was made of a file while it was forgotten: what was there has no version in the bucket any more.

        Who made it asks for this when it is written; who forgets the file looks for it when the versions are gone. So
        one of the two sees what the other did.
        """
        manifest = Manifest(kind="file", subject=path)
        is_forgotten = not self.count_versions([path])
        for derived in made_of_it if is_forgotten else ():
            self.erase_objects(derived, manifest)
            self.erase_rows(derived, manifest)

    def count_versions(self, file_paths: Iterable[str]) -> int:
        """How many versions of these the bucket has."""
        return sum(len(self.objects.version_ids(paths.key(str(self.tenant_id), path))) for path in file_paths)
