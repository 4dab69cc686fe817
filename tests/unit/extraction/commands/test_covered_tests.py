"""Whether what failed in one check passed in another."""

import pytest
from knowledge.extraction.commands.actions import actions
from knowledge.extraction.commands.covered_tests import is_open
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import edited, proof, ran

EDIT = edited("shop/a.py", "x = 1", "x = 2")
FAILED = ran("pytest -q", "FAILED tests/test_cart.py::test_half - assert 2 == 3\n1 failed, 11 passed in 0.4s", 1)
UNCOUNTED = ran("pytest -q -q", "FAILED tests/test_cart.py::test_half", 1)
BUILD = ran("npm run build", "error: no such module", 2)


@pytest.mark.parametrize(
    ("failed", "passed"),
    [
        (FAILED, ran("pytest tests/test_cart.py", "5 passed in 0.1s")),
        (FAILED, ran("pytest tests/test_cart.py::test_half", "1 passed in 0.1s")),
        (FAILED, ran("python -m pytest", "12 passed in 0.4s")),
        (UNCOUNTED, ran("pytest tests/test_cart.py::test_half -q -q", ".")),
        (BUILD, ran("DEBUG=1 npm run build", "built in 2s")),
    ],
)
def test_what_passes_the_same_tests_later_closes_a_failure(failed: Turn, passed: Turn) -> None:
    """It names them, or ran as many; a build is closed by a build."""
    made = actions([failed, passed])
    assert not is_open(made[0], made) and is_open(actions([passed, failed])[1], actions([passed, failed]))
    assert proof(EDIT, failed, passed, ran("npm run test:e2e", "2 passed")).outcome == "succeeded"


@pytest.mark.parametrize(
    ("failed", "passed"),
    [
        (FAILED, ran("pytest tests/test_other.py", "4 passed in 0.1s")),
        (FAILED, ran("pytest --deselect tests/test_cart.py::test_half", "11 passed, 1 deselected in 0.4s")),
        (FAILED, ran("pytest tests/test_cart.py -k 'not half'", "4 passed, 1 deselected in 0.1s")),
        (UNCOUNTED, ran("pytest tests/test_cart.py::test_whole -q -q", ".")),
        (BUILD, ran("npx tsc --noEmit", "")),
    ],
)
def test_what_passes_other_tests_leaves_it_open(failed: Turn, passed: Turn) -> None:
    """The run is unverified, whichever came last."""
    assert proof(EDIT, failed, passed).outcome == proof(EDIT, passed, failed).outcome != "succeeded"
