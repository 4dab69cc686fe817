"""reindex: the index follows what is written; every six hours, or asked to, it compares everything."""

from knowledge import web, wiring
from knowledge.usecases.reindex import IndexMaintenance
from knowledge.usecases.reindex.models import Prefix, ReindexReport
from knowledge.web import Caller


def reindex(caller: Caller, request: Prefix) -> ReindexReport:
    """Answers `POST /`."""
    indexer = upkeep().indexer(caller.tenant_id, caller.model, caller.redaction)
    return indexer.reindex(request.prefix, leaves_to_others=True)


def upkeep() -> IndexMaintenance:
    """Over the adapters that the settings name."""
    return IndexMaintenance(
        wiring.objects(), wiring.database(), wiring.indexing_embedders, wiring.queue(), wiring.retention()
    )


app = web.application(web.route("/", reindex, role="admin"))
http, handler = web.entry_points(
    app,
    on_object=lambda event: upkeep().follow(event),
    on_schedule=lambda: upkeep().reindex_all(),
    on_job=lambda job: upkeep().work(job),
)
