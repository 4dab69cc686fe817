"""size-enforcer: files over their tier's limit are split, edits in the bucket recorded."""

from typing import TYPE_CHECKING, Any

from knowledge import web, wiring
from knowledge.events import ObjectEvent, handle_each
from knowledge.models import Body
from knowledge.tiers import enforcement
from knowledge.tiers.enforcement import Enforced
from knowledge.tiers.files import Files
from knowledge.web import Caller

if TYPE_CHECKING:
    from cloudevents.http import CloudEvent


class Everything(Body):
    """All files of the caller's tenant."""


def sweep(caller: Caller, request: Everything) -> Enforced:
    """Answers `POST /`."""
    return enforcement.sweep(Files(caller.tenant_id, wiring.objects(), wiring.database()), wiring.embedder())


def split(event: ObjectEvent) -> None:
    """Handles one change of one object."""
    enforcement.on_event(event, wiring.objects(), wiring.database(), wiring.embedder())


app = web.application(web.route("/", sweep, role="admin"))
http, over_http = web.doors(app)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Lambda's door: storage events as S3, EventBridge and SQS bring them, the schedule, and the function's URL."""
    if "requestContext" in event:
        return over_http(event, context)
    if event.get("source") == "aws.events":
        return enforcement.sweep_all(wiring.objects(), wiring.database(), wiring.embedder()).model_dump()
    return handle_each(event, split)


def cloud_event(event: "CloudEvent") -> None:
    """The door for CloudEvents, as functions-framework opens it with `--signature-type cloudevent`."""
    handle_each({"specversion": "1.0", "type": event["type"], "data": event.get_data()}, split)
