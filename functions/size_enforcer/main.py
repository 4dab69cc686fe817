"""size-enforcer: edits in the bucket recorded, and files over their tier's limit split."""

from typing import Any

from knowledge import web, wiring
from knowledge.usecases.size_enforcer import Enforcer, EnforceReport, SweepRequest
from knowledge.web import Caller


def enforcer() -> Enforcer:
    """The use case with its ports; the embedder may be of any model, for the lines of an index are compared alone."""
    return Enforcer(wiring.objects(), wiring.database(), wiring.embedder())


def sweep(caller: Caller, request: SweepRequest) -> EnforceReport:
    """Answers `POST /`."""
    return enforcer().sweep(caller.tenant_id)


app = web.application(web.route("/", sweep, role="admin"))
http, handler = web.entry_points(
    app,
    on_object=lambda event: enforcer().on_event(event),
    on_schedule=lambda: enforcer().sweep_all(),
)


def cloud_event(event: Any) -> None:
    """Handles a CloudEvent, as functions-framework has it with `--signature-type cloudevent`."""
    handler({"specversion": "1.0", "type": event["type"], "data": event.get_data()}, None)
