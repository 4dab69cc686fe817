"""knowledge-files: a tenant's files with their versions: read, written, compared and brought back."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from knowledge import web, wiring
from knowledge.tiers import access
from knowledge.tiers.files import Files
from knowledge.web import Caller


def of_tenant(use_case: Callable[..., Any]) -> Callable[[Caller, Any], Any]:
    """The use case upon the files of the caller's tenant."""

    @wraps(use_case)
    def answer(caller: Caller, request: Any) -> Any:
        return use_case(Files(caller.tenant_id, wiring.objects(), wiring.database()), caller, request)

    return answer


app = web.application(
    web.route("/", of_tenant(access.list_files), method="GET", role="reader"),
    web.route("/{path:path}", of_tenant(access.read), method="GET", role="reader"),
    web.route("/{path:path}", of_tenant(access.write), method="PUT"),
    web.route("/{path:path}", of_tenant(access.delete), method="DELETE"),
    web.route("/{path:path}", of_tenant(access.restore)),
)
http, handler = web.doors(app)
