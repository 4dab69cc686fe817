"""size-enforcer: edits in the bucket recorded, and files over their tier's limit split."""

from knowledge import web, wiring
from knowledge.usecases.size_enforcer import Enforcer, EnforceReport, SweepRequest


def enforcer() -> Enforcer:
    """Over the adapters of the settings; the embedder may be of any model."""
    return Enforcer(wiring.objects(), wiring.database(), wiring.embedder(), wiring.queue())


def sweep(caller: web.Caller, request: SweepRequest) -> EnforceReport:
    """Answers `POST /`."""
    return enforcer().sweep(caller.tenant_id)


app = web.application(web.route("/", sweep, role="admin"))
http, handler = web.entry_points(
    app,
    on_object=lambda event: enforcer().on_event(event),
    on_schedule=lambda: enforcer().sweep_all(),
    on_job=lambda job: enforcer().work(job),
)
