"""Checks that came to no verdict."""

import pytest
from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.broken_off import is_broken_off

from tests.unit.extraction.logs import edited, learned, proof, ran

EDIT = edited("shop/a.py", "x = 1", "x = 2")


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("pytest", "bash: pytest: command not found", 127),
        ("python -m pytest", "/usr/bin/python: No module named pytest", 1),
        ("make test", "make: *** No rule to make target 'test'.  Stop.", 2),
        ("npm test", 'npm error Missing script: "test"\nnpm error\nnpm error To see a list of scripts, run:', 1),
        ("npm run lint", 'npm ERR! Missing script: "lint"\nnpm ERR! A complete log', 1),
        ("npm test", "Command timed out after 2m 0.0s\n> jest --watch", 143),
        ("timeout 60 make test", "cart ... ok", 124),
        ("pytest -q --fast", "ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --fast", 4),
        ("npm test", "npm ERR! enoent ENOENT: no such file or directory, open '/srv/package.json'", 254),
        ("cargo test", "error: could not find `Cargo.toml` in `/srv` or any parent directory", 101),
    ],
)
def test_a_check_that_did_not_begin_or_end_says_nothing_of_the_change(command: str, output: str, code: int) -> None:
    """Nor is it left broken."""
    failed = ran(command, output, code)
    assert is_broken_off(actions([failed])[0])
    assert proof(EDIT, failed).outcome == "unverified"
    assert not any("still failed" in text for text in learned(EDIT, failed))


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("make test", "make: *** [Makefile:3: test] Error 1", 2),
        ("npm test", "Error: Test timed out in 5000ms.\nTests: 1 failed, 8 passed, 9 total", 1),
        ("npm run build", "error: 'cart' has no exported member 'total'", 2),
        ("pytest", "1 failed, 2 passed", 124),
        ("npx tsc --noEmit", "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.", 2),
        ("npm run build", "Error: Cannot find module './cart'", 1),
    ],
)
def test_what_tried_the_change_has_a_verdict(command: str, output: str, code: int) -> None:
    """A count of failures is one, however it ended."""
    assert proof(EDIT, ran(command, output, code)).outcome == "failed"
