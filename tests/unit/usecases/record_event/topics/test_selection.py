"""What an event is about, and what that is called."""

from collections.abc import Sequence

import pytest
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.usecases.record_event.models import Statement
from knowledge.usecases.record_event.topics import candidates
from knowledge.usecases.record_event.topics.selection import topics

DOCK = [
    "Laredo dock. Doors 3 and 4 of the dock are out until May.",
    "Reefers may only use doors 9 to 12.",
    "Trucks wait at the dock for two hours.",
]
INSURANCE = [
    "Cargo insurance. The new policy covers 250k per load.",
    "Above that no tender without a policy number.",
    "The premium of the insurance went up.",
]


def statements_of(texts: Sequence[str], under: Sequence[str] = ()) -> list[Statement]:
    headings = under or [""] * len(texts)
    return [
        Statement(says="fact", text=text, passage=at, under=heading)
        for at, (text, heading) in enumerate(zip(texts, headings, strict=True))
    ]


def names(
    statements: Sequence[Statement], title: str = "", known: Sequence[str] = (), nobody: Sequence[str] = ()
) -> set[str]:
    return {candidate.name for candidate in candidates.candidates(statements, title, known, nobody)}


def test_a_stretch_belongs_to_the_topic_that_it_came_to(embedder: OnnxEmbedder) -> None:
    """What is said after a subject was named is about it until another one is."""
    statements = statements_of([*DOCK, *INSURANCE])
    assigned = topics(statements, candidates.candidates(statements, ""), embedder)
    assert assigned[:3] == ["Laredo dock"] * 3 and assigned[3:] == ["Cargo insurance"] * 3


def test_what_stands_below_a_heading_belongs_to_it(embedder: OnnxEmbedder) -> None:
    """Without its number; one that stands above any report names no topic."""
    texts = ["Stock value rose.", "Expired stock was written off.", "Figures are below.", "It was a good month."]
    statements = statements_of(texts, ["3. Pharmacy and stock"] * 2 + ["1. Overview"] * 2)
    assigned = topics(statements, candidates.candidates(statements, ""), embedder)
    assert assigned[:2] == ["Pharmacy and stock"] * 2 and "Overview" not in assigned


def test_the_heading_of_a_whole_text_is_no_topic(embedder: OnnxEmbedder) -> None:
    """It names the house or the day, and what stands below it tells who wrote."""
    statements = statements_of(["Prepared by Moira.", "Stock rose."], ["Harbour Lane: first quarter", "Stock"])
    named = candidates.candidates(statements, "", whole="Harbour Lane: first quarter")
    assert topics(statements, named, embedder) == ["", "Stock"]


def test_a_topic_ends_at_the_next_heading(embedder: OnnxEmbedder) -> None:
    """Where nothing below that one names it, and nothing of a commit beside it."""
    statements = statements_of([*DOCK, "It was a good month."], ["What we saw"] * len(DOCK) + ["What else there was"])
    assert topics(statements, candidates.candidates(statements, ""), embedder)[-1] == ""
    changed = statements_of([*DOCK, "feat(friends): cap 50 -> 100."])
    assert topics(changed, candidates.candidates(changed, ""), embedder)[-1] == ""


def test_where_nothing_names_a_topic_there_is_none(embedder: OnnxEmbedder) -> None:
    """A statement alone is placed by its category."""
    statements = statements_of(["Bees fly far."])
    assert topics(statements, candidates.candidates(statements, ""), embedder) == [""]


def test_names_are_nouns_that_are_repeated() -> None:
    """As they are written; neither units nor those who speak."""
    statements = statements_of(
        ["The detention rose by 20 loads.", "Ann pays the detention of 30 loads.", "Ann knows the TMS."]
    )
    assert names(statements, nobody=["Ann"]) == {"detention"}


def test_german_nouns_have_capitals() -> None:
    """And other words, which repeat as well, have none."""
    statements = statements_of(
        ["Wir können die Rampe sperren.", "Sie können an der Rampe warten.", "Bald können alle."]
    )
    assert names(statements) == {"Rampe"}


@pytest.mark.parametrize("known", [["Detention"], []])
def test_a_known_topic_is_a_name_where_it_is_spoken_of(known: list[str]) -> None:
    """In an event of few statements once is enough."""
    assert names(statements_of(["We pay less detention."]), known=known) == set(known)


def test_capitals_inside_a_sentence_are_names() -> None:
    """Its first word has one anyway."""
    assert candidates.names("Half of our Laredo guys") == {"Laredo"} and candidates.names("Better, thanks") == set()


def test_a_label_above_the_headings_of_a_text_is_no_topic() -> None:
    """It tells who was there."""
    statements = statements_of(["Beteiligt: Jana Vogt und Tobias Kern.", "Der Vertrag ist neu."], ["", "Datenschutz"])
    assert "Beteiligt" not in {one.name for one in candidates.candidates(statements, "", colons=True)}


def test_a_sentence_without_spaces_names_nothing() -> None:
    """Measured before: a Japanese page had two sentences for a name, and told in its title what was no longer so."""
    spoken = statements_of(["会議室Aの予約は総務部の鈴木さんが担当しています。 定例会議は毎週火曜日の10時からです。"])
    assert (
        names(spoken, "会議室Aの予約は総務部の鈴木さんが担当しています。定例会議は毎週火曜日の10時からです。") == set()
    )
    assert "エアコン" in names(statements_of(["エアコン: 来週修理します。"]), "エアコン")
