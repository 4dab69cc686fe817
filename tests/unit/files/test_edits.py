"""Edits leave a file as it is that carries them."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.files.edits import (
    Bullets,
    EditSequence,
    Figures,
    FileEdit,
    Listing,
    Marks,
    NewFile,
    SectionEdit,
    with_lower_headings,
)
from knowledge.files.formats import description, index, summary
from knowledge.files.formats.index import IndexEntry
from knowledge.text import markdown
from knowledge.text.statements import marks

AT = datetime(2026, 2, 3, 10, tzinfo=UTC)
LINES = st.text(min_size=1, max_size=80).filter(lambda text: text.strip())
SEPARATED = st.text("a1:→ ()", min_size=1, max_size=12).filter(str.strip)  # by what parts values and periods
EDITS: st.SearchStrategy[FileEdit] = st.one_of(
    st.builds(Bullets, path=st.just("p"), title=LINES, bullets=st.lists(LINES, min_size=1), at=st.just(AT)),
    st.builds(Bullets, path=st.just("p"), title=LINES, bullets=st.lists(LINES, min_size=1), at=st.just(AT)),
    st.builds(
        Figures,
        path=st.just("p"),
        title=LINES,
        figures=st.dictionaries(st.from_regex(r"[a-z]{1,9}", fullmatch=True), LINES | SEPARATED, min_size=1),
        at=st.just(AT),
        period=st.just("") | LINES | SEPARATED,
    ),
    st.builds(
        SectionEdit,
        path=st.just("p"),
        title=LINES,
        heading=LINES,
        body=LINES,
        mark=st.just("- **Event**: e"),
        at=st.just(AT),
    ),
    st.builds(NewFile, path=st.just("p"), content=LINES),
)


def test_front_matter_without_a_line_end_gets_one() -> None:
    """So that the header below it is no part of it."""
    page = Bullets(path="p", title="T", bullets=["a"], at=AT).after("---\ntitle: Y\n---") or ""
    assert page.startswith("---\ntitle: Y\n---\nT | v1.0.0, ")


def test_what_is_told_late_stands_below_what_was_said_since() -> None:
    """By the day of each line, whatever stands behind that and whatever order events come in."""
    pointing = marks.pointed("- It is at Ulm. (2026-04-02)", "2026-10-02", "It is at Bonn.", "2-summaries/a/b.md")
    known = f"House | v1.0.0, 2026-10-02T10:00:00+00:00 | \n\n- It is at Bonn. (2026-10-02) [[a.md]]\n{pointing}\n"
    edit = Bullets(path="2-summaries/a/b.md", title="House", bullets=["It is at Kiel. (2026-05-02)"], at=AT)
    days = [line[-20:] for line in (edit.after(known) or "").splitlines() if line.startswith("- It is at")]
    assert len(days) == 3 and "Kiel. (2026-05-02)" in days[1]


def test_a_line_that_points_to_a_later_one_is_the_line_that_it_was() -> None:
    """It is not said again, and is among the latest as long as it would have been."""
    held = (
        Bullets(path="p", title="T", bullets=["b (2026-01-02) [[x]]", "a (2026-01-01) [[x]]"], at=AT).after(None) or ""
    )
    pointing = held.replace("(2026-01-01) [[x]]", marks.pointed("(2026-01-01) [[x]]", "2026-01-05", "c", "y"))
    assert Bullets(path="p", title="T", bullets=["a (2026-01-03)"], at=AT).after(pointing) is None
    after = Bullets(path="p", title="T", bullets=["c [[x]]"], at=AT, latest=2).after(pointing) or ""
    assert "- c" in after and "- b" in after and "- a" not in after


@given(EDITS, st.none() | st.text(max_size=300))
def test_an_edit_is_made_once(edit: FileEdit, content: str | None) -> None:
    """After it was made to any file, making it again changes nothing."""
    after = edit.after(content)
    assert after is None or edit.after(after) is None


def test_new_bullets_come_first() -> None:
    """A summary shows what is new first, each fact once, below its header."""
    first = Bullets(path="p", title="A | B", bullets=["one", "one", "two"], at=AT).after(None) or ""
    second = Bullets(path="p", title="A | B", bullets=["two", "three\nlines"], at=AT).after(first) or ""
    head = summary.header(second)
    assert head and (head.title, head.updated) == ("A | B", AT)
    assert summary.split(second)[1].split("\n") == ["", "", "- three lines", "- one", "- two", ""]


@pytest.mark.parametrize("head", ["Rent | v1 |", "Rent | v1.0.0, 2026-01-01T00:00:00 | \n\n# Rent", "# Rent"])
def test_new_bullets_stand_below_a_persons_header(head: str) -> None:
    """Whichever they wrote: a line as the service's, in their own form, or a heading."""
    after = Bullets(path="p", title="Rent", bullets=["1,920"], at=AT).after(f"{head}\n\n- 1,850\n") or ""
    lines = [line for line in after.splitlines() if line]
    assert lines[-3:] == [head.splitlines()[-1], "- 1,920", "- 1,850"] and after.count("Rent |") == 1


