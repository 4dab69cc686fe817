"""What a rule answers, and which rules say nothing without it."""

import pytest
from knowledge.extraction.antecedents import answered_in, leans


@pytest.mark.parametrize(
    ("rule", "needs_more"),
    [
        ("Never do that without asking me.", True),
        ("No, never do that without asking me.", True),
        ("Never, not even for hotfixes.", True),
        ("No. Always, also for small changes.", True),
        ("Always spaces in this repository, never tabs.", False),
        ("No, we use pnpm, never npm.", False),
        ("type: ignore is off limits in this project.", False),
    ],
)
def test_a_rule_that_points_back_or_says_only_when_says_nothing_alone(rule: str, needs_more: bool) -> None:
    """What it is about is a part of it then."""
    assert leans(rule) is needs_more


def test_the_last_sentence_before_a_rule_is_told_where_it_is_a_question_or_shares_a_word() -> None:
    """Or where the rule points back at it."""
    assert answered_in("We use pnpm.", "I looked. Which package manager?") == "Which package manager?"
    assert answered_in("We use pnpm, not npm.", "I ran npm install.") == "I ran npm install."
    assert answered_in("Never do that.", "I pushed to main.") == "I pushed to main."
    assert answered_in("We use pnpm, not npm.", "It is all done.") == ""
