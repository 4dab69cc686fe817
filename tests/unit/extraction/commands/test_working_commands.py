"""Commands that work here, and programs that are not there."""

import pytest
from knowledge.extraction import prove
from knowledge.privacy.runs import CleanRun
from knowledge.transcripts import Transcript

from tests.unit.extraction.logs import edited, learned, ran


def test_a_check_that_passes_is_told_for_all_files() -> None:
    """The same in every run, whichever file it was aimed at."""
    first = learned(ran("bin/test shop/tests/test_a.py", "27 passed, in 1.00 seconds"))
    second = learned(ran("./bin/test shop/tests/test_b.py 2>&1 | tail -3", "2 passed, in 0.50 seconds"))
    assert first == second == ["shop: `bin/test FILE` runs the tests."]


@pytest.mark.parametrize(
    "command", ["pytest tests", "npm test", "uv run pytest -q", "./gradlew test", "npm.cmd run test"]
)
def test_what_anybody_tries_first_teaches_nothing(command: str) -> None:
    """That it works is what everybody expects."""
    assert learned(ran(command, "5 passed", 0)) == []


def test_several_checks_that_passed_are_told_together() -> None:
    """Which a project has nobody knows before; one that failed when it last ran is none of them."""
    learnings = learned(ran("npm run lint", "ok"), ran("npm test", "5 passed"), ran("npm run build", "error: no", 1))
    assert learnings[-1] == "shop: a change is checked with `npm run lint` and `npm test`; all of these passed."


def test_each_link_of_a_chain_that_passed_has_passed() -> None:
    """Though it failed by itself before."""
    learnings = learned(ran("npx tsc --noEmit", "error TS2304: x", 2), ran("npx tsc --noEmit && npx vite build", "", 0))
    assert learnings == ["shop: a change is checked with `npx tsc --noEmit` and `npx vite build`; all of these passed."]


def test_a_check_is_told_with_the_options_with_which_it_passed_last() -> None:
    """With fewer it may check less; a package stands as it was named."""
    lint, tests = ran("cargo clippy", "ok", 0), ran("go test ./shell/... --race", "ok  \tshell\t0.1s", 0)
    learnings = learned(lint, ran("cargo clippy --all-targets -- -D warnings", "ok", 0), tests)
    assert learnings == [
        "shop: a change is checked with `cargo clippy --all-targets -- -D warnings` and "
        "`go test ./shell/... --race`; all of these passed."
    ]


def test_a_variable_that_a_check_takes_is_told() -> None:
    """Without it the check is another one."""
    assert learned(ran("COREPACK_ENABLE_STRICT=0 pnpm test", "5 passed", 0)) == [
        "shop: `COREPACK_ENABLE_STRICT=0 pnpm test` runs the tests."
    ]


@pytest.mark.parametrize(
    "command",
    [
        "cd .claude/worktrees/w1 && bin/test", "cd ../api && npm test", "cd /home/ann/shop/.tmp/shop && bin/test",
        "GOCACHE=/home/ann/.cache bin/test", "A=~/x bin/test", "P='/Users/ann/x' bin/test",
        "A=src:/home/ann/x bin/test",
        "VERSION=$(git describe --tags) bin/test", "A=a\\ b bin/test", "TOKEN=[redacted:key] bin/test",
    ],
)  # fmt: skip
def test_what_nobody_else_can_type_is_not_told(command: str) -> None:
    """In a hidden folder, which a tool made, above the one where the shell happened to stand, or with a variable that
    names somebody's home, was redacted, or would not be told as it was typed."""
    assert learned(ran(command, "5 passed"), ran("cd /home/ann/shop/web && ls")) == []


def test_a_check_that_a_fix_tells_is_told_once() -> None:
    """It is the same command."""
    failed, passed = (
        ran("pytest -q", "ModuleNotFoundError: No module named 'opk'", 1),
        ran("PYTHONPATH=. pytest -q", "5 passed"),
    )
    [fix] = learned(failed, passed)
    assert fix.endswith("`PYTHONPATH=. pytest -q` does.")


def test_a_list_of_checks_of_which_a_fix_tells_one_is_told() -> None:
    """The others stand nowhere else."""
    failed, passed = ran("pytest -q", "error: no module opk", 1), ran("uv run pytest -q", "5 passed")
    linted, typed = ran("ruff check .", "ok"), ran("mypy .", "Success: no issues found in 3 source files")
    fix, checks = learned(failed, passed, linted, typed)
    assert fix.endswith("`uv run pytest -q` does.") and "ruff check ." in checks and "mypy ." in checks


