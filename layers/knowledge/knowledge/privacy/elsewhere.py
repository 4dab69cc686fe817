"""Whether a command or a sentence reaches another machine than the one that it runs on."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

URL = r"(?:git\+)?(?:https?|ftp|git)://[^\s\"'`<>|;]{1,500}"
_URL = re.compile(rf"\b{URL}", re.I)
_LOOPBACK = re.compile(
    r"(?<![\w.@/?=&-])(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|0\.0\.0\.0)(?![\w.-])", re.I
)


def is_elsewhere(text: str) -> bool:
    """Whether what it addresses is another machine, or no address says which: loopback is none (RFC 1122, 6761)."""
    urls = _URL.findall(text)
    return any(not _is_loopback(url) for url in urls) if urls else not _LOOPBACK.search(text)


def _is_loopback(url: str) -> bool:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback or ip_address(host).is_unspecified
    except ValueError:
        return False
