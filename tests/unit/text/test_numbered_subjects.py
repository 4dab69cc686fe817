"""Which number is the name of what a statement is about."""

import pytest
from knowledge.text.numbered_subjects import are_of_opposites, is_about, numbers_its_subject

# Statements, each with a number; SQL is asked of the same (test_overruling.py).
NUMBERED = {
    ("CVE-2026-1201 affects our image service.", "2026-1201"),
    ("JIRA-881 is waiting for legal.", "881"),
    ("Contract 2231 was signed by Olsen.", "2231"),
    ("Migration 0041 must run at night.", "0041"),
    ("Invoice 2026-114 was paid in cash.", "2026-114"),
    ("Host edge-01 runs nginx.", "01"),
    ("Room 12 is booked by the auditors.", "12"),
    ("PR #411 breaks the build.", "411"),
    ("The door of lab 3 is opened with the blue card.", "3"),
    ("The sensor T-17 drifts in winter.", "17"),
    ("Error E100 means the disk is full.", "100"),
    ("PR 412 fixed the memory leak.", "412"),
    ("Das Büro 4 ist für Gäste.", "4"),
    ("Le contrat 2231 est en attente.", "2231"),
    ("Shelf B14 in aisle 2 holds paint.", "14"),
    ("Pump 4 of the fountain runs at night.", "4"),
    ("Gate 7 in the north is closed at night.", "7"),
    ("In studio 4 the desk has eight inputs.", "4"),
    ("The 9:00 train stops at Kiel.", "9:00"),
    ("At 9:00 the gate is opened by Olaf.", "9:00"),
    ("Lunch at 12:00 is vegetarian.", "12:00"),
    ("The train at 16:00 stops in Kiel.", "16:00"),
}
COUNTED = {
    ("The API listens on port 8090.", "8090"),
    ("Port 8090 is used by the API.", "8090"),
    ("Python 3.11 is required.", "3.11"),
    ("Java 21 ist jetzt required.", "21"),
    ("Node 20 is the default in CI.", "20"),
    ("Retry 3 times before giving up.", "3"),
    ("Keep 30 days of the logs.", "30"),
    ("The limit of 14 is enforced.", "14"),
    ("At most 20 connections are open at once.", "20"),
    ("The first 30 minutes are free.", "30"),
    ("CI uses node-20 runners.", "20"),
    ("CI uses ubuntu-22.04 runners.", "22.04"),
    ("Keep 30 of the snapshots.", "30"),
    ("In 30 minutes the session ends.", "30"),
    ("Our 3 replicas are read-only.", "3"),
    ("The ferry leaves at 16:00.", "16:00"),
    ("The shop opens at 9:00 as of November.", "9:00"),
    ("La tienda abre a las 9:00 los lunes.", "9:00"),
    ("Das Archiv schließt um 16:00 Uhr.", "16:00"),
}
NAMED = {
    ("AuthService reads its list.", "AuthService"),
    ("The flag FAST_PAY is on in the shop.", "FAST_PAY"),
    ("`load_all` reads the settings.", "load_all"),
    ("The node redis-a.eu in rack 2 answers slowly.", "redis-a.eu"),
}
VALUES = {
    ("Jobs go through RabbitMQ.", "RabbitMQ"),
    ("Use ESLint for the code.", "ESLint"),
    ("The owner is by anna.", "by anna"),
    ("Do not deploy on Fridays.", "not"),
}

OPPOSITES = {
    ("The export fails on a comma.", "The import fails on a comma.", "download"),
    ("Der Export schlägt fehl.", "Der Import schlägt fehl.", "download"),
    ("Reading the ledger requires a role.", "Writing the ledger requires a role.", "write"),
    ("Local builds take 5 minutes.", "Remote builds take 5 minutes.", "local"),
    ("Staging uses the small cluster.", "Production uses the small cluster.", "staging"),
}
OPPOSITES_OF_ONE = {
    ("Enable the cache.", "Disable the cache.", "disable"),
    ("The cache is enabled.", "The cache is disabled.", "disable"),
    ("Deploy the shop before noon.", "Deploy the shop after noon.", "after"),
    ("Nobody may deploy.", "Anybody may deploy.", "not"),
    ("The key is public.", "The key is private.", "private"),
}


@pytest.mark.parametrize(("one", "other", "mark"), sorted(OPPOSITES | OPPOSITES_OF_ONE))
def test_two_opposites_that_statements_begin_with_are_two_things(one: str, other: str, mark: str) -> None:
    """What is done to one thing, or true of it, is the opposite."""
    assert are_of_opposites(one, other, [mark]) == ((one, other, mark) in OPPOSITES)


@pytest.mark.parametrize(("statement", "name"), sorted(NAMED | VALUES))
def test_a_name_at_the_beginning_with_a_verb_behind_it_is_what_is_spoken_of(statement: str, name: str) -> None:
    """A name elsewhere is a value."""
    assert is_about(statement, name) == ((statement, name) in NAMED)


@pytest.mark.parametrize(("statement", "number"), sorted(NUMBERED))
def test_a_number_between_noun_and_verb_names_one_of_several(statement: str, number: str) -> None:
    """Whoever says the same with another number speaks of another one."""
    assert numbers_its_subject(statement, number)


@pytest.mark.parametrize(("statement", "number"), sorted(COUNTED))
def test_what_is_counted_or_may_change_is_no_name(statement: str, number: str) -> None:
    """Nor is what stands elsewhere."""
    assert not numbers_its_subject(statement, number)


def test_a_number_that_is_not_there_names_nothing() -> None:
    """As of a statement that tells it in words."""
    assert not numbers_its_subject("The client retries three times.", "3")
