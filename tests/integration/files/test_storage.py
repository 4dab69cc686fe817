"""Files in S3 with their history in Postgres: whoever writes, whatever breaks, every version is there."""

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import count

import pytest
from knowledge.errors import Conflict, Invalid, NotFound, PreconditionFailed, Unavailable
from knowledge.files import index_lines, paths
from knowledge.files.file import ANY, EXISTING
from knowledge.files.formats import summary
from knowledge.files.formats.summary import Header
from knowledge.files.repository import Files
from knowledge.files.semver import Bump, ChangedBy
from knowledge.files.splitting.enforce import enforce

from tests.conftest import ONE_ADAPTER, SOME_FAIL, more_in_soak
from tests.support.storage import Counted

PATH = "2-summaries/product/pricing.md"
AGENT, USER, SYSTEM = ChangedBy.AGENT, ChangedBy.USER, ChangedBy.SYSTEM


def write(files: Files, content: str, path: str = PATH, **options):
    """Writes as an agent."""
    return files.write(path, content, by=AGENT, summary="edit", **options)


def history(files: Files, path: str = PATH) -> list[tuple[str, str]]:
    """The versions, oldest first, with who made them: `[("1.0.0", "agent")]`; complete, chained and true."""
    versions = list(files.versions(path))[::-1]
    assert [v.previous_content_hash for v in versions] == [None, *(v.new_content_hash for v in versions[:-1])]
    assert [v.latest for v in versions] == [False] * (len(versions) - 1) + [True]
    for version in versions:
        if not version.deleted:
            content = files.read(path, version.version).content
            assert hashlib.sha256(content.encode()).hexdigest() == version.new_content_hash
    if versions[-1].deleted:
        with pytest.raises(NotFound):
            files.read(path)
    else:
        assert files.read(path).content == files.read(path, versions[-1].version).content
    return [(v.version, v.changed_by) for v in versions]


def test_what_is_written_is_read_back_with_its_version(files):
    """The first version is 1.0.0; more lines are a minor, other words a patch, other headings a major step."""
    steps = [
        ("# A\none\n", "1.0.0"),
        ("# A\none\ntwo\n", "1.1.0"),
        ("# A\none\n2\n", "1.1.1"),
        ("# B\none\n2\n", "2.0.0"),
    ]
    for content, version in steps:
        written = write(files, content)
        assert (written.content, written.version) == (content, version)
        assert files.read(PATH) == written
    assert [files.read(PATH, version).content for _, version in steps] == [content for content, _ in steps]
    assert write(files, "# B\none\n3\n", bump=Bump.MAJOR).version == "3.0.0"
    assert history(files) == [(version, AGENT) for _, version in steps] + [("3.0.0", AGENT)]


def test_a_condition_that_does_not_hold_writes_nothing(files):
    """None: there must be no file; EXISTING: there must be one; an ETag: it must be that one; ANY: whatever."""
    with pytest.raises(PreconditionFailed):
        write(files, "a", if_match=EXISTING)
    with pytest.raises(PreconditionFailed):
        write(files, "a", if_match='"etag"')
    first = write(files, "a", if_match=None)
    with pytest.raises(PreconditionFailed):
        write(files, "b", if_match=None)
    second = write(files, "b", if_match=first.etag)
    with pytest.raises(PreconditionFailed):
        write(files, "c", if_match=first.etag)
    with pytest.raises(PreconditionFailed):
        files.delete(PATH, by=AGENT, summary="", if_match=first.etag)
    write(files, "c", if_match=EXISTING)
    write(files, "d", if_match=ANY)
    assert files.read(PATH, second.version).content == "b"
    assert len(history(files)) == 4


def test_the_same_content_is_no_new_version(files):
    """Neither a write nor an update makes one that says what is there."""
    first = write(files, "a")
    assert write(files, "a") == first
    assert write(files, "a", if_match=None) == first
    for change in (lambda text: text, lambda text: None):
        assert files.update(PATH, change, by=AGENT, summary="").file == first
    assert history(files) == [("1.0.0", AGENT)]


def test_an_update_tells_what_was_there_and_whether_it_wrote(files):
    """Also of a file that it made, and of one that it was to write anew."""
    assert files.update(PATH, lambda _: "a", by=AGENT, summary="").before is None
    more = files.update(PATH, lambda text: f"{text}b", by=AGENT, summary="")
    assert (more.before, more.file.content, more.is_written) == ("a", "ab", True)
    assert not files.update(PATH, lambda text: text, by=AGENT, summary="").is_written
    assert files.update(PATH, lambda text: text, by=AGENT, summary="", anew=True).is_written


