"""agent-complete: a finished run in, what it taught kept once, and told in files."""

from knowledge import web, wiring
from knowledge.learnings import CompletedRun, Completion, Learner
from knowledge.settings import settings
from knowledge.usecases import agent_complete
from knowledge.usecases.agent_complete.session_logs import SessionAnnouncement, SessionForm, announce
from knowledge.web import Caller


def complete(caller: Caller, run: CompletedRun) -> Completion:
    """Answers `POST /`."""
    embedder, coming = wiring.embedder_for(caller.model), wiring.next_embedder(caller.model)
    learner = Learner(caller.tenant_id, caller.tier, wiring.database(), embedder, coming, wiring.reader())
    return agent_complete.finish(run, learner, wiring.objects(), caller.idempotency_key, settings().evidence_passages)


def sessions(caller: Caller, announcement: SessionAnnouncement) -> SessionForm:
    """Answers `POST /sessions`: where a log goes that is too large for a request."""
    wiring.spend(caller, bytes_=announcement.size)
    return announce(caller.tenant_id, wiring.objects(), announcement)


ROOM = ("files", "versions", "bytes")
app = web.application(web.route("/", complete, room=ROOM), web.route("/sessions", sessions))
http, handler = web.entry_points(app)
