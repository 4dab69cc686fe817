"""A decision stands between what led to it and what follows, in a record of its own."""

import re

import pytest
from knowledge.files.repository import Files

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import Record, text_below

pytestmark = ONE_ADAPTER


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        ("User: Entscheidung: Wir nehmen Dosen statt Flaschen.", ["# Decision: Wir nehmen Dosen", "## Alternatives"]),
        (
            "Decisión: usamos latas, porque pesan menos. Alternativas: vidrio, cartón. Consecuencia: pagamos más.",
            ["- Usamos latas,", "Alternatives\n\n- Vidrio", "Consequences\n\n- Pagamos"],
        ),
        (
            "Décision : nous prenons des canettes.\n\nContexte : le verre pèse trop.\n\nConséquence : l'usine change.",
            ["## Context\n\n- Le verre", "## Decision\n\n- Nous prenons", "## Consequences\n\n- L'usine"],
        ),
        ("User: We decided on cans because glass got dearer.", ["Status: accepted\n\n## Decision\n\n- We decided on"]),
        (
            "We chose cans over glass, because they weigh less. Bottles and kegs were also considered. "
            "As a consequence the label is at most 9 cm high.",
            ["Decision\n\n- We chose", "Alternatives\n\n- Bottles and kegs were", "Consequences\n\n- As a consequence"],
        ),
    ],
)
def test_a_decision_that_is_labelled_or_gives_its_reason_has_a_record(
    record: Record, files: Files, page: str, parts: list[str]
) -> None:
    """What is labelled beside it as a part of its record stands there, and what says of itself that it is one."""
    record(page)
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    assert all(part in decision for part in parts)


def test_what_is_labelled_beside_another_decision_is_of_that(record: Record, files: Files) -> None:
    """Two that stand one below the other had the alternatives of both."""
    record(
        "Decision: We sell the beer in cans from May on. Alternatives: glass.\n\n"
        "Decision: We open the bar on Sundays in winter. Alternatives: Mondays."
    )
    records = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    weighed = [[of for of in ("- Glass.", "- Mondays.") if of in text] for text in records]
    assert sorted(weighed) == [["- Glass."], ["- Mondays."]]


@pytest.mark.parametrize(
    "page",
    [
        "Glass got 18 % dearer last year. We decided on cans for the export. Pubs keep their bottles.",
        "What was on the table:\n1. Tags in the hem.\n2. A thread.\n\nDECISION: option 1. Dev owns it, from May on.",
        "**Kiln.** It came on Tuesday, in two crates.\n\n**Sauna.** The stove is unproven, because it is new. "
        "Agreed with Ilse: Friday 18 March.",
        "**Customers.** Lakeside Parks has agreed to a trial of 40 packs. If it goes well there is a contract.",
        "Tom: The crane is booked for the 8th.\nOliver: I know. We'll throw in the first service.",
        "The sensors that go with it are the HT-3 from Halle. We pay 39 euros apiece.",
    ],
)
def test_what_a_text_does_not_mark_as_a_decision_has_no_record(record: Record, files: Files, page: str) -> None:
    """Nor has one that does not say what was decided. Measured before: of 30 such records four were right."""
    record(page)
    assert not list(files.list("3-descriptions/system/decisions/"))


def test_what_stands_below_why_led_to_what_was_agreed(record: Record, files: Files) -> None:
    """Also where the heading asks more than that; a label that is no word for a decision stays in its title."""
    record("**Why now.** Wages are up by 6 %.\n\n**Agreed**\n\n1. Boats: we hold £150 from May.\n2. Dogs pay £2.")
    records = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    assert len(records) == 2 and all("## Context\n\n- Wages are up" in text for text in records)
    assert any("# Decision: Boats: we hold £150 from May.\n" in text for text in records)


@pytest.mark.parametrize(
    ("page", "kept", "apart"),
    [
        (
            "The roof of shed 2 leaks above the scales. Ivo is on leave until Thursday. We decided to buy the hay in "
            "Pardubice, because the price there is CZK 2.10 a kilo. The vet comes on the 9th. The tractor needs oil.",
            ["hay"],
            ["roof", "Ivo", "vet", "tractor"],
        ),
        (
            "Marta starts on 3 May at the counter. We decided to switch the wiki to Notion, because nobody found "
            "anything. The old wiki stays readable until June. The office fridge has been broken since Tuesday.",
            ["readable until June"],
            ["Marta", "fridge"],
        ),
    ],
)
def test_what_is_said_beside_a_decision_is_no_part_of_it(
    record: Record, files: Files, page: str, kept: list[str], apart: list[str]
) -> None:
    """Neither in its record nor in its line. Measured before: a tractor was among the consequences."""
    record(page)
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    [line] = [line for line in text_below(files).splitlines() if "ecided to" in line]
    assert all(word in line for word in kept)
    assert not any(word in decision or word in line for word in apart)
    assert all(word in text_below(files) for word in apart)


