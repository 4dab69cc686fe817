"""What is written of the past is read again as it was meant."""

import pytest
from knowledge.text.statements import marks

DAY = "2026-03-12"
STRUCK = f"- Sales run in {marks.struck_out('60 in Porto', DAY)}, all in Lisbon (2026-01-05)"
REPLACED = f"- {marks.struck_out('The crane lifts 10 t.', DAY, marks.quoted('It lifts 7.5 t (since the ~test~)'))}"
PARTLY = f"- Kegs are £78 and deposits £30 {marks.in_part(DAY, 'Deposits are £35.')}"
POINTING = marks.pointed(
    "- Deposits are £30. [[3-descriptions/a/b.md]]", DAY, "Thirty-five, then (“all”).", "2-summaries/a/c.md"
)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        (POINTING, "- Deposits are £30. [[3-descriptions/a/b.md]]"),
        (STRUCK, "- Sales run in , all in Lisbon (2026-01-05)"),
        (REPLACED, "-"),
        (PARTLY, "- Kegs are £78 and deposits £30"),
        ("~~a~~ (until ", "~~a~~ (until"),
    ],
)
def test_what_is_marked_leaves_a_line(line: str, rest: str) -> None:
    """The clause that is struck out and the mark itself; a mark that is cut off is text."""
    assert " ".join(marks.unmarked(line).split()) == rest


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("- It closes at six, {} (until 2026-03-12; now: x). (2026-01-01)", "- It closes at six. (2026-01-01)"),
        ("- {} (until 2026-03-12; now: x). The form is blue.", "- The form is blue."),
        ("It is red. {} (until 2026-03-12). The form is blue.", "It is red. The form is blue."),
        ("The red, {} (until 2026-03-12), and the blue form.", "The red, and the blue form."),
    ],
)
def test_no_punctuation_is_left_over_where_a_mark_stood(line: str, rest: str) -> None:
    """What is quoted of a line that was struck out in part reads as a sentence does."""
    assert " ".join(marks.unmarked(line.format("~~the ramp too~~")).split()) == rest


def test_marks_tell_what_is_so_now_and_since_when() -> None:
    """Without the brackets and strokes that would end them; one that names nothing new tells nothing."""
    assert list(marks.since(REPLACED)) == [("It lifts 7.5 t [since the -test-]", DAY)]
    assert list(marks.since(PARTLY)) == [("Deposits are £35.", DAY)]
    assert list(marks.since(STRUCK)) == []


def test_a_sentence_that_ended_leaves_its_line() -> None:
    """What stands before it and behind its mark stays."""
    line = f"Tours are on Mondays. They cost £14! *(until {DAY}; now: They cost £16.)* Bring shoes."
    assert marks.without_ended(line).split() == ["Tours", "are", "on", "Mondays.", "Bring", "shoes."]


PART = f" *({marks.until_in_part(DAY, 'Deploys are at 21:00. Ann agreed.')})*"


@pytest.mark.parametrize(
    ("line", "held", "rest"),
    [
        (f"Deploys are on Sunday, at 22:00{PART}, with Ann. Sharp.", [0, "Sharp."], "Sharp."),
        (f"Deploys are on Sunday, at 22:00{PART}. Sharp.", ["Sharp."], "Sharp."),
        (f"Ann: “Deploys are at 22:00{PART}”. Sharp.", ["Sharp."], "Sharp."),
        (f"At 22:00{PART}. On Sunday, at 22:00{PART}, with Ann.", [1], ""),
        (f"Wir bestellen bei Krause{PART} Pumpen. Oft.", [2, "Oft."], "Oft."),
        (f"Is it at 22:00?{PART} Sharp.", ["Sharp."], "Sharp."),
        (f"Ann: “It is at 22:00.”{PART} Sharp.", ["Sharp."], "Sharp."),
        ("Deploys are at 22:00. Sharp.", ["Deploys are at 22:00.", "Sharp."], "Deploys are at 22:00. Sharp."),
    ],
)
def test_a_sentence_with_a_mark_within_keeps_its_beginning(line: str, held: list[str | int], rest: str) -> None:
    """It is read with its mark, or not at all, also where a noun with a capital stands behind that."""
    whole = {
        0: f"Deploys are on Sunday, at 22:00{PART}, with Ann.",
        1: f"On Sunday, at 22:00{PART}, with Ann.",
        2: f"Wir bestellen bei Krause{PART} Pumpen.",
    }
    assert marks.held(line) == [whole[text] if isinstance(text, int) else text for text in held]
    assert marks.without_ended(line) == rest


