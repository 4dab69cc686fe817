"""Where a sentence ends."""

import pytest
from knowledge.text.sentences import sentences


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
