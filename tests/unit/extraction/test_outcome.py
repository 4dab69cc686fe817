"""What came of a run."""

import pytest
from knowledge.extraction.outcome_phrases import stated_outcome, tells_success
from knowledge.transcripts import Turn

from tests.unit.extraction.logs import edited, proof, ran, reply, user

EDIT = edited("shop/a.py", "x = 1", "x = 2")
PASSED, FAILED = ran("pytest shop", "3 passed in 0.10s"), ran("pytest shop", "1 failed, 2 passed", 1)


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        ("failed", "failed"), ("Error: no such host", "failed"), ("aborted by the user", "failed"),
        ("not fixed", "failed"), ("timeout", "failed"), ("incomplete", "failed"), ("success", "succeeded"),
        ("done, 0 failed", "succeeded"), ("completed without errors", "succeeded"), ("merged", "succeeded"), ("", None),
        ("Fixed the crash of the login", "succeeded"), ("Resolved the timeout error", "succeeded"),
        ("completed with 2 errors", "failed"), ("fixed, but the build fails", "failed"),
        ("12 passed, no failures", "succeeded"), ("Nothing fails", "succeeded"),
        ("It no longer fails", "succeeded"), ("unresolved", "failed"), ("see the log", None),
        ("partially done", None), ("Done, partly", None), ("passed 3 of 5 checks", None), ("3/5 checks passed", None),
        ("not all tests passed", None), ("done except the docs", None), ("partial success, 2 tests failed", "failed"),
        ("passed 5 of 5 checks", "succeeded"), ("merged on 11/28", "succeeded"), ("ok", "succeeded"),
        ("succeeded: the failing import is mended", "succeeded"), ("Failed: all is done but the docs", "failed"),
        ("unverified: fixed, the tests need a device", "unverified"), ("Failed tests pass now", "failed"),
        ("OK: it is deployed", "succeeded"), ("okay, but the login fails", "failed"), ("could not reproduce", None),
    ],
)  # fmt: skip
def test_the_callers_word_counts(outcome: str, verdict: str | None) -> None:
    """Judged by its words; what says neither is neither."""
    assert stated_outcome(outcome) == verdict


@pytest.mark.parametrize(
    "words",
    [
        "None of the tests pass", "the tests don't all pass", "Nothing passes.", "The tests pass only on Linux.",
        "The tests pass except one.", "It no longer passes.",
    ],
)  # fmt: skip
def test_a_success_that_is_denied_or_limited_is_none(words: str) -> None:
    """Anywhere in its clause; what stands in another says nothing of it."""
    assert not tells_success(words)
    assert tells_success("Nothing else was changed, and all tests pass.")
    assert tells_success("All tests pass, nothing else was changed.")


def test_the_last_check_after_the_last_change_decides() -> None:
    """Before it nothing is proven; none at all is unverified."""
    assert proof(EDIT, PASSED).outcome == "succeeded"
    assert proof(PASSED, EDIT).outcome == "unverified"
    assert proof(EDIT, FAILED).outcome == "failed"
    assert proof(EDIT).outcome == "unverified"


def test_a_check_that_ends_the_chain_of_the_change_ran_on_it() -> None:
    """`edit && check`; one that the change follows did not, and evidence names the check alone."""
    change = "sed -i s/a/b/ inv/total.py"
    chained = proof(ran(f"{change} && python -m pytest tests/test_total.py -q", "4 passed in 0.02s"))
    assert chained.outcome == "succeeded"
    assert chained.checks == {"python -m pytest tests/test_total.py -q": True}
    assert proof(ran(f"{change}; pytest -q", "4 passed in 0.02s")).outcome == "succeeded"
    assert proof(ran(f"pytest -q && {change}", "4 passed in 0.02s")).outcome == "unverified"
    assert proof(PASSED, ran(f"{change} && ruff check inv", "x.py:1: E1", 1)).outcome != "succeeded"


def test_of_a_project_that_the_run_made_itself_the_last_edit_counts() -> None:
    """A check before it says nothing of it; nor does any of a project by whose name it goes."""
    made, check = edited("src/rate.ts", "", "x"), ran("npm test", "5 passed")
    assert proof(made, check, project="").outcome == "succeeded"
    assert proof(made, check, edited("src/rate.ts", "x", "y"), project="").outcome == "unverified"
    assert proof(ran("ls -la", "total 0"), made, check).outcome == "unverified"
    assert proof(ran("ls src", "src/cart.ts"), made, check).outcome == "succeeded"


