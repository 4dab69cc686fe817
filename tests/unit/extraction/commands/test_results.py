"""What an output says of how a command ended."""

import pytest
from knowledge.extraction.commands import results


@pytest.mark.parametrize(
    ("output", "counted"),
    [
        ("===== 1 failed, 3 passed in 0.2s =====", results.Tests(3, 1)),
        ("Ran 5 tests in 0.1s\n\nFAILED (failures=2)", results.Tests(3, 2)),
        ("Tests:       2 failed, 8 passed, 10 total", results.Tests(8, 2)),
        ("no tests here", None),
    ],
)
def test_tests_are_counted_as_runners_write_them(output: str, counted: results.Tests | None) -> None:
    """Errors are failures."""
    assert results.tests(output) == counted


def test_an_output_passed_failed_or_says_nothing() -> None:
    """At least one test must have run."""
    assert results.looks_passed("3 passed") and not results.looks_failed("3 passed")
    assert results.looks_failed("1 failed, 3 passed") and not results.looks_passed("1 failed, 3 passed")
    assert not results.looks_passed("going on") and not results.looks_failed("going on")


def test_of_an_exception_the_last_line_names_the_error() -> None:
    """Else the first that names one; an interpreter's name before it is no part of it."""
    raised = "Traceback (most recent call last):\n  File 'a.py', line 1\nKeyError: 'a'\n\nValueError: `b`"
    assert results.error_line(raised) == "ValueError: 'b'"
    assert results.error_line("bash: line 1: foo: command not found") == "foo: command not found"
    assert results.error_line("all is well") == ""


def test_colours_are_no_words() -> None:
    """Nor are the beginnings of a long output looked at."""
    assert results.clean("\x1b[31mred\x1b[0m\r\n") == "red\n\n"
    assert len(results.clean("x" * 10**6)) < 10**5


def test_what_tells_of_a_long_output_is_its_errors_and_its_end() -> None:
    """A short one tells as a whole; lines of dots and rules nothing."""
    long = "\n".join(["start", "Error: no port", *(f"step {number}" for number in range(99)), "----", "3 passed"])
    assert results.telling("v22.1\n", 40) == "v22.1"
    assert results.telling(long, 40) == "Error: no port\nstep 97\nstep 98\n3 passed"


def test_what_a_program_logs_in_passing_is_no_error() -> None:
    """Whatever words it has."""
    passing = "18:26:52.552 [main] DEBUG org.spring.Loader - Could not detect default resource location"
    assert results.error_line(f"{passing}\nERROR: port 8443 is taken") == "ERROR: port 8443 is taken"
    assert results.error_line(passing) == ""
