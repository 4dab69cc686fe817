"""What a presigned form allows, enforced as S3 does: nothing else is posted, nowhere else, and not later."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from kloop.aws.resources import CREDENTIALS

ALGORITHM = "AWS4-HMAC-SHA256"
_SIGNING = ("policy", "x-amz-signature")  # which no condition can name


class Refusal(Exception):
    """Why S3 refuses a request, in its own words."""

    def __init__(self, status: str, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def check(bucket: str, fields: Mapping[str, str], size: int, now: datetime) -> None:
    """Raises `Refusal` unless the form's policy is signed, still good, and allows these fields and this many bytes."""
    form = {name.lower(): value for name, value in fields.items()} | {"bucket": bucket}
    policy = _signed(form)
    if now >= _moment(str(policy.get("expiration"))):
        raise _denied("Invalid according to Policy: Policy expired.")
    conditions = policy.get("conditions") or []
    for condition in conditions:
        _require(condition, form, size)
    named = {_name(condition) for condition in conditions}
    for name in form:
        if name not in {*named, *_SIGNING, "bucket"} and not name.startswith("x-ignore-"):
            raise _denied(f"Invalid according to Policy: Extra input fields: {name}")


def _signed(fields: Mapping[str, str]) -> dict[str, Any]:
    """The policy. Raises `Refusal` where it is missing, damaged, or signed by nobody that we know."""
    if "policy" not in fields or fields.get("x-amz-algorithm") != ALGORITHM:
        raise _denied(f"A form takes a policy that is signed by {ALGORITHM}.")
    if not hmac.compare_digest(_signature(fields), fields.get("x-amz-signature", "")):
        raise Refusal("403 Forbidden", "SignatureDoesNotMatch", "The signature is not that of the policy.")
    try:
        policy = json.loads(base64.b64decode(fields["policy"]))
    except ValueError:
        policy = None
    if not isinstance(policy, dict):
        raise Refusal("400 Bad Request", "InvalidPolicyDocument", "The policy is no JSON object in base64.")
    return policy


def _signature(fields: Mapping[str, str]) -> str:
    """By Signature Version 4: the key is made of the secret, the day, the region and the service."""
    access, _, scope = fields.get("x-amz-credential", "").partition("/")
    if access != CREDENTIALS["AWS_ACCESS_KEY_ID"]:
        raise Refusal("403 Forbidden", "InvalidAccessKeyId", "There is no such access key.")
    key = f"AWS4{CREDENTIALS['AWS_SECRET_ACCESS_KEY']}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), hashlib.sha256)
    return hmac.digest(key, fields["policy"].encode(), hashlib.sha256).hex()


def _require(condition: Any, fields: Mapping[str, str], size: int) -> None:
    """Raises `Refusal` unless one condition of the policy holds."""
    match condition:
        case [str(kind), int(least), int(most)] if kind.lower() == "content-length-range":
            if size > most:
                raise _too("EntityTooLarge", "exceeds the maximum allowed size")
            if size < least:
                raise _too("EntityTooSmall", "is smaller than the minimum allowed size")
            return
        case [str(kind), str(name), str(wanted)] if kind.lower() in ("eq", "starts-with"):
            value = fields.get(name.lstrip("$").lower())
            holds = value is not None and (
                value.startswith(wanted) if kind.lower() == "starts-with" else value == wanted
            )
        case dict():
            holds = all(fields.get(str(name).lower()) == wanted for name, wanted in condition.items())
        case _:
            holds = False
    if not holds:
        raise _denied(f"Invalid according to Policy: Policy Condition failed: {json.dumps(condition)}")


def _name(condition: Any) -> str:
    """The field that a condition is about."""
    if isinstance(condition, dict):
        return str(next(iter(condition), "")).lower()
    return str(condition[1]).lstrip("$").lower() if len(condition) > 1 else ""


def _moment(written: str) -> datetime:
    try:
        return datetime.fromisoformat(written).astimezone(UTC)
    except ValueError:
        raise _denied("Invalid Policy: Invalid 'expiration' value.") from None


def _denied(message: str) -> Refusal:
    return Refusal("403 Forbidden", "AccessDenied", message)


def _too(code: str, message: str) -> Refusal:
    return Refusal("400 Bad Request", code, f"Your proposed upload {message}")
