"""query-knowledge: a question in, what answers it out; or a task in, everything an agent needs to start."""

from knowledge import web, wiring
from knowledge.ports.callers_model import PendingRequest, or_question
from knowledge.usecases.query_knowledge import context
from knowledge.usecases.query_knowledge.models import Answer, Context, ContextRequest, Question
from knowledge.usecases.query_knowledge.search import Search
from knowledge.web import Caller


def query(caller: Caller, question: Question) -> Answer | PendingRequest:
    """Answers `POST /`."""
    return or_question(lambda: search_of(caller).answer(question))


def load(caller: Caller, task: ContextRequest) -> Context | PendingRequest:
    """Answers `POST /context`."""
    search, objects = search_of(caller), wiring.objects()
    return or_question(lambda: context.load(task, objects, search, caller.redaction))


def search_of(caller: Caller) -> Search:
    """Search as the caller's tenant has it."""
    embedder = wiring.embedder_for(caller.model)
    return Search(caller.tenant_id, wiring.database(), embedder, wiring.search_mode(), wiring.reranker)


app = web.application(web.route("/", query, role="reader"), web.route("/context", load, role="reader"))
http, handler = web.entry_points(app)
