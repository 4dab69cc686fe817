"""agent-complete: a finished run in, what it taught kept once, and told in files."""

from knowledge import web, wiring
from knowledge.learnings import CompletedRun, Completion
from knowledge.ports.callers_model import PendingRequest, or_question
from knowledge.settings import settings
from knowledge.usecases import agent_complete
from knowledge.usecases.agent_complete.session_logs import SessionAnnouncement, SessionForm, announce
from knowledge.web import Caller


def complete(caller: Caller, run: CompletedRun) -> Completion | PendingRequest:
    """Answers `POST /`."""
    learner, objects = wiring.learner(caller, wiring.reader(run.answers)), wiring.objects()
    key = caller.claim(caller.idempotency_key)
    passages, minutes = settings().evidence_passages, settings().pattern_minutes
    return or_question(lambda: agent_complete.finish(run, learner, objects, key, passages, minutes))


def sessions(caller: Caller, announcement: SessionAnnouncement) -> SessionForm:
    """Answers `POST /sessions`: where a log goes that is too large for a request."""
    wiring.spend(caller, bytes_=announcement.size)
    return announce(caller.tenant_id, wiring.objects(), announcement)


ROOM = ("files", "versions", "bytes")
LARGE_LOG = "post the log by the form that `POST /agent-complete/sessions` answers, and send its session_ref"
app = web.application(web.route("/", complete, room=ROOM, instead=LARGE_LOG), web.route("/sessions", sessions))
http, handler = web.entry_points(app)
