"""agent-complete: a finished run in, what it taught kept once."""

from knowledge import learnings, web, wiring
from knowledge.web import Caller


def complete(caller: Caller, run: learnings.CompletedRun) -> learnings.Completion:
    """Answers `POST /`."""
    return learnings.complete(
        run,
        caller.tenant_id,
        caller.tier,
        wiring.database(),
        wiring.embedder_for(caller.model),
        wiring.llm(),
        caller.idempotency_key,
        wiring.next_embedder(caller.model),
    )


app = web.application(web.route("/", complete))
http, handler = web.doors(app)
