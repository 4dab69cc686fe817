"""issue-patterns: what went wrong before, and what fixed it: searched before work begins, counted when it is done."""

from knowledge import web, wiring
from knowledge.issues import Issues
from knowledge.usecases.issue_patterns import IssuesApi
from knowledge.web import Caller


def issues(caller: Caller) -> Issues:
    """Those of the caller's tenant, over the adapters that the settings name."""
    return Issues(caller.tenant_id, wiring.database(), wiring.embedder_for(caller.model))


access = IssuesApi(issues, wiring.learner)
app = web.application(
    web.route("/search", access.search, role="reader"),
    web.route("/retrospectives", access.keep_retrospective),
    web.route("/", access.list, method="GET", role="reader"),
    web.route("/", access.create),
    web.route("/{pattern_id}", access.read, method="GET", role="reader"),
    web.route("/{pattern_id}/occurrences", access.record),
    web.route("/{pattern_id}/obsolete", access.retire, role="admin"),
    web.route("/{pattern_id}/merge", access.merge, role="admin"),
)
http, handler = web.entry_points(app)
