"""size-enforcer: whatever is over its limit ends within it, nothing is lost, and then there is peace."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from runpy import run_path

import pytest
from cloudevents.http import CloudEvent
from knowledge.files import paths, splitting
from knowledge.files.formats import index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain
from knowledge.ports.object_store import MARKDOWN, S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.size_enforcer import Enforcer

from tests.conftest import ROOT

SUMMARY = "2-summaries/product/pricing.md"
DESCRIPTION = "3-descriptions/product/pricing/plans.md"
WHEN = datetime(2026, 2, 3, 10, 30, tzinfo=UTC)
LONG_SUMMARY = summary.render(
    Header("Pricing", "1.0.0", WHEN), "".join(f"## Plan {n}\n\n{'Detail. ' * 120}\n\n" for n in range(5))
)
LONG_DESCRIPTION = "".join(f"# Part {n}\n\n{'All of it. ' * 2000}\n\n" for n in range(6))
LONG_INDEX = index.joined(
    index.render(IndexEntry(topic=f"{theme} {n}", description=f"About {theme}", location=paths.summary(theme, str(n))))
    for n in range(30)
    for theme in ("billing", "hiring", "servers")
)
LONG = {SUMMARY: LONG_SUMMARY, DESCRIPTION: LONG_DESCRIPTION, paths.INDEX: LONG_INDEX, "1-index/x.md": "x\n" * 51}


@pytest.fixture
def enforcer(objects, database, embedder) -> Enforcer:
    """The use case over the test's own bucket and database."""
    return Enforcer(objects, database, embedder)


def uploaded(objects: S3Objects, tenant, path: str, content: str) -> ObjectEvent:
    """Puts a file into the bucket as a person would, and returns the event that tells of it."""
    key = paths.key(str(tenant.tenant_id), path)
    try:
        etag = objects.get(key).etag
    except Exception:  # noqa: BLE001 - a new file
        etag = None
    stored = objects.put(key, content.encode(), content_type=MARKDOWN, if_match=etag)
    return ObjectEvent("b", key, "created", stored.etag, stored.version_id)


def contents(files: Files) -> dict[str, str]:
    """All files, by path."""
    return {entry.path: files.read(entry.path).content for entry in files.list()}


def body(written: dict[str, str], path: str) -> str:
    """What a file and the parts that its links lead to hold."""
    text = chain.parse_part(path, written[path])
    return text.body + (body(written, text.continues) if text.continues else "")


def leaves(written: dict[str, str], path: str) -> list[str]:
    """The lines that the index leads to, its own parts followed."""
    found = []
    for line in index.lines(written[path]):
        entry = index.entry(line)
        below = entry and entry.location.startswith("1-index/") and entry.location in written
        found += leaves(written, entry.location) if entry and below else [line]
    return found


def titles(files: Files) -> list[str]:
    """What the summaries are called, along the links from the first."""
    found, path = [], SUMMARY
    while path:
        content = files.read(path).content
        found.append(chain.title(path, content))
        path = chain.parse_part(path, content).continues
    return found


def assert_settled(files: Files) -> None:
    """Every file is within its limit, and every line of the index that points somewhere points at a file."""
    written = contents(files)
    assert [path for path, content in written.items() if splitting.over_limit(path, content)] == []
    located = [entry.location for line in leaves(written, paths.INDEX) if (entry := index.entry(line))]
    assert located and set(located) <= set(written)


@pytest.mark.parametrize("path", LONG)
def test_what_is_over_its_limit_is_split(enforcer, files, objects, tenant, path):
    """An upload over its limit is a version by a person, its split a major one by the system that holds every line."""
    enforced = enforcer.on_event(uploaded(objects, tenant, path, LONG[path]))
    written = contents(files)
    assert {*enforced.files, paths.INDEX} == {*written, paths.INDEX}
    if paths.tier(path) is paths.Tier.INDEX:
        assert sorted(leaves(written, path)) == sorted(set(index.lines(LONG[path])))
    else:
        assert body(written, path) == chain.parse_part(path, LONG[path]).body
    assert not any(splitting.over_limit(one, content) for one, content in written.items())
    versions = [(v.version, v.changed_by) for v in files.versions(path)]
    assert versions == [("2.0.0", ChangedBy.SYSTEM), ("1.0.0", ChangedBy.USER)]