def test_new_facts_stand_below_a_persons_front_matter() -> None:
    """It stays front matter, and a summary without a header gets one below it."""
    edit = Bullets(path="p", title="Rent", bullets=["1,920"], at=AT)
    for head in ("Rent | v1.0.0, 2026-02-03T10:30:00+00:00 |", "Rent | v1 |"):
        assert edit.after(f"---\ntags: [flat]\n---\n{head}\n\n- 1,850\n") == (
            f"---\ntags: [flat]\n---\n{head}\n\n- 1,920\n- 1,850\n"
        )
    assert (edit.after("---\ntags: [flat]\n---\n- 1,850\n") or "").startswith("---\ntags: [flat]\n---\nRent | v")
    part = "---\ntags: [flat]\n---\nPart of [[2-summaries/a.md]].\n\n- 1,850\n"
    assert edit.after(part) == part.replace("- 1,850", "- 1,920\n- 1,850")


def test_the_latest_bullets_are_kept() -> None:
    """With a limit the oldest bullets that lead to a description go; what is said nowhere else stays."""
    content = "Some words.\n\n- b [[x]]\n- a [[x]]\n- fact\n"
    after = Bullets(path="p", title="T", bullets=["c [[x]]"], at=AT, latest=2).after(content) or ""
    assert summary.split(after)[1].strip().split("\n") == ["- c [[x]]", "Some words.", "", "- b [[x]]", "- fact"]


@pytest.mark.parametrize(("day", "expected"), [(2, "old"), (4, "new")])
def test_a_figure_is_replaced_by_a_newer_one_only(day: int, expected: str) -> None:
    """What comes late does not overwrite what is newer."""
    content = Figures(path="p", title="T", figures={"mrr": "old", "x": "1"}, at=AT).after(None) or ""
    late = Figures(path="p", title="T", figures={"mrr": "new"}, at=AT.replace(day=day)).after(content) or content
    assert f"**mrr**: {expected} (" in late and "**x**: 1 (" in late


def test_sections_are_reverse_chronological() -> None:
    """A new section stands before the others and below what stands above them, in a file of the third tier."""
    content: str | None = None
    for name in ("a", "b"):
        section = SectionEdit(
            path="p", title="Log", tags=["t"], heading=name, body="x", mark=f"- **Event**: {name}", at=AT
        )
        content = section.after(content)
    assert [block.title for block in markdown.blocks(description.split(content or "")[1]) if block.is_heading] == [
        "Log",
        "b",
        "a",
    ]


def test_what_comes_late_stands_by_its_day() -> None:
    """An older entry that arrives late stands below the later ones, above the link to the next part."""
    content: str | None = None
    for day in (5, 9, 3, 7):
        at = AT.replace(day=day)
        heading = f"2026-02-0{day} — change"
        section = SectionEdit(path="p", title="Log", heading=heading, body="x", mark=f"- **Event**: {day}", at=at)
        content = section.after(content)
        content = content if content is None or day != 9 else content + "\n\nContinues in [[q.md]].\n"
    text = description.split(content or "")[1]
    headings = [block.title[:10] for block in markdown.blocks(text) if block.rank == 2]
    assert headings == ["2026-02-09", "2026-02-07", "2026-02-05", "2026-02-03"]
    assert (content or "").endswith("- **Event**: 3\n\nContinues in [[q.md]].\n")


