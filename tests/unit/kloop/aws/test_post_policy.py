"""A presigned form allows what its policy says, and nothing else."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kloop.aws import post_policy
from kloop.aws.post_policy import ALGORITHM, Refusal, check
from kloop.aws.resources import CREDENTIALS

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SCOPE = "20260101/eu-central-1/s3/aws4_request"


def form(*conditions: Any, seconds: int = 60, **fields: str) -> dict[str, str]:
    """A form with a signed policy of these conditions; `fields` are filled in."""
    base = {"x-amz-algorithm": ALGORITHM, "x-amz-credential": f"{CREDENTIALS['AWS_ACCESS_KEY_ID']}/{SCOPE}"}
    expiration = (NOW + timedelta(seconds=seconds)).isoformat()
    policy = {"expiration": expiration, "conditions": [*conditions, *({name: value} for name, value in base.items())]}
    signed = base | {"policy": base64.b64encode(json.dumps(policy).encode()).decode()}
    return signed | {"x-amz-signature": post_policy._signature(signed)} | fields


def refusal(fields: dict[str, str], size: int = 1) -> str:
    with pytest.raises(Refusal) as refused:
        check("bucket", fields, size, NOW)
    return refused.value.code


def test_what_the_policy_allows_is_taken() -> None:
    """A key as it says, one that begins so, a size within its range; fields to be ignored."""
    check("bucket", form({"bucket": "bucket"}, ["eq", "$key", "a"], key="a", **{"x-ignore-me": "1"}), 1, NOW)
    check("bucket", form(["starts-with", "$key", "t/"], ["content-length-range", 1, 3], key="t/b"), 3, NOW)


@pytest.mark.parametrize(
    ("fields", "size", "code"),
    [
        (form({"key": "a"}, key="b"), 1, "AccessDenied"),
        (form({"key": "a"}), 1, "AccessDenied"),
        (form({"key": "a"}, key="a", acl="public-read"), 1, "AccessDenied"),
        (form({"key": "a"}, key="a", seconds=0), 1, "AccessDenied"),
        (form({"bucket": "another"}), 1, "AccessDenied"),
        (form(["no such", "condition"]), 1, "AccessDenied"),
        (form(["content-length-range", 1, 3]), 4, "EntityTooLarge"),
        (form(["content-length-range", 1, 3]), 0, "EntityTooSmall"),
        (form() | {"x-amz-signature": "0" * 64}, 1, "SignatureDoesNotMatch"),
        (form() | {"x-amz-credential": f"somebody/{SCOPE}"}, 1, "InvalidAccessKeyId"),
        (form() | {"x-amz-algorithm": "AWS"}, 1, "AccessDenied"),
        ({}, 1, "AccessDenied"),
    ],
)
def test_all_else_is_refused_in_s3s_words(fields: dict[str, str], size: int, code: str) -> None:
    """Another key, field, size, bucket, time or signature."""
    assert refusal(fields, size) == code
