"""News on pages that a person edited: what the person wrote stays, all else is replaced as before."""

from knowledge.files import index_lines
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client
from tests.integration.usecases.record_event.test_read_by_caller import EARLY, EVENT, KILN, LATER, Reader
from tests.support.conversations import Record, text_below

pytestmark = ONE_ADAPTER


def edit(files: Files, path: str, add: str = "", remove: str = "") -> None:
    """Writes the page without a line and with another one, as a person."""
    lines = [line for line in files.read(path).content.splitlines() if line != remove]
    files.write(path, "\n".join([*lines, *filter(None, [add]), ""]), by=ChangedBy.USER, summary="by hand")


def test_a_line_that_a_person_added_leaves_the_others_to_the_news(record: Record, files: Files) -> None:
    """Measured before: nothing on the page was superseded any more."""
    record("Ines: Kite delivers on Sundays. It charges 4.90 EUR.", topic="Couriers")
    [path] = [entry.path for entry in files.list("2-summaries/")]
    edit(files, path, add="- Vans are white.")
    record("Ines: Kite charges 5.30 EUR, not 4.90, and no longer delivers on Sundays.", day=5, topic="Couriers")
    now = files.read(path).content
    assert "- Vans are white." in now and "5.30 EUR" in now
    assert not [line for line in now.splitlines() if line.startswith("- Kite delivers") and "4.90 EUR." in line]


def test_a_line_that_a_person_moved_is_replaced_where_it_stands_now(record: Record, files: Files) -> None:
    """Measured before: it stayed there as true, and the news went to the page from which it was taken."""
    record("Ines: The forklift is serviced by Hubtec every March. The key hangs in the office.", topic="Forklift")
    record("Ines: The insurance covers the vans up to 40,000 EUR.", topic="Insurance", event_id="second")
    record("Ines: Forklift insurance costs 310 EUR a year with Uniqa.", topic="Forklift", event_id="third")
    source, target = (
        next(entry.path for entry in files.list("2-summaries/") if entry.path.endswith(name))
        for name in ("forklift.md", "insurance.md")
    )
    [line] = [line for line in files.read(source).content.splitlines() if "310 EUR" in line]
    edit(files, source, remove=line)
    edit(files, target, add=line)
    record("Ines: The forklift insurance with Uniqa now costs 355 EUR a year, not 310.", day=9)
    assert "355 EUR" in files.read(target).content and "355 EUR" not in files.read(source).content
    assert line not in text_below(files)


def test_a_language_model_is_shown_what_a_person_left_standing(client: Client, tenant: Tenant, files: Files) -> None:
    """What the person added is not asked about."""
    reader = Reader(client, tenant)
    reader.record(EVENT, KILN)
    [path] = [entry.path for entry in files.list("2-summaries/")]
    edit(files, path, add="- The kiln is red since 22:00.")
    reader.record(LATER, EARLY, ends="22:00")
    known = reader.asked[-1]["messages"][1]["content"]
    assert "The kiln goes on at 22:00." in known and "is red" not in known
    assert "goes on at 22:00" not in reader.pages() and "is red since 22:00" in reader.pages()


def test_what_a_language_model_ends_on_a_page_to_which_it_was_moved_is_told_there(
    client: Client, tenant: Tenant, files: Files
) -> None:
    """The move teaches where a reader looks for it."""
    reader = Reader(client, tenant)
    reader.record(EVENT, KILN)
    [source] = [entry.path for entry in files.list("2-summaries/")]
    [line] = [line for line in files.read(source).content.splitlines() if "22:00" in line]
    edit(files, source, remove=line)
    target = "2-summaries/equipment/schedule.md"
    page = f"Schedule | v1.0.0, 2026-03-03T10:00:00+00:00 | \n\n- Hours of all ovens.\n{line}\n"
    files.write(target, page, by=ChangedBy.USER, summary="moved")
    index_lines.follow(files, [target], ChangedBy.SYSTEM, "as its event does")
    reader.record(LATER, EARLY, ends="22:00")
    assert "six in the morning" in files.read(target).content and "six in" not in files.read(source).content
    assert "22:00" not in reader.pages()
