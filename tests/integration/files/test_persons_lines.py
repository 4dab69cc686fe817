"""Which lines of a file are a person's own, by its versions and those of the pages that people changed."""

import pytest
from knowledge.chunks import reader
from knowledge.files import paths
from knowledge.files.persons_lines import PersonsLines
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy
from knowledge.files.splitting import chain
from knowledge.files.splitting.enforce import enforce

from tests.conftest import ONE_ADAPTER
from tests.integration.files.test_storage import AGENT, PATH, SYSTEM, USER, write

pytestmark = ONE_ADAPTER
OTHER = "2-summaries/suppliers/couriers.md"
HEAD = "Pricing | 1.0.0, 2026-03-01 |\n"
OURS, NEWER = "- Kite delivers on Sundays. (2026-03-01)", "- Kite has six vans. (2026-03-02)"
MINE, ALSO = "- Vans are white.", "- Vans are washed."


def page(*lines: str) -> str:
    return "\n".join([HEAD, *lines, ""])


def put(files: Files, *lines: str, by: ChangedBy = USER, path: str = PATH) -> None:
    """Writes the page as a person, or whoever it is."""
    files.update(path, lambda _: page(*lines), by=by, summary="edit")


def own(files: Files, path: str = PATH) -> set[str]:
    """The bullets that are a person's."""
    return {line for line in files.attributed(path).persons_lines if line.startswith("- ")}


def test_a_person_owns_what_they_added_or_changed(files):
    """Measured before: one line added made all of the page theirs, and nothing on it was superseded any more."""
    write(files, page(OURS))
    put(files, OURS, MINE)
    assert own(files) == {MINE}
    put(files, NEWER, OURS, MINE, by=AGENT)
    assert own(files) == {MINE}
    put(files, NEWER.replace("six", "seven"), OURS, MINE, ALSO)
    assert own(files) == {MINE, ALSO, NEWER.replace("six", "seven")}


def test_all_of_a_page_that_a_person_began_is_theirs(files):
    """Also with days in it; what agents add is not."""
    put(files, OURS, MINE)
    put(files, NEWER, OURS, MINE, by=AGENT)
    assert own(files) == {OURS, MINE}


def test_what_a_person_brings_back_is_theirs_and_what_they_only_undelete_is_not(files):
    """A line that an agent had taken out; a page that was deleted meanwhile."""
    write(files, page(OURS, NEWER))
    put(files, NEWER, by=AGENT)
    put(files, OURS, NEWER)
    assert own(files) == {OURS}
    files.delete(PATH, by=USER, summary="wrong")
    put(files, OURS, NEWER)
    assert own(files) == {OURS}


def test_an_edit_in_the_bucket_is_an_edit(files, in_bucket):
    """Also saved several times."""
    write(files, page(OURS))
    for content in (page(MINE), page(OURS, MINE), page(OURS, MINE, ALSO)):
        in_bucket(content)
        files.reconcile(PATH)
    assert own(files) == {MINE, ALSO}


@pytest.mark.parametrize("first", ["written", "removed"])
def test_a_line_that_a_person_moved_is_no_ones_own(files, first):
    """To whatever page, in whatever order; what they wrote themselves stays theirs wherever they move it."""
    write(files, page(OURS, NEWER))
    put(files, OURS, NEWER, MINE + " (2026-03-02)")
    put(files, *(OURS, NEWER, MINE + " (2026-03-02)", "- Kite is dear. (2026-03-03)"), by=AGENT)
    for step in ("written", "removed") if first == "written" else ("removed", "written"):
        if step == "written":
            put(files, ALSO, OURS, MINE + " (2026-03-02)", path=OTHER)
        else:
            put(files, NEWER)
    assert own(files, OTHER) == {ALSO, MINE + " (2026-03-02)"}
    assert own(files) == set()


def test_a_page_that_a_person_moved_in_the_bucket_keeps_whose_its_lines_are(files, in_bucket, objects, tenant):
    """As `aws s3 mv` does."""
    write(files, page(OURS, NEWER))
    put(files, OURS, NEWER, MINE)
    in_bucket(files.read(PATH).content, OTHER)
    objects.delete(paths.key(str(tenant.tenant_id), PATH))
    files.reconcile(PATH)
    files.reconcile(OTHER)
    assert own(files, OTHER) == {MINE}


def test_a_split_leaves_each_line_whose_it_is(files, embedder):
    """In all its parts, and in theirs."""
    ours = [f"- The van {n} of Kite goes to the town {n}, {'far ' * 12}away. (2026-03-01)" for n in range(40)]
    mine = [f"- The van {n} is {'very ' * 12}white." for n in range(0, 40, 4)]
    write(files, page(*ours))
    put(files, *(line for n in range(40) for line in [*ours[n : n + 1], *mine[n // 4 : n // 4 + (n % 4 == 0)]]))
    enforce(files, PATH, embedder)
    parts = [entry.path for entry in files.list("2-summaries/product/")]
    assert len(parts) > 2
    assert set().union(*(own(files, part) for part in parts)) == set(mine)
    assert all(files.versions(part)[0].changed_by is SYSTEM for part in parts)


@pytest.mark.parametrize("path", [PATH, "3-descriptions/user/guides/vans.md"])
def test_each_passage_of_a_persons_file_is_theirs_when_it_is_split(files, objects, database, embedder, tenant, path):
    """That it is a part, and where it continues, says the service; what an agent adds stays the agent's."""
    sections = (f"## Van {n}\n\n" + f"- The van {n} is {n} years old and white.\n" * 300 for n in range(6))
    files.write(path, "\n".join(["# Vans", *sections]), by=USER, summary="new")
    parts = enforce(files, path, embedder)
    assert len(parts) > 1
    files.add(path, lambda text, _: f"{text}\n{OURS}\n", by=AGENT, summary="one more")
    for part in parts:
        stored = objects.get(files.key(part))
        rank = PersonsLines.over(tenant.tenant_id, objects, database).ranks(part, stored, str)
        passages = [passage.text for passage in reader.read(part, stored, embedder).passages]
        assert part == path or {rank(passage) for passage in passages} == {"user"}
        assert all((rank(passage) == "learned") is (OURS in passage) for passage in passages)
    assert rank("\n".join(chain.links(part, files.read(part).content))) == "learned"


def test_what_a_person_wrote_stays_theirs_where_the_version_before_is_gone(files, objects, tenant):
    """Nobody can tell any more what of it they only left standing."""
    first = write(files, page(OURS))
    put(files, OURS, MINE)
    before = files.versions(PATH)[-1]
    assert before.version == first.version
    objects.erase(paths.key(str(tenant.tenant_id), PATH), [before.object_version])
    assert own(files) == {OURS, MINE}


def test_of_a_description_only_cut_by_a_person_all_that_is_left_is_theirs(files):
    """It would be written anew with what they took out."""
    path = "3-descriptions/plugins/a/readme.md"
    write(files, "# A\n\nOne.\n\nTwo.\n", path)
    files.write(path, "# A\n\nOne.\n", by=USER, summary="cut")
    assert files.attributed(path).persons_lines == {"# A", "One."}