def test_the_parts_of_a_summary_are_in_the_index(enforcer, files, objects, tenant):
    """Each has a line that points at it; the file's own line stays."""
    line = index.render(IndexEntry(topic="Pricing", description="Plans", location=SUMMARY))
    files.write(paths.INDEX, f"{line}\n", by=ChangedBy.AGENT, summary="new")
    enforcer.on_event(uploaded(objects, tenant, SUMMARY, LONG_SUMMARY))
    listed = index.entries(files.read(paths.INDEX).content)
    assert listed[0] == index.entry(line)
    assert {entry.location for entry in listed} == {entry.path for entry in files.list("2-summaries")}
    assert [entry.topic for entry in listed[1:]] == [title for title in titles(files) if ":" in title]


@pytest.mark.parametrize("path", LONG)
def test_events_that_come_again_and_out_of_order_change_nothing(enforcer, files, objects, tenant, path):
    """The events of the upload and of all that the split wrote, three times and shuffled, bring no further version."""
    key = paths.key(str(tenant.tenant_id), path)
    first = uploaded(objects, tenant, path, "short\n")
    events = [first, uploaded(objects, tenant, path, LONG[path])]
    enforcer.on_event(events[1])
    events += [ObjectEvent("b", found.key, "created") for found in objects.list(key.split("/")[0])]
    before = {entry.path: entry.version for entry in files.list()}
    again = events * 3
    random.Random(7).shuffle(again)
    assert [enforcer.on_event(event).files for event in again] == [[]] * len(again)
    assert {entry.path: entry.version for entry in files.list()} == before


@pytest.mark.parametrize("path", LONG)
def test_twice_at_once_is_once(enforcer, files, objects, tenant, path):
    """Four deliveries of one event at the same time leave what one leaves, and one version by the system."""
    event = uploaded(objects, tenant, path, LONG[path])
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enforcer.on_event, [event] * 4))
    written = contents(files)
    assert set(written) >= {part.path for part in splitting.split(path, LONG[path], enforcer._embedder)}
    assert {path: len(files.versions(path)) for path in written} == {one: 2 if one == path else 1 for one in written}


def test_what_grows_while_it_is_split_loses_nothing(enforcer, files, objects, tenant):
    """Writers keep adding lines while events come; every line is reached in the end."""
    uploaded(objects, tenant, SUMMARY, "start\n")

    def add(number: int) -> None:
        line = f"{number}: {'word ' * 60}\n"
        files.update(SUMMARY, lambda text: line + (text or ""), by=ChangedBy.AGENT, summary="add")
        enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(30)))
    written = contents(files)
    found = "".join(chain.parse_part(path, content).body for path, content in written.items() if path[0] == "2")
    assert all(f"{number}: word" in found for number in range(30))
    assert_settled(files)


def test_a_sweep_does_what_events_should_have_done(enforcer, files, objects, tenant, new_tenant):
    """Edits and deletions in the bucket are recorded, what is too large is split, for every tenant; then nothing."""
    other = new_tenant()
    files.write("2-summaries/product/gone.md", "x", by=ChangedBy.AGENT, summary="new")
    objects.delete(paths.key(str(tenant.tenant_id), "2-summaries/product/gone.md"))
    uploaded(objects, tenant, DESCRIPTION, LONG_DESCRIPTION)
    uploaded(objects, other, "1-index/x.md", LONG["1-index/x.md"])
    uploaded(objects, tenant, "2-summaries/product/fine.md", "x" * 2000)
    swept = enforcer.sweep_all()
    assert DESCRIPTION in swept.files and "1-index/x.md" in swept.files
    assert "2-summaries/product/fine.md" not in swept.files
    assert files.versions("2-summaries/product/gone.md")[0].deleted
    assert enforcer.sweep_all().files == []


