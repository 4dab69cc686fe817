"""What of a long event is read closely, and told first."""

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements import importance, rule_extractor
from knowledge.usecases.record_event.statements.importance import MAX_COMPARED, by_weight, most_telling, weight
from knowledge.usecases.record_event.statements.rule_extractor import BUDGET

FILLER = " The sample is small in the west. Several shops did not answer, as the appendix notes. The trend is stable."
FINDINGS = [f"A repair in {town} takes {days} days." for days, town in enumerate(("Graz", "Linz", "Wels", "Steyr"), 7)]
ADVICE = "We recommend to open a workshop in Graz."
TALK = "The roofer looked at house {0} from below. Nothing was wrong with chimney {0}, as far as he could see."


@pytest.fixture
def narrow(monkeypatch):
    """So few sentences are compared that a short text is a long one: each costs an embedding."""
    monkeypatch.setattr(importance, "MAX_COMPARED", 40)
    monkeypatch.setattr(rule_extractor, "BUDGET", BUDGET // 5)


def stated(kind: str, content: str, embedder: RememberingEmbedder) -> list[str]:
    event = cleaned(Event.model_validate({"kind": kind, "event_id": "e", "content": content}))
    return [statement.text for statement in rule_extractor.by_rules(event, [], RememberingEmbedder(embedder))]


def test_a_long_report_keeps_its_last_sections(embedder, narrow):
    """What each section begins with, and what is recommended, though as many sentences as are read stand before it."""
    sections = [f"## Section {at}\n\n{finding}{FILLER * 4}" for at, finding in enumerate(FINDINGS)]
    texts = stated("research", "\n\n".join([*sections, f"## Conclusion\n\n{ADVICE}"]), embedder)
    assert all(any(text.startswith(finding) for text in texts) for finding in (*FINDINGS, ADVICE))


def test_a_long_list_is_told_from_everywhere(embedder, narrow):
    """Of more equals than the summaries hold some of each part are told."""
    rows = [f"Shop {at} of Graz repairs {at * 7 % 90} bikes a week with {at % 5 + 1} mechanics." for at in range(52)]
    texts = stated("research", "\n\n".join(rows), embedder)
    places = [rows.index(text) for text in texts if text in rows]
    assert all(any(start <= at < start + 13 for at in places) for start in range(0, 52, 13))
    assert sum(map(len, texts)) <= BUDGET // 5


def test_a_long_talk_keeps_its_budget(embedder, narrow):
    """What tells an amount of money at the end of a talk of 52 lines."""
    lines = [f"{'Ann' if at % 2 else 'Bob'}: {TALK.format(at)}" for at in range(26)]
    talk = "\n".join([*lines, "Ann: We decided that the budget for all repairs is 48,000 pounds.", "Bob: Fine."])
    assert any("48,000 pounds" in text for text in stated("conversation", talk, embedder))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (weight("We decided to stay.", "decision"), weight("The lease must end.", "requirement")),
        (weight("The lease must end.", "requirement"), weight("The lease ends on 3 May.", "fact")),
        (weight("In conclusion, we stay.", "finding"), weight("The rent is 900 EUR.", "finding")),
        (weight("We stay.", "finding", "Recommendations"), weight("The rent is 900 EUR.", "finding")),
        (weight("Training takes three years.", "finding"), weight("Mechanics are scarce.", "finding")),
    ],
)
def test_what_counts_most(more, less):
    """Decisions, requirements, conclusions, values, and then all else."""
    assert more > less


def test_equals_are_taken_from_everywhere():
    """First those that begin a section; of these in every stretch."""
    assert sorted(by_weight([1.0] * 6, [1, 1, 1, 2, 2, 2])[:2]) == [0, 3]
    taken = by_weight([1.0] * 100, range(100))[:10]
    assert all(any(start <= at < start + 25 for at in taken) for start in (0, 25, 50, 75))


def test_a_short_event_is_read_whole():
    """Of a long one so many sentences, with the question before one that answers."""
    short = ["The shop is open.", "It is blue."]
    assert most_telling(short) == short
    long = [f"The {at}th shop is open." for at in range(MAX_COMPARED)]
    telling = most_telling([*["A bench stands there, too."] * 2, "How much?", "We decided on 40 EUR.", *long])
    assert len(telling) <= MAX_COMPARED + 2 and telling[:2] == ["How much?", "We decided on 40 EUR."]
