"""Exports a tenant into an archive."""

import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from knowledge.files import paths
from knowledge.ports.database import Database
from knowledge.ports.object_store import Objects

from kloop.archive.contents import DIGESTS, FORMAT, OBJECTS, ROWS, TENANT, Digest, pages, tables


def save(database: Database, objects: Objects, tenant_id: UUID, target: Path) -> dict[str, Any]:
    """Writes the archive, readable by its owner only, and gives the digest of each table.

    What somebody writes meanwhile may be in it or not; for an exact copy nobody does. The file is there whole or not
    at all.
    """
    partial = target.with_name(f"{target.name}.partial")
    partial.touch(mode=0o600)
    by_table: dict[str, Any] = {}
    with tarfile.open(partial, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        _add(archive, TENANT, json.dumps({"format": FORMAT, "tenant_id": str(tenant_id)}).encode())
        for table in tables(database, tenant_id):
            digest = Digest()
            for number, page in enumerate(pages(database, tenant_id, table)):
                lines = "".join(f"{json.dumps(row)}\n" for row in page)
                _add(archive, f"{ROWS}{table}/{number:06}.jsonl", lines.encode())
                digest.add(page)
            by_table[table] = digest.value()
        for number, (headers, body) in enumerate(_versions(objects, tenant_id)):
            _add(archive, f"{OBJECTS}{number:08}", body, headers)
        _add(archive, DIGESTS, json.dumps(by_table).encode())
    partial.replace(target)
    return by_table


def _versions(objects: Objects, tenant_id: UUID) -> Iterator[tuple[dict[str, str], bytes]]:
    """Every version and deletion of every object of the tenant, the oldest of each first."""
    for key in objects.keys(paths.prefix(str(tenant_id))):
        path = key.partition("/")[2]
        for revision in reversed([*objects.versions(key)]):
            headers = {"path": path, "version": revision.version_id}
            if revision.deleted:
                yield headers | {"deleted": "1"}, b""
            else:
                stored = objects.get(key, revision.version_id)
                headers |= {"etag": stored.etag, "content-type": stored.content_type}
                yield headers | {"metadata": json.dumps(dict(stored.metadata))}, stored.body


def _add(archive: tarfile.TarFile, name: str, body: bytes, headers: dict[str, str] | None = None) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(body), 0o600
    member.pax_headers = {f"KNOWLEDGE.{field}": value for field, value in (headers or {}).items()}
    archive.addfile(member, io.BytesIO(body))
