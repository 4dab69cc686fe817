"""What a language model may make of a user's context."""

from datetime import UTC, datetime

import pytest
from knowledge.memory.llm_condenser import Condensed, Merged, checked
from knowledge.memory.models import MemoryEntry
from knowledge.ports.llm import LLMFailed

AT = datetime(2026, 11, 22, tzinfo=UTC)


def entries(*contents, category="context", source="agent"):
    return [
        MemoryEntry(id=f"k{at}", content=content, category=category, source=source, created_at=AT)
        for at, content in enumerate(contents)
    ]


def merged(content, count=2):
    return Condensed(entries=[Merged(ids=[f"k{at}" for at in range(count)], content=content)])


def test_what_stays_as_it_is_is_no_change():
    """An answer that repeats every entry changes nothing."""
    given = entries("Works in Berlin.", "Knows Anna.")
    assert checked(Condensed(entries=[Merged(ids=[entry.id], content=entry.content) for entry in given]), given) == []


def test_a_sound_summary_is_taken():
    """It joins its sources in their own words."""
    given = entries("The user works in Berlin.", "The user works with Anna on invoices.")
    answer = merged("Works in Berlin, with Anna on invoices.")
    assert checked(answer, given) == answer.entries


@pytest.mark.parametrize(
    "content",
    [
        "Eats meat.",  # what was denied is claimed
        "Never eats meat or fish.",  # fish is nobody's
        "Does not eat meat since 2019.",
        "Never eats meat at Luigi's.",
    ],
)
def test_what_its_sources_do_not_say_is_refused(content):
    """Neither a negation that is gone, nor a number, a name or a word that is new."""
    with pytest.raises(LLMFailed):
        checked(merged(content), entries("The user never eats meat.", "The user never eats meat, not even on Sundays."))


@pytest.mark.parametrize(
    ("contents", "answer"),
    [
        (["The user works in Berlin.", "The user has two dogs."], "Works in Berlin."),
        (
            [f"The {name} belongs to team {name[0]}." for name in ("harbour", "bridge", "piano")],
            "The harbour belongs to team h.",
        ),
    ],
)
def test_a_summary_that_says_nothing_of_a_source_is_refused(contents, answer):
    """It names the entries that it stands for, and drops what they say."""
    with pytest.raises(LLMFailed, match="nothing of entries"):
        checked(merged(answer, len(contents)), entries(*contents))


def test_numbers_may_become_a_range():
    """Of entries that differ in a number alone nothing else is lost."""
    given = entries(*(f"The user looks after plant number {n}." for n in range(1, 9)))
    assert checked(merged("Looks after plants number 1 to 8.", 8), given)


@pytest.mark.parametrize(("category", "source"), [("rule", "agent"), ("feedback", "agent"), ("context", "user")])
def test_what_is_protected_is_not_touched(category, source):
    """Rules, feedback, and whatever the user said, are kept letter by letter."""
    given = entries("Always answer in German.", category=category, source=source)
    with pytest.raises(LLMFailed, match="word for word"):
        checked(merged("Always answer German.", 1), given)
