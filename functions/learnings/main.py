"""learnings: what is known, for people to correct and forget, and for agents to say what helped."""

from knowledge import web, wiring
from knowledge.usecases.learnings import LearningsApi

learnings = LearningsApi(lambda: wiring.database(), lambda model: wiring.embedder_for(model))
app = web.application(
    web.route("/", learnings.list, method="GET", role="reader"),
    web.route("/instruction", learnings.instruct, method="GET", role="reader"),
    web.route("/{id}", learnings.read, method="GET", role="reader"),
    web.route("/{id}", learnings.change, method="PATCH", role="admin"),
    web.route("/{id}", learnings.forget, method="DELETE", role="admin"),
    web.route("/{id}/pin", learnings.pin, role="admin"),
    web.route("/{id}/restore", learnings.restore, role="admin"),
    web.route("/{id}/release", learnings.release, role="admin"),
    web.route("/{id}/confirm", learnings.confirm, role="admin"),
    web.route("/{id}/feedback", learnings.judge),
)
http, handler = web.entry_points(app)
