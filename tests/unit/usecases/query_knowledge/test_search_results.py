"""Which of the questions beside a task are answered where most are in doubt."""

from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.search_results import SearchResults, doubt_of, trusted

from tests.unit.matches.test_relevance import FLOOR, match


def results(query: str, number: int, confidence: float) -> SearchResults:
    """A question whose nearest row is this one, which no word of it speaks for."""
    rows = [match(number, confidence, terms=0), match(9, 0.1, terms=0)]
    return SearchResults(Question(query=query), None, rows, rows, [], FLOOR)


def test_what_several_questions_have_for_the_nearest_is_told_where_it_is_likely() -> None:
    """As is what is beyond doubt by itself; near by chance is what one alone has, or what is far from all of them."""
    agreeing = [results("a", 1, 0.41), results("b", 1, 0.36)]
    by_chance = [results("c", 2, 0.42), results("d", 3, 0.3), results("e", 3, 0.3), results("f", 4, 0.1)]
    sure = results("g", 5, 0.5)
    beside = [*by_chance, *agreeing]
    assert doubt_of(beside) and [one.question.query for one in trusted([sure, *beside], beside)] == ["g", "a", "b"]


def test_what_is_searched_in_vain_has_no_nearest() -> None:
    """In an empty base several questions agree on nothing."""
    nothing = SearchResults(Question(query="a"), None, [], [], [], FLOOR)
    assert nothing.nearest_place == "" and trusted([nothing, nothing], [nothing, nothing]) == []
