"""Files in S3 with their history in Postgres: whoever writes, whatever breaks, every version is there."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from knowledge.database import Database
from knowledge.errors import Conflict, Invalid, NotFound, PreconditionFailed
from knowledge.objects import MARKDOWN, S3Objects
from knowledge.tiers import paths
from knowledge.tiers.files import Files
from knowledge.tiers.versions import Bump, ChangedBy

from tests.conftest import Tenant

PATH = "2-summaries/product/pricing.md"


def assert_whole(files: Files, path: str = PATH) -> None:
    """The history has no gap, chains by hash, and ends with what the bucket holds."""
    versions = list(files.versions(path))[::-1]
    assert [v.previous_content_hash for v in versions] == [None, *(v.new_content_hash for v in versions[:-1])]
    assert len({v.version for v in versions}) == len({v.object_version for v in versions}) == len(versions)
    assert [v.latest for v in versions] == [False] * (len(versions) - 1) + [True]
    for version in versions:
        if not version.deleted:
            content = files.read(path, version.version).content
            assert hashlib.sha256(content.encode()).hexdigest() == version.new_content_hash
    if not versions[-1].deleted:
        assert files.read(path).version == versions[-1].version


def test_what_is_written_is_read_back_with_its_version(files: Files) -> None:
    """The first version is 1.0.0; more lines are a minor, other words a patch, other headings a major step."""
    steps = [
        ("# A\none\n", "1.0.0"),
        ("# A\none\ntwo\n", "1.1.0"),
        ("# A\none\n2\n", "1.1.1"),
        ("# B\none\n2\n", "2.0.0"),
    ]
    for content, version in steps:
        written = files.write(PATH, content, by=ChangedBy.AGENT, summary="edit")
        assert (written.content, written.version) == (content, version)
        assert files.read(PATH) == written
    assert [files.read(PATH, version).content for _, version in steps] == [content for content, _ in steps]
    assert_whole(files)


def test_fifty_editors_at_once(files: Files) -> None:
    """Every edit is in the file once, and every one has its version."""

    def add(number: int) -> None:
        files.update(PATH, lambda text: f"{text or ''}{number}\n", by=ChangedBy.AGENT, summary=f"add {number}")

    with ThreadPoolExecutor(50) as pool:
        outcomes = [future.exception() for future in [pool.submit(add, number) for number in range(50)]]
    refused = {number for number, error in enumerate(outcomes) if error}
    assert all(isinstance(error, Conflict) for error in outcomes if error)
    assert sorted(map(int, files.read(PATH).content.split())) == [n for n in range(50) if n not in refused]
    assert len(files.versions(PATH)) == 50 - len(refused)
    assert_whole(files)