@pytest.mark.parametrize("script", ["run_tests.ps1", "ci/all.ps1"])
def test_a_script_of_windows_own_shell_is_told_by_its_name(script: str) -> None:
    """It stands behind an option."""
    command = f"cd web && powershell -ExecutionPolicy Bypass -File {script}"
    assert learned(ran(command, "5 passed")) == [f"shop: `{command}` runs the tests."]


@pytest.mark.parametrize(
    ("output", "code"), [("5 passed\napi: status=failed total=0", 0), ("Command timed out after 1804 seconds", 124)]
)
def test_a_script_that_did_not_pass_when_it_ran_last_is_not_told(output: str, code: int) -> None:
    """A part of it failed, or a limit of time ended it, whatever it did before."""
    passed, last = ran("bash run_tests.sh", "5 passed"), ran("bash run_tests.sh", output, code)
    assert learned(passed, last) == []
    assert learned(last, passed) == ["shop: `bash run_tests.sh` runs the tests."]


def test_a_line_that_did_not_pass_when_it_ran_last_is_not_told() -> None:
    """Though others of its program did: it failed, was cut off, or stands in a chain of which nobody knows the link
    that failed; what passed then is told."""
    whole, part = ran("uv run pytest web -v", "40 passed"), ran("uv run pytest web/a.py -v", "3 passed")
    lint, only = (
        ran("npm run lint", "ok"),
        "shop: a change is checked with `{}` and `npm run lint`; all of these passed.",
    )
    cut = ran("uv run pytest web -v", "9 passed\nCommand timed out after 120 seconds", None)
    for last in (ran(whole.command, "4 failed, 36 passed", 1), cut, ran(f"{whole.command} && make", "x", 1)):
        assert learned(whole, last, part, lint)[-1] == only.format("uv run pytest FILE -v")
        assert learned(last, part, whole, lint) == [only.format("uv run pytest web -v")]


def test_a_folder_has_runs_of_its_own() -> None:
    """The same line that fails in another one says nothing of it."""
    web, api = ran("cd /home/ann/shop/web && npm test", "3 passed"), ran("cd /home/ann/shop/api && npm test", "bad", 1)
    assert learned(web, api)[-1] == "shop: `cd web && npm test` runs the tests."


def test_a_word_that_stands_twice_is_told_twice() -> None:
    """The program, and what it is brought along by."""
    assert learned(ran("cd api && uv run --with pytest pytest", "5 passed")) == [
        "shop: `cd api && uv run --with pytest pytest` runs the tests."
    ]


@pytest.mark.parametrize("root", ["", "/home/ann/shop/", "~/src/shop/"])
def test_each_folder_of_the_project_with_a_check_is_told(root: str) -> None:
    """As it is called within the project, however the run went there; not the project's own."""
    learnings = learned(ran(f"cd {root}web && npm test", "3 passed"), ran(f"cd {root}api && npm test", "9 passed"))
    assert learnings == [f"shop: `cd {folder} && npm test` runs the tests." for folder in ("web", "api")]
    assert learned(ran("cd /home/ann/shop && npm test", "3 passed")) == []
    assert learned(ran("cd shop && npm test", "3 passed")) == []
    assert learned(ran("cd /home/ann/other/web && npm test", "3 passed")) == []


def test_a_folder_is_the_projects_by_any_name_that_the_log_knows() -> None:
    """The caller may call the project otherwise than its folder is called; the session's own is the project's."""
    check = ran("cd /home/ann/Online-Shop/golden && dotnet run", "Total:  41\nPassed: 41\nFailed: 0")
    elsewhere = ran("cd /home/ann/clock/golden && make test", "3 passed")
    transcript = Transcript("test", (check, elsewhere), ("shop", "online-shop"))
    at_home = Transcript("test", (check, elsewhere), ("shop",), folder="/home/ann/Online-Shop")
    for one in (transcript, at_home):
        [learning] = prove(CleanRun(one)).learnings
        assert learning.learning == "shop: `cd golden && dotnet run` runs the tests."


@pytest.mark.parametrize(
    ("command", "learning"),
    [
        ("cd web && npm run build", "`cd web && npm run build` checks a change; it passed."),
        ("NODE_ENV=test pnpm lint", "`NODE_ENV=test pnpm lint` checks a change; it passed."),
        ("scripts/test_api", "`scripts/test_api` checks a change; it passed."),
    ],
)
def test_a_check_of_the_projects_own_needs_no_count(command: str, learning: str) -> None:
    """Builds and linters pass by their exit code; how a project calls them nobody tries first."""
    assert learned(ran(command, "done", 0)) == [f"shop: {learning}"]
    assert learned(ran(command, "boom", 1)) == [] or "still failed" in learned(ran(command, "boom", 1))[0]


