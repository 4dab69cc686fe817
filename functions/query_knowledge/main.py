"""query-knowledge: a question in, what answers it out; or a task in, everything an agent needs to start."""

from knowledge import web, wiring
from knowledge.usecases.query_knowledge import context, search
from knowledge.usecases.query_knowledge.models import ContextRequest
from knowledge.web import Caller


def query(caller: Caller, question: search.Question) -> search.Answer:
    """Answers `POST /`."""
    return search.answer(question, caller.tenant_id, wiring.database(), wiring.embedder_for(caller.model))


def load(caller: Caller, task: ContextRequest) -> context.Context:
    """Answers `POST /context`."""
    embedder = wiring.embedder_for(caller.model)
    return context.load(task, caller.tenant_id, wiring.objects(), wiring.database(), embedder)


app = web.application(web.route("/", query, role="reader"), web.route("/context", load, role="reader"))
http, handler = web.entry_points(app)
