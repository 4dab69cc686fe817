"""embed: texts in, vectors out, as OpenAI has it; or learnings in, kept once."""

from knowledge import web, wiring
from knowledge.learnings import Completion, Learner
from knowledge.usecases.embed import Embeddings, EmbedRequest, embed_texts
from knowledge.web import Caller


def embed(caller: Caller, request: EmbedRequest) -> Embeddings | Completion:
    """Answers `POST /`."""
    if request.learnings is None:
        return embed_texts(request, wiring.embedder(), lambda tokens: wiring.spend(caller, tokens=tokens))
    caller.require("agent")
    learner = Learner(
        caller.tenant_id,
        caller.tier,
        wiring.database(),
        wiring.embedder_for(caller.model),
        wiring.next_embedder(caller.model),
    )
    return learner.add(request.learnings, caller.idempotency_key)


app = web.application(web.route("/", embed, role="reader"))
http, handler = web.entry_points(app)
