"""The passage that leads is told with what later days say about the question, the latest first, and where."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from knowledge.matches.later_statements import ROOM, with_later_statements
from knowledge.matches.models import LaterStatement, Match, Source

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


def later(*passages: Match, question: str = QUESTION) -> list[LaterStatement]:
    """What is told with the first of the passages, whose text stays as it is."""
    [match] = with_later_statements(passages[:1], passages, question)
    assert match.learning == passages[0].learning
    return match.later


def since(*texts: str) -> list[str]:
    """The same as lines of a summary."""
    statements = later(*(passage(text, 0.49 if at else 1) for at, text in enumerate(texts)))
    return [f"- {one.text} ({one.day})" for one in statements]


def test_what_later_days_say_is_told_with_the_passage_the_latest_first():
    """In whatever words: who reads the first match sees what holds now."""
    assert since(OLD, LATER, LATEST) == [LATEST, LATER]


def test_what_was_said_later_names_its_day_and_its_file():
    """It stands below another's source."""
    old, new = passage(OLD, 1.0), passage(LATEST, 0.9, "2-summaries/a/shop.md")
    [statement] = later(old, new)
    assert statement.model_dump() == {
        "text": "The cans go on sale on 22 June.", "day": "2026-06-01", "path": "2-summaries/a/shop.md"
    }  # fmt: skip
    assert statement.id == new.id


def test_standing_rules_lead_nothing():
    """They stand before the first answer, and nobody asked for them."""
    rule = passage("Never sell glass.", 1.0).model_copy(update={"source": None, "part": "rule"})
    old, new = passage(OLD, 0.9), passage(LATEST, 0.8)
    shown = with_later_statements([rule, old, new], [rule, old, new], QUESTION)
    assert [len(match.later) for match in shown] == [0, 1, 0]


def test_what_a_line_points_to_is_not_told_twice():
    """The summary leads there itself."""
    words = "Tinsmith fills the cans of two beers."
    assert since(f"{OLD} (later, 2026-05-18: “{words}” [[2-summaries/a/c.md]])", LATER, LATEST) == [LATEST]


def test_what_a_line_points_to_is_not_told_with_its_label_either():
    """A finding is quoted without the word for what it is."""
    pointer = "(later, 2026-06-01: “The cans go on sale on 22 June.” [[2-summaries/a/shop.md]])"
    assert since(f"{OLD} {pointer}", "- Finding: The cans go on sale on 22 June. (2026-06-01)") == []


def test_what_a_description_says_on_the_day_of_the_passage_is_no_later_news():
    """What still holds of it stands in a summary; an entry of this morning is older than a page of now."""
    log = passage("## 2026-01-12 — pay\n\nCans: version 2.4.1 is on sale.", 0.9, "3-descriptions/a/log.md")
    assert later(passage(OLD, 1.0), log) == []


def test_what_is_of_the_same_day_says_so():
    """Which of the two was said first nobody knows."""
    old, same, new = passage(OLD, 1.0), passage(OLD.replace("not going", "ready"), 0.9), passage(LATEST, 0.9)
    assert [(one.day, one.is_of_same_day) for one in later(old, same, new)] == [
        ("2026-06-01", False), ("2026-01-12", True)
    ]  # fmt: skip


def test_what_is_far_from_the_question_is_not_told():
    """Two words in common, of a passage that search finds far, are no subject in common."""
    question = "Are we going to sell cans of the Ghent brewery to the shops of Leeds and York in May?"
    old = passage("- We sell cans of the Ghent brewery to the shops of Leeds and York. (2026-01-12)", 1.0)
    far = passage("- The yard at Leeds sells old iron. (2026-06-01)", 0.1)
    assert later(old, far, question=question) == []


def test_what_another_project_says_later_is_not_told():
    """It is not what became of this one's."""
    old, new = (passage(text, 1.0) for text in (OLD, LATER))
    old, new = (match.model_copy(update={"projects": [name]}) for match, name in ((old, "shop"), (new, "cafe")))
    assert later(old, new) == []


def test_what_earlier_days_say_is_not_told():
    """The passage is later than that."""
    assert since(LATEST, LATER, OLD) == []


def test_what_a_summary_and_a_description_say_is_told_once():
    """The description says it without the label."""
    raw = "## 2026-05-18 — Round\n\nTinsmith fills the cans of two beers."
    assert len(since(OLD, LATER.replace("- ", "- Finding: "), raw)) == 1


def test_a_statement_is_told_with_what_follows_it_on_that_day():
    """An answer stands beside what names its subject."""
    text = f"{LATER}\n- Mill Pale and Gritstone. (2026-05-18)\n{OLD}"
    assert since(OLD, text) == ["- Tinsmith fills the cans of two beers. Mill Pale and Gritstone. (2026-05-18)"]