def test_an_update_stamps_the_header(files):
    """A file that carries its version and time carries the new ones after an update; a write stays as it was sent."""
    sent = summary.render(Header("Pricing", "9.9.9", datetime(2026, 2, 3, tzinfo=UTC)), "Text")
    assert write(files, sent).content == sent
    updated = files.update(PATH, lambda text: f"{text}\nmore\n", by=AGENT, summary="more").file
    header = summary.header(updated.content)
    assert header is not None
    assert (updated.version, header.version, header.title) == ("1.1.0", "1.1.0", "Pricing")
    assert abs((header.updated - updated.updated).total_seconds()) < 60


def test_a_summary_is_brief_and_may_have_any_characters(files):
    """150 of them, of four bytes each, fit into the object's metadata; what nobody can store is replaced."""
    for content, why in (("a", "😀" * 200), ("b", "\ud800\0\n|")):
        files.write(PATH, content, by=AGENT, summary=why)
    assert [v.change_summary for v in files.versions(PATH)] == ["? \n|", "😀" * 150]


def test_what_is_no_utf8_is_kept_as_it_can_be(files, in_bucket, objects, tenant):
    """A lone surrogate becomes a question mark; bytes that are no UTF-8 are shown as such and stay in the bucket."""
    assert write(files, "a\ud800").content == "a?"
    key = paths.key(str(tenant.tenant_id), PATH)
    objects._client.put_object(Bucket=objects._bucket, Key=key, Body=b"caf\xe9")
    assert files.read(PATH).content == "caf\ufffd"
    files.write(PATH, "coffee", by=USER, summary="as it was meant")
    assert objects.get(key, files.versions(PATH)[1].object_version).body == b"caf\xe9"


@ONE_ADAPTER
@more_in_soak("many", 20, 50)
def test_many_editors_at_once(files, many):
    """Every edit is in the file once or refused as a conflict, and every one that is has its version."""

    def add(number: int) -> None:
        files.update(PATH, lambda text: f"{text or ''}{number}\n", by=AGENT, summary=f"add {number}")

    with ThreadPoolExecutor(many) as pool:
        outcomes = [future.exception() for future in [pool.submit(add, number) for number in range(many)]]
    assert {type(error) for error in outcomes} <= {Conflict, type(None)}
    succeeded = [number for number, error in enumerate(outcomes) if error is None]
    assert sorted(map(int, files.read(PATH).content.split())) == succeeded
    assert len(history(files)) == len(succeeded) > 0
    assert sorted(v.change_summary for v in files.versions(PATH)) == sorted(f"add {number}" for number in succeeded)


def test_fifty_clients_with_one_etag(files):
    """Of fifty that replace the same version one succeeds; the others are told."""
    etag = write(files, "a").etag

    def replace(number: int) -> None:
        files.write(PATH, f"{number}", by=AGENT, summary="", if_match=etag)

    with ThreadPoolExecutor(50) as pool:
        outcomes = [future.exception() for future in [pool.submit(replace, number) for number in range(50)]]
    assert sorted(type(error).__name__ for error in outcomes) == ["NoneType"] + ["PreconditionFailed"] * 49
    assert len(history(files)) == 2


@pytest.mark.parametrize("path", ["assets/a/b.csv", "sessions/run.jsonl", "2-summaries/../x.md", "x.md", ""])
def test_only_the_three_tiers_are_files(files, path):
    """Any other path is refused by every method before anything is asked."""
    for refused in (
        lambda: files.read(path),
        lambda: files.read(path, "1.0.0"),
        lambda: write(files, "a", path),
        lambda: files.update(path, str, by=AGENT, summary=""),
        lambda: files.delete(path, by=AGENT, summary=""),
        lambda: files.versions(path),
        lambda: files.diff(path, "1.0.0", "1.0.0"),
        lambda: files.restore(path, "1.0.0", by=AGENT),
        lambda: files.reconcile(path),
    ):
        with pytest.raises(Invalid):
            refused()


LONG = "".join(f"## Plan {n}\n\n{'Detail. ' * 150}\n\n" for n in range(2))


def deletes(files: Files, path: str) -> None:
    """Deletes the file; that it is gone is what a repetition finds."""
    try:
        files.delete(path, by=AGENT, summary="edit")
    except NotFound:
        files.reconcile(path)


