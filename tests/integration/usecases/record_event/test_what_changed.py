"""What changed since: the statement that an event supersedes is marked, struck out or leads to what holds now."""

import pytest
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import FIRST, SECOND, Record, text_below

pytestmark = ONE_ADAPTER


def test_what_is_superseded_is_marked(record: Record, files: Files) -> None:
    """Measured before: the summary held both, unmarked, and the index advertised the older one for ever."""
    record(FIRST)
    record(SECOND, day=20)
    now, history = text_below(files), text_below(files, "3-descriptions/")
    for gone, instead in [("10 days", "drop the free trial"), ("CHF 65", "CHF 79"), ("September 1st", "October 15th")]:
        assert gone not in now and instead in now
        [line] = [line for line in history.splitlines() if line.startswith("- was:") and gone in line]
        assert "until 2026-03-20" in line and instead in line
    assert "10 days" not in text_below(files, "1-index/")


def test_an_older_statement_that_comes_late_supersedes_nothing(record: Record, files: Files) -> None:
    """It goes to the history at once."""
    record("User: The Pro plan costs CHF 79 per month.", day=20)
    record("User: The Pro plan costs CHF 65 per month.", day=2)
    assert "CHF 79" in text_below(files) and "CHF 65" not in text_below(files)
    assert "CHF 65" in text_below(files, "3-descriptions/")


def test_a_table_that_is_told_anew_leaves_no_old_row(record: Record, files: Files) -> None:
    """Its rows stood twice, the older one with a pointer to the newer."""
    table = "| Zone | Ticket | Price |\n|---|---|---|\n| A | day | {} EUR |\n| B | day | 9 EUR |\n"
    record(f"# Tariffs\n\n{table.format(6)}")
    record(f"# Tariffs\n\n{table.format(7)}", day=20)
    now = text_below(files)
    assert [now.count(price) for price in ("6 EUR", "7 EUR", "9 EUR")] == [0, 1, 1]


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "told late"])
@pytest.mark.parametrize(
    ("before", "beside", "now"),
    [
        (
            "The barn has 6 stalls. 3 carts are kept behind it. 12 people work there.",
            ["3 carts are kept behind it.", "12 people work there."],
            "The barn now has 8 stalls instead of 6.",
        ),
        (
            "Der Hof hat 14 Tore. 3 davon klemmen.",
            ["3 davon klemmen."],
            "Der Hof hat jetzt 16 Tore statt 14.",
        ),
    ],
)
def test_only_the_sentence_that_changes_goes(
    record: Record, files: Files, before: str, beside: list[str], now: str, order: int
) -> None:
    """What a statement says in other sentences stays, whatever they begin with."""
    for text, day in [(before, 1), (now, 2)][::order]:
        record(text, day)
    gone = before.partition(".")[0]
    assert all(sentence in text_below(files) for sentence in [*beside, now]) and gone not in text_below(files)
    [line] = [line for line in text_below(files, "3-descriptions/").splitlines() if line.startswith("- was: ")]
    assert gone in line and not any(sentence in line for sentence in beside)


def test_two_things_stand_beside_each_other(record: Record, files: Files) -> None:
    """What is said of another thing in the same words changes nothing."""
    record("User: The Pro plan costs CHF 65 per month. The Team plan costs CHF 149 per month.")
    record("User: The checkout error rate is 0.2 %. The search error rate is 9.7 %.", day=2)
    record("User: Die Backups laufen um zwei Uhr. Die Berichte laufen um drei Uhr.", day=3)
    assert all(value in text_below(files) for value in ("CHF 65", "CHF 149", "0.2 %", "9.7 %", "zwei Uhr", "drei Uhr"))


