"""upload-ingest: files that people bring become searchable, sent over HTTP or found in the bucket."""

from knowledge import web, wiring
from knowledge.usecases.upload_ingest import Reception
from knowledge.usecases.upload_ingest.storage_events import Arrivals


def arrivals() -> Arrivals:
    """The assets of all tenants, over the adapters that the settings name."""
    return Arrivals(wiring.objects(), wiring.database(), wiring.indexing_embedders)


reception = Reception(arrivals)
app = web.application(
    web.route("/", reception.receive),
    web.route("/presign", reception.announce),
    web.route("/uploads/{upload_id}", reception.status, method="GET", role="reader"),
    web.route("/uploads/{upload_id}", reception.delete, method="DELETE"),
)
http, handler = web.doors(app, on_object=lambda event: arrivals().take(event))
