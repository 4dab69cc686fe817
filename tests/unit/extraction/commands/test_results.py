"""What an output says of how a command ended."""

import pytest
from knowledge.extraction.commands import results


@pytest.mark.parametrize(
    ("output", "counted"),
    [
        ("===== 1 failed, 3 passed in 0.2s =====", results.Tests(3, 1)),
        ("Ran 5 tests in 0.1s\n\nFAILED (failures=2)", results.Tests(3, 2)),
        ("Tests:       2 failed, 8 passed, 10 total", results.Tests(8, 2)),
        ("Ran 9 tests in 0.1s\n\nOK (skipped=2, expected failures=1)", results.Tests(7, 0, 2)),
        ("5 passed, 2 skipped in 0.1s", results.Tests(5, 0, 2)),
        ("Test Suites: 1 failed, 2 passed, 3 total\nTests: 1 failed, 8 passed, 9 total", results.Tests(8, 1)),
        ("Test Suites: 2 failed, 2 total\nTests: 0 total", results.Tests(0, 2, of_tests=False)),
        ("no tests here", None),
    ],
)
def test_tests_are_counted_as_runners_write_them(output: str, counted: results.Tests | None) -> None:
    """Errors are failures; a file of which a test failed is no second one."""
    assert results.tests(output) == counted


# As each runner prints it: of one that runs, one that skips, one that finds nothing.
RAN = [
    "> Task :lib:test NO-SOURCE\n> Task :app:test UP-TO-DATE\n\nBUILD SUCCESSFUL in 2s",
    "5 passed, 2 skipped in 0.1s",
    "3 passed, 9 deselected in 0.1s",
    "Test Suites: 1 passed, 1 total\nTests: 1 skipped, 4 passed, 5 total",
    " Test Files  1 passed | 1 skipped (2)\n      Tests  3 passed | 2 skipped (5)",
    "  4 passing (12ms)\n  1 pending",
    "ok  \tshop/a\t0.01s\n?   \tshop/b\t[no test files]",
    "--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nPASS\nok  \tshop\t0.1s",
    "test result: ok. 0 passed; 0 failed; 0 ignored\n\ntest result: ok. 12 passed; 0 failed; 1 ignored",
    "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3\nTests run: 2, Failures: 0, Errors: 0, Skipped: 0",
    "Ran 3 tests in 0.0s\n\nOK (skipped=1)",
    "5 examples, 0 failures, 1 pending",
    "OK (5 tests, 12 assertions)",
    "5 runs, 7 assertions, 0 failures, 0 errors, 0 skips",
    "Passed!  - Failed:     0, Passed:    10, Skipped:     1, Total:    11",
    "100% tests passed, 0 tests failed out of 5",
    "# tests 3\n# pass 2\n# fail 0\n# skipped 1",
    "1..2\nok 1 - a # SKIP\nok 2 - b",
    " 3 pass\n 2 skip\n 0 fail\nRan 5 tests across 1 file.",
    "Executed 3 tests, with 1 test skipped and 0 failures",
    "Tests: succeeded 5, failed 0, canceled 0, ignored 1",
    "[  PASSED  ] 3 tests.\n[  SKIPPED ] 2 tests, listed below:",
    "Ok:                 5\nFail:               0\nUnexpected Pass:    0\nSkipped:            1",
]
RAN_NOTHING = [
    "Ran 3 tests in 0.1s\n\nPASSED (skips=3)",
    "> Task :compileJava\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 2s",
    "3 skipped in 0.1s",
    "12 deselected in 0.02s",
    "no tests ran in 0.01s",
    "Tests: 0 passed, 5 skipped",
    "Test Suites: 1 skipped, 0 of 1 total\nTests: 5 skipped, 5 total",
    "Test Suites: 1 passed, 1 total\nTests: 2 todo, 2 total",
    " Test Files  1 skipped (1)\n      Tests  5 skipped (5)",
    "No test files found, exiting with code 1",
    "  0 passing (2ms)\n  3 pending",
    "?   \tshop/a\t[no test files]",
    "ok  \tshop/a\t0.001s [no tests to run]",
    "--- SKIP: TestA (0.00s)\nPASS\nok  \tshop\t0.1s",
    "running 4 tests\ntest result: ok. 0 passed; 0 failed; 4 ignored; 0 measured; 0 filtered out",
    "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\nBUILD SUCCESS",
    "Tests run: 4, Failures: 0, Errors: 0, Skipped: 4\nBUILD SUCCESS",
    "Ran 3 tests in 0.0s\n\nOK (skipped=3)",
    "Ran 0 tests in 0.000s\n\nOK",
    "3 examples, 0 failures, 3 pending",
    "No tests executed!",
    "OK, but incomplete, skipped, or risky tests!\nTests: 3, Assertions: 0, Skipped: 3.",
    "3 runs, 0 assertions, 0 failures, 0 errors, 3 skips",
    "Skipped! - Failed:     0, Passed:     0, Skipped:     3, Total:     3",
    "# tests 3\n# pass 0\n# fail 0\n# skipped 3",
    "1..2\nok 1 - a # skip later\nok 2 - b # SKIP",
    " 0 pass\n 5 skip\n 0 fail\nRan 5 tests across 1 file.",
    "5 tests, 0 failures, 5 excluded",
    "Executed 3 tests, with 3 tests skipped and 0 failures",
    "[  PASSED  ] 0 tests.\n[  SKIPPED ] 2 tests, listed below:",
]


