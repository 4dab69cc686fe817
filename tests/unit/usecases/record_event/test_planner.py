"""Which files an event changes."""

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event, EventExtraction, Statement
from knowledge.usecases.record_event.planner import SIGNIFICANT, Planner, is_significant

from tests.support.doubles import NoFiles


@pytest.mark.parametrize(
    ("text", "significant"),
    [
        ("word " * (SIGNIFICANT // 5), True),
        ("word " * (SIGNIFICANT // 5 - 1), False),
        ("# Terms\n\nAll.\n\n## Rent\n\n| a | b |\n| - | - |\n| 1 | 2 |\n", True),
        ("# Terms\n\nAll.\n\n## Rent\n\nSome.\n", False),
    ],
)
def test_detail_is_length_or_structure(text, significant):
    """What its summary would lose: a long text, or one of three headings, tables, code blocks or lists."""
    assert is_significant(text) is significant


def planned(embedder, kind, text, *statements, partial=False):
    """What an event changes of a tenant's first files."""
    event = cleaned(Event.model_validate({"kind": kind, "event_id": "e", "content": text}))
    extraction = EventExtraction(list(statements), "rules", partial=partial)
    return Planner(event, extraction, NoFiles(), RememberingEmbedder(embedder), None).plan()


def paths(changes):
    return [edit.path for edit in changes.edits]


FACT = Statement(says="fact", text="The shop sells 40 teas.", category="product", topic="Teas")


def test_a_talk_that_states_nothing_changes_nothing(embedder):
    """Unless more was said than the statements tell: then it is kept as a description."""
    nothing = planned(embedder, "conversation", "Ann: Hello!")
    assert (paths(nothing), nothing.detail) == ([], "")
    kept = planned(embedder, "conversation", "Ann: Hello!", partial=True)
    assert kept.detail in paths(kept) and kept.detail.startswith("3-descriptions/")


def test_a_statement_goes_to_the_summary_of_its_topic(embedder):
    """A short talk needs no description beside it; research always has one."""
    talk = planned(embedder, "conversation", "Ann: The shop sells 40 teas.", FACT)
    research = planned(embedder, "research", "The shop sells 40 teas.", FACT)
    assert paths(talk) == ["2-summaries/product/teas.md"]
    assert {*paths(talk), research.detail} <= {*paths(research)}
