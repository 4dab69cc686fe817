"""Files that appear in the bucket: whatever happens to their events, the same end."""

from hashlib import md5
from typing import Any

import pytest
from knowledge.chunks import reader

from tests.integration.uploads.conftest import MARKDOWN, created

DELETED = "Object Deleted"


def test_an_object_is_ingested_once(put, arrive, known):
    """However it came and however often it is told, an object under assets/ has its chunks, once."""
    key = put("assets/ops/deploy.md", MARKDOWN)
    assert arrive(created(key, "01"), created(key, "01")) == []
    once = known()
    assert [row[:2] for row in once["uploads"]] == [("assets/ops/deploy.md", "done")] and once["chunks"]
    assert arrive(created(key, "01")) == []
    assert known() == once


def test_replaced_and_deleted_in_the_bucket(put, arrive, known):
    """A replaced object's chunks are replaced, a deleted one's go, whatever order the events come in."""
    key = put("assets/ops/rule.txt", b"The gate closes at nine.")
    arrive(created(key, "01"))
    put("assets/ops/rule.txt", b"The gate closes at ten.")
    arrive(created(key, "02"), created(key, "01"))
    assert [row[2] for row in known()["chunks"]] == ["The gate closes at ten."]
    put("assets/ops/rule.txt", None)
    arrive(created(key, "03", DELETED), created(key, "02"))
    left = known()
    assert left["chunks"] == [] and left["files"] == [("1-index/index.md",)]
    assert [row[1] for row in left["uploads"]] == ["deleted"]


def test_events_whose_sequencers_are_all_the_same(put, arrive, known):
    """A store that does not number its events is followed all the same: another content, or none, is news."""
    for content in (b"The gate closes at nine.", b"The gate closes at ten."):
        key = put("assets/ops/rule.txt", content)
        arrive(created(key, "01", etag=md5(content).hexdigest()))
        assert [row[2] for row in known()["chunks"]] == [content.decode()]
    put("assets/ops/rule.txt", None)
    arrive(created(key, "01", DELETED))
    assert known()["chunks"] == [] and [row[1] for row in known()["uploads"]] == ["deleted"]


def test_a_copy_is_a_duplicate(objects, put, arrive, known, tenant):
    """An object copied within the bucket keeps its own reference and shares the chunks."""
    source = put("assets/a/deploy.md", MARKDOWN)
    arrive(created(source, "01"))
    target = f"{tenant.tenant_id}/assets/b/copy.md"
    objects._client.copy_object(
        Bucket=objects._bucket, Key=target, CopySource={"Bucket": objects._bucket, "Key": source}
    )
    assert arrive(created(target, "01")) == []
    state = known()
    assert [(row[0], row[1], row[3]) for row in state["uploads"]] == [
        ("assets/a/deploy.md", "done", None),
        ("assets/b/copy.md", "done", "assets/a/deploy.md"),
    ]
    assert {row[0] for row in state["chunks"]} == {"assets/a/deploy.md"}


@pytest.mark.parametrize(
    "key", ["{t}/assets/", "{t}/assets/folder/", "{t}/2-summaries/a/b.md", "other/assets/a/b.txt", "assets/a/b.txt"]
)
def test_what_is_no_asset_is_left_alone(put, arrive, stored, tenant, key):
    """Folder markers, other tiers and objects of no tenant are handled by doing nothing."""
    before = stored(tenant.tenant_id)
    assert arrive(created(key.replace("{t}", str(tenant.tenant_id)), "01")) == []
    assert stored(tenant.tenant_id) == before


def test_an_unknown_tenants_object_is_left_alone(arrive, all_stored):
    """The objects of a tenant that is gone make no message fail for ever."""
    before = all_stored()
    assert arrive(created("00000000-0000-0000-0000-00000000000f/assets/a/b.txt", "01")) == []
    assert all_stored() == before


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a/empty.txt", b"", "zero bytes"),
        ("a/odd#name.txt", b"text", "not allowed"),
        ("a/large.txt", b"x" * (10 * 2**20 + 1), "the limit is"),
    ],
    ids=["empty", "name", "large"],
)
def test_what_cannot_be_ingested_fails_with_its_reason(put, arrive, known, name, content, reason):
    """An object that cannot be read is a failed upload that says why; its message is done, and the next works."""
    assert arrive(created(put(f"assets/{name}", content), "01")) == []
    [(path, status, problem, *_)] = known()["uploads"]
    assert (path, status) == (f"assets/{name}", "failed") and reason in problem
    assert arrive(created(put("assets/a/fine.txt", b"All is well."), "01")) == []
    assert [row[1] for row in known()["uploads"] if row[0] == "assets/a/fine.txt"] == ["done"]


def test_a_failed_file_that_is_replaced_is_read(put, arrive, known):
    """A better version of a refused file clears the reason."""
    arrive(created(put("assets/a/file.txt", b""), "01"))
    arrive(created(put("assets/a/file.txt", b"Now there is text."), "02"))
    assert [(row[1], row[2]) for row in known()["uploads"]] == [("done", None)]


def test_a_batch_names_only_what_failed(put, arrive, known, monkeypatch):
    """One message that fails is delivered again; the others of its batch are done. Its reason is on the upload."""
    bad, good = put("assets/a/bad.txt", b"The bad one."), put("assets/a/good.txt", b"The good one.")
    parse, broken = reader.parse_content, RuntimeError("out of order")

    def failing(name: str, *args: Any, **options: Any) -> Any:
        if name == "bad.txt":
            raise broken
        return parse(name, *args, **options)

    monkeypatch.setattr(reader, "parse_content", failing)
    assert arrive(created(bad, "01"), created(good, "01")) == [created(bad, "01")]
    assert {row[0]: (row[1], row[2] and "RuntimeError" in row[2]) for row in known()["uploads"]} == {
        "assets/a/bad.txt": ("failed", True),
        "assets/a/good.txt": ("done", None),
    }
    monkeypatch.setattr(reader, "parse_content", parse)
    assert arrive(created(bad, "01")) == []
    assert {row[1] for row in known()["uploads"]} == {"done"}