def test_what_is_no_file_of_a_tenant_is_passed_over(enforcer, objects, tenant):
    """Assets, other keys, and the objects of tenants that are gone: no error, which would come back for ever."""
    objects.put("3f2504e0-4f89-41d3-9a0c-0305e82c3301/2-summaries/a/b.md", b"x", content_type=MARKDOWN, if_match=None)
    for key in (
        f"{tenant.tenant_id}/assets/a/b.pdf",
        f"{tenant.tenant_id}/sessions/run.jsonl",
        f"{tenant.tenant_id}/../x.md",
        "backup.zip",
        "not-a-tenant/2-summaries/a/b.md",
        f"{tenant.tenant_id}/2-summaries/a/never-was.md",
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301/2-summaries/a/b.md",
    ):
        assert enforcer.on_event(ObjectEvent("b", key, "created")).files == []


@pytest.fixture
def main(client) -> dict[str, Callable]:
    """What the function's file defines, over the test's ports."""
    return run_path(str(ROOT / "functions" / "size_enforcer" / "main.py"))


def test_every_door(main, client, files, objects, tenant):
    """The queue's event, a CloudEvent, the schedule and an admin's request each split what is too large."""
    sample = json.loads((ROOT / "events" / "size-enforcer.sqs.json").read_text())
    event = json.loads(sample["Records"][0]["body"])
    for number in range(4):
        event["detail"]["object"]["key"] = uploaded(objects, tenant, f"1-index/x{number}.md", "x\n" * (51 + number)).key
        if number == 0:
            sample["Records"][0]["body"] = json.dumps(event)
            assert main["handler"](sample, None) == {"batchItemFailures": []}
        elif number == 1:
            main["cloud_event"](CloudEvent({"type": "aws.s3.object", "source": "s3"}, event))
        elif number == 2:
            schedule = json.loads((ROOT / "events" / "size-enforcer.schedule.json").read_text())
            assert main["handler"](schedule, None)["files"] == ["1-index/x2.md"]
        else:
            assert client.post("size_enforcer", tenant.agent, {}).status_code == 403
            assert client.post("size_enforcer", tenant.admin, {}).json() == {"files": ["1-index/x3.md"]}
        assert files.read(f"1-index/x{number}.md").content == "x\n"


def test_the_url_of_the_function_is_a_door_too(main, tenant):
    """Lambda hands HTTP requests to the same handler."""
    sample = json.loads((ROOT / "events" / "size-enforcer.url.json").read_text())
    sample["headers"]["authorization"] = f"Bearer {tenant.admin}"
    answer = main["handler"](sample, None)
    assert (answer["statusCode"], json.loads(answer["body"])) == (200, {"files": []})


def test_a_message_that_fails_is_reported_and_the_others_are_done(main, objects, tenant, files, faults):
    """Storage that fails for one message of a batch leaves the other one's file split."""
    sample = json.loads((ROOT / "events" / "size-enforcer.sqs.json").read_text())
    event = json.loads(sample["Records"][0]["body"])
    records = []
    for number in range(2):
        event["detail"]["object"]["key"] = uploaded(objects, tenant, f"1-index/x{number}.md", "x\n" * 51).key
        records.append(sample["Records"][0] | {"messageId": f"m{number}", "body": json.dumps(event)})
    faults.next.append((503, "SlowDown"))
    assert main["handler"]({"Records": records}, None) == {"batchItemFailures": [{"itemIdentifier": "m0"}]}
    assert [len(files.versions(f"1-index/x{number}.md")) for number in (1,)] == [2]
