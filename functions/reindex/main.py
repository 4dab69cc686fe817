"""reindex: the index follows what is written; every six hours, or asked to, it compares everything."""

from typing import Any

from knowledge import web, wiring
from knowledge.reindexing import Prefix, Report
from knowledge.upkeep import Upkeep
from knowledge.web import Caller


def reindex(caller: Caller, request: Prefix) -> Report:
    """Answers `POST /`."""
    return upkeep().indexer(caller.tenant_id, caller.model).reindex(request.prefix)


def upkeep() -> Upkeep:
    """Over the adapters that the settings name."""
    return Upkeep(wiring.objects(), wiring.database(), wiring.indexing_embedders, wiring.queue())


app = web.application(web.route("/", reindex, role="admin"))
http, over_http = web.doors(app)


def handler(event: Any, context: Any) -> Any:
    """Lambda's door: an HTTP request, or an event."""
    return over_http(event, context) if "requestContext" in event else upkeep().take(event)
