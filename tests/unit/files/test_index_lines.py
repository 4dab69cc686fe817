"""What the index says of a summary."""

import pytest
from knowledge.files import index_lines
from knowledge.text.statements import marks

HEAD = "Kegs | v1.0.0, 2026-11-23T00:00:00+00:00 | \n\n"


def about(*bullets: str) -> str:
    return index_lines.entry_of(
        "2-summaries/finance/kegs.md", HEAD + "".join(f"- {bullet}\n" for bullet in bullets)
    ).description


def test_a_line_tells_what_has_a_value_or_binds() -> None:
    """The newest such statement, not the first that was said."""
    assert about("Kegs get lost in gardens. (2026-01-12)", "The deposit is £30 a keg. (2026-01-12)").startswith(
        "The dep"
    )
    assert about("Kegs get lost in gardens.", "Decision: We buy no more of the kegs.").startswith("We buy")
    assert about("Kegs get lost in gardens.", "Nobody knows where they are.").startswith("Kegs get lost")


def test_a_line_tells_what_was_said_without_the_word_for_what_it_is() -> None:
    """Whatever a language model said that it is."""
    for label in ("Finding", "Metric", "Progress", "Technology"):
        assert about(f"{label}: The kegs weigh 31 kilograms.") == "The kegs weigh 31 kilograms."


def test_a_line_of_a_record_tells_what_was_decided() -> None:
    """Not what led to it."""
    record = (
        "---\ntitle: Orders\n---\n\n# Decision: Orders are shipped by DHL.\n\nStatus: accepted\n\n## Context\n\n"
        "- Pick-ups are daily at 16:00.\n\n## Decision\n\n- Orders are shipped by DHL.\n\n"
        "## Consequences\n\n- The 9 vans go.\n"
    )
    path = "3-descriptions/system/decisions/a.md"
    assert index_lines.entry_of(path, record).description == "Orders are shipped by DHL."


def test_what_says_it_is_told_with_the_sentence_before() -> None:
    """A statement that was kept whole is cut apart only where each part stands alone."""
    assert about("The cluster can go then. Not before 10 February, the billing team still reads from it.") == (
        "The cluster can go then. Not before 10 February, the billing team still reads from it."
    )
    assert about("Der Import schlägt fehl. Ich habe es dreimal versucht. (2026-01-12)").startswith("Der Import")


def test_figures_are_told_before_single_events() -> None:
    """Whatever was written last."""
    figure = "**MRR**: 18,200 → 19,400 (2026-02-03T10:00:00+00:00)"
    assert about("Subscription of customer 8831 was upgraded. (2026-03-01)", figure) == "MRR: 18,200 → 19,400"


def test_a_persons_line_is_told_as_long_as_nothing_newer_ends_it() -> None:
    """It has no mark of its own: only the person changes it."""
    persons = "The van goes to the garage Huber every 20,000 km."
    newer = "The van now goes to the garage Maier instead of the garage Huber. (2026-03-04)"
    assert about(newer, persons) == "The van now goes to the garage Maier instead of the garage Huber."
    assert about("The van has a new radio. (2026-03-04)", persons) == persons


@pytest.mark.parametrize(
    ("persons", "newer"),
    [
        ("The dehumidifier is emptied every Tuesday.", "The dehumidifier is emptied on Fridays now, not on Tuesdays."),
        ("The pool opens at 8:00.", "The pool opens at 9:00 now."),
        ("Die Hefe kostet 5 Euro.", "Die Hefe kostet jetzt 6 Euro statt 5."),
    ],
)
def test_what_stands_below_a_persons_line_ends_it_in_the_index(persons: str, newer: str) -> None:
    """There what an agent was told since of the same stands; what a person wrote below it is of no day."""
    assert about(persons, f"{newer} (2026-03-04)", "The room is painted white.") == newer
    assert about(persons, "The room is painted white, by hand.", f"{newer} (2026-03-04)") == persons


def test_a_records_status_is_told_as_such() -> None:
    """Once it is over: accepted is any record; it is a line of its own, and no label of a statement."""
    record = "---\ntitle: Kegs\n---\n\n# Kegs\n\nStatus: superseded on 2026-03-04\n\n## Decision\n\n- No kegs.\n"
    line = index_lines.entry_of("3-descriptions/system/decisions/a.md", record).description
    assert line == "Status: superseded on 2026-03-04; No kegs."


