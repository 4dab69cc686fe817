"""Of two passages about what is asked, the later comes first where each says something else."""

from datetime import UTC, datetime
from uuid import uuid4

from knowledge.matches import recency
from knowledge.matches.models import Match, Source
from knowledge.matches.recency import newer_first

NOW = datetime(2026, 11, 22, tzinfo=UTC)
QUESTION = "When does the admission to the big house begin?"
OLD = "- Admission to the big house begins 45 minutes before. (2026-08-20)"
NEW = "- Admission to the big house begins 30 minutes before. (2026-10-14)"


def passage(text: str, score: float, path: str = "2-summaries/a/b.md", heading: str = "B") -> Match:
    return Match(
        id=uuid4(), learning=text, part="passage", similarity=score, score=score, kind="chunk", tags=[], frequency=1,
        created_at=NOW, last_seen_at=NOW, run_id=None, work_order_id=None, variant_of=None,
        source=Source(path=path, chunk=0, breadcrumb=[heading]),
    )  # fmt: skip


def first(*texts: str) -> str:
    matches = [passage(text, 1 - at / 10) for at, text in enumerate(texts)]
    return newer_first(matches, QUESTION)[0].learning


def test_a_later_value_of_the_same_kind_stands_before_an_earlier_one():
    """However near the earlier one is."""
    assert first(OLD, "- The foyer is closed. (2026-09-01)", NEW) == NEW


def test_a_later_passage_with_the_same_value_or_another_subject_changes_nothing():
    """It says nothing else, or it says it of something else."""
    assert first(OLD, OLD.replace("2026-08-20", "2026-10-14")) == OLD
    assert first(OLD, "- Parking costs 30 minutes of patience. (2026-10-14)") == OLD


def test_the_days_since_when_two_amounts_are_so_tell_nothing_otherwise():
    """Knots are no tonnes; of what begins on a day, the day is what is told."""
    wind = "- Since 9 April no boat is lifted above 20 knots at the shed. (2026-04-09)"
    weight = "- Since 5 May a boat of 22 tonnes may be lifted. (2026-05-08)"
    opening = "- Boats are lifted from 1 April. (2026-03-01)"
    later = "- Boats are lifted from 15 April. (2026-03-20)"
    question = "Is a boat lifted at low water?"
    for old, new, expected in ((wind, weight, wind), (opening, later, later)):
        assert newer_first([passage(old, 1.0), passage(new, 0.9)], question)[0].learning == expected


def test_no_word_is_looked_at_where_fewer_than_two_passages_are_dated(monkeypatch):
    """Then none is later than another, and a question costs nothing more."""
    monkeypatch.setattr(recency, "QuestionTerms", None)
    undated = OLD.removesuffix(" (2026-08-20)")
    assert first(undated, undated.replace("45", "30"), NEW) == undated


def test_what_another_project_says_changes_nothing():
    """Of two projects each has its own truth; what is of all is said of either."""
    for projects, expected in ((["shop"], NEW), ([], NEW), (["cafe"], OLD)):
        old, new = (passage(text, score) for text, score in ((OLD, 1.0), (NEW, 0.9)))
        matches = [old.model_copy(update={"projects": projects}), new.model_copy(update={"projects": ["shop"]})]
        assert newer_first(matches, QUESTION)[0].learning == expected


def test_a_raw_text_gives_way_by_the_day_of_its_heading():
    """What was talked about in August is older than what the summary says since October."""
    raw = "## 2026-08-20 — Round\n\nOle: admission to the big house begins 45 minutes before"
    assert first(raw, NEW) == NEW


def test_a_passage_that_tells_what_is_so_now_keeps_its_place():
    """Its mark says until when it was so, and what is so since."""
    now = "Admission to the big house begins 30 minutes before"
    marked = f"- ~~Admission to the big house begins 45 minutes before~~ (until 2026-10-14; now: {now}) (2026-08-20)"
    assert first(marked, NEW) == marked


def test_of_a_question_with_two_parts_either_may_be_what_is_said_otherwise():
    """Who leads is told beside it, and says nothing of when it begins."""
    later = NEW + "\n- Who leads the admission to the big house, begins and ends it: Ada. (2026-10-14)"
    assert first(OLD, later) == later


def test_a_later_passage_that_ends_a_name_stands_before_what_tells_it():
    """A name is no value, and is told instead all the same; a record of a decision has the day of its path."""
    old = "Backups of the admission to the big house go to Dublin."
    new = "- Backups of the admission to the big house: Frankfurt instead of Dublin. (2026-05-01)"
    record = passage(old, 1.0, "3-descriptions/system/decisions/2026-01-20-backups-1a2b.md")
    assert newer_first([record, passage(new, 0.5)], "Where do backups of the admission go?")[0].learning == new


def test_a_later_passage_that_tells_the_value_as_past_stands_before_it():
    """Though it tells a value of it again: `12–23, no longer 12–22`."""
    old, new = (
        "- The big house is open 12–22. (2026-03-09)",
        "- The big house: 12–23. It used to be 12–22. (2026-05-18)",
    )
    assert newer_first([passage(old, 1.0), passage(new, 0.5)], "When is the big house open?")[0].learning == new


def test_a_later_passage_that_tells_since_when_it_is_so_stands_before_a_name():
    """A name is no value."""
    old, new = "- Rafe leads support. (2026-01-20)", "- Lou Brandt leads support from 1 June. (2026-05-05)"
    assert newer_first([passage(old, 1.0), passage(new, 0.5)], "Who leads support?")[0].learning == new
    other = "- From 1 June the support has a phone. (2026-05-05)"
    assert newer_first([passage(old, 1.0), passage(other, 0.5)], "Who leads support?")[0].learning == old


def test_what_is_far_from_the_question_takes_no_place():
    """The words that it has in common with the question are those of something else."""
    old, new = passage(OLD, 1.0), passage(NEW, 0.4)
    assert newer_first([old, new], QUESTION) == [old, new]