def test_a_person_who_goes_on_with_what_a_run_made_has_a_project() -> None:
    """One that was set to work on an empty folder may have made it up."""
    made, check = edited("src/rate.ts", "", "x"), ran("npm test", "5 passed")
    empty = ran("ls -la", "total 0")
    assert proof(empty, made, check).outcome == "unverified"
    assert proof(user("Begin with the rates."), empty, made, user("Now test it."), check).outcome == "succeeded"


def test_a_check_that_a_person_ran_counts() -> None:
    """aider's `/run`, and what is typed behind `!` in Claude Code."""
    by_hand = Turn("user", command="pytest -q", tool="shell", output="4 passed in 0.02s")
    assert proof(EDIT, by_hand).outcome == "succeeded"


def test_a_run_that_was_ended_or_gave_up_or_went_back_has_failed() -> None:
    """By its exit status, its last words, or all changes taken back."""
    assert proof(EDIT, status="exit cost").outcome == "failed"
    assert proof(EDIT, PASSED, status="exit cost").outcome == "unverified"
    assert proof(EDIT, reply("I could not find the cause and gave up.")).outcome == "failed"
    way = "I gave up on regular expressions and used a parser instead. It works and all tests pass."
    assert proof(EDIT, PASSED, reply(way)).outcome == "succeeded"
    thing = "I've given up the global lock in favour of a queue; all tests pass."
    assert proof(EDIT, PASSED, reply(thing)).outcome == "succeeded"
    task = "I gave up on empty orders in the export. The other tests pass."
    assert proof(EDIT, PASSED, reply(task)).outcome == "unverified"
    assert proof(EDIT, ran("git checkout .", "Updated 1 path")).outcome == "failed"
    assert proof(EDIT, ran("git restore shop/a.py", "")).outcome == "failed"
    assert proof(EDIT, ran("git reset --hard", "HEAD is now at 1")).outcome == "failed"
    assert proof(EDIT, ran("git restore shop/b.py", "")).outcome == "unverified"


@pytest.mark.parametrize(
    "words",
    [
        "I fixed the rounding. I couldn't run the test suite because pytest isn't installed.",
        "Done. I could not find any other place that rounds.",
        "No files were shared, so I can't list any.",
        "I cannot verify this against production.",
    ],
)
def test_what_an_agent_could_not_try_or_find_is_no_failure(words: str) -> None:
    """It has done its task; whether it did is for checks to prove."""
    assert proof(EDIT, reply(words)).outcome == "unverified"
    assert proof(EDIT, PASSED, reply(words)).outcome == "succeeded"


def test_an_agent_that_gives_up_beside_checks_that_pass_leaves_the_run_unverified() -> None:
    """One of the two is wrong of the task."""
    words = reply("I was not able to make the rounding test pass, so this is not complete.")
    assert proof(EDIT, PASSED, words).outcome == "unverified"
    assert proof(EDIT, FAILED, words).outcome == proof(EDIT, words).outcome == "failed"


def test_of_tests_and_other_checks_the_tests_decide() -> None:
    """A linter that passes mends no test; one that fails last leaves it open."""
    lint, unclean = ran("npm run lint", "> eslint ."), ran("npm run lint", "✖ 3 problems", 1)
    assert proof(EDIT, FAILED, lint).outcome == "failed"
    assert proof(EDIT, lint, FAILED).outcome == "failed"
    assert proof(EDIT, unclean, PASSED).outcome == "succeeded"
    assert proof(EDIT, PASSED, unclean).outcome == "unverified"


