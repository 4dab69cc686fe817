"""Which lines a model is shown beside an event's statements."""

from knowledge.files.current_statements import CurrentStatement
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.edits.related_lines import leant_on, related

TREASURER = "Hal Peebles is the treasurer of the society."
LEANING = "Hal, the treasurer, is mending the plan for the grant, because the province gives less than was hoped for."
NEWS = ["Bernice Oulton is the treasurer of the society now, chosen by all."]
OTHERS = [f"The society {text}" for text in ("gives soup.", "has a van.", "is open on Mondays.", "meets in the hall.")]


def lines(*texts: str) -> list[CurrentStatement]:
    """What a page each says."""
    return [
        CurrentStatement(f"2-summaries/a/{at}.md", "", "", f"- {text}", text, "2026-03-01")
        for at, text in enumerate(texts)
    ]


def test_what_leans_on_what_may_end_is_shown(embedder: OnnxEmbedder) -> None:
    """It names the same; measured before: lines without either were nearer to the news, and the old role stayed."""
    shown = related(lines(*OTHERS, LEANING, TREASURER), NEWS, 3, embedder, first=1)
    assert [line.text for line in shown][-2:] == [LEANING, TREASURER]


def test_lines_of_the_own_page_are_shown_in_turn(embedder: OnnxEmbedder) -> None:
    """What they say may be in another language."""
    shown = related(lines(TREASURER, *OTHERS), NEWS, 2, embedder, first=1, own=["2-summaries/a/3.md"])
    assert [line.text for line in shown] == [TREASURER, OTHERS[2]]


def test_what_is_far_from_all_is_not_shown(embedder: OnnxEmbedder) -> None:
    """However many may be."""
    assert related(lines(TREASURER, "Pumpkins."), NEWS, 9, embedder, first=4, least=0.3) == lines(TREASURER)


def test_a_statement_may_end_what_is_near_it(embedder: OnnxEmbedder) -> None:
    """And nothing else."""
    assert leant_on(lines("Pumpkins.", TREASURER, "It rains."), NEWS, embedder) == [TREASURER]


def test_a_statement_may_end_the_nearest_on_its_page_however_far(embedder: OnnxEmbedder) -> None:
    """It may be in another language."""
    french = "La trésorière tient la caisse."
    asked = leant_on(lines("It rains.", french, "Pumpkins."), ["Soup costs two dollars."], embedder)
    assert asked == []
    page = "2-summaries/a/1.md"
    assert leant_on(lines("It rains.", french), ["Soup costs two dollars."], embedder, [page]) == [french]