def test_each_later_day_has_its_turn_before_another_has_more_and_all_have_a_room():
    """One long day does not hide the others."""
    many = "\n".join(f"- Cans of size {size}: {'much ' * 40}. (2026-05-18)" for size in range(20))
    texts = since(OLD, many, LATEST)
    assert texts[0] == LATEST and len(texts) > 1
    assert sum(len(text.removeprefix("- ")[:-13]) for text in texts) <= ROOM


def test_a_history_and_what_nobody_dated_tell_nothing():
    """The one tells what was so, of the other nobody knows when."""
    history = passage(LATEST, 0.9, "2-summaries/a/history.md")
    old, undated = passage(OLD, 1.0), passage("Cans are sold.", 0.8)
    assert with_later_statements([old], [old, history, undated], QUESTION) == [old]
    assert with_later_statements([undated], [undated, old], QUESTION) == [undated]


def test_a_learning_stays_as_it_is():
    """Only passages of files are told so."""
    learning = passage(OLD, 1.0).model_copy(update={"source": None})
    assert with_later_statements([learning], [learning, passage(LATER, 0.9)], QUESTION) == [learning]
    assert with_later_statements([], [], QUESTION) == []


def test_nothing_that_is_near_is_no_failure():
    """What a row has in common with all is taken from its score."""
    old, new = passage(OLD, 0.0), passage("- Cans sell well. (2026-05-18)", -0.1)
    assert len(later(old, new)) == 1


def test_what_has_no_word_of_the_question_is_not_told():
    """It is later, and of something else: another house of the same tenant, as it may be."""
    assert since(OLD, "- The ferry sails at nine. (2026-06-01)", LATER) == [LATER]


def test_what_search_finds_near_is_told_without_a_word_of_the_question():
    """It is said in another language."""
    old, new = passage(OLD, 1.0), passage("- Dosen gibt es ab Juni. (2026-06-01)", 0.9)
    assert [one.text for one in later(old, new)] == ["Dosen gibt es ab Juni."]


def test_what_search_finds_near_by_another_statement_is_not_told():
    """The passage has the question's words, and this statement of it has none."""
    old, new = (
        passage(OLD, 1.0),
        passage("- Cans are cheap. (2025-02-01)\n- The ferry sails at nine. (2026-06-01)", 0.9),
    )
    assert later(old, new.model_copy(update={"matched_terms": ["can"]})) == []


def test_a_single_word_of_what_search_finds_far_is_not_told():
    """Words in common are no subject in common; two are, or one of what is near."""
    old = passage(OLD, 1.0)
    for text, score, count in ((LATER, 0.3, 0), (LATER, 0.45, 1), ("- Cans sell well. (2026-05-18)", 0.3, 1)):
        assert len(later(old, passage(text, score))) == count


def test_only_statements_are_told():
    """No question that nothing answers, no title and no heading, and nothing that the product notes of an entry."""
    page = "# Cans\n\n## 2026-06-01 — Cans to sell\n\nCans to sell\n\n- **Event**: cans c1\n\nWhat of the cans?"
    assert since(OLD, page) == []
    assert since(OLD, f"{page}\n\n{LATEST}")[0].endswith("The cans go on sale on 22 June. (2026-06-01)")


def test_an_answer_is_told_though_another_question_has_the_same():
    """What is said twice stands twice."""
    asked = "Are cans sold in May? No. Are cans sold in June? No. Are cans sold in July? Yes."
    assert since(OLD, f"- {asked} (2026-06-01)") == [f"- {asked} (2026-06-01)"]


def test_what_a_line_and_a_mark_tell_is_told_once():
    """The mark of what ended says what is so now, as the line of that does."""
    now = "We sell cans from June on."
    page = f"- {now} (2026-06-01)\n- Cans: none. (2026-01-02) (in part until 2026-06-01, “none”; now: {now})"
    assert " ".join(since(OLD, page)).count(now) == 1


def test_what_the_passage_tells_without_a_label_is_not_told_again():
    """A summary names what the record of a decision says."""
    assert (
        since(
            "- We are not going to sell cans. (2026-01-12)", "- Decision: We are not going to sell cans. (2026-01-12)"
        )
        == []
    )