def test_an_inspector_is_a_check_whatever_it_is_called() -> None:
    """By what it says of the files, also where the log has no exit codes; an import is none."""
    clean = "35 files inspected, no offenses detected"
    assert learned(ran("bin/rubocop app/a.rb 2>&1 | tail -5", clean, None)) == [
        "shop: `bin/rubocop FILE` checks a change; it passed."
    ]
    assert learned(ran("bin/load orders.csv", "300 rows imported, 0 errors", 0)) == []


def test_a_folder_that_a_check_takes_is_told() -> None:
    """From elsewhere it finds nothing."""
    learnings = learned(ran("cd apps/shop && pnpm test cart.test.ts", "5 passed", 0))
    assert learnings == ["shop: `cd apps/shop && pnpm test FILE` runs the tests."]


@pytest.mark.parametrize(
    ("missing", "served"),
    [("pytest -k rounding", "make test"), ("pytest", "make test"), ("sh run_tests.sh", "npm test")],
)
def test_what_does_more_or_less_serves_nothing(missing: str, served: str) -> None:
    """Which tests another program runs nobody knows."""
    name = missing.split()[0]
    learnings = learned(ran(missing, f"bash: {name}: command not found", 127), ran(served, "22 passed in 1.11s", 0))
    assert not any("is not installed" in text for text in learnings)


def test_a_missing_program_is_told_with_what_served_instead() -> None:
    """The two had the same target; however the missing one was called, it is one learning, which tells what served."""
    learnings = learned(
        ran("pytest shop/tests/test_a.py", "bash: line 1: pytest: command not found", 127),
        ran("/usr/bin/python3 -m pytest shop/tests/test_a.py", "/usr/bin/python3: No module named pytest", 1),
        ran("bin/test shop/tests/test_a.py", "3 passed, in 1.00 seconds"),
    )
    assert learnings == ["shop: `pytest` is not installed; use `bin/test FILE`."]


def test_what_was_installed_first_did_not_serve_instead() -> None:
    """Where it was missing both ways, calling it another way is no remedy."""
    missing = ran("pytest tests", "bash: pytest: command not found", 127)
    served = ran("python -m pytest tests", "5 passed", 0)
    assert any("is not installed" in text for text in learned(missing, served))
    assert not any("is not installed" in text for text in learned(missing, ran("pip install pytest", "ok", 0), served))


def test_an_interpreter_is_told_as_it_was_typed() -> None:
    """Where `python` is not there, `python3` may be."""
    missing = ran("python -m pytest tests/test_a.py -v", "bash: python: command not found", 127)
    served = ran("cd web && python3 -m pytest tests/test_a.py -v", "5 passed", 0)
    assert "shop: `cd web && python3 -m pytest FILE -v` runs the tests." in learned(missing, served)


def test_a_program_that_another_one_brings_along_is_called_through_it() -> None:
    """Aliased up to the program itself: what it did then is not the point."""
    assert learned(
        ran("vercel --version", "zsh:1: command not found: vercel", 127),
        ran("npx vercel link --yes --project shop", "Linked"),
    ) == ["shop: `vercel` is not installed; use `npx vercel`."]


@pytest.mark.parametrize(
    "output", ["Ran 0 tests in 0.000s\n\nOK", "collected 0 items\n\nno tests ran in 0.01s", "0 passing"]
)
def test_no_tests_are_no_pass(output: str) -> None:
    """A runner that found nothing to run has proven nothing."""
    assert learned(ran("npm test", output)) == []


@pytest.mark.parametrize(
    "command",
    ["tools/check | tail -5", "tools/check || true", "tools/check; echo done", "tools/check > /dev/null 2>&1; true"],
)
def test_an_exit_code_of_something_else_proves_nothing(command: str) -> None:
    """Behind a pipe, `||` or an `echo` the output must say it."""
    assert learned(ran(command, "")) == []
    assert learned(ran(command, "Tests: 3 failed, 2 passed")) != ["shop: `tools/check` runs the tests."]
    assert learned(ran(command, "Tests: 5 passed")) == ["shop: `tools/check` runs the tests."]


def test_scripts_of_the_run_itself_teach_nothing() -> None:
    """What it wrote to try something is gone tomorrow."""
    assert (
        learned(ran("cat <<'EOF' > test_try.py\nassert True\nEOF"), ran("pytest test_try.py", "1 passed in 0.01s"))
        == []
    )


def test_without_a_project_nothing_is_said_of_it() -> None:
    """How a nameless one is checked helps nobody."""
    assert learned(ran("bin/test", "5 passed"), project="") == []


