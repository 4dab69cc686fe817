"""Storage events under assets/: each makes what is known of one file follow the bucket."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from knowledge.auth import Redaction
from knowledge.errors import Invalid, LimitReached
from knowledge.files import paths
from knowledge.files.paths import MAX_PATH, Tier
from knowledge.forgetting import following
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder, MeteredEmbedder
from knowledge.ports.object_store import Objects
from knowledge.ports.storage_events import ObjectEvent
from knowledge.uploads.pipeline import Ingestion
from knowledge.uploads.registry import UploadRegistry

EVENTS = "events"  # in the place of a key, where nobody's request brings what is embedded


def _nothing(_: UUID, __: str, ___: int) -> None: ...


@dataclass(frozen=True)
class AssetEvents:
    """The assets of all tenants. `embedders` are those for a file, given the tenant's present model.

    `used` is told of which tenant and key how many tokens were embedded: what is begun is not refused, the next is.
    """

    objects: Objects
    database: Database
    embedders: Callable[[str | None], Sequence[Embedder]]
    used: Callable[[UUID, str, int], None] = _nothing

    def ingestion(self, tenant_id: UUID, model: str | None, redaction: Redaction, key: str = EVENTS) -> Ingestion:
        """The assets of one tenant with its setting, whose search answers from that model, in the name of a key."""
        metered = [MeteredEmbedder(embedder, partial(self.used, tenant_id, key)) for embedder in self.embedders(model)]
        return Ingestion(tenant_id, self.objects, self.database, metered, redaction)

    def handle(self, event: ObjectEvent) -> None:
        """Follows the file that the event is of; folders, other objects and unknown tenants are none of its business.

        What fails is noted on the upload, and raised, so that the event comes again and at last into the dead-letter
        queue. A file whose name or number is not allowed fails for good: it would not be better the next time.
        """
        tenant, _, path = event.key.partition("/")
        tenant_id = _uuid(tenant)
        if tenant_id is None or not path.startswith(f"{Tier.ASSET}/") or path.endswith("/"):
            return
        for row in self.database.call("embedding_model", tenant_id=tenant_id):
            self._follow(self.ingestion(tenant_id, row["model"], row["redaction"]), path, event)

    def _follow(self, ingestion: Ingestion, path: str, event: ObjectEvent) -> None:
        register = ingestion.register
        # Asked before failures are noted: that the database was away says nothing of a file that was followed.
        if paths.is_allowed(path) and _was_followed(register, path, event):
            return
        with register.recording_failures(path, sequencer=event.sequencer, etag=event.etag):
            try:
                paths.checked(path)
                following.follow(ingestion, path, sequencer=event.sequencer)
            except (Invalid, LimitReached) as refusal:
                if event.kind == "created":
                    register.fail(path[:MAX_PATH], refusal.detail, sequencer=event.sequencer, etag=event.etag)


def _was_followed(register: UploadRegistry, path: str, event: ObjectEvent) -> bool:
    """Whether all is done that follows from what this event tells, or from what a later one of the file told."""
    upload = register.at(path)
    if not upload or upload.unsettled:
        return False
    if event.kind == "deleted" and upload.etag is None:
        return True
    if event.kind == "created" and event.etag and event.etag == upload.etag:
        return True
    return (upload.sequencer or "").ljust(64, "0") > (event.sequencer or "").ljust(64, "0")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