def test_what_a_person_corrected_stays(record: Record, files: Files) -> None:
    """A statement moved to another summary draws its likes there."""
    record("User: The Sentry quota is 50,000 errors a month.")
    for entry in list(files.list("2-summaries/")):
        files.delete(entry.path, by=ChangedBy.USER, summary="wrong")
    mine = "Monitoring | v1.0.0, 2026-03-01T10:00:00+00:00 | \n\n- The Sentry quota is 50,000 errors a month.\n"
    files.write("2-summaries/operations/monitoring.md", mine, by=ChangedBy.USER, summary="right")
    line = "Monitoring | Sentry and alerts | 2-summaries/operations/monitoring.md\n"
    files.write(paths.INDEX, line, by=ChangedBy.USER, summary="listed")
    record("User: The Sentry quota is shared by all five teams.", day=2)
    assert "all five teams" in files.read("2-summaries/operations/monitoring.md").content
    assert line in files.read(paths.INDEX).content


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("The lanolin is EUR 9 a litre.", "The lanolin is EUR 11 a litre now."),
        ("Die Hefe liegt im Fach 4.", "Die Hefe liegt jetzt im Fach 6."),
    ],
)
def test_a_given_topic_is_where_a_change_stands(record: Record, files: Files, before: str, now: str) -> None:
    """The page where it stood leads there, where nothing else is left of it."""
    record(before, topic="Prices")
    record(now, day=2, topic="Shopping")
    [shopping] = [entry.path for entry in files.list("2-summaries/") if entry.path.endswith("/shopping.md")]
    assert f"- {now} (2026-03-02)" in files.read(shopping).content
    [prices] = [entry.path for entry in files.list("2-summaries/") if entry.path.endswith("/prices.md")]
    assert f"- ~~{before}~~ (until 2026-03-02; now: {now})" in files.read(prices).content


def test_no_page_is_left_without_a_line(record: Record, files: Files) -> None:
    """What ends lines on two pages stands on one of them, and the other one leads to it."""
    record("The lanolin is EUR 9 a litre.", topic="Prices")
    record("The lanolin is EUR 11 a litre now.", day=2, topic="Shopping")
    record("The lanolin is EUR 14 a litre now.", day=3)
    pages = [files.read(entry.path).content for entry in files.list("2-summaries/")]
    assert len(pages) == 2 and all("EUR 14 a litre" in page for page in pages)


@pytest.mark.parametrize(
    ("topic", "title"),
    [("../../tools", "tools"), ("..\\tools/", "tools"), ("Drawer 7 / Tools", "Drawer 7 / Tools"), (".NET", ".NET")],
)
def test_a_page_is_called_as_its_topic_without_what_names_nothing(
    record: Record, files: Files, topic: str, title: str
) -> None:
    """Dots between slashes are no name."""
    record("The cart squeaks.", topic=topic)
    assert files.read(paths.INDEX).content.startswith(f"{title} | The cart squeaks. | 2-summaries/")


def test_figures_of_two_services_are_two(record: Record, files: Files) -> None:
    """With what they were before and a date; measured before: one line, and the later service overwrote the other."""
    for day, service, rate in [(1, "checkout", "0.4 %"), (2, "search", "9.7 %"), (3, "checkout", "0.2 %")]:
        record(f"error rate: {rate}", day, "integration", metadata={"service": service, "type": "monitoring"})
    assert "**checkout error rate**: 0.4 % → 0.2 % (2026-03-03" in text_below(files)
    assert "**search error rate**: 9.7 % (2026-03-02" in text_below(files)


def test_what_a_superseded_decision_says_in_the_index(record: Record, files: Files) -> None:
    """That it is superseded, and when; the link is in the file."""
    record("User: We looked at three shops. We decided on WooCommerce for the shop, because Petra knows it.", 1)
    record("User: We decided on Shopify for the shop instead of WooCommerce, because patches cost days.", 5)
    lines = [entry for entry in index.entries(files.read(paths.INDEX).content) if "/decisions/" in entry.location]
    assert all("Status" not in entry.description or "superseded on" in entry.description for entry in lines)
    assert all(" by on" not in entry.description for entry in lines)


def test_only_what_changed_is_struck_out(record: Record, files: Files) -> None:
    """The rest of a sentence stays true; the history has what was so, and the conversation is marked."""
    filler = "User: The shop in Porto has a terrace with a view of the river and the bridges. " * 16
    record(f"User: We run 140 bikes in Lisbon and 60 in Porto at the moment.\n\n{filler}")
    record("User: In Lisbon we have 165 bikes now.", day=12)
    assert (
        "(in part until 2026-03-12, “We run 140 bikes in Lisbon”; now: In Lisbon we have 165 bikes now.)"
        in text_below(files)
    )
    assert "- was: We run 140 bikes in Lisbon, until 2026-03-12; now: In Lisbon we have 165 bikes now." in text_below(
        files, "3-"
    )
    [line] = [line for line in text_below(files, "3-").splitlines() if line.startswith("User: We run 140 bikes")]
    assert "We run 140 bikes in Lisbon *(until 2026-03-12; now: In Lisbon we have 165 bikes now.)*" in line


