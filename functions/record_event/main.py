"""record-event: something that happened in, the files that now know of it out."""

from knowledge import web, wiring
from knowledge.ports.callers_model import CallersModel
from knowledge.usecases import record_event
from knowledge.web import Caller


def record(caller: Caller, event: record_event.Event) -> record_event.RecordEventResult | record_event.EventQuestion:
    """Answers `POST /`."""
    return record_event.record_or_ask(
        event,
        caller.tenant_id,
        wiring.objects(),
        wiring.database(),
        wiring.embedder(),  # of any model: an event's texts are compared with each other alone
        wiring.llm() if event.answers is None else CallersModel(event.answers),
        keeps_emails=caller.keeps_emails,
    )


ROOM = ("files", "versions", "events", "bytes")
app = web.application(web.route("/", record, room=ROOM, instead="split it into events, each with its own event_id"))
http, handler = web.entry_points(app)
