"""knowledge-files: a tenant's files with their versions: read, written, compared and brought back."""

from knowledge import web, wiring
from knowledge.tiers import access
from knowledge.tiers.files import File, Files
from knowledge.tiers.history import Version
from knowledge.web import Caller


def files_of(caller: Caller) -> Files:
    """The files of the caller's tenant."""
    return Files(caller.tenant_id, wiring.objects(), wiring.database())


def list_files(caller: Caller, request: access.ListRequest) -> access.FileList:
    """Answers `GET /?prefix=`."""
    return access.listed(request, files_of(caller))


def read(caller: Caller, request: access.ReadRequest) -> File | access.VersionList | access.Difference:
    """Answers `GET /{path}`, also with `?version=`, `?versions` and `?diff=a..b`."""
    return access.read(request, files_of(caller))


def write(caller: Caller, request: access.WriteRequest) -> File:
    """Answers `PUT /{path}`."""
    return access.write(request, files_of(caller), caller.role, caller.if_match, caller.if_none_match)


def delete(caller: Caller, request: access.DeleteRequest) -> Version:
    """Answers `DELETE /{path}`."""
    return access.delete(request, files_of(caller), caller.role, caller.if_match)


def restore(caller: Caller, request: access.RestoreRequest) -> File:
    """Answers `POST /{path}?restore=`."""
    return access.restore(request, files_of(caller), caller.role, caller.if_match)


app = web.application(
    web.route("/", list_files, method="GET", role="reader"),
    web.route("/{path:path}", read, method="GET", role="reader"),
    web.route("/{path:path}", write, method="PUT"),
    web.route("/{path:path}", delete, method="DELETE"),
    web.route("/{path:path}", restore),
)
http, handler = web.doors(app)
