"""The first passage is told with what later days say about the question, the latest first."""

from datetime import UTC, datetime
from uuid import uuid4

from knowledge.matches.later_statements import ROOM, told_since
from knowledge.matches.models import Match, Source

NOW = datetime(2026, 11, 22, tzinfo=UTC)
QUESTION = "Are we going to sell cans?"
OLD = "- Cans: we are not going to sell cans. (2026-01-12)"
LATER = "- Tinsmith fills the cans of two beers. (2026-05-18)"
LATEST = "- The cans go on sale on 22 June. (2026-06-01)"


def passage(text: str, score: float, path: str = "2-summaries/a/b.md") -> Match:
    return Match(
        id=uuid4(), learning=text, part="passage", similarity=score, score=score, kind="chunk", tags=[], frequency=1,
        created_at=NOW, last_seen_at=NOW, run_id=None, work_order_id=None, variant_of=None,
        source=Source(path=path, chunk=0, breadcrumb=["B"]),
    )  # fmt: skip


def first(*texts: str) -> str:
    passages = [passage(text, 0.49 if at else 1) for at, text in enumerate(texts)]
    return told_since(passages[:1], passages, QUESTION)[0].learning


def test_what_later_days_say_stands_before_the_passage_the_latest_first():
    """In whatever words: who reads the first match sees what holds now."""
    assert first(OLD, LATER, LATEST).splitlines() == [LATEST, LATER, OLD]


def test_what_another_project_says_later_is_not_told():
    """It is not what became of this one's."""
    old, later = (passage(text, 1.0) for text in (OLD, LATER))
    old, later = (match.model_copy(update={"projects": [name]}) for match, name in ((old, "shop"), (later, "cafe")))
    assert told_since([old], [old, later], QUESTION) == [old]


def test_what_earlier_days_say_is_not_told():
    """The passage is later than that."""
    assert first(LATEST, LATER, OLD) == LATEST


def test_what_a_summary_and_a_description_say_is_told_once():
    """The description says it without the label."""
    raw = "## 2026-05-18 — Round\n\nTinsmith fills the cans of two beers."
    assert first(OLD, LATER.replace("- ", "- Finding: "), raw).count("Tinsmith") == 1


def test_a_statement_is_told_with_what_follows_it_on_that_day():
    """An answer stands beside what names its subject."""
    said = f"{LATER}\n- Mill Pale and Gritstone. (2026-05-18)\n{OLD}"
    assert first(OLD, said).startswith(
        "- Tinsmith fills the cans of two beers. Mill Pale and Gritstone. (2026-05-18)\n"
    )


def test_each_later_day_has_its_turn_before_another_has_more_and_all_have_a_room():
    """One long day does not hide the others."""
    many = "\n".join(f"- Cans of size {size}: {'much ' * 40}. (2026-05-18)" for size in range(20))
    text = first(OLD, many, LATEST)
    assert text.startswith(LATEST)
    assert len(text) <= ROOM + len(OLD) + 10


def test_a_history_and_what_nobody_dated_tell_nothing():
    """The one tells what was so, of the other nobody knows when."""
    history = passage(LATEST, 0.9, "2-summaries/a/history.md")
    old, undated = passage(OLD, 1.0), passage("Cans are sold.", 0.8)
    assert told_since([old], [old, history, undated], QUESTION) == [old]
    assert told_since([undated], [undated, old], QUESTION) == [undated]


def test_a_learning_stays_as_it_is():
    """Only passages of files are told so."""
    learning = passage(OLD, 1.0).model_copy(update={"source": None})
    assert told_since([learning], [learning, passage(LATER, 0.9)], QUESTION) == [learning]
    assert told_since([], [], QUESTION) == []


def test_nothing_that_is_near_is_no_failure():
    """What a row has in common with all is taken from its score."""
    old, later = passage(OLD, 0.0), passage(LATER, -0.1)
    assert told_since([old], [old, later], QUESTION)[0].learning.startswith(LATER)


def test_what_has_no_word_of_the_question_is_not_told():
    """It is later, and of something else: another house of the same tenant, as it may be."""
    assert first(OLD, "- The ferry sails at nine. (2026-06-01)", LATER) == f"{LATER}\n{OLD}"


def test_what_search_finds_near_is_told_without_a_word_of_the_question():
    """It is said in another language."""
    old, later = passage(OLD, 1.0), passage("- Dosen gibt es ab Juni. (2026-06-01)", 0.9)
    assert told_since([old], [old, later], QUESTION)[0].learning.startswith("- Dosen")


def test_what_is_below_a_page_of_that_name_is_about_it():
    """A line of a page need not repeat what the page is called."""
    old, later = passage(OLD, 1.0), passage("- Only those of Mill Pale. (2026-06-01)", 0.4)
    page = later.model_copy(update={"source": Source(path="2-summaries/a/cans.md", chunk=0, breadcrumb=["Cans"])})
    assert told_since([old], [old, page], QUESTION)[0].learning.startswith("- Only those of Mill Pale.")


def test_what_others_say_on_the_day_of_the_passage_is_told():
    """Of a proposal and its acceptance each may stand on a page of its own."""
    agreed = "- Agreed: cans are sold, after all. (2026-01-12)"
    assert first(OLD, agreed) == f"{agreed}\n{OLD}"


def test_what_the_passage_tells_itself_is_not_told_twice():
    """The description says what its summary does."""
    assert first(OLD, f"## 2026-01-12 — Round\n\n{OLD[2:-13]}") == OLD


def test_of_two_stretches_with_as_much_of_the_question_what_begins_with_it_is_told():
    """What answers follows; what stands before is of something else."""
    said = "\n".join(
        f"- {text} (2026-05-18)"
        for text in (
            "Kettle first, " + "then a long talk of tea, " * 6,
            "The cans?",
            "Mill Pale alone, all else is dropped.",
        )
    )
    assert first(OLD, said).startswith("- The cans? Mill Pale alone, all else is dropped.")


def test_a_passage_is_as_old_as_what_it_says_of_the_question():
    """What it says of something else may be later."""
    both = f"{OLD}\n- The yard is swept. (2026-06-30)"
    assert first(both, LATER) == f"{LATER}\n{both}"
