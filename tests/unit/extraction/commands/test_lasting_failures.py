"""What fails whatever one changes, and what is left broken."""

import pytest
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import edited, learned, ran, reply, user

BROKEN = "FAILED tests/test_tax.py::test_round - ValueError: bad\n1 failed, 9 passed"


def test_a_failure_before_and_after_a_change_is_nobodys_fault() -> None:
    """The same test, without any change and with one."""
    assert (
        learned(ran("pytest tests", BROKEN, 1), edited("shop/a.py", "x = 1", "x = 2"), ran("pytest tests", BROKEN, 1))[
            -1
        ]
        == "shop: In `pytest tests` these fail with and without changes to the code: `tests/test_tax.py::test_round`."
    )


def test_changes_that_were_put_aside_are_no_changes() -> None:
    """`git checkout` of the file, or a stash, brings the code back as it was."""
    learnings = learned(
        ran("sed -i s/1/2/ shop/a.py"),
        ran("pytest tests", BROKEN, 1),
        ran("cp shop/a.py a.bak; git checkout shop/a.py", "Updated 1 path"),
        ran("pytest tests", BROKEN, 1),
    )
    assert any("with and without" in text for text in learnings)


def test_what_fails_at_the_end_is_left_broken() -> None:
    """Whether it failed before is not known, and not said."""
    assert learned(edited("shop/a.py", "x = 1", "x = 2"), ran("pytest tests", BROKEN, 1))[-1] == (
        "shop: When the run ended, `pytest tests` still failed: `tests/test_tax.py::test_round`."
    )


def test_what_was_changed_after_it_failed_may_be_mended() -> None:
    """Nobody looked: another check, which has it in it, may have passed."""
    edit = edited("shop/a.py", "x = 1", "x = 2")
    failed = ran("npx tsc --noEmit", "src/a.ts(1,2): error TS6133: 'b' is declared", 2)
    assert any("still failed" in text for text in learned(edit, failed))
    assert not any("still failed" in text for text in learned(edit, failed, edit))


def test_what_failed_before_any_change_alone_is_not_told() -> None:
    """What the run did next may have mended it, or replaced the check."""
    edit, failed = edited("shop/a.py", "x = 1", "x = 2"), ran("npm run lint", "error TS2304: Cannot find name 'a'", 1)
    assert not any("lint" in text for text in learned(failed, edit, ran("git diff")))


def test_some_of_the_failures_are_not_told_as_all() -> None:
    """Where the output is cut: which others failed nobody knows."""
    names = "FAILED tests/test_tax.py::test_a\nFAILED tests/test_tax.py::test_b\n"
    whole, cut = (ran("pytest tests", f"{names}{count} failed, 70 passed in 2.00s", 1) for count in (2, 79))
    edit = edited("shop/a.py", "x = 1", "x = 2")
    assert any("still failed" in text for text in learned(edit, whole))
    assert not any("still failed" in text for text in learned(edit, cut))


def test_a_failure_stands_where_parts_of_the_same_output_are_read() -> None:
    """By its count or by an error's place, also without exit codes; not where the program was called otherwise."""
    check = "cd web && npx svelte-check --tsconfig ./tsconfig.json"
    failed = ran(f"{check} 2>&1 | tail -5", "web/a.ts:3:7 - error: no\nsvelte-check found 4 errors in 2 files", None)
    filtered = ran(f"{check} 2>&1 | grep profile", "", 1)
    assert learned(edited("web/b.ts", "x", "y"), failed, filtered)[-1] == (
        f"shop: When the run ended, `{check}` still failed: `web/a.ts - error: no`."
    )
    assert learned(edited("web/b.ts", "x", "y"), failed, ran("cd web && npx svelte-check", "", None)) == []


def test_what_passes_in_the_end_is_not_broken() -> None:
    """The same program, whichever files."""
    learnings = learned(ran("pytest tests", BROKEN, 1), ran("pytest tests/test_tax.py", "10 passed in 1.00s"))
    assert learnings == []


def test_an_error_about_what_it_was_given_is_nothing_broken() -> None:
    """It was called in another folder; a suite that cannot be collected is told with the reason."""
    given = ran("pytest test_cart.py", "ERROR: file or directory not found: test_cart.py", 4)
    suite = ran(
        "pytest -q",
        "E   ModuleNotFoundError: No module named 'cart'\nERROR tests/test_a.py\n1 error during collection",
        2,
    )
    assert learned(given) == []
    assert learned(suite) == [
        "shop: When the run ended, `pytest -q` still failed: `ModuleNotFoundError: No module named 'cart'`."
    ]


