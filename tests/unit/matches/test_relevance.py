"""How near is near enough to be told."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from knowledge.matches import relevance
from knowledge.matches.models import Match, Source

NOW = datetime.now(UTC)
FLOOR = 0.28


def match(number: int = 1, similarity: float = 0.0, terms: int = 2, **fields: Any) -> Match:
    given = {"part": "fact", "kind": "fact", "score": similarity, "rows_considered": 1_000, **fields}
    return Match(
        id=UUID(int=number), learning="A text.", similarity=similarity, matched_terms=["a"] * terms, frequency=1,
        tags=[], work_order_id=None, run_id=None, variant_of=None, created_at=NOW, last_seen_at=NOW, **given,
    )  # fmt: skip


def ids(*matches: Match) -> list[int]:
    return [one.id.int for one in relevance.near(matches, FLOOR)]


@pytest.mark.parametrize(
    ("fields", "confidence"),
    [
        ({"similarity": 0.3, "coverage": 0.4}, 0.5),
        ({"similarity": 0.3, "coverage": 0.4, "terms": 1}, 0.3),
        ({"similarity": 0.3, "coverage": 0.8, "terms": 1}, 0.7),
        ({"coverage": 0.4}, 0.4),
    ],
)
def test_the_confidence_is_the_cosine_and_half_the_coverage(fields: dict[str, Any], confidence: float) -> None:
    """A single word counts where it is most of the question; where words alone were searched the coverage is all."""
    assert relevance.confidence(match(**fields)) == pytest.approx(confidence)


def test_nothing_is_told_where_the_best_is_below_the_floor() -> None:
    """Also no rule of the user's, and nothing that is pinned: a question about nothing has no answer."""
    assert ids(match(1, 0.27), match(2, 0.1, part="rule"), match(3, 0.1, part="rule", pinned=True)) == []


def test_a_line_has_a_floor_of_its_own() -> None:
    """What is far behind the best is left out whatever room is left, and so is what is far below the floor."""
    assert ids(match(1, 0.9), match(2, 0.19), match(3, 0.17)) == [1, 2]
    assert ids(match(1, 0.49), match(2, 0.1), match(3, 0.08)) == [1, 2]


def test_of_what_is_asked_for_alone_the_nearest_is_told() -> None:
    """A task asks for several things, and a question beside it for one: what is far behind its answer is of another."""
    near = [match(1, 0.9), match(2, 0.7), match(3, 0.6), match(4, 0.6, part="rule"), match(5, 0.1, pinned=True)]
    assert [one.id.int for one in relevance.near(near, FLOOR, alone=True)] == [1, 2, 5]
    assert ids(*near) == [1, 2, 3, 4, 5]


def test_in_doubt_only_what_is_nearly_the_best_is_told() -> None:
    """At the floor the best alone, and the fewer beside it the less it has: no block of strangers, and not nothing."""
    assert ids(match(1, 0.28), match(2, 0.27)) == [1]
    assert ids(match(1, 0.36), match(2, 0.3), match(3, 0.2)) == [1, 2]
    assert ids(match(1, 0.48), match(2, 0.3), match(3, 0.2)) == [1, 2, 3]


def test_in_doubt_a_rule_needs_less_than_another_line() -> None:
    """Who must not do a thing seldom asks about it."""
    assert ids(match(1, 0.3), match(2, 0.19), match(3, 0.19, part="rule")) == [1, 3]


def test_a_rule_that_is_not_near_stays_out_unless_it_is_pinned() -> None:
    """The user's rules are told where they are about the task; what somebody pinned always is."""
    assert ids(match(1, 0.5), match(2, 0.05, part="rule"), match(3, 0.05, part="rule", pinned=True)) == [1, 3]


def test_a_single_shared_word_is_enough_for_a_line() -> None:
    """A far rule, "Never install with pip" for "Install …", is no answer by itself, and stands beside one."""
    rule = match(2, 0.03, part="rule", coverage=0.3, terms=1)
    assert ids(match(1, 0.5), rule) == [1, 2]
    assert ids(rule) == []


