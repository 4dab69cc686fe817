"""Checks of an office file, a ZIP archive of XML, before any library reads it."""

import io
import zipfile

from knowledge import errors
from knowledge.documents.limits import MAX_UNPACKED_BYTES


def check(content: bytes) -> None:
    """Refuses archives that unpack to too much, and document type definitions, by `Invalid`.

    These are what entity bombs are made of, and the format forbids them (ECMA-376 part 2, §8.2.5).
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > MAX_UNPACKED_BYTES:
            raise errors.Invalid(
                f"The document unpacks to {unpacked / 2**20:,.0f} MB, the limit is "
                f"{MAX_UNPACKED_BYTES // 2**20} MB; "
                "remove large images and save it again."
            )
        for member in archive.infolist():
            if member.filename.endswith((".xml", ".rels")) and _has_doctype(archive.read(member)):
                raise errors.Invalid(
                    "The document declares XML entities, which office programs never do; save it again in one."
                )


def _has_doctype(part: bytes) -> bool:
    """In UTF-16 each letter has a zero byte beside it."""
    return b"<!DOCTYPE" in part.replace(b"\0", b"")