def test_bullets_that_come_late_stand_by_their_day() -> None:
    """Also where only the latest are kept: what is older than all of them changes nothing."""
    content: str | None = None
    for day in (5, 9, 7):
        bullets = [f"2026-02-0{day}: change [[x]]"]
        content = Bullets(path="p", title="T", bullets=bullets, at=AT, latest=3).after(content)
    lines = [line for line in (content or "").split("\n") if line.startswith("- ")]
    assert [line[:12] for line in lines] == ["- 2026-02-09", "- 2026-02-07", "- 2026-02-05"]
    assert Bullets(path="p", title="T", bullets=["2026-02-01: a [[x]]"], at=AT, latest=3).after(content) is None


def test_a_listing_keeps_what_a_person_wrote() -> None:
    """A location that is in the index keeps its line."""
    new = Listing(
        entries=[
            IndexEntry(topic="A", description="new", location="l"),
            IndexEntry(topic="B", description="b", location="m"),
        ]
    )
    assert index.lines(new.after("A | by hand | l\n") or "") == ["A | by hand | l", "B | b | m"]


def test_headings_are_lowered_and_code_is_not() -> None:
    """As part of a section a text's headings stand below it, the sixth level at most."""
    text = "# A\n\n```\n# no heading\n```\n\n##### B\n"
    assert with_lower_headings(text, 2) == "### A\n\n```\n# no heading\n```\n\n###### B\n"


LINE, FIGURE = "- The plan costs 10 EUR.", "- **MRR**: 5 EUR (2026-01-01T00:00:00+00:00)"
OVERRULING = [
    Bullets(path="p", title="T", bullets=["The plan costs 12 EUR."], at=AT, gone={LINE: ""}),
    Bullets(path="p", title="T", bullets=[], at=AT, gone={LINE: "- The plan ~~costs 10 EUR~~ (until 2026-02-03)."}),
    Figures(path="p", title="T", figures={"MRR": "6 EUR"}, at=AT),
    Marks(path="p", marks={"The plan costs 10 EUR": "until 2026-02-03; now: 12 EUR"}),
]


@pytest.mark.parametrize("edit", [*OVERRULING, EditSequence(path="p", edits=OVERRULING)], ids=lambda edit: edit.kind)
def test_what_a_person_wrote_stays(edit: FileEdit) -> None:
    """Neither gone, nor struck out, nor marked, nor another value, also by one edit of several; without it is."""
    content = f"T | 1.0.0, 2026-01-01 |\n\n{LINE}\n{FIGURE}\n"
    written = {LINE, FIGURE}
    after = edit.after(content, written)
    assert written <= set((after or content).splitlines())
    assert not written <= set((edit.after(content) or content).splitlines())


def test_a_figure_of_a_persons_is_not_what_was_reported_before() -> None:
    """What is marked in the log is what the service said until now."""
    report = Figures(path="p", title="T", figures={"MRR": "6 EUR"}, at=AT)
    assert report.changed(FIGURE) == {"MRR": "5 EUR"}
    assert report.changed(FIGURE, {FIGURE}) == {}


def test_a_fact_of_which_nothing_is_left_leaves_no_line() -> None:
    """Its day and its link say nothing by themselves."""
    content = Bullets(path="p", title="T", bullets=["A. (2026-02-03) [[3-descriptions/a/b.md]]", "B."], at=AT).after(
        None
    )
    gone = {"- A. (2026-02-03) [[3-descriptions/a/b.md]]": "- (2026-02-03) [[3-descriptions/a/b.md]]"}
    after = Bullets(path="p", title="T", bullets=[], at=AT, gone=gone).after(content) or ""
    assert after.endswith("\n\n- B.\n")