# What is done, to a file with versions 1.0.0 and 1.0.1 by an agent, and what the next versions are then.
OPERATIONS = {
    "write": (lambda files, path: write(files, "c", path), [("1.0.2", AGENT)]),
    "write what was read": (lambda files, path: write(files, "c", path, if_match=files.read(path).etag), None),
    "update": (lambda files, path: files.update(path, lambda _: "c", by=AGENT, summary="edit"), [("1.0.2", AGENT)]),
    "delete": (deletes, [("2.0.0", AGENT)]),
    "restore": (lambda files, path: files.restore(path, "1.0.0", by=AGENT), [("1.0.2", AGENT)]),
    "create": (lambda files, path: write(files, "a", path.replace("/f", "/new"), if_match=None), []),
    "read": (lambda files, path: files.read(path), []),
    "list": (lambda files, path: list(files.list()), []),
}


@ONE_ADAPTER
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_failure_at_any_call_is_mended_by_the_repetition(tenant, objects, database, operation, after):
    """S3 or the database fails at the n-th call, before or after its effect, for all n: repeated, it is done once."""
    do, expected = OPERATIONS[operation]
    healthy = Files(tenant.tenant_id, objects, database)
    for number in count():
        path = f"2-summaries/product/f{number}.md"
        for content in ("a", "b"):
            write(healthy, content, path)
        calls: list[str] = []
        ports = [Counted(port, calls, number, after) for port in (objects, database)]
        try:
            do(Files(tenant.tenant_id, *ports), path)
        except Unavailable:
            do(healthy, path)
        assert history(healthy, path)[2:] == ([("1.0.2", AGENT)] if expected is None else expected)
        if operation == "create":
            assert history(healthy, path.replace("/f", "/new")) == [("1.0.0", AGENT)]
        if len(calls) <= number:
            return


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_failure_at_any_call_of_catching_up_is_mended(tenant, objects, database, in_bucket, after):
    """The history of edits in the bucket, and of one deletion, is the same wherever it was interrupted."""
    healthy = Files(tenant.tenant_id, objects, database)
    for number in count():
        path = f"2-summaries/product/f{number}.md"
        write(healthy, "a\n", path)
        in_bucket("a\nb\n", path)
        objects.delete(paths.key(str(tenant.tenant_id), path))
        in_bucket("c\n", path)
        calls: list[str] = []
        ports = [Counted(port, calls, number, after) for port in (objects, database)]
        try:
            Files(tenant.tenant_id, *ports).reconcile(path)
        except Unavailable:
            healthy.reconcile(path)
        assert history(healthy, path) == [("1.0.0", AGENT), ("1.1.0", USER), ("2.0.0", USER), ("3.0.0", USER)]
        if len(calls) <= number:
            return


def unnamed(text: str) -> str:
    """Without what makes the name of a part its own: each split of a file has others."""
    return re.sub(r"-[0-9a-f]{10}(?=\.md)", "", text)


@SOME_FAIL
@ONE_ADAPTER
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_failure_at_any_call_of_a_split_is_mended(tenant, objects, database, embedder, after, step):
    """Wherever a split is interrupted, all lines are there, and the repetition gives the same files."""
    healthy = Files(tenant.tenant_id, objects, database)
    expected: dict[str, str] = {}
    for number in count(0, step):
        for entry in list(healthy.list()):
            healthy.delete(entry.path, by=AGENT, summary="again")
        write(healthy, LONG)
        calls: list[str] = []
        ports = [Counted(port, calls, number, after) for port in (objects, database)]
        try:
            enforce(Files(tenant.tenant_id, *ports), PATH, embedder)
        except Unavailable:
            text = "".join(healthy.read(entry.path).content for entry in healthy.list("2-"))
            assert all(f"## Plan {n}\n" in text for n in range(2))
            for path in (PATH, paths.INDEX):  # the events of what was written
                enforce(healthy, path, embedder)
        written = {unnamed(entry.path): unnamed(healthy.read(entry.path).content) for entry in healthy.list("2-")}
        expected = expected or written
        assert written == expected
        if len(calls) <= number:
            return


def test_a_file_of_bytes_has_a_line_in_the_index(tenant, objects, files):
    """Whatever lies in the bucket: what Postgres does not take is replaced, and other writes go on."""
    path = "2-summaries/product/firmware.md"
    key = paths.key(str(tenant.tenant_id), path)
    objects.put(key, b"\x7fELF\x00\x01 loads at\x00 4000", content_type="text/markdown", if_match=None)
    index_lines.follow(files, [path], USER, "It is there.")
    assert path in files.read(paths.INDEX).content
    [listed] = files._store.history.listed(path)
    assert "\x00" not in listed.line
