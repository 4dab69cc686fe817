"""upload-ingest: files that people bring become searchable, sent over HTTP or found in the bucket."""

from knowledge import web, wiring
from knowledge.usecases.upload_ingest import UploadApi
from knowledge.usecases.upload_ingest.storage_events import AssetEvents


def asset_events() -> AssetEvents:
    """The assets of all tenants, over the adapters that the settings name."""
    return AssetEvents(wiring.objects(), wiring.database(), wiring.indexing_embedders, wiring.note_tokens)


ROOM = ("files", "versions", "chunks", "bytes")
uploads = UploadApi(asset_events, lambda caller, size: wiring.spend(caller, bytes_=size))
app = web.application(
    web.route(
        "/", uploads.receive, room=ROOM, instead="post the file by the form that `POST /upload-ingest/presign` answers"
    ),
    web.route("/presign", uploads.announce, room=ROOM),
    web.route("/uploads", uploads.list, method="GET", role="reader"),
    web.route("/uploads/{upload_id}", uploads.status, method="GET", role="reader"),
    web.route("/uploads/{upload_id}", uploads.delete, method="DELETE"),
    web.route("/uploads/{upload_id}/restore", uploads.restore, role="admin", room=ROOM),
)
http, handler = web.entry_points(app, on_object=lambda event: asset_events().handle(event))
