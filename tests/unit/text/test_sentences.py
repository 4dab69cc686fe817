"""Where a sentence ends."""

import pytest
from knowledge.text.sentences import fragments, sentences, tidy


@pytest.mark.parametrize(
    "block",
    [
        "Der Verkauf beginnt am 3. März.",
        "Beginn: 3. März, Ende: 4. Mai.",
        "Wir planen den Start im 2. Quartal.",
        "Dr. Huber and Prof. Maier want reminders, e.g. SMS.",
        "Wir verkaufen z. B. Bürsten.",
    ],
)
def test_ordinals_and_abbreviations_end_no_sentence(block: str) -> None:
    """A point after them belongs to them."""
    assert sentences(block) == [block]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It has 3.", "March was slow."),
        ("Preise sind fest.", "Änderungen kosten extra."),
        ("Магазин открыт.", "Цены снижены."),
    ],
)
def test_a_capital_begins_a_sentence(first: str, second: str) -> None:
    """In every alphabet that has capitals, and also after a number."""
    assert sentences(f"{first} {second}") == [first, second]


def test_full_width_marks_end_a_sentence() -> None:
    """Japanese and Chinese put no space between sentences."""
    assert sentences("価格は月額です。決済はStripeを使います。") == ["価格は月額です。", "決済はStripeを使います。"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("So the build is slow because `COPY . .` comes first", "The build is slow because `COPY . .` comes first."),
        ("Wait, in fact `a` needs `b` , always!", "`a` needs `b`, always."),
        ("the file is in .config/app on line 12", "The file is in .config/app."),
        ("No, the file is gone", "The file is gone."),
        ("No passwords are stored", "No passwords are stored."),
        ("Good customers stay for years", "Good customers stay for years."),
        ("価格は月額3,000円です。", "価格は月額3,000円です。"),
        ("", ""),
    ],
)
def test_flourish_and_line_numbers_go_and_code_stays(before: str, after: str) -> None:
    """What leads up to a statement is dropped; inside backticks and names every character counts."""
    assert tidy(before) == after


def test_fragments_end_at_marks_and_lines() -> None:
    """A fragment ends behind each mark before a space, an abbreviation's too, and at a line's end."""
    assert fragments("Dr. Ann left. So did I!\n\nWhy?") == ["Dr.", "Ann left.", "So did I!", "Why?"]
