"""What replaces another stands before it."""

from uuid import UUID

from knowledge.matches.models import Match
from knowledge.matches.replacements import replacing_first

from tests.unit.matches.test_relevance import match


def replaced(number: int, by: int) -> Match:
    return match(number, superseded_by=UUID(int=by))


def order(*matches: Match, known: tuple[Match, ...] = ()) -> list[int]:
    return [one.id.int for one in replacing_first(matches, known)]


def test_what_replaces_takes_the_place_of_what_it_replaces() -> None:
    """All else stays where it is; also of what is replaced in turn."""
    assert order(match(9), replaced(1, by=2), match(8), match(2)) == [9, 2, 1, 8]
    assert order(match(2), match(8), replaced(1, by=2)) == [2, 8, 1]
    assert order(replaced(1, by=2), match(8), replaced(2, by=3), match(3)) == [3, 2, 1, 8]


def test_nothing_is_told_without_what_replaces_it() -> None:
    """That is taken from all that search found; where search did not find it, the match stands as it is."""
    assert order(replaced(1, by=2), match(8), known=(match(2), match(7))) == [2, 1, 8]
    assert order(replaced(1, by=2), match(8)) == [1, 8]


def test_what_the_user_says_stands_before_what_superseded_it_among_agents() -> None:
    """Who overrules counts before who came later; two that replace each other are told once each."""
    both = match(1, superseded_by=UUID(int=2), overruling=UUID(int=3), overruled_by="a/b.md")
    assert order(both, match(2), match(3)) == [3, 1, 2]
    assert sorted(order(replaced(1, by=2), replaced(2, by=1))) == [1, 2]
