"""Errors of runs, as they are compared over runs."""

import pytest
from knowledge.issues.runs import stable


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        ("File \"/home/ci/build-7/app/db.py\", line 42", 'File "db.py", line <line>'),
        ("at Server.listen (/srv/app/server.js:12:9)", "at Server.listen (server.js:<line>)"),
        ("2026-11-22T08:01:02.123Z connection lost", "<time> connection lost"),
        ("12:01:33 error: the broker is gone", "<time> error: the broker is gone"),
        ("[14:22:09,120] ERROR no leader", "[<time>] ERROR no leader"),
        ("no registry at 10.0.0.4:5000", "no registry at <address>:5000"),
        ("12:04:33: error: the broker is gone", "<time>: error: the broker is gone"),
        ("no route to host 10.0.0.4.", "no route to host <address>."),
        ("bad address: 10.0.0.4, IP=10.0.0.9", "bad address: <address>, IP=<address>"),
        ("segfault at 0x7ffeab12", "segfault at <address>"),
        ("job 6f9619ff-8b86-d011-b42d-00c04fc964ff failed", "job <id> failed"),
    ],
)  # fmt: skip
def test_what_differs_from_run_to_run_is_left_out(error, expected):
    """Folders, lines, times, addresses and ids are marks: the same error of two runs is one text."""
    assert stable(error) == expected


@pytest.mark.parametrize(
    "error",
    [
        "port 5432 refused",
        "exit code 137",
        "HTTP 429 from /v1/items",
        "SQLSTATE 42501",
        "closed from 22:00 to 06:00",
        "libfoo-1.2.3.4 is broken",
        "libfoo 1.2.3.4 is broken",
        "the driver 10.0.0.4: unsupported (10.0.0.9)",
        "mac 00:1a:2b:3c:4d:5e",
        "mac 00:11:22:33:44:55",
    ],
)
def test_what_tells_errors_apart_stays(error):
    """Codes, ports and routes are what an error is about."""
    assert stable(error) == error