def test_what_another_has_replaced_needs_twice_the_confidence() -> None:
    """It is told where it is about the question itself, not as one of many."""
    far, near = (match(2 + place, cosine, superseded_by=UUID(int=1)) for place, cosine in enumerate((0.19, 0.3)))
    assert ids(match(1, 0.5), far, near) == [1, 3]


def test_a_passage_is_near_by_what_stands_beside_it() -> None:
    """A chunk between two that answer belongs to the answer."""
    assert ids(match(1, 0.5), match(2, 0.05, part="passage", lift=0.2), match(3, 0.05, part="passage")) == [1, 2]


def test_a_passage_answers_by_itself_whatever_stands_beside_it() -> None:
    """One section of a handbook about many things: its neighbours say nothing of what is asked."""
    assert ids(match(1, 0.3, part="passage", coverage=0.3, lift=-0.3)) == [1]
    assert ids(match(1, 0.35, part="passage", lift=-0.3), match(2, 0.35, part="passage", lift=-0.2)) == [1, 2]


def test_as_many_as_were_asked_for_are_answered() -> None:
    """With a stated count the far ones fill up, but for a title below which nothing stands."""
    source = Source(path="3-descriptions/x/t.md", chunk=0)
    far = match(2, 0.01)
    title = match(3, 0.09, part="passage", source=source).model_copy(update={"learning": "# T x"})
    assert relevance.near([match(1, 0.5), far, title], FLOOR, every=True) == [match(1, 0.5), far]


def test_asked_for_an_identifier_alone_lines_without_it_are_not_told() -> None:
    """Where lines with it exist; pinned ones stay, and words are no identifiers."""
    texts = {1: "Ticket ATL-902 waits.", 2: "Ticket ATL-903 waits.", 3: "ATL-9021 is done.", 4: "Be kind."}
    rows = [
        match(number).model_copy(update={"learning": text, "pinned": number == 4}) for number, text in texts.items()
    ]
    for question, asked in {
        "atl-902?": [1, 4],
        "ATL-904": [1, 2, 3, 4],
        "ticket": [1, 2, 3, 4],
        "ATL-902 state": [1, 2, 3, 4],
    }.items():
        assert [one.id.int for one in relevance.naming(rows, question)] == asked


def test_the_floor_is_lower_in_a_small_base() -> None:
    """The best of few strangers is further away than the best of many."""
    small, large = (relevance.floor([match(rows_considered=rows)], FLOOR) for rows in (5, 5_000))
    assert small < large == FLOOR


def test_a_small_project_of_a_large_base_is_a_small_base() -> None:
    """Fewer rows than search was asked for are all that pass; of a passage each chunk that it is told with counts."""
    source = Source(path="a.md", chunk=1, chunks=list(range(1, 20)))
    few, many = [match(), match(2, source=source)], [match(), match(2, source=source), match(3, source=source)]
    assert relevance.floor(few, FLOOR, 25) < relevance.floor(many, FLOOR, 25) == relevance.floor(few, FLOOR) == FLOOR


def test_what_a_small_project_has_is_told_in_doubt() -> None:
    """Of twenty rows a stranger is seldom so near as of thousands."""
    assert relevance.near([match(1, 0.24)], FLOOR) == []
    assert len(relevance.near([match(1, 0.24)], FLOOR, every=True, asked=25)) == 1


def test_the_floor_is_the_whole_where_no_row_has_a_word_of_the_question() -> None:
    """Also in a small base: "ok thanks, continue" is near to something everywhere."""
    assert relevance.floor([match(rows_considered=5, terms=0)], FLOOR) == FLOOR


@pytest.mark.parametrize(
    ("confidences", "is_doubted"),
    [([0.9, 0.2, 0.3], False), ([0.55, 0.2, 0.3], True), ([0.3, 0.3], True), ([0.38], False), ([], False)],
)
def test_questions_beside_a_task_are_doubted_where_they_are_not_likely_answered(
    confidences: list[float], is_doubted: bool
) -> None:
    """On the average: of what is about a task several find something, and of strangers one is near by chance."""
    why = relevance.doubt(confidences, [FLOOR] * len(confidences))
    assert bool(why) is is_doubted and (not why or "is likely" in why)
