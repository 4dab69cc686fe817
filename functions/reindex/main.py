"""reindex: the index follows what is written, on demand what is asked for, every six hours everything."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from knowledge import events, reindexing, web, wiring
from knowledge.models import Body, Storable
from knowledge.reindexing import Indexer, Reindex, Report
from knowledge.web import Caller


class Request(Body):
    """Which files to compare: those whose path starts with `prefix`."""

    prefix: Storable = ""


def reindex(caller: Caller, request: Request) -> Report:
    """Answers `POST /`."""
    return _indexer(caller.tenant_id, caller.model).reindex(request.prefix)


def follow(event: events.ObjectEvent) -> None:
    """Takes one storage event."""
    found = reindexing.searchable(event.key)
    tenant = wiring.database().call("embedding_model", tenant_id=found[0]) if found else []
    if found and tenant:
        etag = event.etag if event.kind == "created" else None
        _indexer(found[0], tenant[0]["model"]).follow(found[1], etag)


def work(job: Any) -> None:
    """Takes one job of the queue."""
    parsed = reindexing.JOB.validate_python(job)
    for tenant in wiring.database().call("embedding_model", tenant_id=parsed.tenant_id):
        indexer = _indexer(parsed.tenant_id, tenant["model"])
        indexer.reindex() if isinstance(parsed, Reindex) else indexer.run(parsed)


def compare_all() -> None:
    """Takes the schedule's event: a job for each tenant, or the work itself where there is no queue."""
    jobs = [Reindex(tenant_id=tenant_id).model_dump(mode="json") for tenant_id in _tenants()]
    queue = wiring.queue()
    if queue:
        queue.send(jobs)
    else:
        for job in jobs:
            work(job)


def _tenants() -> Iterator[UUID]:
    after = None
    while rows := wiring.database().call("tenants_to_reindex", after=after):
        for row in rows:
            after = UUID(str(row["tenant_id"]))
            yield after


def _indexer(tenant_id: UUID, model: str | None) -> Indexer:
    return Indexer(tenant_id, wiring.objects(), wiring.database(), wiring.indexing_embedders(model), wiring.queue())


app = web.application(web.route("/", reindex, role="admin"))
http, over_http = web.doors(app)


def handler(event: Any, context: Any) -> Any:
    """Lambda's door: an HTTP request, messages of the two queues, or the schedule's event."""
    if "requestContext" in event:
        return over_http(event, context)
    if event.get("source") in ("aws.events", "aws.scheduler"):
        return compare_all()
    return events.handle_each(event, follow, work)
