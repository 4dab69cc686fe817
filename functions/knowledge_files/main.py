"""knowledge-files: a tenant's files with their versions: read, written, compared and brought back."""

from knowledge import web, wiring
from knowledge.files.repository import Files
from knowledge.usecases.knowledge_files import FilesApi
from knowledge.web import Caller


def files(caller: Caller) -> Files:
    """Those of the caller's tenant, over the adapters that the settings name."""
    return Files(caller.tenant_id, wiring.objects(), wiring.database())


ROOM = ("files", "versions", "bytes")
access = FilesApi(files)
app = web.application(
    web.route("/", access.list, method="GET", role="reader"),
    web.route("/{path:path}", access.read, method="GET", role="reader"),
    web.route("/{path:path}", access.write, method="PUT", room=ROOM),
    web.route("/{path:path}", access.delete, method="DELETE"),
    web.route("/{path:path}", access.restore, room=ROOM),
)
http, handler = web.entry_points(app)