def test_a_clause_is_struck_out_once(record: Record, files: Files) -> None:
    """Also where two statements of an event change it."""
    record("User: A city bike is 12 euros a day, an e-bike 29.")
    record("User: An e-bike is 32 euros a day now.\n\nUser: From May the e-bike costs 35 euros a day.", day=9)
    assert "~~~~" not in text_below(files)


def test_figures_that_changed_are_marked_in_the_log(record: Record, files: Files) -> None:
    """The log of integrations says of its older entries what is so now."""
    shop = {"service": "checkout", "type": "monitoring"}
    record({"metrics": {"error_rate_percent": 0.8}}, 1, "integration", metadata=shop)
    record({"metrics": {"error_rate_percent": 0.2}}, 9, "integration", metadata=shop)
    log = files.read("3-descriptions/documentation/integrations/log.md").content
    assert "error rate percent: 0.8 *(until 2026-03-09; now: 0.2)*" in log and "0.2 *(" not in log


@pytest.mark.parametrize("made", ["User: We decided that orders close", "Decision: orders close"])
def test_a_decision_that_replaces_another_leads_to_it(record: Record, files: Files, made: str) -> None:
    """And the record of the earlier one says by which it is superseded, and when; also behind a label."""
    record(f"{made} at 16:00, because the dough is made then.", 1)
    record(f"{made} at 15:30 instead of 16:00, because the night shift begins earlier.", 9)
    records = {entry.path: files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")}
    [(old, before), (new, after)] = sorted(records.items())
    assert f"Status: superseded by [[{new}]] on 2026-03-09" in before
    assert "Status: accepted" in after and f"Supersedes: [[{old}]]" in after


def test_a_decision_of_which_one_figure_changed_is_changed_in_part(record: Record, files: Files) -> None:
    """The trial holds still: the record is not superseded, and its line in the index tells what changed."""
    figures = "the Pro plan at 49 EUR per month, and the free trial lasts 14 days"
    record(f"Decision: We price {figures}. SSO is required for Team customers.", 1)
    record("User: The Pro plan is now 59 EUR per month, no longer 49 EUR.", 9)
    records = {entry.path: files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")}
    before = next(content for content in records.values() if "free trial" in content)
    assert "Status: changed in part on 2026-03-09" in before and "superseded" not in before
    [line] = [line for line in files.read(paths.INDEX).content.splitlines() if "in part" in line]
    assert "Changed in part on 2026-03-09 by “The Pro plan is now 59 EUR per month" in line


def test_what_an_event_takes_back_itself_is_struck_out(record: Record, files: Files) -> None:
    """In the summary and in what is kept of the conversation."""
    record(
        "Ana: Orders close at 16:00 on the day before, and the phone stays open until 18:00.\n"
        "Ben: Good. And the cakes?\n"
        "Ana: Cakes take 72 hours. I was wrong about the orders: they close at 15:30 on the day before, not at 16:00."
    )
    assert "(in part until 2026-03-01, “" in text_below(files)
    assert "15:30 on the day before" in text_below(files) and "18:00" in text_below(files)


def test_what_is_told_otherwise_on_the_same_day_is_told_behind_what_was(record: Record, files: Files) -> None:
    """Measured before: both stood as if nothing had changed; what an event says again points nowhere."""
    record("User: The coffee machine is broken.", day=3)
    record("User: The coffee machine has been repaired.", day=3, event_id="later")
    [line] = [line for line in text_below(files).splitlines() if "broken" in line]
    assert "(later, 2026-03-03: “The coffee machine has been repaired.”" in line


def test_what_a_person_put_right_is_told_first(record: Record, files: Files) -> None:
    """By the page and by the index, whatever an agent says again; measured before, both told the agent's value."""
    record("User: The alarm code is changed every 90 days.", topic="Alarm")
    [path] = [entry.path for entry in files.list("2-summaries/")]
    right = files.read(path).content.replace("90 days. (2026-03-01)", "30 days.")
    files.write(path, right, by=ChangedBy.USER, summary="right")
    record("User: The alarm code is changed every 90 days.", day=4, topic="Alarm")
    lines = [line for line in files.read(path).content.splitlines() if line.startswith("- ")]
    assert ["30 days" in line for line in lines] == [True, False] and "30 days" in text_below(files, "1-index/")
