"""forget: a learning, a file, an upload or a user, for good, with the proof that nothing is left."""

from knowledge import web, wiring
from knowledge.forgetting import Eraser
from knowledge.settings import settings
from knowledge.usecases.forget import ForgetApi
from knowledge.web import Caller


def eraser(caller: Caller) -> Eraser:
    """That of the caller's tenant, over the adapters that the settings name."""
    return Eraser(
        caller.tenant_id,
        wiring.objects(),
        wiring.database(),
        wiring.indexing_embedders(caller.model),
        wiring.cache(),
        settings().cache_prefix,
        caller.redaction,
    )


api = ForgetApi(eraser)
app = web.application(
    web.route("/learnings/{id}", api.learning, method="DELETE", role="admin"),
    web.route("/files/{path:path}", api.file, method="DELETE", role="admin"),
    web.route("/uploads/{upload_id}", api.upload, method="DELETE", role="admin"),
    web.route("/users/{user}", api.user, method="DELETE", role="admin"),
)
http, handler = web.entry_points(app)
