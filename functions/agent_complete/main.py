"""agent-complete: a finished run in, what it taught kept once, and told in files."""

from knowledge import learnings, runs, web, wiring
from knowledge.web import Caller


def complete(caller: Caller, run: learnings.CompletedRun) -> learnings.Completion:
    """Answers `POST /`."""
    return runs.finish(
        run,
        caller.tenant_id,
        caller.tier,
        wiring.objects(),
        wiring.database(),
        wiring.embedder_for(caller.model),
        wiring.llm(),
        caller.idempotency_key,
        wiring.next_embedder(caller.model),
    )


app = web.application(web.route("/", complete))
http, handler = web.doors(app)