@pytest.mark.parametrize("output", RAN)
def test_tests_that_ran_beside_skipped_ones_passed(output: str) -> None:
    """However a runner counts them."""
    assert results.looks_passed(output) and not results.has_run_nothing(output)


@pytest.mark.parametrize("output", RAN_NOTHING)
def test_tests_that_were_skipped_or_not_found_have_not_passed(output: str) -> None:
    """Nothing was checked, whatever else the runner says of it."""
    assert results.has_run_nothing(output) and not results.looks_passed(output) and not results.looks_failed(output)


@pytest.mark.parametrize(
    "output",
    [
        "Tests: 1 failed, 5 skipped, 6 total",
        " 3 pass\n 2 fail\nRan 5 tests across 1 file.",
        "1..2\nok 1 - a\nnot ok 2 - b",
        "Test Suites: 1 failed, 1 total\nTests: 0 total",
        "50% tests passed, 1 tests failed out of 2",
        "[  FAILED  ] 1 test, listed below:",
        "Tests: 5, Assertions: 4, Failures: 1.",
        "Failed!  - Failed:     1, Passed:     9, Skipped:     0, Total:    10",
    ],
)
def test_a_count_of_failures_tells_of_one(output: str) -> None:
    """Whatever passed or was skipped beside it."""
    assert results.counts_failed(output) and not results.looks_passed(output) and not results.has_run_nothing(output)


@pytest.mark.parametrize(
    "output",
    [
        "✖ 3 problems (0 errors, 3 warnings)",
        "Found 0 errors. Watching for file changes.",
        "0 Warning(s)\n    0 Error(s)",
        "#5 DONE 0.1s",
        "Skipped 2 files",
        "[master 1a2] add 3 tests",
        "There are no test failures.",
        "Job complete: processed=10, succeeded=8, failed=2",
        "-rw-r--r-- 1 root root  56 pass",
        "Tasks:    3 successful, 3 total",
        "gave up after 3 failed attempts; 2 pending jobs, 1 passed check",
    ],
)
def test_what_counts_no_tests_says_nothing_of_them(output: str) -> None:
    """A compiler's errors, a build's files, what a program logs of its own work."""
    assert (
        not results.has_run_nothing(output) and not results.counts_passed(output) and not results.counts_failed(output)
    )


@pytest.mark.parametrize(
    "output",
    [
        "35 files inspected, no offenses detected",
        "Success: no issues found in 12 source files",
        "svelte-check found 0 errors and 0 warnings",
        "0 errors, 0 warnings, 0 informations",
        "✔ No ESLint warnings or errors",
        "level=info\n0 issues.",
        "Analyzing app...\nNo issues found! (ran in 1.2s)",
        "No syntax errors detected in cart.php",
        " [OK] No errors",
        "Found no violations in 3 files",
    ],
)
def test_an_inspector_that_finds_nothing_wrong_passes(output: str) -> None:
    """In whatever words for faults, so that none has to be known by its name."""
    assert results.finds_no_faults(output) and results.looks_passed(output)


@pytest.mark.parametrize(
    "output",
    [
        "12 files inspected, 3 offenses detected",
        "3 errors, 0 warnings",
        "300 rows imported, 0 errors",
        "There were no errors yesterday",
        "found 0 vulnerabilities",
        "No issues found\n2 tests failed",
        "no problem",
    ],
)
def test_what_counts_errors_beside_its_work_is_no_inspector(output: str) -> None:
    """Nor does one pass that found any."""
    assert not results.finds_no_faults(output)


def test_an_output_passed_failed_or_says_nothing() -> None:
    """At least one test must have run."""
    assert results.looks_passed("3 passed") and not results.looks_failed("3 passed")
    assert results.looks_failed("1 failed, 3 passed") and not results.looks_passed("1 failed, 3 passed")
    assert not results.looks_passed("going on") and not results.looks_failed("going on")


def test_colours_are_no_words() -> None:
    """Nor are the beginnings of a long output looked at."""
    assert results.clean("\x1b[31mred\x1b[0m\r\n") == "red\n\n"
    assert len(results.clean("x" * 10**6)) < 10**5


def test_an_error_that_has_a_test_in_its_words_names_none() -> None:
    """Runners write what they name a failure with in capitals."""
    assert results.failing_tests("Error: [vitest-pool]: Failed to start threads") == []
    assert results.failing_tests("ERROR: test_cart (shop.Cart)") == ["test_cart"]


def test_a_runner_of_tasks_says_last_that_its_command_failed() -> None:
    """Whatever went well before it; within an output the same is what a program reports on."""
    assert results.looks_failed("✓ Compiled successfully\n ELIFECYCLE  Command failed with exit code 1.\n")
    assert results.looks_failed("654 passed in 9.1s\nmake: *** [Makefile:7: spec] Error 1\n")
    assert not results.looks_failed("✓ Compiled successfully\n\nCommand exited with code 1")
    assert not results.looks_failed("worker failed with code 1\nrestarted\n3 passed")