def test_a_mark_names_the_part_that_ends() -> None:
    """What it tells to be so since is no part that ended."""
    line = f"- Kegs are £78 and deposits £30 {marks.in_part(DAY, 'Deposits are £35.', 'deposits £30')}"
    assert marks.ends(line, "deposits £30") and marks.ends(PARTLY, "deposits £30")
    assert not marks.ends(line, "Deposits are £35.")


def test_a_line_holds_whole_until_a_day_to_come() -> None:
    """It tells that of one day; what else is in brackets, or ended in a description, is no such mark."""
    line = marks.until_then("- Kegs are £78 (until sold). (2026-03-01)", "2026-04-01", "Kegs are £80.")
    assert line == "- Kegs are £78 (until sold). (2026-03-01) (until 2026-04-01; now: Kegs are £80.)"
    assert marks.unmarked(line).strip().endswith("(until sold). (2026-03-01)")
    assert list(marks.since(line)) == [("Kegs are £80.", "2026-04-01")]
    put_off = marks.until_then(line, "2026-05-01", "Kegs are £81.")
    assert put_off == line.replace("2026-04-01", "2026-05-01").replace("£80", "£81")
    ended = f"Kegs are £78 *({marks.until(DAY, 'They are £80.')})*"
    assert marks.unmarked(ended) == ended and marks.with_ended(ended) == ("Kegs are £78", "They are £80.")


def test_a_line_points_to_what_was_said_later() -> None:
    """It is told where that stands, and is the line that it was without that; nothing of it is told to be so now."""
    assert POINTING.endswith(f"(later, {DAY}: “Thirty-five, then ['all'].” [[2-summaries/a/c.md]])")
    assert marks.unpointed(POINTING) == "- Deposits are £30. [[3-descriptions/a/b.md]]"
    assert list(marks.since(POINTING)) == []


def test_a_line_leads_to_all_that_was_said_later_but_to_what_ended_since() -> None:
    """It may tell several things; what was said before of the same leads there in its turn."""
    quotes = marks.pointed_to(POINTING)
    other = marks.pointed(POINTING, "2026-05-01", "Keys are with Ann.", "2-summaries/a/c.md")
    assert marks.pointed_to(other) == [*quotes, "Keys are with Ann."]
    again = marks.pointed(other, "2026-06-01", "It is forty, then.", "2-summaries/a/c.md", instead=quotes)
    assert marks.pointed_to(again) == ["Keys are with Ann.", "It is forty, then."] and DAY not in again


def test_a_line_leads_to_the_latest_few() -> None:
    """To each of them once."""
    line = "- Deposits are £30."
    for number in [0, 0, *range(1, marks.POINTERS + 1)]:
        line = marks.pointed(line, DAY, f"Deposits are £4{number}.", "2-summaries/a/c.md")
    assert marks.pointed_to(line) == [f"Deposits are £4{number}." for number in range(1, marks.POINTERS + 1)]


def test_what_is_left_of_a_line_leads_where_that_did() -> None:
    """A mark of one thing that it tells leaves what was said later of another."""
    assert marks.pointed_as(POINTING, "- Deposits.") == "- Deposits." + POINTING.removeprefix(marks.unpointed(POINTING))


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("Deposits? Thirty-five, then (“all”).", True),
        ("Thirty-five, then (“all”). And so on.", True),
        ("Thirty-five of them.", False),
        ("No.", False),
    ],
)
def test_what_a_line_points_to_is_known_again(text: str, leads: bool) -> None:
    """By how what was said begins; a word or two tell nothing."""
    assert marks.leads_to(POINTING, text) is leads


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- was: Eight, at most, until 2026-03-09; now: Five. [[a/b.md]]", [("Eight, at most", "Five.", "2026-03-09")]),
        ("- was in part: Eight, until 2026-03-09; now: Five.", [("Eight", "Five.", "2026-03-09")]),
        (
            "- was in part: Eight, until 2026-03-09; now: Five.; still: X. [[a/b.md]]",
            [("Eight", "Five.", "2026-03-09")],
        ),
        ("Eight *(in part until 2026-03-09, “a; b”; now: Five.)*.", [("Eight", "Five.", "2026-03-09")]),
        ("It is blue. Eight *(until 2026-03-09; now: Five.)*. Done.", [("Eight", "Five.", "2026-03-09")]),
        ("- Five, until 2026-03-09.", []),
    ],
)
def test_what_was_so_is_read_with_what_is_so_instead(line, expected):
    """From a history's line, and from a sentence of a description that ended."""
    assert list(marks.replaced(line)) == expected
