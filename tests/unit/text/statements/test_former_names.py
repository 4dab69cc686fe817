"""A statement that tells a name as what was so before replaces what has the name, of the same matter."""

import pytest
from knowledge.text.statements.changes import Changes
from knowledge.text.statements.former_names import former_names, tells_as_past


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Matcha comes from Midori Imports.", "We changed the supplier for matcha from Midori Imports to Hoshino Tea."),
        ("Inside is the Sensirion SCD40 sensor.", "We change the sensor from the Sensirion SCD40 to the SCD41."),
        ("Ben looks after support.", "Anna takes over support from Ben on 13 April."),
        ("Die Protokolle liegen in der Dropbox.", "Die Protokolle ziehen von der Dropbox zur Nextcloud um."),
    ],
)
def test_a_name_that_is_told_as_past_is_replaced(old: str, new: str) -> None:
    """By a word of the subject that both have, however far apart they are."""
    assert Changes([old, new]).replaced(new, old, 0.0)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Midori Imports asks for lots of 20 kg.",
            "We changed the supplier for matcha from Midori Imports to Hoshino.",
        ),
        ("The shop in London opens at nine.", "The van drives from London to Bristol on Mondays."),
        ("Ben runs the choir.", "Anna takes over support from Ben on 13 April."),
        ("We decided to use Postgres as the database.", "We decided to move the wiki from Postgres to Notion."),
        ("Support was moved from Ben to Anna.", "We move support from Ben to Anna."),
    ],
)
def test_what_else_is_told_of_a_name_stays(old: str, new: str) -> None:
    """What shares nothing but the name, what only goes from place to place, and what names both."""
    assert Changes([old, new]).replaced(new, old, 0.0) == []


def test_days_are_no_names() -> None:
    """They are values, of which it is known which of them are past."""
    assert former_names("We moved the launch from May to June, and the fair from Monday to Tuesday.") == ()


@pytest.mark.parametrize(
    ("statement", "earlier", "is_so"),
    [
        ("The warranty goes from 2 years to 3 years.", "We give a warranty of 2 years.", True),
        ("We use Teams instead of Slack.", "The rota is in Slack.", True),
        ("We moved from Intercom to Zammad.", "Ben answers through Intercom.", True),
        ("We moved from Intercom to Zammad.", "Ben answers by phone.", False),
        ("We use Zammad.", "Ben answers through Zammad.", False),
    ],
)
def test_what_may_have_ended_is_known_without_the_rest(statement: str, earlier: str, is_so: bool) -> None:
    """By the value or the name alone."""
    assert tells_as_past(statement, earlier) is is_so
