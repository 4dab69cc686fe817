"""User over system over learned, where two say different things about the same."""

from datetime import UTC, datetime
from uuid import UUID

import pytest
from knowledge.files import paths
from knowledge.matches.conflicts import overruled, statements
from knowledge.matches.models import Match, Source


def match(number: int, text: str, scope: str | None = "learned") -> Match:
    source = Source(
        path=f"3-descriptions/{scope}/a.md",
        chunk=0,
    )
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Match(
        id=UUID(int=number), learning=text, part="passage", similarity=1, frequency=1, score=1, kind="chunk", tags=[],
        work_order_id=None, run_id=None, variant_of=None, created_at=now, last_seen_at=now, scope=scope, source=source,
        authority=scope if scope in ("user", "system") else "learned",
    )  # fmt: skip


def who_overrules(*matches: Match) -> dict[int, int]:
    return {low.int: high.id.int for low, high in overruled(matches).items()}


def test_a_user_of_one_project_overrules_nothing_of_another() -> None:
    """What is of all they overrule, as what is of theirs."""
    learned, user = match(1, "The API listens on port 8090."), match(2, "The API listens on port 9000.", "user")
    for projects, overrules in ((["shop"], {1: 2}), ([], {1: 2}), (["cafe"], {})):
        apart = learned.model_copy(update={"projects": projects})
        assert who_overrules(apart, user.model_copy(update={"projects": ["shop"]})) == overrules


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("The API listens on port 8090.", "The API listens on port 9000."),
        ("Deploy on Fridays.", "Do not deploy on Fridays."),
        ("Sessions expire after 30 minutes.", "Sessions expire after 60 minutes."),
        ("The API of billing is not on port 8091.", "The API of billing is on port 8091."),
        ("Run the tests with the flag --fast.", "Run the tests with the flag --full."),
        ("The counter is open from 9 to 17.", "The counter is open from 8 to 18."),
        ("The sauna is heated at 9:00.", "The sauna is heated at 10:00."),
        ("The hall seats 120 people.", "Since the renovation the hall seats 95 people."),
        ("As of March the fee of the pool is 4 euros.", "As of June the fee of the pool is 5 euros."),
        ("The laundry opens at 7:30.", "The laundry opens at 7:45."),
        ("The lab is open from 8:00 to 16:00.", "The lab is open from 8:00 to 18:00."),
        ("The cache of the shop is enabled.", "The cache of the shop is disabled."),
        ("The report no longer leaves at 05:00; it leaves at 06:00.", "The report leaves at 05:00."),
        ("Merging into trunk is fine.", "Never merge into trunk."),
        ("Always merge into trunk after the review.", "Never merge into trunk."),
        ("Merge into trunk once the checks pass.", "Never merge into trunk."),
    ],
)
def test_a_contradiction_is_decided_for_the_user(learned, user):
    """The learned statement is overruled by the user's, in either order, and the user's by none."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {1: 2}
    assert who_overrules(match(2, user, "user"), match(1, learned)) == {1: 2}


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("The API listens on port 9000.", "The API listens on port 9000."),
        ("Invoices are sent monthly.", "The API listens on port 9000."),
        ("Staging listens on port 8090.", "Production listens on port 9000. Staging listens on port 8090."),
        ("Backups run at 3 in the night.", "Sessions expire after 60 minutes."),
        ("No longer 8090: the API of billing moved to port 8091.", "The API of billing moved to port 8091."),
        (
            "Void the gate_event line and keep the terminal_edi line.",
            "Void the gate_event line and keep the other line.",
        ),
        ("The client of billing retries.", "The client of billing retries 3 times."),
        ("The lease of the van costs 900 a month.", "The lease of the crane costs 2000 a month."),
        ("Parcels take 6 days to Norway.", "Parcels take 2 days to Sweden."),
        ("Bay 5 holds 20 pallets.", "Bay 4 holds 12 pallets."),
        ("The mail gate of the test system listens on port 2526.", "The mail gate listens on port 2525."),
        ("The flag FAST_PAY is on in the shop.", "The flag FAST_MAIL is on in the shop."),
        ("Merge into trunk triggers a deploy.", "Never merge into trunk."),
        ("Never merge into release.", "Never merge into trunk."),
        ("A merge into trunk triggers the deploy.", "Never merge into trunk."),
        ("Merging into trunk is slow.", "Never merge into trunk."),
        ("Merge into trunk after the review.", "Never merge into trunk without a review."),
        ("The export fails if the name has a comma.", "The import fails if the name has a comma."),
        ("The client of the shop retries 3 times.", "After a timeout the client of the shop retries 5 times."),
        ("Open the valve after the pressure drops.", "Do not open the valve before the pressure drops."),
        ("Do not prune the roses during frost.", "Prune the roses after frost."),
    ],
)
def test_agreement_and_other_subjects_overrule_nothing(learned, user):
    """Equal statements, those that say more or less, and statements about other things stand."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {}


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("The API listens on port 8090.", "The API no longer listens on port 8090, but on port 8091."),
        ("Deploy the shop after noon.", "Deploy the shop before noon."),
    ],
)
def test_what_turns_a_statement_round_is_no_addition(learned, user):
    """Though it has all that the statement has, and more."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {1: 2}


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("Heron is hosted by Hetzner.", "Heron is hosted by Scaleway."),
        ("The tickets of heron are tracked in Jira.", "The tickets of heron are tracked in Linear."),
        ("Questions about billing go to Marta.", "Questions about billing go to Ilse Holm."),
        ("The owner of heron is Petra.", "The owner of heron is Ivo."),
        ("Heron is built with gradle.", "- Heron is built with **bazel**."),
        ("The docs of heron are written in rst.", "The docs of heron are written in markdown."),
        ("The log level of heron is info.", "The log level of heron is warning."),
        ("Releases are cut from the develop branch.", "Releases are cut from the main branch."),
        ("The price list is in the shared Dropbox folder.", "The price list is in the shared Nextcloud folder."),
    ],
)
def test_another_value_in_the_same_words_is_a_contradiction(learned, user):
    """What leads to it, a preposition or a form of "be", and all before is the same: no list of names is needed."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {1: 2}


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("Finch is hosted by Hetzner.", "Heron is hosted by Hetzner."),
        ("The log level of finch is info.", "The log level of heron is info."),
        ("Marta is the owner of finch.", "Marta is the owner of heron."),
        ("Heron needs Redis.", "Heron needs Postgres."),
        ("Bert knows billing.", "Bert knows search."),
        ("Rooms are cleaned with a wet mop.", "Rooms are cleaned with a dry mop."),
        ("Kim is allergic to the red paint.", "Kim is allergic to the blue paint."),
        ("Hotfixes are cut from the main branch.", "Releases are cut from the develop branch."),
        ("Anna drives the blue truck.", "Anna drives the red truck."),
        ("The tests of heron are run in parallel.", "The tests of heron are run in CI."),
        ("Heron is hosted by Hetzner.", "Heron is hosted by Hetzner in Falkenstein."),
        ("The docs of heron are written in plain English.", "The docs of heron are written in English."),
        ("Heron is hosted by Hetzner.", "Heron is hosted by Scaleway. Finch and heron: heron is hosted by Hetzner."),
    ],
)
def test_what_is_said_of_another_thing_or_adds_to_it_is_none(learned, user):
    """Another subject, one thing of several, a value of another kind, and more of the same."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {}


QUOTED = "I voided line 8813 and re-issued the invoice of the customer."
RULE = f"The user: “Always void the line and re-issue the invoice of the customer.” (in answer to: “{QUOTED}”)"


def rule(run_id: str) -> Match:
    return match(2, RULE).model_copy(update={"reported": True, "source": None, "run_id": run_id})


def evidence(run_id: str, text: str) -> Match:
    passage = match(1, text)
    path = paths.of_run("evidence", run_id).replace("3-descriptions/", "3-descriptions/project=billing/")
    return passage.model_copy(update={"source": Source(path=path, chunk=0)})


def test_what_a_rule_answered_is_none_of_it():
    """What is quoted as said before it neither agrees nor disagrees with anybody."""
    quoted = "Always void the line and re-issue the invoice of the customer."
    assert who_overrules(evidence("r2", f"## {quoted}\n\n{QUOTED}"), rule("r1")) == {}


def test_a_rule_overrules_nothing_of_the_talk_in_which_it_was_laid_down():
    """What led to it and what answered it was said of the task; said in another run it is overruled."""
    answer = "I never void the line and re-issue the invoice of the customer."
    assert who_overrules(evidence("r1", answer), rule("r1")) == {}
    assert who_overrules(evidence("r2", answer), rule("r1")) == {1: 2}


def test_the_order_is_user_system_learned():
    """The system overrules what was learned, the user both; equals do not overrule each other."""
    texts = [f"The API listens on port {port}." for port in (1000, 2000, 3000, 4000)]
    learned, other, system, user = (
        match(number, text, scope)
        for number, (text, scope) in enumerate(zip(texts, ["learned", None, "system", "user"], strict=True))
    )
    assert who_overrules(learned, other) == {}
    assert who_overrules(learned, system) == {0: 2}
    assert who_overrules(learned, other, system, user) == {0: 3, 1: 3, 2: 3}


def test_statements_are_sentences_without_markup():
    """Headings, list marks and table bars fall away, and so do scraps."""
    text = "# Deploy rules\n\n- Deploy on Fridays. Never at night!\n> | Cell of a table |\n\nok\n"
    assert statements(text) == ["Deploy rules", "Deploy on Fridays.", "Never at night!", "Cell of a table"]


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("Contract 2240 was signed by Olsen.", "Contract 2231 was signed by Olsen."),
        ("CVE-2026-1202 affects our image service.", "CVE-2026-1201 affects our image service."),
        ("The 9:00 train stops at Kiel.", "The 10:00 train stops at Kiel."),
        ("Host db-a answers at 10.0.0.1:5432.", "Host db-b answers at 10.0.0.2:5432."),
    ],
)
def test_what_a_number_names_is_another_thing(learned: str, user: str) -> None:
    """The user said nothing of the one that the run speaks of."""
    assert who_overrules(match(1, learned), match(2, user, "user")) == {}
