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
        (
            "User: Glass got 18 % dearer last year. We decided on cans for the export. Pubs keep their bottles.",
            ["## Context\n\n- Glass got", "## Decision\n\n- We decided on cans", "## Consequences\n\n- Pubs"],
        ),
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
    ],
)
def test_a_decision_stands_between_what_led_to_it_and_what_follows(
    record: Record, files: Files, page: str, parts: list[str]
) -> None:
    """In whatever words; measured before: no record without a `because`."""
    record(page)
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    assert all(part in decision for part in parts)


def test_what_else_was_weighed_follows_from_no_decision(record: Record, files: Files) -> None:
    """It stood twice: among the alternatives, and again as what follows."""
    record("User: We decided on cans because glass got dearer. The alternatives were jars and kegs. Pubs keep bottles.")
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    assert "## Alternatives\n\n- The alternatives were jars" in decision
    assert "## Consequences\n\n- Pubs keep" in decision


@pytest.mark.parametrize(
    ("page", "title", "context"),
    [
        (
            "**Kiln.** It came on Tuesday, in two crates.\n\n**Sauna.** With Ilse away and the stove unproven, the 4th "
            "is too early. Agreed with Ilse: Friday 18 March.",
            "Sauna: Agreed with Ilse: Friday 18 March.",
            "With Ilse away",
        ),
        (
            "## Organ\n\nThe bellows leak.\n\n## Heizung\n\nDer alte Kessel hält keinen Winter mehr. Beschlossen: "
            "Einbau am 3. Mai.",
            "Heizung: Beschlossen: Einbau am 3. Mai.",
            "Der alte Kessel",
        ),
        (
            "Tom: The van rusts through at the back door. Agreed: Monday 5 October.",
            "The van rusts through at the back door. Agreed: Monday 5 October.",
            "",
        ),
        (
            "The van rusts through at the back door. Agreed with Mona: Monday 5 October.",
            "Agreed with Mona: Monday 5 October.",
            "The van rusts",
        ),
    ],
)
def test_a_record_tells_what_its_decision_is_about(
    record: Record, files: Files, page: str, title: str, context: str
) -> None:
    """By the heading above it; without one by the sentence before few words. Measured before: a date alone."""
    record(page)
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    assert f"# Decision: {title}\n" in decision
    assert not context or f"## Context\n\n- {context}" in decision


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
        (
            "Monday meeting\n\nThe mead. We decided to brew 200 litres as a trial for Advent. Price CZK 240, not 260.\n"
            "The hives from Kobylisy have arrived without a queen.\n"
            "Sugar. Wanda's supplier delivers on the 24th instead, 30 bags.",
            ["Price CZK 240"],
            ["hives", "Sugar"],
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
    assert all(word in decision and word in line for word in kept)
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
    ("then", "follows"),
    [
        ("Ben: Yes. Also, from January on we charge a plug-in fee of 14 EUR at every depot.", []),
        ("Also, from January on we charge a plug-in fee of 14 EUR.\nBen: So the contract changes. Yes.", ["contract"]),
        ("The contract says so from May on.\nBen: Their terms were 60 days until now.", ["contract"]),
    ],
)
def test_what_follows_from_a_decision_is_said_by_who_tells_it(
    record: Record, files: Files, then: str, follows: list[str]
) -> None:
    """Or is said to follow; an assent and a new matter are none. Measured before: "Yes." and a fee of others."""
    record(f"Ann: Terms are 30 days. For Nordfisk we agreed on 45 days.{' ' if then[0] in 'AT' else chr(10)}{then}")
    [decision] = [files.read(entry.path).content for entry in files.list("3-descriptions/system/decisions/")]
    listed = decision.partition("## Consequences\n\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) == len(follows) and all(word in line for word, line in zip(follows, listed, strict=True))


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