RECORD = """# Decision: Monorepo

## Context
Four repos, one team.

## Decision
We use one repository.

## Alternatives
Four repos with a shared package.

## Consequences
CI has to be split by folder.
"""


@pytest.mark.parametrize(
    "text",
    [
        RECORD,
        RECORD.replace("Decision: Monorepo", "ADR 7: Monorepo\n\n## Status\nAccepted"),
        re.sub(r"\n\n## (\w+)\n", r"\n\1: ", RECORD).replace("# Decision: Monorepo", "Decision: Monorepo\n"),
    ],
)
def test_a_record_below_headings_is_a_record(record: Record, files: Files, text: str) -> None:
    """Measured before: what was rejected stood among the facts, and what was decided nowhere."""
    record(text)
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    parts = ["Context\n\n- Four repos, one", "Decision\n\n- We use", "Alternatives\n\n- Four", "Consequences\n\n- CI"]
    assert all(f"## {part}" in decision for part in parts)
    [line] = [line for line in text_below(files).splitlines() if line.startswith("- ")]
    assert "We use one repository." in line and "Four repos" not in line
    assert "We use one repository." in text_below(files, "1-index/")


@pytest.mark.parametrize(
    ("before", "now", "status"),
    [
        (
            "The keys are with Nils. We decided to brew with rain water instead of tap water.",
            "Nils no longer has the keys; Olga has them.",
            "accepted",
        ),
        (
            "Die Schlüssel hat Nils. Wir haben entschieden, mit Regenwasser statt Leitungswasser zu brauen.",
            "Nils hat die Schlüssel nicht mehr, die hat jetzt Olga.",
            "accepted",
        ),
        (
            "The keys are with Nils. We decided to brew with rain water instead of tap water.",
            "We decided to brew with spring water instead of rain water.",
            "superseded",
        ),
        (
            "Wir haben entschieden, mit Holz statt Gas zu heizen, weil es günstiger ist.",
            "Wir haben entschieden, mit Pellets statt Holz zu heizen.",
            "superseded",
        ),
    ],
)
def test_a_decision_ends_with_the_sentence_that_decides(
    record: Record, files: Files, before: str, now: str, status: str
) -> None:
    """What changed beside it in one breath supersedes nothing."""
    record(before)
    record(now, day=2)
    [first, *_] = sorted(entry.path for entry in files.list("3-descriptions/system/decisions/"))
    assert f"\nStatus: {status}" in files.read(first).content


def test_a_decision_takes_its_record_along(record: Record, files: Files) -> None:
    """Measured before: what it brought about stood on as a torso."""
    record(
        "Decision: We will use feature flags for every release.\nContext: Two releases broke in October.\n"
        "Alternatives: long-lived branches.\nConsequences: flags have to be cleaned up every month."
    )
    record("Decision: We no longer use feature flags; we release from branches.\nContext: Nobody cleaned up.", day=2)
    [line] = [line for line in text_below(files).splitlines() if line.startswith("- ")]
    assert "no longer use" in line


@pytest.mark.parametrize(
    ("now", "status"),
    [
        ("We decided to move the main database from Postgres to CockroachDB for two regions.", "superseded"),
        ("We decided to switch from Postgres to CockroachDB for the main database.", "superseded"),
        ("We decided to move the wiki from Postgres to Notion, because nobody found it.", "accepted"),
        ("We decided to move the main database from Frankfurt to Dublin, because it is cheaper.", "accepted"),
    ],
)
def test_a_decision_that_names_the_old_one_replaces_it(record: Record, files: Files, now: str, status: str) -> None:
    """Each leads to the other. Measured before: both were accepted, and the older one answered first."""
    record("User: We decided to use Postgres for the main database because we need joins. We looked at MongoDB, too.")
    record(f"User: {now}", day=2)
    [first, *later] = sorted(entry.path for entry in files.list("3-descriptions/system/decisions/"))
    assert f"\nStatus: {status}" in files.read(first).content
    if status == "superseded":
        [second] = later
        assert second in files.read(first).content and f"Supersedes: [[{first}]]" in files.read(second).content
        assert not re.search("joins|MongoDB", text_below(files)) and "CockroachDB" in text_below(files)
