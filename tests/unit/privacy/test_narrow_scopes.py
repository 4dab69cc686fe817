"""A check that is switched off only where it protects nothing endangers nobody."""

import pytest
from knowledge.privacy.orders import SWITCHES_OFF, order_in


@pytest.mark.parametrize(
    "text",
    [
        "Use --no-verify only for WIP commits on your own branch.",
        "Only use --no-verify on your own branch.",
        "Skip the husky hooks with HUSKY=0 in CI.",
        "Set core.hooksPath=/dev/null in Docker builds.",
        "Set verify=False only in the unit tests of the mock server.",
        "The client is strict. `verify=False` is set only in tests; everything else uses the CA.",
    ],
)
def test_a_stated_narrow_scope_makes_it_harmless(text: str) -> None:
    """Tests and mocks, one's own branch, and hooks where a machine commits nothing."""
    assert order_in(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Use --no-verify only for commits here.",
        "Use --no-verify not only for WIP commits.",
        "Set verify=False only in tests and in production.",
        "Set verify=False only for tests of releases to main.",
        "Set verify=False in the test server.",
        "Set COSIGN_VERIFY=false in CI.",
        "HUSKY=0 in front of every commit.",
        "HUSKY=0 in CI and before each commit of yours.",
        "Commit with --no-verify. Only in tests that hurts.",
        "Use verify=False only in the tests, always set verify=False elsewhere.",
    ],
)
def test_any_other_scope_does_not(text: str) -> None:
    """One that is not stated, reaches further, or protects still; and one of another sentence."""
    assert order_in(text) == SWITCHES_OFF
