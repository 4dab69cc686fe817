"""size-enforcer: whatever is over its limit ends within it, nothing is lost, and then there is peace."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from runpy import run_path
from uuid import UUID

import pytest
from knowledge.files import paths, splitting
from knowledge.files.edits import Bullets
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.files.formats.summary import Header
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain, orphans
from knowledge.files.splitting.enforce import _create
from knowledge.ports.object_store import MARKDOWN, S3Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.usecases.size_enforcer import Enforcer, EnforceReport

from tests.conftest import ROOT, more_in_soak
from tests.support.doubles import Jobs

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

# An event is answered by what is in the bucket now, whatever file it is of: in `make test` a summary and the index, in
# `make soak` the others, too.
AGAIN = [path if path in (SUMMARY, paths.INDEX) else pytest.param(path, marks=pytest.mark.soak) for path in LONG]


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
    lines = []
    for line in index.lines(written[path]):
        entry = index.entry(line)
        below = entry and entry.location.startswith("1-index/") and entry.location in written
        lines += leaves(written, entry.location) if entry and below else [line]
    return lines


def titles(files: Files) -> list[str]:
    """What the summaries are called, along the links from the first."""
    headings, path = [], SUMMARY
    while path:
        content = files.read(path).content
        headings.append(chain.title(path, content))
        path = chain.parse_part(path, content).continues
    return headings


def assert_settled(files: Files) -> None:
    """Every file is within its limit, and every line of the index that points somewhere points at a file."""
    written = contents(files)
    assert [path for path, content in written.items() if splitting.is_over_limit(path, content)] == []
    located = [entry.location for line in leaves(written, paths.INDEX) if (entry := index.entry(line))]
    assert located and set(located) <= set(written)


@pytest.mark.parametrize("path", LONG)
def test_what_is_over_its_limit_is_split(enforcer, files, objects, tenant, path):
    """An upload over its limit is a version by a person, its split a major one by the system that holds every line."""
    enforced = enforcer.on_event(uploaded(objects, tenant, path, LONG[path]))
    written = contents(files)
    assert {*enforced.files, paths.INDEX} == {*written, paths.INDEX}
    if path == SUMMARY:
        assert description.header(written[path]).version == files.versions(path)[0].version
    if paths.tier(path) is paths.Tier.INDEX:
        assert sorted(leaves(written, path)) == sorted(set(index.lines(LONG[path])))
    else:
        assert body(written, path) == chain.parse_part(path, LONG[path]).body
    assert not any(splitting.is_over_limit(one, content) for one, content in written.items())
    versions = [(v.version, v.changed_by) for v in files.versions(path)]
    assert versions == [("2.0.0", ChangedBy.SYSTEM), ("1.0.0", ChangedBy.USER)]


def test_the_parts_of_a_summary_are_in_the_index(enforcer, files, objects, tenant):
    """Each has a line that points at it; the file's own line stays."""
    line = index.render(IndexEntry(topic="Pricing", description="Plans", location=SUMMARY))
    files.write(paths.INDEX, f"{line}\n", by=ChangedBy.AGENT, summary="new")
    enforcer.on_event(uploaded(objects, tenant, SUMMARY, LONG_SUMMARY))
    listed = index.entries(files.read(paths.INDEX).content)
    assert (listed[0].location, listed[0].description) == (SUMMARY, "Detail.")
    assert {entry.location for entry in listed} == {entry.path for entry in files.list("2-summaries")}
    assert [entry.topic for entry in listed[1:]] == [title for title in titles(files) if ":" in title]


def test_the_event_of_a_part_reads_no_other_part(enforcer, files, objects, tenant, monkeypatch):
    """Else all of them together take the square of their number: 30 parts took 959 reads."""
    enforcer.on_event(uploaded(objects, tenant, DESCRIPTION, LONG_DESCRIPTION))
    part, *others = (path for path in contents(files) if chain.is_named_as_part(path))
    keys, get = list[str](), S3Objects.get
    monkeypatch.setattr(S3Objects, "get", lambda self, key, *of: keys.append(key) or get(self, key, *of))
    enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), part), "created"))
    assert keys and others and not any(key.endswith(tuple(others)) for key in keys)


@pytest.mark.parametrize("path", AGAIN)
def test_events_that_come_again_and_out_of_order_change_nothing(enforcer, files, objects, tenant, path):
    """The events of the upload and of all that the split wrote, three times and shuffled, bring no further version."""
    key = paths.key(str(tenant.tenant_id), path)
    first = uploaded(objects, tenant, path, "short\n")
    events = [first, uploaded(objects, tenant, path, LONG[path])]
    enforcer.on_event(events[1])
    events += [ObjectEvent("b", listed.key, "created") for listed in objects.list(key.split("/")[0])]
    before = {entry.path: entry.version for entry in files.list()}
    again = events * 3
    random.Random(7).shuffle(again)
    assert [enforcer.on_event(event).files for event in again] == [[]] * len(again)
    assert {entry.path: entry.version for entry in files.list()} == before


