"""Plain text that somebody laid out by hand is read as what it looks like."""

import pytest
from knowledge.usecases.record_event.content.layout import as_markdown


def test_a_short_line_above_a_text_is_a_heading() -> None:
    """One that ends as a sentence does, or that goes on, is none."""
    text = as_markdown("2. Staff\nColm leaves nights on 1 May.\n\nHe is missed.\nVery much so.")
    assert "## 2. Staff" in text and text.count("## ") == 1


def test_aligned_columns_are_a_table() -> None:
    """Also where a long name reaches up to its first value; without names of the columns each row is an item."""
    table = as_markdown("Service      Oct     Nov\nPassports    410     420\nwait in days 47      49")
    assert "| Service | Oct | Nov |" in table and "| wait in days | 47 | 49 |" in table
    rows = as_markdown("1. Shops (sales, waste)\n  Hale    14 / 12    15.0\n  Sale    31 / 30    9.1")
    assert "- Shops (sales, waste), Hale: 14 / 12; 15.0." in rows


def test_a_cell_stays_in_its_column() -> None:
    """Where others of its row are empty, and where the column of the names has no name; measured before: shifted."""
    table = as_markdown(
        "Region     Units   Returns   Rate\n"
        "North      1,204   12        1.0 %\n"
        "South        980\n"
        "West                  7      0.9 %\n"
    )
    assert "| South | 980 |  |  |" in table and "| West |  | 7 | 0.9 % |" in table
    unnamed = as_markdown("             2025     2026\nRevenue    48,200   51,900\nRent        4,100    4,150\n")
    assert "|  | 2025 | 2026 |" in unnamed and "| Rent | 4,100 | 4,150 |" in unnamed


def test_each_commit_stands_by_itself() -> None:
    """Without its hash."""
    text = as_markdown("  9c41e0a  feat(x): store keys\n  41f7b22  fix: retry")
    assert [line for line in text.splitlines() if line] == ["feat(x): store keys", "fix: retry"]


def test_a_line_above_a_table_is_a_heading() -> None:
    """Also where the table's names are small; the points of a chapter stand apart."""
    text = as_markdown("6  Spares\n\n  item      stock   minimum\n  motors    6       4\n  rings     4       3")
    assert "## 6  Spares" in text and "| item | stock | minimum |" in text
    assert "\n\n7.2 Birds" in as_markdown("7.1 Drones are off.\n7.2 Birds are late.")


def test_bold_words_that_open_paragraphs_are_headings() -> None:
    """What is part of the sentence stays there, too."""
    text = "**Prices.** Cloths are 2 EUR.\n\n2. **Heat**\nTwo fans.\n\n**Turnover** 38,900, up from 33,100."
    assert as_markdown(text).split("\n\n") == [
        "### Prices",
        "Cloths are 2 EUR.",
        "### Heat",
        "\nTwo fans.",
        "### Turnover",
        "Turnover 38,900, up from 33,100.",
    ]


BEES, END = "**Heap.** It is turned.\n\n**Bees.** Two hives moved.\n\n", "\n\n###\n\n"


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("Tom mended the glass.", True),
        ("- the hive\n- the frame\n\nTom mended the glass.", True),
        ("Tom mended the glass.\n\n## Office\n\nIt is cold.", True),
        ("They cost 400 EUR.", False),
        ("- the hive\n- the frame", False),
        ("| hive | EUR |\n|---|---|\n| one | 200 |", False),
        ("Tom mended the glass.\n\n**Office.** It is cold.", False),
    ],
)
def test_a_paragraph_behind_the_last_bold_opening_is_below_none(text: str, ended: bool) -> None:
    """A list and what leans on it go on; between two openings a paragraph stays where it is."""
    laid_out = as_markdown(BEES + text)
    assert (END in laid_out) is ended
    assert not ended or laid_out.partition(END)[2].startswith("Tom mended")


@pytest.mark.parametrize(
    "text",
    [
        "**Prices.** Cloths are 2 EUR.\n\nNapkins are **21p**.",
        "**Ann:** All there?\n\n**Bob:** Yes.",
        "**Ann** All there?\n\n**Bob** Yes.\n\n**Ann** Then go.",
        "It is.\n**bold.** Here.\n**dark.** There.",
    ],
)
def test_bold_words_that_open_one_paragraph_or_name_who_speaks_are_none(text: str) -> None:
    """Who speaks comes again, or has a colon."""
    assert as_markdown(text) == text


def test_words_in_italics_open_paragraphs_as_bold_ones_do() -> None:
    """Some write `*People.*`."""
    assert as_markdown("*People.* Ross is new.\n\n*Bank.* 288,000.") == (
        "### People\n\nRoss is new.\n\n### Bank\n\n288,000."
    )


def test_lines_with_a_label_each_are_items() -> None:
    """Three or more below one another; two may be who speaks, and sentences are none."""
    fields = ["**Learners:** 402 active", "No-shows: 12", "Bank: 38,400 before the lease"]
    assert as_markdown("\n".join(fields)) == "\n".join(f"- {field}" for field in fields)
    assert "- " not in as_markdown("\n".join(fields[:2]))


def test_a_colon_behind_bold_words_heads_a_paragraph_among_others() -> None:
    """What stands there was below the heading before it; where as many have a colon they are labels."""
    others = "**Trewarne.** All sensors are in.\n\n**Yard.** It is swept.\n\n"
    text = as_markdown(f"{others}**Ideas, not decided:** Jonas would charge by tuner.")
    assert "### Ideas, not decided\n\nJonas would" in text
    assert "#" not in as_markdown("**Ann:** The kiln is lit.\n\n**Ben:** It was cold.")


@pytest.mark.parametrize(
    "text",
    [
        "**Weekly report**\n\n**Author:** Ann Lee\n\n**Date:** 3 May\n\n**Budget:** 4,000 EUR of 9,000 are spent.",
        "**Ann:** The kiln is lit.\n\n**Tuesday** is off.\n\n**Ben:** It was cold.",
        "**Report**\n\n**Budget:** 4,000 EUR of 9,000 are spent.",
    ],
)
def test_one_bold_title_makes_no_headings_of_bold_labels(text: str) -> None:
    """Neither of who speaks nor of fields, whose values were headings and their names lost."""
    assert as_markdown(text) == text


def test_a_bold_label_before_a_value_among_headings_is_none() -> None:
    """It stays in the text below the heading before it."""
    text = as_markdown("**Prices.** Cloths are 2 EUR.\n\n**Heat.** Two fans.\n\n**Author:** Ann Lee")
    assert text.count("###") == 2 and "**Author:** Ann Lee" in text


def test_bold_fields_among_headings_are_none() -> None:
    """What stands behind them may end as a sentence does."""
    heads = "**Kiln.** It is lit.\n\n**Rent.** It rises.\n\n**Roof.** It leaks."
    text = as_markdown(f"{heads}\n\n**Owner:** Ann Lee.\n\n**Due:** 3 May.")
    assert text.count("###") == 3 and "**Owner:** Ann Lee." in text and "**Due:** 3 May." in text
