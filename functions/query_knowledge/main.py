"""query-knowledge: a question in, the learnings that answer it out."""

from knowledge import search, web, wiring
from knowledge.web import Caller


def query(caller: Caller, question: search.Question) -> search.Answer:
    """Answers `POST /`."""
    return search.answer(question, caller.tenant_id, wiring.database(), wiring.embedder())


app = web.application(web.route("/", query, role="reader"))
http, handler = web.doors(app)
