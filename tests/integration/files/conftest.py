"""The bucket as a person has it, past us."""

from collections.abc import Callable

import pytest
from knowledge.files import paths
from knowledge.ports.object_store import MARKDOWN, S3Objects

PATH = "2-summaries/product/pricing.md"


@pytest.fixture
def in_bucket(objects: S3Objects, tenant) -> Callable[..., None]:
    """Puts a file into the bucket as a person would: past us."""

    def put(content: str, path: str = PATH) -> None:
        key = paths.key(str(tenant.tenant_id), path)
        objects._client.put_object(Bucket=objects._bucket, Key=key, Body=content.encode(), ContentType=MARKDOWN)

    return put
