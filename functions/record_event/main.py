"""record-event: something that happened in, the files that now know of it out."""

from knowledge import web, wiring
from knowledge.usecases import record_event
from knowledge.web import Caller


def record(caller: Caller, event: record_event.Event) -> record_event.RecordEventResult:
    """Answers `POST /`."""
    return record_event.record(
        event,
        caller.tenant_id,
        wiring.objects(),
        wiring.database(),
        wiring.embedder(),  # of any model: an event's texts are compared with each other alone
        wiring.llm(),
    )


ROOM = ("files", "versions", "events", "bytes")
app = web.application(web.route("/", record, room=ROOM, instead="split it into events, each with its own event_id"))
http, handler = web.entry_points(app)