def test_a_program_that_is_missing_is_told_with_what_serves_alone() -> None:
    """That one machine lacks it is nothing to know elsewhere."""
    assert learned(ran("docker-compose up", "docker-compose: command not found", 127)) == []


def test_a_program_that_ran_by_its_path_is_there() -> None:
    """It is only not where programs are looked for."""
    learnings = learned(
        ran("gradlew build", "gradlew : The term 'gradlew' is not recognized as a name of a cmdlet", 1),
        ran(r".\gradlew build", "BUILD SUCCESSFUL"),
    )
    assert not any("not installed" in learning for learning in learnings)


def test_a_runner_that_no_name_tells_is_told_by_its_count() -> None:
    """Beside another check, and within another shell; without a count nobody knows that it ran."""
    build, shell = ran("npm run build", "ok"), "powershell -Command \"Set-Location 'c:\\shop'; npx vitest run\""
    assert learned(ran(shell, "Tests  12 passed (12)"), build) == [
        "shop: a change is checked with `npx vitest run` and `npm run build`; all of these passed."
    ]
    assert learned(ran("npx vitest run"), build) == []


def test_a_program_that_counted_tests_once_is_no_runner() -> None:
    """A screen that it showed did."""
    shown, other = ran("tmux capture one", "3 passed in 0.1s"), ran("tmux capture one", "thinking")
    build = ran("npm run build", "ok")
    assert not any("capture" in text for text in learned(shown, other, build, ran("npm run lint", "ok")))


def test_what_was_fetched_is_no_check() -> None:
    """Whatever it tells of tests: a review speaks of some, and a service's log."""
    lint, text = ran("npm run lint", "ok"), "Looks good: 12 passed, 0 failed"
    for command in ("gh pr view 7 --comments", "curl -s https://ci.example.com/7", "docker logs ci"):
        assert learned(lint, ran(command, text, 0)) == []
        assert learned(lint, ran(f"{command} | tail -3", text, None)) == []


def test_a_look_at_the_set_up_is_no_check() -> None:
    """By the convention of command lines."""
    assert learned(ran("npm run lint", "ok"), ran("pnpm exec biome doctor", "6 passed, 0 failed")) == []


def test_a_check_is_told_as_it_ran_with_most_tests() -> None:
    """A single folder or a few tests that were tried beside it are not the check, and alone they are none."""
    all_tests, lint = ran("go test ./internal/...", "ok  \tshop/a\t0.1s\nok  \tshop/b\t0.1s"), ran("task lint", "ok")
    one, picked = (
        ran("go test ./internal/a/", "ok  \tshop/a\t0.1s"),
        ran("go test ./internal/ -run Tax", "ok  \tx\t0.1s"),
    )
    [learning] = learned(all_tests, lint, one, picked)
    assert "`go test ./internal/...`" in learning and "-run" not in learning
    assert learned(lint, picked) == []
    assert learned(lint, ran("cargo test tax", "test result: ok. 2 passed; 0 failed; 9 filtered out")) == []


@pytest.mark.parametrize(
    "command", ["bin/test", "cd web && pytest -k 'not slow'", "cd web && python -m pytest -m 'not slow' tests"]
)
def test_what_leaves_tests_out_is_still_the_check(command: str) -> None:
    """The project's settings leave them out, or the command line does; beside another check, too."""
    check = ran(command, "12 passed, 8 deselected")
    assert learned(check) == [f"shop: `{command}` runs the tests."]
    both = learned(ran("pytest -k 'not slow'", check.output), ran("mypy .", "ok", 0))
    assert both == ["shop: a change is checked with `pytest -k 'not slow'` and `mypy .`; all of these passed."]


@pytest.mark.parametrize("words", ["-k tax", "-m slow", "-q tests/a.py::test_tax", "--runxfail tax"])
def test_what_picks_tests_is_not_the_check(words: str) -> None:
    """By an option, a mark or a name."""
    assert learned(ran(f"cd web && python -m pytest {words}", "2 passed, 8 deselected")) == []


@pytest.mark.parametrize(
    "commands", [("go build ./...", "go vet ./..."), ("cargo test", "cargo check -q"), ("mvn compile", "mvn test")]
)
def test_what_a_languages_own_tool_does_anywhere_is_not_told(commands: tuple[str, str]) -> None:
    """Beside a single check of the project's it is; so it is in a folder of the project where it counts tests."""
    checks = [ran(command, "ok  \tshop\t0.1s\n3 passed") for command in commands]
    assert learned(*checks) == []
    lint, types = ran("npm run lint", "ok"), ran("npm run types:check", "ok")
    assert all(command in learned(*checks, lint)[0] for command in commands)
    assert not any(command in learned(*checks, lint, types)[0] for command in commands)
    there = [ran(f"cd api && {command}", "3 passed") for command in commands]
    assert [text.split("`")[1] for text in learned(*there)] == [f"cd api && {command}" for command in commands]


