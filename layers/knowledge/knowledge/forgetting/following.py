"""Follows an asset so that nothing is left of what was made of one that is forgotten meanwhile."""

from knowledge.forgetting.eraser import Eraser
from knowledge.uploads.pipeline import FollowedUpload, Ingestion
from knowledge.uploads.reading import Reading, StoredUpload


def follow(
    ingestion: Ingestion,
    path: str,
    *,
    sequencer: str | None = None,
    reading: Reading | None = None,
    sent: StoredUpload | None = None,
) -> FollowedUpload:
    """As `Ingestion.follow`.

    What a run makes of an asset that is there is found by whoever forgets the asset after that. So it is looked for
    when all is made, and only where the asset is gone, or the run failed.
    """
    followed, reading = None, reading or Reading()
    try:
        followed = ingestion.follow(path, sequencer=sequencer, reading=reading, sent=sent)
        return followed
    finally:
        is_there = followed and followed.upload and followed.upload.status != "deleted"
        of_tenant = (ingestion.tenant_id, ingestion.objects, ingestion.database, ingestion.embedders)
        for overtaken in reading.overtaken | (set() if is_there else {path}):
            Eraser(*of_tenant, redaction=ingestion.redaction).take_upload_back(overtaken)
