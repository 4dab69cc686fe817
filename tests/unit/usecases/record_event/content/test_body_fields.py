"""The fields of a report's body."""

import pytest
from knowledge.usecases.record_event.content.body_fields import apart, in_lines


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("service: shop\nstatus: ok", ["service", "status"]),
        ("service: shop", ["service"]),
        ("service: Kühlhaus\nstatus: Störung\nTür 3 steht offen.", ["service", "status"]),
        ("The relay of the pump is stuck.\nservice: pump\nstatus: alarm", ["service", "status"]),
        ("The relay is stuck.\nNote: call Ann.", []),
        (
            "source: Ann\nperiod: October\nThe lease was renewed for two years. The boiler stays as it is until "
            "then. Nobody has asked for the keys of the shed.",
            [],
        ),
    ],
)
def test_lines_of_names_and_values_are_fields_beside_a_sentence_too(text: str, names: list[str]) -> None:
    """One such line among sentences is none, and a long text that a person wrote has labels."""
    assert [name for name, _ in in_lines(text)] == names


def test_a_sentence_stands_apart_from_the_fields() -> None:
    """So none of them is read as its beginning."""
    assert apart("service: x\nstatus: alarm\nRelay stuck.") == "service: x\nstatus: alarm\n\nRelay stuck."
