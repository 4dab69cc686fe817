"""What somebody who read a sentence of a description takes to be no longer so of it."""

import pytest
from knowledge.files.current_statements import CurrentStatement, EndedStatement, Sentence, SupersededStatement

NIGHTS = "Nights are Sunday to Thursday, 22:00 to 06:00, six people, Halina leads."
NOW = ["Nights are 20:00 to 04:00."]


def ended(text: str, still: str | None, before: str = "") -> tuple[str, str]:
    """The words that a mark stands behind, and what of them is still so."""
    gone = EndedStatement(Sentence("3-descriptions/a.md", "Talk", "2026-03-02", text, before), (0,), still, "")
    past = gone.superseded(NOW, "2026-06-12")
    return past.words, past.still


@pytest.mark.parametrize(
    ("text", "still", "words"),
    [
        ("It sits at 8 bar.", "", ("It sits at 8 bar.", "")),
        (
            NIGHTS,
            "Nights are Sunday to Thursday, six people, Halina leads.",
            ("Nights are Sunday to Thursday, 22:00 to 06:00", "Nights are Sunday to Thursday"),
        ),
        ("Craig likes that, the inspection is in May.", "The inspection is in May.", ("Craig likes that", "")),
        (NIGHTS, "Halina leads six people.", (NIGHTS, NIGHTS)),
        (NIGHTS, None, (NIGHTS, NIGHTS)),
    ],
)
def test_a_mark_stands_behind_what_is_over(text: str, still: str | None, words: tuple[str, str]) -> None:
    """And says "in part" where something before it is still so; measured before: what held was told to be over."""
    assert ended(text, still) == words


@pytest.mark.parametrize(
    ("text", "still", "words"),
    [
        ("The price is 40 and the fee is 5.", "The fee is 5.", None),
        ("It costs **40 EUR, at most,** a week, says Ann.", "It costs at most a week, says Ann.", None),
        ("A week (5 % off, in cash), says Ann.", "A week (in cash), says Ann.", None),
        ("Basic is 4,000 a year, Ann says.", "Basic is 000 a year, Ann says.", None),
        ("**40 EUR**, Ann says.", "Ann says.", ("**40 EUR**", "")),
        ("It is (5 % off), Ann says.", "It is, Ann says.", ("It is (5 % off)", "It is (")),
        ("Basic | CHF 40 | 2 weeks", "Basic 2 weeks", ("Basic | CHF 40", "Basic |")),
    ],
)
def test_a_mark_stands_where_a_part_ends(text: str, still: str, words: tuple[str, str] | None) -> None:
    """Outside emphasis and brackets; else behind the sentence, "in part". Measured before: `the *(…)* fee is 5`."""
    assert ended(text, still) == (words or (text, text))


def test_what_only_leans_on_what_is_over_is_not_marked() -> None:
    """It was shown with the sentence before, and of that alone something is over."""
    assert ended("Chemicals.", "Danish quotes. Chemicals.", "Danish quotes for 40.") == ("", "")
    assert ended("Chemicals.", "Quotes of Danes. Chemicals.", "Danish quotes for 40.") == ("", "")
    assert ended("Gwen: damp.", "Danish quotes.", "Danish quotes.") == ("Gwen: damp", "")


@pytest.mark.parametrize("still", ["Basic takes 2 weeks.", None])
def test_what_leans_is_marked_where_it_keeps_not_all_of_its_words(still: str | None) -> None:
    """In part: what is left may be told in other words, or differently by two answers. Measured before: no mark."""
    row = "Basic | CHF 40 | 2 weeks"
    assert ended(row, still, "Plan | Price | Time") == (row, row)


LEASED = "- Decision: We lease two vans, because hotels ask for it. (2026-04-07)"


def only_its_reason_left(ends: str) -> SupersededStatement:
    """A decision that ends on the day, or with the event, of which only the reason is still so."""
    standing = CurrentStatement("2-summaries/a.md", "2-summaries/a.md", "Vans", LEASED, LEASED[12:-13], "2026-04-07")
    return EndedStatement(standing, (0,), "Hotels ask for it.", ends, decides="none").superseded(NOW, "2026-05-22")


def test_what_is_left_of_a_decision_may_decide_nothing() -> None:
    """Then the line is no decision's, and nothing of that stands in its record."""
    past = only_its_reason_left("")
    assert (past.left, past.still) == ("- Hotels ask for it. (2026-04-07)", "")


def test_what_ends_on_a_later_day_is_a_decision_till_then() -> None:
    """Its record is found by that; measured before: the line lost its label on the day of the news."""
    assert only_its_reason_left("2026-12-15").left.startswith(LEASED)