@pytest.mark.parametrize("path", AGAIN)
def test_twice_at_once_is_once(enforcer, files, objects, tenant, path):
    """Four deliveries of one event at the same time leave what one leaves, and one version by the system."""
    event = uploaded(objects, tenant, path, LONG[path])
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enforcer.on_event, [event] * 4))
    written = contents(files)
    parts = {part.path for part in splitting.split(path, LONG[path], enforcer.embedder, "1.0.0")}
    assert set(written) - {paths.INDEX} == parts - {paths.INDEX}
    assert {one: len(files.versions(one)) for one in parts} == {one: 2 if one == path else 1 for one in parts}


@more_in_soak("many", 12, 30)
def test_what_grows_while_it_is_split_loses_nothing(enforcer, files, objects, tenant, many):
    """Writers keep adding lines while events come; every line is reached in the end."""
    uploaded(objects, tenant, SUMMARY, "start\n")

    def add(number: int) -> None:
        line = f"{number}: {'word ' * 60}\n"
        files.update(SUMMARY, lambda text: line + (text or ""), by=ChangedBy.AGENT, summary="add")
        enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(many)))
    written = contents(files)
    bodies = "".join(chain.parse_part(path, content).body for path, content in written.items() if path[0] == "2")
    assert all(f"{number}: word" in bodies for number in range(many))
    assert_settled(files)


@pytest.mark.usefixtures("admin_url")
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


def leads_nowhere(files: Files) -> set[str]:
    """The summaries that no link of another summary leads to, and that are parts of one."""
    written = {path: content for path, content in contents(files).items() if path.startswith("2-")}
    linked = {chain.parse_part(path, content).continues for path, content in written.items()}
    return {path for path in written if chain.is_named_as_part(path)} - linked


def test_a_race_leaves_no_parts_and_no_lines(enforcer, files, objects, tenant, database, embedder):
    """Whoever splits an edition that is none any more leaves parts; the next event removes them and lists the others.

    Measured before: three near-identical files, all called the same and all in the index.
    """
    uploaded(objects, tenant, SUMMARY, LONG_SUMMARY)
    files.reconcile(SUMMARY)
    stale = files.read(SUMMARY)
    others = splitting.split(SUMMARY, stale.content, embedder, stale.version)[1:]
    _create(files, SUMMARY, others[1:])  # and then it is killed, while another writes
    files.write(SUMMARY, f"new\n\n{LONG_SUMMARY}", by=ChangedBy.USER, summary="more")
    for _ in range(2):
        enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))
        written = contents(files)
        assert leads_nowhere(files) == set() and not {part.path for part in others} & set(written)
        _create(files, SUMMARY, others[1:])  # whoever was at the same edition makes them again
    enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))
    assert "new" in body(written, SUMMARY) and "Plan 4" in body(written, SUMMARY)
    listed = [entry.location for entry in index.entries(written[paths.INDEX])]
    assert sorted(listed) == sorted(path for path in written if path.startswith("2-"))


def test_a_split_that_others_are_at_keeps_its_parts(enforcer, files, objects, tenant, embedder):
    """What is about to be made visible is no orphan: whoever looks meanwhile lets it stand."""
    uploaded(objects, tenant, SUMMARY, LONG_SUMMARY)
    files.reconcile(SUMMARY)
    file = files.read(SUMMARY)
    others = splitting.split(SUMMARY, file.content, embedder, file.version)[1:]
    _create(files, SUMMARY, others)
    orphans.remove(files, SUMMARY, embedder)
    assert {part.path for part in others} <= set(contents(files))


@more_in_soak("many", 25, 100)
def test_many_writers_leave_no_orphans(enforcer, files, objects, tenant, many):
    """Bullets by many at once, each write's events handled at once too: one chain, each line once, all in the index."""

    def add(number: int) -> None:
        word = ["tea", "rice", "salt", "corn"][number % 4]
        bullets = [f"Fact {number} is about {word} and stands in the shop's book."]
        edit = Bullets(path=SUMMARY, title="Pricing", bullets=bullets, at=WHEN)
        files.update(SUMMARY, edit.after, by=ChangedBy.AGENT, summary=f"add {number}")
        enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(many)))
    enforcer.on_event(ObjectEvent("b", paths.key(str(tenant.tenant_id), SUMMARY), "created"))
    written = contents(files)
    whole = body(written, SUMMARY)
    assert [whole.count(f"Fact {number} is") for number in range(many)] == [1] * many
    assert leads_nowhere(files) == set()
    assert all(
        chain.parse_part(path, content).body.lstrip().startswith("- ")
        for path, content in written.items()
        if path.startswith("2-")
    )
    parts = [path for path in written if chain.is_named_as_part(path)]
    assert len(parts) < many * 75 / (0.4 * summary.LIMIT)
    enforcer.sweep(tenant.tenant_id)
    listed = [entry.location for line in leaves(contents(files), paths.INDEX) if (entry := index.entry(line))]
    assert sorted(listed) == sorted(path for path in contents(files) if path.startswith("2-"))


