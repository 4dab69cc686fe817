"""What the fields of an event say, whoever reads its text."""

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Statement
from knowledge.usecases.record_event.statements.stated_fields import stated, with_technologies

from tests.support.events import event

BUMP = "chore(deps): bump axios from 1.7.2 to 1.7.9"


def change() -> Occurrence:
    return cleaned(event(kind="code_change", content=BUMP))


def test_a_report_states_its_state_and_its_figures() -> None:
    """Each is a statement of its own."""
    report = cleaned(event(kind="integration", content={"status": "degraded", "error_rate": "0.2 %"}))
    assert {statement.says for statement in stated(report)} == {"status", "metric"}


@pytest.mark.parametrize("kind", ["conversation", "research"])
def test_a_text_has_no_fields(kind: str) -> None:
    """What it says is in its sentences."""
    assert stated(cleaned(event(kind=kind, content="The error rate is 0.2 %."))) == []


def test_what_a_change_brings_is_told_as_its_fields_write_it() -> None:
    """A model's word for the same goes; what it says of others stays."""
    of_model = [Statement(says="technology", text=text) for text in ("Axios", "redis 7")]
    read = with_technologies(
        EventExtraction([*of_model, Statement(says="fact", text="Axios is safe.")], "llm"), change()
    )
    assert [statement.text for statement in read.statements] == ["redis 7", "Axios is safe.", "axios 1.7.9"]
