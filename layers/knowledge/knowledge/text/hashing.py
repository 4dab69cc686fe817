"""SHA-256 digests of requests and names."""

import hashlib
import json
from typing import Any

SHORT = 12  # hexadecimal digits, 48 bits: nobody has the millions of runs or events among which two are alike


def of_request(document: Any) -> str:
    """SHA-256, in hex, of what a request says as JSON: equal for equal requests, whatever the order of their fields."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def short(text: str) -> str:
    """The first hexadecimal digits of the text's SHA-256: for names and summaries that must be no other's."""
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]
