"""What the records of decisions say that an event has below headings: what was decided, and what follows from it."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.usecases.record_event.content.written_records import WrittenRecord, written_records
from knowledge.usecases.record_event.language import wording
from knowledge.usecases.record_event.models import Occurrence, Says, Statement
from knowledge.usecases.record_event.statements.sentences import MAX_SAYING


def written_decisions(event: Occurrence) -> tuple[list[Statement], Occurrence]:
    """What is decided in the event's records that are in force, and the event without its records.

    What was weighed and what led there stands in the decision's own record alone.
    """
    if event.kind == "code_change":
        return [], event
    records, rest = written_records(event.text)
    decided = [statement for record in records if record.is_in_force for statement in _statements(record)]
    return decided, replace(event, text=rest.strip()) if records else event


def _statements(record: WrittenRecord) -> list[Statement]:
    """The decision with what follows from it, as much as one statement holds, then the rest of both."""
    parts = tuple((name, tuple(sentences)) for name, sentences in record.parts.items())
    made, more = _fitting("Decision: ", record.parts["Decision"], MAX_SAYING)
    follows, further = _fitting(" Consequences: ", record.parts.get("Consequences", []), MAX_SAYING - len(made))
    decision = Statement(says="decision", text=made + follows, under=record.title, record=parts)
    return [decision, *(Statement(says=_kind(text), text=text, under=record.title) for text in [*more, *further])]


def _kind(text: str) -> Says:
    return "requirement" if wording.says("conversation", text) == "requirement" else "fact"


def _fitting(label: str, sentences: Sequence[str], room: int) -> tuple[str, list[str]]:
    """The first of the sentences behind their label, and those for which there is no room; one decision has it."""
    within = 1 if label.startswith("D") else 0
    while within < len(sentences) and len(label) + len(" ".join(sentences[: within + 1])) <= room:
        within += 1
    return (label + " ".join(sentences[:within]) if within else ""), list(sentences[within:])
