"""One ranking for every door: what is about the question, the latest first, what is retired last."""

from uuid import UUID

from knowledge.matches.models import LaterStatement, Match
from knowledge.matches.ranking import merged, ranked

from tests.unit.matches.test_recency import NEW, OLD, QUESTION, passage

FLOOR = 0.3
LATER = LaterStatement(text="It begins at six.", day="2026-11-02", path="2-summaries/a/b.md", id=UUID(int=1))
PRICE = "- The big house costs 45 francs, whenever the admission begins. (2026-11-01)"


def order(*matches: Match, asked: int = 20, count: int | None = None, is_past: bool = False) -> list[str]:
    in_order = ranked(matches, QUESTION, FLOOR, asked=asked, count=count, is_past=is_past)
    return [match.learning for match in in_order]


def test_what_holds_now_leads_and_a_history_stands_last() -> None:
    """However near to the question the others are."""
    history = passage(OLD.replace("45", "60"), 1.0, "2-summaries/a/history.md")
    assert order(history, passage(OLD, 0.9), passage(NEW, 0.8)) == [NEW, OLD, history.learning]


def test_what_is_far_from_the_question_is_not_told() -> None:
    """And nothing is where the best is below the floor."""
    assert order(passage(OLD, 0.9), passage("- Tea is served.", 0.05)) == [OLD]
    assert order(passage(OLD, 0.1)) == []


def test_a_small_project_of_a_large_base_has_the_floor_of_a_small_base() -> None:
    """Search gave fewer rows than it was asked for: these are all that there are."""
    alone = passage(OLD, 0.27).model_copy(update={"rows_considered": 5_000, "matched_terms": ["house"]})
    assert order(alone, asked=20) == [OLD] and order(alone, asked=0) == []


def test_the_first_of_so_many_is_told_with_what_was_said_later_by_any() -> None:
    """Also by a passage that is none of so many; of what was known on a day in the past nothing is later."""
    matches = [passage(OLD, 0.9), passage(PRICE, 0.6)]
    [match] = ranked(matches, QUESTION, FLOOR, asked=20, count=1)
    assert [later.day for later in match.later] == ["2026-11-01"]
    [past] = ranked(matches, QUESTION, FLOOR, asked=20, count=1, is_past=True)
    assert past.later == []


def test_of_what_was_known_on_a_day_the_nearest_leads() -> None:
    """What came later was not known."""
    assert order(passage(OLD, 0.9), passage(NEW, 0.8), is_past=True) == [OLD, NEW]


def test_of_several_questions_each_match_is_told_once_where_it_answers_best() -> None:
    """With the words that it has of any of them, and with what it leads to for one."""
    near, far = (passage(OLD, score) for score in (0.9, 0.4))
    far = far.model_copy(update={"id": near.id, "matched_terms": ["house"], "later": [LATER]})
    near = near.model_copy(update={"matched_terms": ["admission"]})
    tea = passage("- Tea is served at five.", 0.6)
    [first, second] = merged([[far, tea], [near]], QUESTION)
    assert (first.score, set(first.matched_terms), first.later) == (0.9, {"house", "admission"}, [LATER])
    assert second == tea


def test_of_several_questions_what_holds_now_leads() -> None:
    """Also where the older answers one of them better; so many as are asked for are counted over all."""
    assert [match.learning for match in merged([[passage(OLD, 0.9)], [passage(NEW, 0.8)]], QUESTION)] == [NEW, OLD]
    assert len(merged([[passage(OLD, 0.9)], [passage("- Tea is served.", 0.8)]], QUESTION, count=1)) == 1