def test_what_people_and_agents_put_is_in_the_index(enforcer, files, objects, tenant):
    """Every summary and description has a line that follows it, and loses it with the file; a person's line stays."""
    path = "3-descriptions/operations/Backups/nightly.md"
    uploaded(objects, tenant, paths.INDEX, "By hand | mine | 2-summaries/x/y.md\n")
    event = uploaded(objects, tenant, path, "# Nightly Backups\n\nThe backup runs at two. It takes an hour.\n")
    events = [ObjectEvent("b", paths.key(str(tenant.tenant_id), paths.INDEX), "created"), event]
    assert [enforcer.on_event(created).files for created in events] == [[], [paths.INDEX]]
    line = IndexEntry(topic="Nightly Backups", description="The backup runs at two. It takes an hour.", location=path)
    assert index.entries(files.read(paths.INDEX).content)[1:] == [line]
    uploaded(objects, tenant, path, "# Nightly Backups\n\nThe backup runs at four.\n")
    uploaded(objects, tenant, "2-summaries/x/y.md", "Something else entirely.\n")
    for created in (event, ObjectEvent("b", paths.key(str(tenant.tenant_id), "2-summaries/x/y.md"), "created")):
        enforcer.on_event(created)
    listed = index.entries(files.read(paths.INDEX).content)
    assert [entry.description for entry in listed] == ["mine", "The backup runs at four."]
    objects.delete(paths.key(str(tenant.tenant_id), path))
    enforcer.on_event(event)
    assert [entry.description for entry in index.entries(files.read(paths.INDEX).content)] == ["mine"]


@pytest.mark.usefixtures("admin_url")
def test_the_schedule_queues_a_job_for_each_tenant(enforcer, files, objects, tenant, new_tenant, database, embedder):
    """One call visits nobody: a job a tenant, more for one of whom many files were missed, and the jobs do it all."""
    others = [new_tenant() for _ in range(3)]
    names = [f"2-summaries/product/p{n}.md" for n in range(25)]
    for name in names:
        uploaded(objects, tenant, name, f"About {name}.\n")
    queue = Jobs()
    worker = Enforcer(objects, database, embedder, queue)
    assert worker.sweep_all().queued == len(queue.sent) == 1 + len(others)
    assert {UUID(job["tenant_id"]) for job in queue.sent} == {owner.tenant_id for owner in (tenant, *others)}
    for job in queue.sent:  # those that the first ones queue are behind them
        worker.work(job)
    assert [len(job["paths"]) for job in queue.sent if job["job"] == "enforce_files"] == [20, 5]
    listed = [entry.location for line in leaves(contents(files), paths.INDEX) if (entry := index.entry(line))]
    assert sorted(listed) == sorted(names)
    queue.sent.clear()
    assert worker.sweep(tenant.tenant_id) == EnforceReport()


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


@pytest.mark.usefixtures("admin_url")
def test_every_door(main, client, files, objects, tenant):
    """The queue's event, the schedule and an admin's request each split what is too large."""
    sample = json.loads((ROOT / "events" / "size-enforcer.sqs.json").read_text())
    event = json.loads(sample["Records"][0]["body"])
    for number in range(3):
        event["detail"]["object"]["key"] = uploaded(objects, tenant, f"1-index/x{number}.md", "x\n" * (51 + number)).key
        if number == 0:
            sample["Records"][0]["body"] = json.dumps(event)
            assert main["handler"](sample, None) == {"batchItemFailures": []}
        elif number == 1:
            schedule = json.loads((ROOT / "events" / "size-enforcer.schedule.json").read_text())
            assert main["handler"](schedule, None)["files"] == ["1-index/x1.md"]
        else:
            assert client.post("size_enforcer", tenant.agent, {}).status_code == 403
            assert client.post("size_enforcer", tenant.admin, {}).json() == {"files": ["1-index/x2.md"], "queued": 0}
        assert files.read(f"1-index/x{number}.md").content == "x\n"


def test_the_url_of_the_function_is_a_door_too(main, tenant):
    """Lambda hands HTTP requests to the same handler."""
    sample = json.loads((ROOT / "events" / "size-enforcer.url.json").read_text())
    sample["headers"]["authorization"] = f"Bearer {tenant.admin}"
    answer = main["handler"](sample, None)
    assert (answer["statusCode"], json.loads(answer["body"])) == (200, {"files": [], "queued": 0})


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
