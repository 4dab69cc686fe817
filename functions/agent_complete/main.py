"""agent-complete: a finished run in, what it taught kept once, and told in files."""

from knowledge import web, wiring
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.settings import settings
from knowledge.usecases import agent_complete
from knowledge.web import Caller


def complete(caller: Caller, run: CompletedRun) -> Completion:
    """Answers `POST /`."""
    learner = Learner(
        caller.tenant_id,
        caller.tier,
        wiring.database(),
        wiring.embedder_for(caller.model),
        wiring.next_embedder(caller.model),
        wiring.llm(),
    )
    passages = settings().evidence_passages
    return agent_complete.finish(run, learner, wiring.objects(), caller.idempotency_key, passages)


app = web.application(web.route("/", complete))
http, handler = web.entry_points(app)
