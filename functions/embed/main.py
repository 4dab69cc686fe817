"""embed: texts in, vectors out, as OpenAI has it; or learnings in, kept once."""

from knowledge import web, wiring
from knowledge.learnings import Completion
from knowledge.usecases.embed import Embeddings, EmbedRequest, embed_texts
from knowledge.web import Caller


def embed(caller: Caller, request: EmbedRequest) -> Embeddings | Completion:
    """Answers `POST /`."""
    if request.learnings is None:
        return embed_texts(request, wiring.embedder(), lambda tokens: wiring.spend(caller, tokens=tokens))
    caller.require("agent")
    return wiring.learner(caller).add(request.learnings, caller.claim(caller.idempotency_key))


app = web.application(web.route("/", embed, role="reader"))
http, handler = web.entry_points(app)
