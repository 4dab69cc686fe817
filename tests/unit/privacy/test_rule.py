"""A kind of secret is looked for only where one of its hints stands."""

import re

from knowledge.privacy.rule import Rule


def test_a_text_without_a_hint_is_left_alone() -> None:
    """Also where the pattern would match."""
    rule = Rule.of("digits", r"\d+", "pin code")
    assert rule.replace("pin 12", "pin 12", "#") == "pin #"
    assert rule.replace("number 12", "number 12", "#") == "number 12"


def test_without_regard_to_case_the_hints_are_too() -> None:
    """With regard to it they are not."""
    assert Rule.of("x", r"key=\w+", "key=", re.I).replace("KEY=a", "key=a", "#") == "#"
    assert Rule.of("x", r"key=\w+", "key=").replace("KEY=a", "key=a", "#") == "KEY=a"
