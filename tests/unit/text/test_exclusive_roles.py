"""Who holds what only one can hold."""

import pytest
from knowledge.text.exclusive_roles import holders


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna owns the billing service.", ["anna"]),
        ("Anna Berg owns the billing service.", ["anna berg"]),
        ("The platform team owns the billing service.", ["platform team"]),
        ("Since May Bert leads the release. He is new.", ["bert"]),
        ("Bert is now responsible for the billing service.", ["bert"]),
        ("Bert decides about prices.", ["bert"]),
        ("The billing service is owned by Bert.", ["bert"]),
        ("Bert is the owner of the billing service.", ["bert"]),
        ("The owner of the billing service is Bert.", ["bert"]),
        ("The default region is Frankfurt am Main.", ["frankfurt"]),
    ],
)
def test_one_thing_has_one_holder(text, names):
    """Of a verb of office, of what is the one such thing, and of the one that is it."""
    assert holders(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Anna knows the billing service.",
        "Anna reviewed the billing service.",
        "Ask Anna about the billing service.",
        "The billing service is used by Anna.",
        "The billing service is slow.",
        "A reviewer of the billing service is Anna.",
        "The reviewers are Anna and Bert.",
        "It owns the lock, and who owns the lock writes.",
        "Use the lock that owns the file.",
        "Each team owns its service.",
        "Whoever leads the release writes the notes.",
        "If nobody owns the service, ask Anna.",
        "Anna does not own the billing service.",
        "Here is the release. Why is the service slow?",
        "Restarting is the fix.",
        "",
    ],
)
def test_what_many_may_do_has_none(text):
    """Nor has what is said of anybody, or of nobody."""
    assert holders(text) == []
