"""What else a run says of a question stands with what is answered of its evidence."""

from knowledge.matches.further_passages import ROOM, with_further_passages
from knowledge.matches.models import Match

from tests.unit.matches.test_recency import passage

RUN, OTHER = "3-descriptions/learned/evidence/run.md", "3-descriptions/learned/evidence/other.md"


def passage_of_run(text: str, score: float, chunk: int, path: str = RUN, asked: str = "") -> Match:
    match = passage(text, score, path)
    place = {"chunk": chunk, "chunks": [chunk], "breadcrumb": ["Said", *filter(None, [asked])]}
    source = match.source.model_copy(update=place) if match.source else None
    return match.model_copy(update={"source": source})


def texts(matches: list[Match], count: int = 1) -> list[str]:
    return [match.learning for match in with_further_passages(matches[:count], matches)]


def test_a_passage_is_told_with_what_else_its_run_says_in_the_order_of_the_log() -> None:
    """What does not follow stands behind a gap."""
    assert texts([passage_of_run("C", 0.9, 7), passage_of_run("A", 0.8, 2), passage_of_run("D", 0.7, 8)]) == [
        "A\n\n…\n\nC\n\nD"
    ]


def test_its_chunks_are_all_that_it_is_told_with() -> None:
    """And it keeps the place of the nearest."""
    [match] = with_further_passages([passage_of_run("C", 0.9, 7)], [passage_of_run("A", 0.8, 2)])
    assert match.source and (match.source.chunk, match.source.chunks) == (7, [2, 7])


def test_another_run_and_a_document_stay_as_they_are() -> None:
    """What they say is of something else, or stands where it is told."""
    assert texts(
        [passage_of_run("A", 0.9, 1), passage_of_run("B", 0.8, 2, OTHER), passage_of_run("C", 0.7, 3, "0-assets/a.md")]
    ) == ["A"]
    assert texts([passage_of_run("C", 0.7, 3, "0-assets/a.md"), passage_of_run("D", 0.6, 9, "0-assets/a.md")]) == ["C"]


def test_the_first_answer_with_room_has_it() -> None:
    """The best of what else is said goes to the best answer, once, and none grows without end."""
    long = "A" * (ROOM - 2)
    assert texts([passage_of_run(long, 0.9, 1), passage_of_run("B", 0.8, 5), passage_of_run("CCC", 0.7, 8)], 2) == [
        long,
        "B\n\n…\n\nCCC",
    ]


def test_the_users_words_stand_once_above_what_answers_them() -> None:
    """Not where an answer has them itself, as a passage that begins with them does."""
    first, second = (
        passage_of_run("A", 0.9, 1, asked="Move the gate"),
        passage_of_run("B", 0.8, 2, asked="Move the gate"),
    )
    assert texts([first, second], 2) == ["## Move the gate\n\nA", "B"]
    assert texts([passage_of_run("## Move the gate\n\nC", 0.9, 1, asked="Move the gate"), second], 2)[1] == "B"
