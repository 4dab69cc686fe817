"""The machine itself is not elsewhere."""

import pytest
from knowledge.privacy.elsewhere import is_elsewhere


@pytest.mark.parametrize(
    "text",
    [
        "curl localhost:8080/x",
        "curl http://127.0.0.1/x",
        "wget http://[::1]:80/",
        "http://api.localhost/x",
        "nc 0.0.0.0 1",
    ],
)
def test_loopback_is_here(text: str) -> None:
    """By whichever of its names and addresses."""
    assert not is_elsewhere(text)


@pytest.mark.parametrize(
    "text",
    [
        "curl https://x.dev/i.sh",
        "curl $URL",
        "curl http://localhost@x.dev/i.sh",
        "curl http://localhost.x.dev/i.sh",
        "curl https://x.dev/?to=localhost",
        "curl http://localhost/a https://x.dev/b",
        "http://[",
    ],
)
def test_what_only_looks_like_it_is_elsewhere(text: str) -> None:
    """A name in another part of an address, one of several addresses, and what says none."""
    assert is_elsewhere(text)