@pytest.mark.parametrize("python", ["python", "python3"])
def test_a_script_of_the_project_is_its_own_check(python: str) -> None:
    """Whichever Python runs it."""
    command = f"{python} tests/runtests.py migrations.test_loader"
    assert learned(ran(command, "Ran 4 tests in 0.1s\n\nOK")) == [f"shop: `{command}` runs the tests."]


def test_a_dotted_name_is_a_module() -> None:
    """What a runner is given so is no file."""
    line = "tests/runtests.py admin.tests"
    assert learned(ran(line, "Ran 4 tests in 0.1s\n\nOK")) == [f"shop: `{line}` runs the tests."]


def test_a_folder_that_the_run_removed_again_was_a_try() -> None:
    """With all in it; not one of the project's from which it removed a file of its own."""
    made, gone = edited("try/conf.py", "", "x"), ran("rm -rf try")
    lint, build = ran("npm run lint", "ok"), ran("sphinx-build -b html try/docs try/out", "build succeeded.")
    assert learned(made, lint, build, gone) == []
    own, removed = edited("api/tests/test_try.py", "", "x"), ran("rm api/tests/test_try.py")
    there = ran("cd api && pytest tests", "3 passed")
    assert learned(edited("api/a.py", "a", "b"), own, there, removed)[-1:] == [
        "shop: `cd api && pytest tests` runs the tests."
    ]


def test_a_script_is_told_by_its_name() -> None:
    """It is what an interpreter is given to run, wherever from; one test of many is FILE."""
    passed, checked = "5 passed, 0 failed", "shop: `bash ci/test.sh` runs the tests."
    assert learned(ran("bash ci/test.sh", passed)) == [checked]
    assert learned(ran("bash ci/test.sh", passed), ran("cd ci && bash test.sh quick", "2 passed")) == [checked]
    assert learned(ran("cd api && node tests/tax.test.js", passed)) == ["shop: `cd api && node FILE` runs the tests."]


def test_a_folder_is_told_once_however_the_shell_came_there() -> None:
    """A shell that stays in a folder needs not go there; who goes elsewhere leaves it."""
    there, stayed = ran("cd web && npm test", "3 passed"), ran("npm test", "3 passed")
    assert learned(there, stayed, ran("npm run lint", "ok")) == ["shop: `cd web && npm test` runs the tests."]
    left = ran("cd web && cd /home/ann/shop/api && npm test", "3 passed")
    assert learned(left) == ["shop: `cd api && npm test` runs the tests."]


def test_a_limit_of_time_is_not_the_projects() -> None:
    """The agent set it."""
    for limit in ("-k 5 120", "-s KILL 60", "$LIMIT"):
        assert learned(ran(f"timeout {limit} bin/test", "3 passed")) == ["shop: `bin/test` runs the tests."]
    assert learned(ran('nice "" make', "ok", 0)) == []


def test_names_that_people_gave_to_things_make_no_check() -> None:
    """A container may be called after what it is for."""
    assert learned(ran("npm run lint", "ok"), ran("docker port shop-test-db", "5432")) == []


def test_a_path_of_the_machine_is_told_only_where_there_is_no_other() -> None:
    """It lies elsewhere for whoever reads it; the project's own folder is where a path begins."""
    at_home, elsewhere = ran("bash test.sh api", "2 passed"), ran("bash /srv/x1/test.sh", "5 passed")
    assert learned(at_home, elsewhere) == ["shop: `bash test.sh api` runs the tests."]
    assert learned(elsewhere) == ["shop: `bash /srv/x1/test.sh` runs the tests."]
    own = ran("bash /home/ann/shop/ci/test.sh", "5 passed")
    assert learned(ran("cd /home/ann/shop && ls"), at_home, own) == ["shop: `bash ci/test.sh` runs the tests."]


def test_a_folder_is_called_from_where_the_session_stands() -> None:
    """As near as it is, and however Windows and its shells write it, also where a folder above has the same name."""
    turn = ran('cd "C:/src/shop/.tmp/shop/web" && npm test', "5 passed")
    one = Transcript("test", (turn,), ("shop",), folder="C:\\src\\shop\\.tmp\\shop")
    [learning] = prove(CleanRun(one)).learnings
    assert learning.learning == "shop: `cd web && npm test` runs the tests."
