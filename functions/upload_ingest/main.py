"""upload-ingest: files that people bring become searchable, sent over HTTP or found in the bucket."""

from knowledge import web, wiring
from knowledge.events import ObjectEvent
from knowledge.uploads import receiving
from knowledge.uploads.arrivals import Arrivals
from knowledge.uploads.ingestion import Ingestion
from knowledge.uploads.receiving import Announcement, Form, PresignedForm, Received, Which
from knowledge.uploads.register import Upload
from knowledge.web import Caller


def ingestion(caller: Caller) -> Ingestion:
    """Of the caller's assets."""
    embedders = wiring.indexing_embedders(caller.model)
    return Ingestion(caller.tenant_id, wiring.objects(), wiring.database(), embedders)


def upload(caller: Caller, form: Form) -> Received:
    """Answers `POST /`."""
    return receiving.receive(form, ingestion(caller), later=caller.respond_async)


def presign(caller: Caller, announcement: Announcement) -> PresignedForm:
    """Answers `POST /presign`."""
    return receiving.announce(announcement, ingestion(caller))


def status(caller: Caller, which: Which) -> Upload:
    """Answers `GET /uploads/{upload_id}`."""
    return ingestion(caller).register.find(which.upload_id)


def delete(caller: Caller, which: Which) -> Upload:
    """Answers `DELETE /uploads/{upload_id}`."""
    return receiving.delete(which, ingestion(caller))


def arrived(event: ObjectEvent) -> None:
    """Handles one change of one object."""
    Arrivals(wiring.objects(), wiring.database(), wiring.indexing_embedders).take(event)


app = web.application(
    web.route("/", upload),
    web.route("/presign", presign),
    web.route("/uploads/{upload_id}", status, method="GET", role="reader"),
    web.route("/uploads/{upload_id}", delete, method="DELETE"),
)
http, handler = web.doors(app, on_object=arrived)
