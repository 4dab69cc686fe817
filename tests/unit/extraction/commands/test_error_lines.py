"""Which line of an output says what went wrong."""

import pytest
from knowledge.extraction.commands import error_lines


def test_of_an_exception_the_last_line_names_the_error() -> None:
    """Else the first that names one; an interpreter's name before it is no part of it."""
    raised = "Traceback (most recent call last):\n  File 'a.py', line 1\nKeyError: 'a'\n\nValueError: `b`"
    assert error_lines.error_line(raised) == "ValueError: 'b'"
    assert error_lines.error_line("bash: line 1: foo: command not found") == "foo: command not found"
    assert error_lines.error_line("all is well") == ""


def test_what_tells_of_a_long_output_is_its_errors_and_its_end() -> None:
    """A short one tells as a whole; lines of dots and rules nothing."""
    long = "\n".join(["start", "Error: no port", *(f"step {number}" for number in range(99)), "----", "3 passed"])
    assert error_lines.telling("v22.1\n", 40) == "v22.1"
    assert error_lines.telling(long, 40) == "Error: no port\nstep 97\nstep 98\n3 passed"


def test_what_a_program_logs_in_passing_is_no_error() -> None:
    """Whatever words it has."""
    passing = "18:26:52.552 [main] DEBUG org.spring.Loader - Could not detect default resource location"
    assert error_lines.error_line(f"{passing}\nERROR: port 8443 is taken") == "ERROR: port 8443 is taken"
    assert error_lines.error_line(passing) == ""


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (
            "> ledger@2.1.0 test\n> vitest run\n\n RUN  v1.6.0 /srv/ledger\n\n ❯ a.test.ts (4 tests | 4 failed)\n"
            "   × rates > reads 12ms\n     → connect ECONNREFUSED 127.0.0.1:5432\n\n Tests  4 failed (4)\n\n"
            " ELIFECYCLE  Test failed. See above for more details.",
            "connect ECONNREFUSED 127.0.0.1:5432",
        ),
        (
            "FAIL src/total.test.ts\n  ● Test suite failed to run\n\n    API_URL must be set\n\n"
            "Test Suites: 1 failed, 1 total",
            "API_URL must be set",
        ),
        (
            "Total\n  rounds (FAILED - 1)\n\nFailures:\n\n  1) Total rounds\n     Failure/Error: connect!\n"
            "     PG::ConnectionBad: could not connect to server\n\n1 example, 1 failure",
            "PG::ConnectionBad: could not connect to server",
        ),
        (
            "____ test_pay ____\n\n>       assert pay() == 2\nE       assert 3 == 2\n\n"
            "tests/test_pay.py:4: AssertionError\nFAILED tests/test_pay.py::test_pay\n1 failed in 0.1s",
            "assert 3 == 2",
        ),
        ("tests/a_test.sh FAILED\ntests/b_test.sh PASSED\n\n1 failed, 1 passed", ""),
    ],
)
def test_the_reason_stands_below_the_test(output: str, reason: str) -> None:
    """No banner, count, place, name, or what only says that it failed."""
    assert error_lines.error_line(output) == reason


@pytest.mark.parametrize(
    ("failed", "passed", "cause"),
    [
        ("Error: no .npmrc, using defaults\nError: port 80 is taken", "Error: no .npmrc, using defaults",
         "Error: port 80 is taken"),
        ("node seed.js\nseed file is older than the schema\nerror: Recipe `seed` failed on line 5 with exit code 1",
         "node seed.js\nseeded 4 rows", ""),
        ("tests/test_errors.py::TestApiError::test_name PASSED [ 16%]\nE   assert 61 == 58", "1 passed",
         "assert 61 == 58"),
        ("  × This import is unused.\n\n    38 │ } from './a';\n  > 39 │ import type { B } from './b';", "", ""),
        ("Error: Command failed with exit code 1", "", ""),
    ],
)  # fmt: skip
def test_what_is_said_where_the_command_passes_is_no_cause(failed: str, passed: str, cause: str) -> None:
    """Nor is that a command failed, a line that no program marks as an error, or one of the code that it quotes."""
    assert error_lines.cause(failed, passed) == cause


@pytest.mark.parametrize(
    "banner",
    [
        "> cart@1.0.0 test\n> vitest run", "> @shop/not-found@1.0.0 test /srv/shop\n> jest cannot", "> test\n> ava",
        "yarn run v1.22.19\n$ jest --ci", "npm notice New major version: run `npm i -g npm@11`, or you cannot update",
        "npm warn exec The following package was not found and will be installed: tsx@4.7.0",
        "npm WARN deprecated glob@7: could not be kept up",
    ],
)  # fmt: skip
def test_what_a_package_manager_says_itself_is_no_error(banner: str) -> None:
    """What it is about to run, its advice and its warnings, whatever words they have; its errors are."""
    assert error_lines.error_line(f"=== tests ===\n{banner}\n\n1 failed") == ""
    assert error_lines.error_lines(f"{banner}\n3 passed") == []
    missing = 'npm error Missing script: "tset"'
    assert error_lines.error_line(f"{banner}\nnpm error code E1\n{missing}") == missing
    assert error_lines.error_line("* What went wrong:\n> Could not resolve a:b:1.0").endswith("resolve a:b:1.0")


def test_of_a_long_error_both_ends_are_told() -> None:
    """What it is about stands first, and the cause last, however far; no word is cut."""
    whole = {"Error:", "driver", "failed", "…", ":", "port", "is", "already", "allocated"}
    for times in (20, 90, 900):
        line = error_lines.error_line(f"Error: {'driver failed ' * times}: port is already allocated")
        assert line.startswith("Error: driver") and line.endswith("port is already allocated") and len(line) <= 160
        assert {*line.split()} <= whole
    assert len(error_lines.error_line(f"Error: {'x' * 900}")) <= 160
