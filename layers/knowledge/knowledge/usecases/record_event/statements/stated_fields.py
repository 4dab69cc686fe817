"""What the fields of an event say, as statements: figures, states and technologies."""

from dataclasses import replace

from knowledge.usecases.record_event.content.sanitizing import status
from knowledge.usecases.record_event.models import EventExtraction, Occurrence, Statement
from knowledge.usecases.record_event.statements.metrics import figures
from knowledge.usecases.record_event.statements.reported_period import period
from knowledge.usecases.record_event.statements.reported_states import reported_state, states_of_items
from knowledge.usecases.record_event.statements.technologies import technologies


def stated(event: Occurrence) -> list[Statement]:
    """What the event's fields say: figures, states and technologies."""
    if event.kind == "integration":
        state = status(event.text, event.metadata)
        statements = [Statement(says="status", text=reported_state(event, state))] if state else []
        statements += [Statement(says="status", text=f"{name}: {now}") for name, now in states_of_items(event).items()]
        of = f", {period(event)}" if period(event) else ""
        return statements + [
            Statement(says="metric", text=f"{name}{of}: {value}") for name, value in figures(event).items()
        ]
    if event.kind == "code_change":
        return [Statement(says="technology", text=name) for name in technologies(event.text, event.metadata)]
    return []


def with_technologies(extraction: EventExtraction, event: Occurrence) -> EventExtraction:
    """What fields and files of a change say that it brings, as they write it, in place of what a model makes of it."""
    brought = [statement for statement in stated(event) if statement.says == "technology"]
    names = {statement.text.split()[0].casefold() for statement in brought}
    others = [
        statement
        for statement in extraction.statements
        if statement.says != "technology" or statement.text.split()[0].casefold() not in names
    ]
    return replace(extraction, statements=[*others, *brought])