def reported(*reports: tuple[str, str]) -> list[str]:
    """The lines of a summary that was told a figure of one period after the other."""
    content = ""
    for day, (period, value) in enumerate(reports, 1):
        report = Figures(path="p", title="T", figures={"visits": value}, at=AT.replace(day=day), period=period)
        report = Figures.model_validate_json(report.model_dump_json())
        content = report.after(content) or content
        assert not report.after(content)
    return [line.rpartition(" (")[0] for line in content.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize(
    ("first", "second"), [("week 9", "week 10"), ("2026-02", "2026-03"), ("Feb 2026", "March 2026")]
)
def test_a_figure_of_the_next_period_stands_behind_the_one_before(first: str, second: str) -> None:
    """Each below its own period, the notes of those before aside; other kinds of periods are other lines.

    Of those the one told last stands first: it is what holds.
    """
    line = reported((first, "1,204 (+6 %)"), (second, "1,251 (+3.9 %)"), ("2026", "9,000"), ("", "7"))
    assert line == [
        "- **visits**: 7",
        "- **visits** of 2026: 9,000",
        f"- **visits** of {first}: 1,204 → {second}: 1,251 (+3.9 %)",
    ]
    assert reported((first, "5"), ("", "7"), (second, "6"))[0] == f"- **visits** of {first}: 5 → {second}: 6"


@pytest.mark.parametrize(
    "periods",
    [("2026-08", "2026-10", "2026-11"), ("Dez 2025", "Januar 2026", "März 2026"), ("Q4 2025", "Q1 2026", "Q2 2026")],
)
def test_a_period_that_is_told_late_stands_in_its_place(periods: tuple[str, str, str]) -> None:
    """Measured before: it changed nothing but the log, which did not name it."""
    first, second, third = periods
    line = f"- **visits** of {first}: 5 → {second}: 6 → {third}: 7"
    assert reported((second, "6"), (third, "7"), (first, "5")) == [line]


def test_a_period_that_is_told_again_keeps_its_place() -> None:
    """With what it was before where it is told alone."""
    assert reported(("2026-02", "5"), ("2026-02", "6")) == ["- **visits** of 2026-02: 5 → 2026-02: 6"]
    again = reported(("2026-02", "5"), ("2026-02", "6"), ("2026-03", "7"), ("2026-02", "8"))
    assert again == ["- **visits** of 2026-02: 8 → 2026-03: 7"]


def test_a_late_report_of_a_period_without_a_year_has_no_place() -> None:
    """Week 1 may be the next year's: what was measured earlier and arrives later stays in the log."""
    later = Figures(path="p", title="T", figures={"visits": "7"}, at=AT, period="week 9").after(None)
    late = Figures(path="p", title="T", figures={"visits": "5"}, at=AT.replace(day=1), period="week 8")
    assert late.after(later) is None


def test_a_summary_shows_the_latest_periods() -> None:
    """Six of them: the log has all."""
    [line] = reported(*((f"2026-{month:02}", "5") for month in range(1, 13)))
    assert line.startswith("- **visits** of 2026-07: 5 → ") and line.endswith("2026-12: 5")


def test_a_value_with_a_colon_has_no_period() -> None:
    """And the arrow between values is none of a value's or a period's own."""
    errors = reported(("", "3 errors: 2 in api"), ("", "4 errors: 3 in api"), ("", "1 error: 1 in web"))
    assert errors == ["- **visits**: 4 errors: 3 in api → 1 error: 1 in web"]
    moved = reported(("", "3 → 4 pods"), ("", "5 → 6 pods"), ("Q1 → Q2", "5 → 6: all"), ("Q3 → Q4", "7"))
    assert moved == [
        "- **visits** of Q1 -> Q2: 5 -> 6: all → Q3 -> Q4: 7",
        "- **visits**: 3 -> 4 pods → 5 -> 6 pods",
    ]


def test_a_period_that_stood_in_the_name_goes_into_the_line() -> None:
    """As the release before wrote it: the value of then does not stay beside that of now."""
    content = (
        "T |\n\n- **visits, week 47**: 690 → 700 (2026-01-01T00:00:00+00:00)\n- **visits, mobile**: 3 (2026-01-01)\n"
    )
    corrected = Figures(path="p", title="T", figures={"visits": "710"}, at=AT, period="week 47")
    assert corrected.changed(content) == {"visits": "700"}
    content = corrected.after(content) or ""
    assert f"\n\n- **visits** of week 47: 700 → week 47: 710 ({AT.isoformat()})\n- **visits, mobile**: 3 (" in content
    content = Figures(path="p", title="T", figures={"visits": "900"}, at=AT, period="week 48").after(content) or ""
    assert f"\n\n- **visits** of week 47: 710 → week 48: 900 ({AT.isoformat()})\n- **visits, mobile**: 3 (" in content


def test_only_a_figure_of_the_same_period_was_told_otherwise_before() -> None:
    """What October was stays so in November; where two periods have one value the log's words name neither."""
    content = "\n".join(reported(("2026-10", "5"), ("2026-11", "7"))) + " (2026-02-02T00:00:00+00:00)"

    def changed(period: str) -> dict[str, str]:
        return Figures(path="p", title="T", figures={"visits": "9"}, at=AT, period=period).changed(content)

    assert (changed("2026-10"), changed("2026-12")) == ({"visits": "5"}, {})


def test_figures_stand_in_the_order_in_which_they_were_told() -> None:
    """A plan is stored as JSON, and Postgres orders the names in it by their length."""
    report = Figures(path="p", title="T", figures={"households": "3", "a": "1"}, at=AT)
    assert json.loads(report.model_dump_json())["figures"] == [["households", "3"], ["a", "1"]]
    assert Figures.model_validate({**report.model_dump(), "figures": {"a": "1"}}).figures == {"a": "1"}


def test_what_is_left_of_words_twice_is_left_as_it_was_the_last_time() -> None:
    """Till a day to come a line stands whole, and ends again: measured before, a record told both, and one was over.
    An item of other words is no such one."""
    rule = "The desk is paid 150 a week, plus a morning off, with three people"
    left = ["The desk is paid 150 a week, plus a morning off.", "The desk is paid a morning off."]
    page = f"# Pay\n\n- {rule}.\n- Ann pays.\n"
    for still in left:
        edit = Marks(path="p", marks={rule: f"until 2026-05-01; now: {len(still)}"}, still={rule: still})
        page = edit.after(page) or page
    assert page.endswith(f".\n- {left[1]}\n- Ann pays.\n") and left[0] not in page and page.count("*(until") == 2
    page = Marks(path="p", marks={rule: "until 2026-06-01; now: nothing"}).after(page) or page
    assert left[1] not in page and page.endswith(".\n- Ann pays.\n")


def test_a_mark_stands_below_the_title():
    """Of a record each passage is found by itself: what the title repeats is no place for it."""
    decided = "Oak comes from Reitmayr"
    record = f"---\ntitle: 'Decision: {decided}.'\n---\nDecision: {decided}. | v1.0.0 |\n\n# Decision: {decided}.\n\n"
    marked = Marks(path="p", marks={decided: "until 2026-02-03; now: Pointner"}).after(f"{record}- {decided}.\n")
    assert marked == f"{record}- {decided} *(until 2026-02-03; now: Pointner)*.\n"


@pytest.mark.parametrize(
    ("above", "words", "end"),
    [
        ("The fee is 400 EUR.", "The fee is 40, Ann collects it", 13),
        ("Note the fee.", "No, it is 5", 2),
        ("X 5.5", "5", 1),
        ("The fee is 40 a week for members.", "The fee is 40", 13),
        ("The fee is 40, as Ann says.", "The fee is 40", 13),
        ("The fee is 40.5 EUR.", "The fee is 40", 13),
    ],
)
def test_a_mark_stands_within_its_own_words(above: str, words: str, end: int) -> None:
    """Neither within a word or a number nor in another sentence that begins so."""
    marked = Marks(path="p", marks={words: "until 2026-02-03; now: 6"}, ends={words: end}).after(
        f"{above}\n\n{words}.\n"
    )
    assert marked == f"{above}\n\n{words[:end]} *(until 2026-02-03; now: 6)*{words[end:]}.\n"


def test_of_changes_told_at_once_the_last_wins() -> None:
    """Measured before: four events at once, each planned before the others, left four current deposits."""
    deposits = [f"The deposit is now {now} EUR instead of 200 EUR. (2026-02-03)" for now in (300, 350)]
    rent = "The rent is now 300 EUR instead of 200 EUR. (2026-02-03)"
    edits = [Bullets(path="p", title="Deposit", bullets=[text], at=AT) for text in (*deposits, rent)]
    content = None
    for edit in edits:
        content = edit.after(content)
    assert content is not None and edits[1].after(content) is None
    mark = marks.in_part("2026-02-03", "The deposit is now 350 EUR instead of 200 EUR.")
    assert [f"- {rent}", f"- {deposits[1]}", f"- {deposits[0]} {mark}"] == content.strip().splitlines()[-3:]


def test_what_a_persons_line_says_otherwise_stands_below_it() -> None:
    """Measured before: an agent's stale value stood first, and the index told it."""
    persons, stale = "- The code is changed every 30 days.", "The code is changed every 90 days. (2026-02-03)"
    content = f"Alarm | v1.0.0, 2026-02-01T10:00:00+00:00 |\n\n{persons}\n- It rings at noon.\n"
    edit = Bullets(path="p", title="Alarm", bullets=["It is loud.", stale], at=AT, below={stale: persons})
    after = edit.after(content, {persons})
    assert after and after.strip().splitlines()[2:] == ["- It is loud.", persons, f"- {stale}", "- It rings at noon."]
