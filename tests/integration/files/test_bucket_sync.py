"""What people do in the bucket: an edit, a deletion undone, a version removed becomes a version by a person."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from knowledge.errors import NotFound
from knowledge.files import paths
from knowledge.files.bucket_sync import WriteMetadata
from knowledge.files.semver import Bump
from knowledge.ports.object_store import S3Objects

from tests.integration.files.test_storage import AGENT, PATH, USER, history, write


def test_people_edit_the_bucket_while_agents_write(files, in_bucket):
    """Every object that was ever there is a version, by the one who wrote it."""

    def edit(number: int) -> None:
        if number % 3:
            files.update(PATH, lambda text: f"{text or ''}{number}\n", by=AGENT, summary="add")
        else:
            in_bucket(f"person {number}\n")

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(edit, range(24)))
    files.reconcile(PATH)
    by = [who for _, who in history(files)]
    assert (by.count(USER), by.count(AGENT)) == (8, 16)


def test_an_edit_in_the_bucket_is_a_version_by_a_person(files, in_bucket):
    """New, changed, again changed and deleted: each is recorded once, in order, with the step that it is."""
    in_bucket("# A\n")
    assert [v.version for v in files.reconcile(PATH)] == ["1.0.0"]
    in_bucket("# A\none\n")
    in_bucket("# B\none\n")
    assert files.reconcile(PATH)[0].change_summary == "Changed in the bucket"
    assert files.reconcile(PATH) == []
    assert history(files) == [("1.0.0", USER), ("1.1.0", USER), ("2.0.0", USER)]
    assert [entry.version for entry in files.list()] == ["2.0.0"]


def test_a_line_of_the_index_is_its_persons_whoever_wrote_after_it(files, objects, tenant):
    """Versions that are caught up with at once are noted one by one, each with the lines that are new in it."""
    key, line = paths.key(str(tenant.tenant_id), paths.INDEX), "Tea | By hand | 2-summaries/shops/tea.md\n"
    persons = objects.put(key, line.encode(), content_type="text/markdown", if_match=None)
    write = WriteMetadata(replaces=persons.version_id, changed_by=AGENT, summary="more", bump=Bump.MINOR)
    more = f"{line}Rye | By an agent | 2-summaries/shops/rye.md\n".encode()
    objects.put(key, more, content_type="text/markdown", if_match=persons.etag, metadata=write.metadata())
    assert [version.changed_by for version in files.reconcile(paths.INDEX)] == [USER, AGENT]
    listed = {name: files.listed_in(f"2-summaries/shops/{name}.md") for name in ("tea", "rye")}
    assert {name: [row.by_hand for row in rows] for name, rows in listed.items()} == {"tea": [True], "rye": [False]}


def test_an_edit_in_the_bucket_is_seen_before_its_event(files, in_bucket):
    """Whoever reads or writes first records it; nobody's text is lost."""
    in_bucket("a\n")
    assert (files.read(PATH).version, files.read(PATH).changed_by) == ("1.0.0", USER)
    in_bucket("a\nb\n")
    files.update(PATH, lambda text: f"{text}c\n", by=AGENT, summary="c")
    in_bucket("d\n")
    assert files.delete(PATH, by=USER, summary="gone").version == "2.0.0"
    assert history(files) == [("1.0.0", USER), ("1.1.0", USER), ("1.2.0", AGENT), ("1.2.1", USER), ("2.0.0", USER)]
    assert files.read(PATH, "1.2.0").content == "a\nb\nc\n"


def test_metadata_that_was_copied_along_does_not_make_an_agent(files, objects, tenant):
    """A person who copies an old version over the file with S3's own tools is its author."""
    first = write(files, "a")
    write(files, "b")
    key = paths.key(str(tenant.tenant_id), PATH)
    old = {"Bucket": objects._bucket, "Key": key, "VersionId": files.versions(PATH)[1].object_version}
    objects._client.copy_object(Bucket=objects._bucket, Key=key, CopySource=old)
    files.reconcile(PATH)
    assert history(files)[-1] == ("1.0.2", USER)
    assert files.read(PATH).content == first.content


def remove(objects: S3Objects, tenant, version: str) -> None:
    """Removes a version, or a deletion, from the bucket for good."""
    key = paths.key(str(tenant.tenant_id), PATH)
    objects._client.delete_object(Bucket=objects._bucket, Key=key, VersionId=version)


def test_a_deletion_undone_in_the_bucket_is_a_version(files, objects, tenant):
    """Removing the delete marker, S3's way to undelete, brings the file back by a person."""
    write(files, "a")
    files.delete(PATH, by=AGENT, summary="gone")
    remove(objects, tenant, files.versions(PATH)[0].object_version)
    assert files.read(PATH).content == "a"
    assert [who for _, who in history(files)] == [AGENT, AGENT, USER]


def test_a_version_removed_from_the_bucket_is_followed(files, objects, tenant):
    """The one before it is current again, as a new version; with none left the file is deleted, and may come back."""
    write(files, "a")
    write(files, "b")
    remove(objects, tenant, files.versions(PATH)[0].object_version)
    assert files.read(PATH).content == "a"
    assert (files.versions(PATH)[0].version, files.versions(PATH)[0].changed_by) == ("2.0.0", USER)
    for version in files.versions(PATH):
        remove(objects, tenant, version.object_version)
    with pytest.raises(NotFound):
        files.read(PATH)
    assert files.versions(PATH)[0].deleted and files.reconcile(PATH) == []
    assert list(files.list()) == []
    assert write(files, "c").version == "4.0.0"
