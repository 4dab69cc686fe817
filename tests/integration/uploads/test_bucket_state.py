"""What the bucket has of an upload, as the register notes it."""

import pytest
from knowledge.ports.object_store import Objects
from knowledge.uploads.bucket_state import UploadRecorder
from knowledge.uploads.reading import StoredUpload
from knowledge.uploads.registry import UploadRegistry

from tests.integration.uploads.conftest import MARKDOWN

PATH = "assets/general/deploy.md"


@pytest.fixture
def recorder(tenant, objects: Objects, database) -> UploadRecorder:
    return UploadRecorder(tenant.tenant_id, objects, UploadRegistry(tenant.tenant_id, database), "secrets")


def test_what_a_request_sent_is_looked_at_once(recorder: UploadRecorder, objects: Objects) -> None:
    """Where somebody noted the file since, the bucket is asked what it has."""
    upload = recorder.register.expect(PATH, "deploy.md", "received")
    key = f"{recorder.tenant_id}/{PATH}"
    objects.put(key, MARKDOWN, content_type="text/markdown", if_match=None)
    sent = StoredUpload(upload, objects.get(key))
    noted = [recorder.record(PATH, None, sent, patience=0) for _ in range(2)]
    assert [one.revision - upload.revision for one in noted if one] == [1, 2]


def test_of_what_is_nowhere_nothing_is_noted(recorder: UploadRecorder) -> None:
    """Neither the bucket nor the register has it."""
    assert recorder.record(PATH, None, None, patience=0) is None
    assert recorder.register.at(PATH) is None
