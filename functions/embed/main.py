"""embed: texts in, vectors out, as OpenAI has it; or learnings in, kept once."""

from knowledge import embeddings, learnings, web, wiring
from knowledge.web import Caller


def embed(caller: Caller, request: embeddings.EmbedRequest) -> embeddings.Embeddings | learnings.Completion:
    """Answers `POST /`."""
    if request.learnings is None:
        return embeddings.embed(request, wiring.embedder())
    caller.require("agent")
    return learnings.add(
        request.learnings,
        caller.tenant_id,
        caller.tier,
        wiring.database(),
        wiring.embedder_for(caller.model),
        caller.idempotency_key,
        wiring.next_embedder(caller.model),
    )


app = web.application(web.route("/", embed, role="reader"))
http, handler = web.doors(app)