@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        ("Billing listens on port 18090.", "Billing port: 8090", "Which port has billing?"),
        ("The status of the migration is incomplete.", "Migration status: complete", "What is the migration's status?"),
        ("The feature flag is not on yet.", "Feature flag: on", "Is the feature flag on?"),
        ("The retry limit of the importer is 5.", "Retry limit: 3", "What is the retry limit?"),
        ("The export of Ghent is not on.", "Export: not on", "Is the export on?"),
        ("Staging: the new export is not on.", "Production: the new export is not on.", "Is the new export on?"),
    ],
)
def test_a_part_of_what_the_passage_tells_is_not_told_by_it(old, new, question):
    """A value that stands in another, in a date or in what denies it; or behind another's name."""
    passages = passage(f"- {old} (2026-10-03)", 1.0), passage(f"- {new} (2026-10-04)", 0.9)
    assert [one.text for one in later(*passages, question=question)] == [new]


def test_what_a_label_stands_before_in_the_passage_is_not_told_again():
    """The record says it without."""
    assert since(OLD.replace("Cans", "Decision"), "- we are not going to sell cans. (2026-01-13)") == []


def test_what_is_below_a_page_of_that_name_is_about_it():
    """A line of a page need not repeat what the page is called."""
    old, new = passage(OLD, 1.0), passage("- Only those of Mill Pale. (2026-06-01)", 0.4)
    page = new.model_copy(update={"source": Source(path="2-summaries/a/cans.md", chunk=0, breadcrumb=["Cans"])})
    assert [one.text for one in later(old, page)] == ["Only those of Mill Pale."]


def test_what_others_say_on_the_day_of_the_passage_is_told():
    """Of a proposal and its acceptance each may stand on a page of its own."""
    agreed = "- Agreed: cans are sold, after all. (2026-01-12)"
    assert since(OLD, agreed) == [agreed]


def test_what_the_passage_tells_itself_is_not_told_twice():
    """The description says what its summary does."""
    assert since(OLD, f"## 2026-01-12 — Round\n\n{OLD[2:-13]}") == []


def test_of_two_stretches_with_as_much_of_the_question_what_begins_with_it_is_told():
    """What answers follows; what stands before is of something else."""
    stretches = "\n".join(
        f"- {text} (2026-05-18)"
        for text in (
            "Kettle first, " + "then a long talk of tea, " * 6,
            "The cans?",
            "Mill Pale alone, all else is dropped.",
        )
    )
    assert since(OLD, stretches)[0].startswith("- The cans? Mill Pale alone, all else is dropped.")


def test_a_passage_is_as_old_as_what_it_says_of_the_question():
    """What it says of something else may be later."""
    both = f"{OLD}\n- The yard is swept. (2026-06-30)"
    assert since(both, LATER) == [LATER]


RECORD = "3-descriptions/system/decisions/2026-01-12-cans-1a2b.md"
DECIDED = "## Decision\n\n- We decided to sell no cans, because they dent."
PAGE = "- We decided to sell no cans, because they dent. (2026-01-12)\n- The cans of Ghent are dear. (2026-01-12)"


def test_what_its_own_event_says_beside_a_decision_is_no_later_news():
    """Neither told with its record nor the record with the page: measured before, both were told as later."""
    record, page = passage(DECIDED, 1.0, RECORD), passage(PAGE, 0.9)
    assert later(record, page) == later(page, record) == []
    report = passage(f"## 2026-01-12 — Round\n\n{DECIDED.splitlines()[-1][2:]} Cans are sold in Ghent.", 0.9)
    assert later(page, report) == []


def test_a_record_is_told_with_what_later_days_say_alone():
    """What another event of its day decided otherwise has superseded it."""
    others = passage("- The cans of Ghent are dear. (2026-01-12)\n- Cans are sold, after all. (2026-05-18)", 0.9)
    assert [one.day for one in later(passage(DECIDED, 1.0, RECORD), others)] == ["2026-05-18"]


def test_an_assent_alone_makes_no_two_events_one():
    """Many say yes on a day."""
    old, new = f"{OLD}\n- Yes. (2026-01-12)", "- Yes. (2026-01-12)\n- Agreed: cans are sold, after all. (2026-01-12)"
    assert since(old, new) != []


def test_what_is_so_instead_of_what_was_is_told_in_whatever_words_that_was():
    """Who asks uses the words of what was so: a history has them, and the page that tells what is so now has none."""
    page = passage("- Nothing metal is filled here. (2026-01-12)", 1.0)
    now = passage("- Decision: Tinsmith fills two beers. (2026-05-18)", 0.3, "2-summaries/a/brewers.md")
    was = "- was: Our own line fills the cans for the sale, until 2026-05-18; now: Tinsmith fills two beers. [[a/b.md]]"
    history = passage(was, 0.9, "3-descriptions/a/brewers/history.md")
    assert [one.text for one in later(page, history, now)] == ["Decision: Tinsmith fills two beers."]
    assert not later(page, history, passage("- Tinsmith is closed. (2026-05-18)", 0.3, "2-summaries/a/brewers.md"))
    assert not later(page, now)