@pytest.mark.parametrize(
    ("check", "output"),
    [
        ("npm run lint", "> eslint ."), ("npm run build", "built"), ("npx tsc --noEmit", ""),
        ("php -l shop/a.php", "No syntax errors detected"), ("ruff check .", "All checks passed!"),
        ("./verify.sh", "ALL CHECKS PASSED"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("code", [0, None])
def test_a_build_or_a_linter_alone_proves_no_success(check: str, output: str, code: int | None) -> None:
    """No test ran on the change."""
    assert proof(EDIT, ran(check, output, code)).outcome == "unverified"
    assert proof(EDIT, PASSED, ran(check, output, code)).outcome == "succeeded"


@pytest.mark.parametrize("line", ["ruff check .", "npm run build", "npm run lint && npm run build"])
def test_what_was_only_to_build_or_lint_succeeds_by_that(line: str) -> None:
    """It failed on the files as the run found them, and passes in the end; not what the run broke itself, nor by a log
    without exit codes, nor where tests ran."""
    broken, mended = ran(line, "src/a.ts(3,7): error TS2304: Cannot find name 'x'.", 1), ran(line, "ok")
    assert proof(broken, EDIT, mended).outcome == "succeeded"
    assert proof(EDIT, broken, edited("shop/b.py", "y = 1", "y = 2"), mended).outcome == "unverified"
    assert proof(broken, mended).outcome == "unverified"
    assert proof(broken, FAILED, EDIT, mended).outcome == "unverified"
    assert proof(EDIT, mended).checked == "untested"


def test_a_chain_of_tests_and_another_check_is_judged_link_by_link() -> None:
    """In whatever order: the tests passed, and not only what ran last; single ones by name prove nothing there
    either."""
    for line in ("pytest -q && ruff check .", "ruff check . && pytest -q", "cd api && pytest -q && git commit -am x"):
        assert proof(EDIT, ran(line, "3 passed in 0.10s\nAll done!")).outcome == "succeeded"
    assert proof(EDIT, ran("go test ./... && go vet ./...", "ok  \tshop/a\t0.01s")).outcome == "succeeded"
    assert proof(EDIT, ran("npm run lint && npm run build", "built")).outcome == "unverified"
    assert proof(EDIT, ran("pytest a.py::test_a && ruff check .", "1 passed in 0.10s")).outcome == "unverified"
    assert proof(EDIT, ran("pytest -q && ruff check .", "3 passed in 0.10s\nFound 1 error.", 1)).outcome != "succeeded"
    assert proof(EDIT, ran("pytest -q; ruff check .", "1 failed, 3 passed in 0.10s\nok")).outcome != "succeeded"


@pytest.mark.parametrize("code", [0, None])
@pytest.mark.parametrize(
    "line",
    [
        "pytest -q; ruff check .", "ruff check .\npytest -q", "pytest -q; git status --short",
        "echo '== tests'; pytest -q 2>&1 | tail -5; echo '== lint'; ruff check . | tail -3",
        "cd api && pytest -q; ruff check .", "pytest -q; npm run build && npm run lint",
    ],
)  # fmt: skip
def test_of_commands_that_only_follow_one_another_each_has_its_own_word(line: str, code: int | None) -> None:
    """The exit code is the last one's; of tests the count tells that they passed, where no other counts any."""
    assert proof(EDIT, ran(line, "3 passed in 0.10s\nAll checks passed!", code)).outcome == "succeeded"
    assert proof(EDIT, ran(line, "1 failed, 2 passed in 0.10s\nAll checks passed!", code)).outcome != "succeeded"


def test_of_two_that_count_tests_the_one_that_failed_stays() -> None:
    """Whatever the exit code of the other; of a build nothing but its exit code tells."""
    both = ran("pytest shop; pytest api", "1 failed, 2 passed in 0.10s\n3 passed in 0.10s")
    assert proof(EDIT, both).outcome == "unverified"
    assert proof(EDIT, ran("npm run build; npm run lint", "ok")).outcome == "unverified"
    assert proof(EDIT, ran("pytest -q; ruff check .", "3 passed\nFound 1 error.", 1)).outcome != "succeeded"
    assert proof(EDIT, ran("pytest -q; ruff check .", "All checks passed!")).outcome == "unverified"


@pytest.mark.parametrize("operator", [";", "\n"])
def test_a_linter_that_fails_behind_tests_is_no_failure_of_theirs(operator: str) -> None:
    """The exit code is its own; who chains them with `&&` has one of both."""
    output = "3 passed in 0.10s\nFound 2 errors."
    assert proof(EDIT, ran(f"pytest -q{operator} ruff check .", output, 1)).outcome == "unverified"
    assert proof(EDIT, ran(f"ruff check .{operator} pytest -q", "1 failed in 0.10s", 1)).outcome == "failed"
    assert proof(EDIT, ran("pytest -q && ruff check .", "1 failed in 0.10s", 1)).outcome == "failed"


HOOK = "husky - pre-commit hook exited with code 1 (error)"
REJECTED = " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'origin'"
COMMITTED, PUSHED = "[main 4f2a9c1] Round totals\n 1 file changed", "   4f2a9c1..77aa001  main -> main"


def test_a_check_before_a_commit_of_several_lines_counts() -> None:
    """The message is a document that the commit alone is given."""
    line = """pytest -q && git add -A && git commit -m "$(cat <<'EOF'\nRound totals; don't cut\n\nEOF\n)" && git push"""
    assert proof(EDIT, ran(line, f"3 passed in 0.10s\n{COMMITTED}")).outcome == "succeeded"
    assert proof(EDIT, ran(line, f"3 passed in 0.10s\n{HOOK}", 1)).outcome == "unverified"


@pytest.mark.parametrize(("line", "output"), [("git commit -m x", HOOK), ("git push -u origin main", REJECTED)])
@pytest.mark.parametrize(("end", "code"), [("", 1), ("", None), (" 2>&1 | tail -3", 0), ("; git status", 0)])
def test_a_commit_or_a_push_that_failed_leaves_the_run_unverified(
    line: str, output: str, end: str, code: int | None
) -> None:
    """A hook stopped it, or it was rejected, whatever its exit code says of another command; one that passes later
    counts."""
    failed = ran(line + end, output, code)
    assert proof(EDIT, PASSED, failed).outcome == "unverified"
    assert proof(EDIT, PASSED, failed).checked == "left open"
    assert proof(EDIT, PASSED, failed, ran(f"{line} --no-verify", COMMITTED)).outcome == "succeeded"
    assert proof(EDIT, PASSED, ran(f"{line} || {line} --no-verify", f"{output}\n{PUSHED}")).outcome == "succeeded"


def test_of_what_is_committed_and_pushed_at_once_the_push_counts() -> None:
    """To commit again is not to push; what comes behind it may fail by itself."""
    both = "git add -A && git commit -m x && git push"
    failed = ran(both, f"{COMMITTED}\n{REJECTED}", 1)
    assert proof(EDIT, PASSED, failed, ran("git commit -m y", COMMITTED)).outcome == "unverified"
    assert proof(EDIT, PASSED, failed, ran("git pull --rebase && git push", PUSHED)).outcome == "succeeded"
    assert proof(EDIT, PASSED, ran(f"{both} && gh pr create", f"{PUSHED}\nno title", 1)).outcome == "succeeded"
    assert proof(EDIT, ran("pytest -q && git commit -am x", f"3 passed in 0.10s\n{HOOK}", 1)).outcome != "succeeded"


def test_where_there_is_nothing_to_commit_none_failed() -> None:
    """Nor where a person stopped it."""
    clean = ran("git commit -m x", "On branch main\nnothing to commit, working tree clean", 1)
    stopped = Turn("agent", command="git push", tool="bash", output="error: refused", failed=True, stopped=True)
    assert proof(EDIT, PASSED, clean).outcome == proof(EDIT, PASSED, stopped).outcome == "succeeded"


def test_a_last_command_that_fails_leaves_the_run_unverified() -> None:
    """Whatever passed before it; what only looks does not."""
    start = ran("npm start", "Error: connect ECONNREFUSED 127.0.0.1:3306", 1)
    assert proof(EDIT, PASSED, start).outcome == "unverified"
    assert proof(EDIT, start, PASSED).outcome == proof(EDIT, PASSED, ran("grep tax shop/a.py", "", 1)).outcome
    assert proof(EDIT, start, PASSED).outcome == "succeeded"
    served = ran("npm start", "GET /a 200\nerror: retried", None)
    for other in (ran("gh pr checks", "lint fail", 1), ran("curl localhost:80", "curl: (7) Failed", 7), served):
        assert proof(EDIT, PASSED, other).outcome == "succeeded"


@pytest.mark.parametrize("part", ["api: status=failed total=0 passed=0", "API tests: FAILED"])
def test_a_suite_of_which_a_part_failed_has_not_passed(part: str) -> None:
    """Its exit code and its counts may be of the others."""
    output = f"unit: status=ok total=40 passed=40 failed=0\n{part}\nTOTAL: total=40 passed=40 failed=0"
    for code in (0, None):
        assert proof(EDIT, ran("bash run_tests.sh", output, code)).outcome == "unverified"
    assert proof(EDIT, ran("bash run_tests.sh", output.replace(part, ""), 0)).outcome == "succeeded"


@pytest.mark.parametrize(
    "line",
    [
        "tests/test_pay.py::test_refund[state=failed] PASSED [ 50%]", "  ✓ logs 'payment: FAILED' (1 ms)",
        'time=2026-01-01 level=WARN msg="retry" status=failed', "--- PASS: TestStatus/status=failed (0.00s)",
    ],
)  # fmt: skip
def test_a_tests_name_or_a_logs_line_sums_up_no_part(line: str) -> None:
    """A summary begins its line with the part's name."""
    for code in (0, None):
        assert proof(EDIT, ran("pytest -v", f"{line}\n2 passed in 0.10s", code)).outcome == "succeeded"


def test_an_exit_code_that_the_line_prints_is_the_commands() -> None:
    """And so is what a file shows that it wrote to."""
    for line in ('npm test; echo "exit: $?"', 'npm test | tail -5; echo "exit: ${PIPESTATUS[0]}"'):
        for code in (0, None):
            assert proof(EDIT, ran(line, "ok\nexit: 0", code)).outcome == "succeeded"
            assert proof(EDIT, ran(line, "bad\nexit: 2", code)).outcome == "failed"
    assert proof(EDIT, ran('npm run build | tail -5; echo "exit: $?"', "bad\nexit: 0")).outcome == "unverified"
    for shown in ("pytest shop > /tmp/t.log 2>&1; tail -5 /tmp/t.log", "pytest shop &> t.log; echo ran\ncat t.log"):
        assert proof(EDIT, ran(shown, "3 passed in 0.10s")).outcome == "succeeded"
        assert proof(EDIT, ran(shown, "1 failed, 2 passed in 0.10s")).outcome == "failed"


def test_an_empty_submission_is_a_failure_where_something_was_handed_in() -> None:
    """SWE-agent's `submit`, a diff that is empty; a harness that wants a bare `echo` in the end is given nothing."""
    change, end = ran("sed -i s/a/b/ shop/a.py"), "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
    for handed_in in ("submit", f"{end} && git add -A && git diff --cached", f"{end} && cat patch.txt"):
        assert proof(change, PASSED, ran(handed_in, ""), status="submitted").outcome == "failed"
    assert proof(change, PASSED, ran(end, ""), status="submitted").outcome == "succeeded"
    assert proof(change, FAILED, ran(end, ""), status="submitted").outcome == "failed"
    assert proof(change, ran(end, ""), status="submitted").outcome == "unverified"


def test_a_check_that_could_not_begin_is_no_verdict() -> None:
    """Nothing of the change was tried where collecting the tests failed."""
    stopped = "ERROR testing/test_xml.py\n!!! Interrupted: 2 errors during collection !!!\n2 errors in 3.73s"
    assert proof(EDIT, ran("pytest -q", stopped, 2)).outcome == "unverified"
    assert proof(EDIT, ran("pytest -q", stopped, 2), PASSED).outcome == "succeeded"
    imports = (
        "ImportError while loading conftest '/srv/conftest.py'.\nE   ModuleNotFoundError: No module named 'django'"
    )
    assert proof(EDIT, ran("pytest -q", imports, 4)).outcome == "unverified"


def test_tests_that_had_failed_before_anything_was_changed_are_no_verdict() -> None:
    """The run did not break them; one that it did break is one."""
    known = "FAILED shop/test_old.py::test_leap_year - assert 1 == 2\n1 failed, 30 passed"
    new = "FAILED shop/test_new.py::test_rates - assert 1 == 2\n2 failed, 29 passed"
    assert proof(ran("pytest", known, 1), EDIT, ran("pytest", known, 1)).outcome == "unverified"
    assert proof(ran("pytest", known, 1), EDIT, ran("pytest", f"{known}\n{new}", 1)).outcome == "failed"
    assert proof(EDIT, ran("pytest", known, 1)).outcome == "failed"


def test_a_failure_that_is_not_the_last_word_leaves_the_run_unverified() -> None:
    """Without exit code and count, or where the agent ends with a success, nobody knows."""
    assert proof(EDIT, ran("npm run build", "error: no such module", None)).outcome == "unverified"
    assert proof(EDIT, FAILED, reply("The failing test was outdated. Everything else is done.")).outcome == "unverified"


def test_however_all_changes_were_taken_back_the_run_has_failed() -> None:
    """By a checkout, a stash or an edit; not where some are left, were committed, or came back."""
    back, other = edited("shop/a.py", "x = 2", "x = 1"), edited("shop/b.py", "y = 1", "y = 2")
    for undone in (back, ran("git stash", "Saved"), ran("git checkout -- .", "")):
        assert proof(EDIT, undone).outcome == "failed"
        assert proof(other, EDIT, undone, other).outcome != "failed"
    assert proof(EDIT, other, back).outcome == "unverified"
    assert proof(EDIT, ran("git stash"), ran("git stash pop")).outcome == "unverified"
    assert proof(EDIT, ran("git commit -am done"), other, ran("git checkout .")).outcome == "unverified"


def test_a_check_counts_that_ran_on_the_files_as_they_were_left() -> None:
    """What was tried afterwards and taken back changes nothing of it."""
    tried, back = edited("shop/b.py", "y = 1", "y = 2"), edited("shop/b.py", "y = 2", "y = 1")
    assert proof(EDIT, PASSED, tried, FAILED, back).outcome == "succeeded"
    assert proof(EDIT, PASSED, ran("git stash"), FAILED, ran("git stash pop")).outcome == "succeeded"


def test_a_file_of_the_same_name_as_one_that_the_run_made_is_the_projects() -> None:
    """A model to try something with is not the model that was mended."""
    made = ran("cat > try/models.py <<'E'\nx\nE"), ran("sed -i s/a/b/ shop/models.py")
    failed, passed = ran("pytest old", "1 failed, 2 passed", 1), ran("pytest shop", "3 passed in 0.10s")
    assert proof(passed, failed, *made, passed).outcome == "succeeded"


@pytest.mark.parametrize("code", [0, None])
@pytest.mark.parametrize("line", ["{} | tail -5", "{} 2>&1 | head", "{} | tee o.txt", "{} || true", "{}; echo done"])
def test_where_the_exit_code_is_hidden_the_runners_count_decides(line: str, code: int | None) -> None:
    """Also in a log that has none."""
    command = line.format("pytest shop")
    assert proof(EDIT, ran(command, "3 passed in 0.10s", code)).outcome == "succeeded"
    assert proof(EDIT, ran(command, "1 failed, 2 passed in 0.10s", code)).outcome == "failed"
    assert proof(EDIT, ran(command, "collecting ...", code)).outcome == "unverified"


def test_a_search_that_finds_nothing_is_no_failure_of_what_it_searches() -> None:
    """`grep` fails where no line has the word; any other filter passes a failure on."""
    assert proof(EDIT, ran("pytest shop | grep FAILED", "", 1)).outcome == "unverified"
    assert proof(EDIT, ran("pytest shop 2>&1 | grep -E 'FAILED|passed'", "3 passed in 0.10s", 1)).outcome == "succeeded"
    assert proof(EDIT, ran("set -o pipefail; npm run build | tail", "bad", 1)).outcome == "failed"


def test_tests_that_were_skipped_or_not_found_are_no_check_of_the_run() -> None:
    """Whatever the exit code; those that ran beside them are one."""
    for nothing in (
        "3 skipped in 0.10s",
        "12 deselected in 0.02s",
        "?   \tshop\t[no test files]",
        "Tests run: 0, Failures: 0",
    ):
        for code in (0, 1, 5, None):
            assert proof(EDIT, ran("pytest shop", nothing, code)).outcome == "unverified"
    assert proof(EDIT, PASSED, ran("pytest shop -k other", "12 deselected", 5)).outcome == "succeeded"
    assert proof(EDIT, ran("pytest shop", "5 passed, 2 skipped")).outcome == "succeeded"


def test_what_asks_a_runner_checks_nothing() -> None:
    """For its version or help, or for the tests that it would run."""
    for asked in (
        "pytest --version",
        "npx jest --listTests",
        "python -m pytest --collect-only -q",
        "make test --dry-run",
    ):
        assert proof(EDIT, ran(asked, "pytest 7.4.0")).outcome == "unverified"


def test_what_a_check_may_not_read_leaves_its_verdict() -> None:
    """A page that was edited or moved after the tests; a build, or a test of pages, may read it. So is what a tool is
    set by; what lies in a hidden checkout is code."""
    for path in (".claude/settings.json", ".github/workflows/ci.yml", "web/.gitignore"):
        assert proof(EDIT, PASSED, edited(path, "a", "b")).outcome == "succeeded"
    assert proof(EDIT, PASSED, edited(".worktrees/w1/shop/a.py", "a", "b")).outcome == "unverified"
    for page in (edited("README.md", "old", "new"), ran("git mv docs/a.md docs/b.md"), ran("mv notes.md docs/")):
        assert proof(EDIT, PASSED, page).outcome == "succeeded"
        assert proof(EDIT, ran("npm run build", "built in 2s"), edited("docs/a.md", "x", "y")).outcome == "unverified"
        assert (
            proof(EDIT, ran("pytest --doctest-glob=*.md docs", "3 passed"), edited("docs/a.md", "x", "y")).outcome
            != "succeeded"
        )


def test_a_file_that_was_moved_or_removed_after_the_tests_leaves_the_run_unverified() -> None:
    """Whoever imports it has not been tried; what is the run's own try changes nothing."""
    script = edited("try.py", "", "print(1)")
    for moved in ("git mv shop/a.py shop/b.py", "mv shop/other.py shop/b.py", "rm shop/a.py", "git rm shop/other.py"):
        assert proof(EDIT, PASSED, ran(moved)).outcome == "unverified"
        assert proof(EDIT, ran(moved), PASSED).outcome == "succeeded"
    for own in ("rm try.py", "mv try.py /tmp", "mv build.log logs/", "rm -rf build .cache"):
        assert proof(EDIT, script, PASSED, ran(own)).outcome == "succeeded"


def test_a_test_that_the_run_wrote_and_left_there_is_the_projects() -> None:
    """In a folder of it, by a runner that counts; not a try, which is gone or lies beside all folders."""
    new = edited("/home/ann/shop/web/cart.test.ts", "", "it('adds')")
    passed, failed = (
        ran("npx vitest run cart.test.ts", "Tests  2 passed (2)"),
        ran("npx vitest run cart.test.ts", "1 failed", 1),
    )
    assert proof(EDIT, new, passed).outcome == "succeeded"
    assert proof(EDIT, new, passed, failed).outcome == "failed"
    assert proof(EDIT, new, ran("node /home/ann/shop/web/cart.test.ts", "ok")).outcome == "unverified"
    assert proof(EDIT, edited("web/test_a.py", "", "x"), ran("python web/test_a.py")).outcome == "unverified"
    assert proof(EDIT, new, passed, ran("rm web/cart.test.ts")).outcome == "unverified"
    assert proof(EDIT, edited("test_try.py", "", "x"), ran("pytest test_try.py", "1 passed in 0.1s")).outcome == (
        "unverified"
    )


def test_what_the_run_added_is_to_be_tested_too() -> None:
    """A module, or a test of it, that was written or edited after the last check; not a page or a try."""
    for path in ("shop/rates.py", "/home/ann/shop/tests/test_rates.py"):
        assert proof(EDIT, PASSED, edited(path, "", "x = 1")).outcome == "unverified"
        assert proof(EDIT, edited(path, "", "x = 1"), PASSED).outcome == "succeeded"
    for path in ("notes/plan.txt", "try.py", "/tmp/x/try.py"):
        assert proof(EDIT, PASSED, edited(path, "", "x = 1")).outcome == "succeeded"


def test_a_check_that_fails_where_nothing_was_changed_is_no_failure_of_the_run() -> None:
    """It was asked what fails, or looked for it."""
    assert proof(FAILED, reply("test_round fails, as it rounds down.")).outcome == "unverified"
    assert proof(edited("try.py", "", "print(1)"), FAILED).outcome == "failed"
    assert proof(FAILED, patch="diff --git a/a.py b/a.py\n").outcome == "failed"


def test_a_check_in_the_background_proves_nothing_yet() -> None:
    """Its line succeeds when it begins; what it printed by then counts."""
    assert proof(EDIT, ran("npm test > /tmp/o.txt 2>&1 &")).outcome == "unverified"
    assert proof(EDIT, ran("npm test & sleep 20", "1 failed, 2 passed")).outcome == "failed"


def test_single_tests_by_name_prove_no_success() -> None:
    """Nor does a part beside a whole that the limit of time cut off; all of it that passed later does."""
    named, cut = ran("pytest shop/test_a.py::test_b", "1 passed in 0.1s"), ran("pytest", "..F Command timed out", 124)
    assert proof(EDIT, named).outcome == proof(EDIT, cut, PASSED).outcome == "unverified"
    assert proof(EDIT, named, PASSED).outcome == "succeeded"
    assert proof(EDIT, cut, ran("pytest", "9 passed in 99.1s")).outcome == "succeeded"


def test_a_check_that_was_cut_off_has_not_passed() -> None:
    """Whatever passed by then, and however long the command is that the tool quotes."""
    long = f"<warning>The last command <command>pytest {'shop/tests/test_a.py ' * 6}</command> timed out"
    for words in ("Command timed out after 120 seconds", long):
        assert proof(EDIT, ran("pytest shop", f"{words}\n3 passed in 0.10s", None)).outcome == "unverified"


def test_an_agent_that_hands_in_a_failure_has_failed() -> None:
    """By its own word for it; that it passed others have to prove."""
    edit, ending = edited("shop/a.py", "x = 1", "x = 2"), reply("That is all.")
    assert proof(edit, ending, status="BAIL:NEEDS_OTHER_JDK").outcome == "failed"
    assert proof(edit, ending, status="PASS").outcome == "unverified"


@pytest.mark.parametrize(
    ("output", "outcome"),
    [
        ("\x1b[32m[INFO]\x1b[0m  api: ALL TESTS PASSED", "succeeded"),
        ("  All test suites passed!", "succeeded"),
        ("*** All tests passed (in 3.2s) ***", "succeeded"),
        ("[FAIL] mail to ann: retried\n[INFO] api: ALL TESTS PASSED", "unverified"),
        ("[FAIL] login of ann: wrong password\n12 passed in 0.31s", "succeeded"),
        ("[FAIL] login of ann: wrong password\n1 failed, 11 passed in 0.31s", "failed"),
        ("Not all tests passed.", "unverified"),
        ("All tests passed except test_x", "unverified"),
        ("All tests passed but coverage is below 90%", "unverified"),
        ("All tests passed on 3.11.", "unverified"),
        ("All tests passed?", "unverified"),
        ("- [x] All tests pass", "unverified"),
        ("- All tests pass", "unverified"),
        ("no tests ran in 0.01s\nALL TESTS PASSED", "unverified"),
        ("api: ALL TESTS PASSED\nweb: SOME TESTS FAILED", "unverified"),
        ("unit: all tests passed\nSegmentation fault (core dumped)", "unverified"),
        ("All unit tests passed\nlint: 4 problems found", "unverified"),
        ("unit: ALL TESTS PASSED\nIntegration tests: FAILED", "unverified"),
    ],
)
def test_a_script_of_the_projects_own_tells_in_words_that_all_passed(output: str, outcome: str) -> None:
    """Where a pipe hides its exit code: in words that end their line, and beside no other that tells of a failure."""
    assert proof(EDIT, ran("./run_tests.sh | tail -9", output)).outcome == outcome


def test_what_people_and_agents_say_of_tests_is_no_verdict_of_theirs() -> None:
    """Nor does it stand against an exit code."""
    assert proof(EDIT, FAILED, reply("All tests passed.")).outcome == "failed"


@pytest.mark.parametrize(("output", "outcome"), [("1 failed, 2 passed", "failed"), ("3 passed", "succeeded")])
def test_an_inverted_exit_code_tells_nothing(output: str, outcome: str) -> None:
    """`! npm test` ends with 0 where tests fail, and with 1 where all pass; the count tells."""
    code = int(outcome == "succeeded")
    assert proof(EDIT, ran("! npm test", output, code)).outcome == outcome
    assert proof(EDIT, ran("cd web && ! npm test; echo $?", f"{output}\n{code}")).outcome == outcome


@pytest.mark.parametrize(
    "words",
    [
        "I'm giving up on this task.", "I have given up.", "I’m now giving up.", "I give up.", "I then gave up.",
        "I couldn't reproduce it and gave up.", "I did not get any further and have to give up.",
    ],
)  # fmt: skip
def test_an_agent_gives_up_in_any_tense(words: str) -> None:
    """With the participle next to it."""
    assert proof(EDIT, reply(words)).outcome == "failed"


@pytest.mark.parametrize(
    "words",
    [
        "I did not give up: the tests pass.", "I didn't give up on it.", "I never gave up.", "I have not given up yet.",
        "I'm not giving up.", "I made the client retry three times before giving up.",
        "I changed the worker, giving up the lock when it ends.", "I have a test of what is given up.",
    ],
)  # fmt: skip
def test_an_agent_that_gives_nothing_up_has_done_its_task(words: str) -> None:
    """Whether it says so, or describes what its change does."""
    assert proof(EDIT, PASSED, reply(words)).outcome == "succeeded"
