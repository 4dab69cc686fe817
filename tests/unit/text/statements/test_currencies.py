"""Currencies of ISO 4217."""

from knowledge.text.statements import currencies


def test_a_currency_before_a_number_is_its_unit() -> None:
    """Other three letters name what is counted."""
    assert currencies.is_amount("EUR 310.00") and currencies.is_amount("ISK 4")
    assert not currencies.is_amount("NPS 51") and not currencies.is_amount("310 EUR")