def test_a_record_that_is_over_tells_what_it_was_and_what_is_so_instead() -> None:
    """Measured before: `Status: superseded on 2026-03-04; , because glass is dear.`"""
    decided, instead = "We decided on cans", "We decided to sell draught beer alone, since the canning line is sold."
    ended = f"- {decided} *({marks.until('2026-03-04', instead)})*, because glass is dear."
    status = "Status: superseded by [[3-descriptions/system/decisions/b.md]] on 2026-03-04"
    record = f"---\ntitle: Cans\n---\n\n# Cans\n\n{status}\n\n## Decision\n\n{ended}\n"
    line = index_lines.entry_of("3-descriptions/system/decisions/a.md", record).description
    by = "We decided to sell draught beer alone, since the…"
    assert line == f"Superseded on 2026-03-04 by “{by}”; was: We decided on cans, because glass…"


@pytest.mark.parametrize(
    "news",
    [
        "The shop no longer sells cans.",
        "The shop sells draught beer instead of cans.",
        "The shop is now led by Ida.",
        "Der Laden verkauft keine Dosen mehr.",
        "Le magasin ne vend plus de canettes.",
        "La tienda ya no vende latas.",
    ],
)
def test_a_line_tells_the_news_without_a_value(news: str) -> None:
    """It is what the summary says now; measured before: an older line with a number was told. What is new need not."""
    assert about(f"{news} (2026-03-04)", "The deposit is £30 a keg. (2026-01-12)") == news
    assert about("The deposit is £30 a keg. (2026-03-04)", f"{news} (2026-01-12)") == "The deposit is £30 a keg."
    for small in ("The shop has a new radio.", "Now, where are my notes for the shop?", "Nun, das ist doch gut so."):
        assert about(f"{small} (2026-03-04)", "The deposit is £30 a keg. (2026-01-12)") == "The deposit is £30 a keg."


def test_of_a_line_the_sentence_with_a_value_is_told() -> None:
    """Not the small talk before it; and what holds whole before what has ended in part."""
    assert about("My turn? Let me find my notes first. The limit goes down to forty-five.").startswith("The limit")
    ended = "The limit is 60 kegs. (2026-03-01) (in part until 2026-03-19, “60 kegs”; now: It is 40.)"
    assert about(ended, "A keg weighs 31 kilograms.") == "A keg weighs 31 kilograms."
    assert about(ended) == "The limit is 60 kegs. (as of 2026-03-01)"


def test_what_was_said_later_is_another_lines() -> None:
    """The index tells nothing twice, first what nothing was said of later, and else of which day it is."""
    pointing = marks.pointed("The limit is 60 kegs. (2026-03-01)", "2026-03-19", "Forty, then.", "2-summaries/a/b.md")
    assert about(pointing) == "The limit is 60 kegs. (as of 2026-03-01)"
    assert about(pointing, "A keg weighs 31 kilograms.") == "A keg weighs 31 kilograms."


def test_what_is_struck_out_leaves_no_mark_behind() -> None:
    """The comma or semicolon before it goes with it."""
    assert about("Lane 4 ships at 9:15; ~~the code changes each month~~ (until 2026-05-01).") == "Lane 4 ships at 9:15."


@pytest.mark.parametrize("label", ["", "Requirement: "])
def test_a_page_of_which_all_is_over_says_so_and_what_is_so_instead(label: str) -> None:
    """Measured before: `Requirement:`, which the model of the next event was shown, too, or nothing at all."""
    gate = f"{label}{marks.struck_out('The gate needs two keys.', '2026-05-04', 'The gate has a code.')} (2026-01-12)"
    key = f"{label}{marks.struck_out('Ann has the key.', '2026-03-02', 'Ben has the key.')} (2026-01-12)"
    assert about(key, gate) == "Over since 2026-05-04; now: The gate has a code."
    assert about(gate, f"{label}The gate is blue.") == "The gate is blue."


def test_histories_are_told_apart() -> None:
    """By how much each tells and until when, not by what was so: that would be read as what is so."""
    path = "3-descriptions/finance/kegs/history.md"
    line = index_lines.entry_of(
        path,
        "---\ntitle: Kegs\n---\n\n## 2026-03-09 — Talk\n\n- was: The deposit is £30, until 2026-03-09; now: £40\n",
    ).description
    assert line.endswith("(1, the last until 2026-03-09)") and "30" not in line.partition("(")[0]


def test_a_header_by_hand_is_no_statement() -> None:
    """It names the page."""
    entry = index_lines.entry_of("2-summaries/premises/house.md", "Rent | v1 |\n\n- Rent is 1,850 a month.\n")
    assert (entry.topic, entry.description) == ("Rent", "Rent is 1,850 a month.")
