"""What the records of decisions say that an event has below headings: what was decided, and what follows from it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from knowledge.usecases.record_event.content.written_records import WrittenRecord, part_of_minutes, written_records
from knowledge.usecases.record_event.language import deciding, wording
from knowledge.usecases.record_event.models import Occurrence, Says, Statement
from knowledge.usecases.record_event.statements.joining import MAX_SAYING


def written_decisions(event: Occurrence) -> tuple[list[Statement], Occurrence]:
    """What is decided in the event's records that are in force, and the event without its records.

    What was weighed and what led there stands in the decision's own record alone.
    """
    if event.kind == "code_change":
        return [], event
    records, rest = written_records(event.text)
    decided = [statement for record in records if record.is_in_force for statement in _statements(record)]
    return decided, replace(event, text=rest.strip()) if records else event


def with_announced(statements: Sequence[Statement]) -> list[Statement]:
    """The statements, those that a heading or a sentence announces as decided as decisions with their records.

    An item of a list is one decision, so is a paragraph; why, and what was rejected, is what stands below headings for
    that. What only announces is none.
    """
    heads = [_announced_by(at, statements) for at in range(len(statements))]
    parts = defaultdict[str, list[str]](list)
    for statement in statements:
        parts[part_of_minutes(statement.under)].append(statement.text)
    beside = tuple((part, tuple(parts[part])) for part in ("Context", "Alternatives", "Consequences") if parts[part])
    decided = [
        tuple(other.text for other, head in zip(statements[at:], heads[at:], strict=True) if head == heads[at])
        for at in range(len(statements))
    ]
    return [
        statement.model_copy(update={"says": "decision", "record": (("Decision", decided[at]), *beside)})
        if heads[at] and heads[at] not in heads[:at]
        else statement
        for at, statement in enumerate(statements)
    ]


def _announced_by(at: int, statements: Sequence[Statement]) -> tuple[int, ...]:
    """Which decision a statement belongs to that is announced; () for any other."""
    own = statements[at]
    if not own.item or own.record or deciding.announces_decisions(own.text):
        return ()
    if part_of_minutes(own.under) == "Decision" and not wording.part_of_record(own.text)[0]:
        return own.item
    announcing = [place for place in range(at) if deciding.announces_decisions(statements[place].text)]
    place = (own.passage, own.under)
    return (at,) if any((statements[other].passage, statements[other].under) == place for other in announcing) else ()


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