@pytest.mark.parametrize(
    "afterwards",
    [
        ran("cd api && pytest -x tests/test_tax.py", "", None),
        ran("make all", "12 passed in 0.50s"),
        reply("I raised the rate. The failing test is outdated; all others pass."),
        user("great, it works: fixed"),
        user("12 passed"),
    ],
)
def test_only_the_last_word_on_a_program_is_told(afterwards: Turn) -> None:
    """Another call of it in any form, a count of what passed, or a success told in the last messages silences it."""
    assert not any("still failed" in text for text in learned(ran("pytest tests", BROKEN, 1), afterwards))


def test_without_an_exit_code_only_a_count_of_failures_tells_of_one() -> None:
    """An error may be what the program talks about; what a runner counted is its verdict."""
    assert learned(ran("npm run build", "error: no such module", None)) == []
    assert "still failed" in learned(ran("pytest tests", BROKEN, None))[-1]


def test_what_passed_in_between_can_be_mended() -> None:
    """By the same check, also with other options: then it does not fail whatever is changed."""
    there, back = edited("shop/a.py", "x = 10", "x = 20"), edited("shop/a.py", "x = 20", "x = 10")
    failed, other = ran("pytest tests", BROKEN, 1), edited("shop/b.py", "y = 1", "y = 2")
    for passed in ("pytest tests", "python -m pytest -q tests", "pytest tests && ruff check"):
        for then in (back, other):
            turns = failed, there, ran(passed, "10 passed in 1.00s"), then, failed
            assert not any("with and without" in text for text in learned(*turns))
    assert any(
        "with and without" in text for text in learned(failed, there, ran("pytest tests -k other", "1 passed"), failed)
    )


def test_what_one_change_mended_does_not_fail_whatever_is_changed() -> None:
    """A run of the check that names other tests lies between."""
    other = BROKEN.replace("test_round", "test_total")
    edit = edited("shop/a.py", "x = 10", "x = 20")
    learnings = learned(
        ran("pytest tests", BROKEN, 1), edit, ran("pytest tests", other, 1), edit, ran("pytest tests", BROKEN, 1)
    )
    assert not any("with and without" in text for text in learnings)


def test_only_tests_are_told_to_fail_whatever_one_changes() -> None:
    """An error without the name of a test may be a notice that stands there always."""
    noisy = ran("make check", "/home/kim/.profile: line 3: souce: command not found", 1)
    first, second = edited("setup.py", "a = 1", "a = 2"), edited("setup.cfg", "b = 1", "b = 2")
    assert not any("with and without" in text for text in learned(noisy, first, noisy, second, noisy))


def test_what_failed_while_changes_were_aside_is_not_left_broken() -> None:
    """They came back afterwards."""
    turns = edited("a.py", "x = 10", "x = 20"), ran("git stash"), ran("pytest tests", BROKEN, 1), ran("git stash pop")
    assert not any("still failed" in text for text in learned(*turns))


def test_a_page_that_was_edited_is_no_change_of_the_code() -> None:
    """Nor is a failure before any change, and never again, one whatever is changed."""
    failed, edit = ran("pytest tests", BROKEN, 1), edited("shop/a.py", "x = 1", "x = 2")
    for turns in ((failed, edited("README.md", "old", "new"), failed), (failed, edit), (failed, failed, edit)):
        assert not any("with and without" in text for text in learned(*turns))


def test_tests_that_were_only_listed_have_not_passed() -> None:
    """So they may fail whatever is changed."""
    failed, edit = ran("pytest tests", BROKEN, 1), edited("shop/a.py", "x = 1", "x = 2")
    learnings = learned(failed, edit, failed, ran("pytest tests --collect-only", "10 tests collected"))
    assert any("with and without" in text for text in learnings)


def test_what_fails_in_a_scratch_file_is_the_runs_own() -> None:
    """Nobody else has it."""
    failed = ran("go run /tmp/try.go", "fatal error: fault", 2)
    assert not any("go run" in text for text in learned(failed, edited("shop/a.go", "x = 1", "x = 2"), failed))


def test_what_is_told_with_what_serves_is_told_once() -> None:
    """Not as a state of the project, too."""
    failed = ran(".venv/bin/check a.py", "error: no such interpreter", 1)
    assert learned(failed, ran("cd web && .venv/bin/check a.py", "3 passed"))[0].startswith("shop: `.venv/bin/check")
    assert not any("Before the run" in text for text in learned(failed, ran("LC=C .venv/bin/check a.py", "")))
