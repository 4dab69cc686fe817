"""Errors with what made the same command pass."""

from dataclasses import replace

import pytest

from tests.unit.extraction.logs import edited, learned, proof, ran

REFUSED = "ERROR: could not connect to server: Connection refused"


def fixes(*turns: object) -> list[str]:
    """The learnings that tell of an error."""
    return [text for text in learned(*turns) if " fail" in text or "does not work" in text]  # type: ignore[arg-type]


def test_what_was_run_between_failure_and_success_is_the_fix() -> None:
    """Nothing was edited, and the same command passed."""
    assert fixes(
        ran("pytest tests/importer", REFUSED, 1),
        ran("docker compose up -d db", "Started"),
        ran("pytest tests/importer", "12 passed in 3.20s"),
    ) == [f"shop: `pytest tests/importer` fails with `{REFUSED}`; it works after `docker compose up -d db`."]


def test_what_gets_past_an_error_is_no_fix_while_another_follows() -> None:
    """Something else may have done it."""
    past = proof(
        ran("pytest tests/importer", REFUSED, 1),
        ran("docker compose up -d db", "Started"),
        ran("pytest tests/importer", "E   TypeError: unsupported operand", 1),
    )
    assert past.fixes == []


def test_what_only_lists_or_cannot_be_told_made_nothing_pass() -> None:
    """Something else did it that the log shows in no command, or in one that nobody can type again."""
    broken, mended = ran("bd show 5", "Error: no issue 5", 1), ran("bd show 5", "5 open")
    assert fixes(broken, ran("bd statuses", "open, closed"), mended) == []
    hidden = ran(f"python - <<'E'\n{'x' * 200}\nE", "ok")
    assert fixes(broken, hidden, ran("npm ci", "ok"), mended) == []
    assert len(fixes(broken, ran("npm ci", "ok"), mended)) == 1


def test_the_same_call_with_another_name_is_no_other_way() -> None:
    """A session's id, a package: the names are of the moment."""
    assert fixes(ran("opencode export XFV", "Error: not found", 1), ran("opencode export ses_09", "exported")) == []


def test_a_mistake_of_its_own_that_it_mends_teaches_nothing() -> None:
    """The error was not there before the run."""
    assert (
        fixes(
            edited("a.js", "const a = 1", "const a = (1"),
            ran("npm run build", "SyntaxError: missing )", 1),
            edited("a.js", "const a = (1", "const a = (1)"),
            ran("npm run build", ""),
        )
        == []
    )


@pytest.mark.parametrize(
    ("failed", "other"),
    [
        ("choco install ansible", "choco search ansible"),
        ("python --version", "choco install python -y"),
        ("pytest tests/test_a.py", "sed -i s/a/b/ tests/test_a.py"),
    ],
)
def test_what_has_another_purpose_does_not_serve_instead(failed: str, other: str) -> None:
    """A search is no installation, an installation no call, an edit no check."""
    assert not any(f"`{other}`" in text for text in fixes(ran(failed, "error: not found here", 1), ran(other, "done")))


def test_an_edit_by_a_command_is_no_step_to_repeat() -> None:
    """It changed files of this task; somebody else's have other errors."""
    broken, mended = ran("make", "NameError: x", 1), ran("make", "ok")
    assert fixes(broken, ran("sed -i 's/x/y/' tests/a.py"), mended) == []


def test_an_edit_in_place_that_came_to_its_end_is_told() -> None:
    """As it was typed: whoever has the same error can run it, too."""
    broken, mended = ran("pytest tests/db", REFUSED, 1), ran("pytest tests/db", "12 passed in 3.20s", 0)
    [fix] = fixes(broken, ran("sed -i s/5432/5433/ .env", "", 0), mended)
    assert "it works after `sed -i s/5432/5433/ .env`" in fix


def test_other_tests_that_pass_do_not_mend_those_that_fail() -> None:
    """A check of something else is no fix."""
    assert fixes(ran("pytest tests/a.py", "1 failed\nE   KeyError: 'x'", 1), ran("pytest tests/b.py", "1 passed")) == []


def test_operators_stay_as_they_were_typed() -> None:
    """`;` and `||` are not `&&`, and what is quoted is not cut."""
    [fix] = fixes(
        ran("make clean; make 'all || most'", "error: no rule", 2),
        ran("npm ci", ""),
        ran("make clean; make 'all || most'", "done"),
    )
    assert fix.startswith("shop: `make clean; make 'all || most'` fails with `error: no rule`")


def test_colours_are_no_part_of_an_error() -> None:
    """Escape sequences are left out."""
    [fix] = fixes(
        ran("npm run e2e", "\x1b[31mError: no browser\x1b[0m", 1),
        ran("npx playwright install", ""),
        ran("npm run e2e", "4 passed"),
    )
    assert "`Error: no browser`" in fix


def test_after_many_steps_nobody_knows_what_helped() -> None:
    """More than two commands between are no fix."""
    steps = [ran(f"./prepare --step{number}", "ok") for number in range(3)]
    assert fixes(ran("make all", "error: no rule", 2), *steps, ran("make all", "done")) == []


def test_what_was_started_elsewhere_made_the_same_call_pass() -> None:
    """Not so of an installation elsewhere, which tells that something else helped."""
    up, there = "cd /home/kim/app && docker compose up -d", "cd /home/kim/infra && docker compose up -d"
    assert fixes(ran(up, "Error: network shared could not be found", 1), ran(there, "Started"), ran(up, "Started"))


def test_another_folder_is_told_as_the_place() -> None:
    """The same command elsewhere: whatever was listed on the way did not mend it."""
    failed = ran("uv sync", "error: No `pyproject.toml` found", 2)
    passed = ran("cd /home/kim/ledger/python && uv sync", "Resolved 12 packages")
    fix = ["shop: `uv sync` fails with `error: No 'pyproject.toml' found`; it works in `ledger/python`."]
    assert fixes(failed, passed) == fix
    assert fixes(failed, ran("cd /home/kim/ledger/python", ""), ran("uv sync", "Resolved 12 packages")) == fix
    assert fixes(failed, ran("npm ci", "added 3 packages"), passed) == []


@pytest.mark.parametrize(
    ("failed", "other"),
    [
        ("streamlit run app.py --server.port 8501", "python -m py_compile app.py"),
        ("mypy shop/a.py", "ruff check shop/a.py"),
        ("python shop/a.py", "node shop/a.py"),
    ],
)
def test_another_program_on_the_same_file_does_another_job(failed: str, other: str) -> None:
    """A syntax check does not start a page; a linter proves no types."""
    assert not any(f"`{other}`" in text for text in fixes(ran(failed, "error: gone", 1), ran(other, "done")))


def test_the_same_command_twice_is_no_other_way() -> None:
    """What passed then was the command itself."""
    assert fixes(ran("tsc --noEmit", "error TS2349", 1), ran("tsc --noEmit && tsc --noEmit", "ok")) == []


def test_the_same_command_with_a_variable_set_is_another_way() -> None:
    """It names nothing else."""
    full = ran("npm run export", "Error: ENOSPC: no space left on device, write '/var/spool/a'", 1)
    assert "shop: `npm run export` does not work (`Error: ENOSPC: no space left on device, write '/var/spool/a'`); " + (
        "`SPOOL=/data npm run export` does."
    ) in learned(full, ran("SPOOL=/data npm run export", "exported 412 rows"))


@pytest.mark.parametrize(
    ("failed", "other"),
    [
        ("cargo build", "CC=clang cargo build"),
        ("./gradlew test", "JAVA_HOME=/opt/java-17 ./gradlew test"),
        ("npm test", "cd web && npm test"),
        ("npm test", "xvfb-run -a npm test"),
        ("pytest -q", "source .venv/bin/activate && pytest -q"),
        ("pytest -q", ". .venv/bin/activate && pytest -q"),
        ("pytest -q", "export PYTHONPATH=src && pytest -q"),
        ("npm test", "nvm use 20 && npm test"),
    ],
)
def test_a_check_with_something_before_it_is_another_way(failed: str, other: str) -> None:
    """A variable, a folder, another program; not without changes, where it is another code that passes."""
    broken, edit = ran(failed, "error: gone", 1), edited("a.js", "x = 10", "x = 20")
    assert f"shop: `{failed}` does not work (`error: gone`); `{other}` does." in learned(broken, ran(other, "ok"))
    assert fixes(broken, ran(f"git stash && {failed}", "ok")) == fixes(edit, broken, edit, ran(other, "ok")) == []


def test_what_was_run_beside_a_move_is_not_what_helped() -> None:
    """The move may have."""
    failed, passed = ran("make app", "error: no such module cart", 2), ran("make app", "ok")
    deps = ran("make install deps", "ok")
    assert any("works after" in text for text in learned(failed, deps, passed))
    assert not any("works after" in text for text in learned(failed, ran("mv crt.py cart.py"), deps, passed))


@pytest.mark.parametrize(
    "other",
    ["npm run build -w tokens", "npm run build && npm test -w api", "npx eslint --fix .", "cp .env.example .env",
     "mkdir -p tmp && touch tmp/x", "ln -s ../a b"],
)  # fmt: skip
def test_what_builds_or_puts_files_somewhere_may_have_helped(other: str) -> None:
    """Beside an installation nobody knows which of the two did; another test is none of them."""
    failed, passed = ran("npm test -w app", "Error: Cannot find module 'tokens'", 1), ran("npm test -w app", "2 passed")
    assert not proof(failed, ran("npm install", "up to date"), ran(other, "built"), passed).fixes
    assert proof(failed, ran("npm install", "up to date"), ran("npm test -w api", "2 passed"), passed).fixes


def test_other_tests_are_no_other_way() -> None:
    """An option that picks tests has another value for other tests."""
    failed = ran('make test -run "Order.*Policy"', "make: *** no such test: Order.*Policy", 2)
    assert fixes(failed, ran('make test -run "Policy"', "3 passed")) == []


def test_what_only_asks_for_a_version_is_no_other_way() -> None:
    """Nothing was done by either."""
    failed = ran("refresh; node --version", "'wmic' is not recognized as an internal or external command", 1)
    assert fixes(failed, ran("/opt/node/bin/node --version", "v24.1.0")) == []


def test_the_same_installation_in_another_folder_mends_none() -> None:
    """It failed for another reason, which passed: the network."""
    failed, passed = (
        ran("cd web && npm install", "npm error syscall getaddrinfo", 1),
        ran("cd web && npm install", "ok"),
    )
    assert not learned(failed, ran("cd api && npm install", "ok"), passed)


def test_a_form_that_failed_too_is_no_other_way() -> None:
    """On the same files; nor is one that the first form needed not."""
    failed, passed = ran("tidy shop", "error: no rules", 1), ran("RULES=a tidy shop", "ok")
    again = ran("RULES=a tidy shop", "error: no", 1)
    assert len(fixes(failed, passed)) == 1
    assert fixes(failed, passed, again) == fixes(failed, passed, ran("tidy shop", "ok")) == []
    assert len(fixes(failed, passed, edited("a.js", "x = 10", "x = 20"), again)) == 1


@pytest.mark.parametrize(
    "other", ["tidy -p 5433 shop", "docker stop db && tidy -p 5432 shop", "cd ../.. && tidy -p 5432 shop"]
)
def test_what_holds_for_the_moment_is_no_other_way(other: str) -> None:
    """Another value, what was stopped first, or a folder above the one where the shell happened to stand."""
    assert fixes(ran("tidy -p 5432 shop", "error: port 5432 is taken", 1), ran(other, "ok")) == []


@pytest.mark.parametrize(
    ("output", "code"), [("failed in sandbox: ", None), ("EXIT:0 reached", None), ("Command timed out", 124)]
)
def test_what_did_not_end_well_by_its_own_word_mends_nothing(output: str, code: int | None) -> None:
    """Nothing says that it passed, or a limit of time ended it."""
    failed, check = ran("pytest tests", REFUSED, 1), ran("pytest tests", "12 passed in 3.20s")
    assert proof(failed, ran("DB=a pytest tests", output, code)).fixes == []
    assert proof(failed, ran("npm ci", "ok"), ran("pytest tests", output, code)).fixes == []
    assert fixes(failed, replace(ran("npm ci", "aborted by user", None), stopped=True), check) == []


def test_what_was_edited_or_asked_for_its_version_is_no_fix() -> None:
    """What an edit did stands in the evidence; what only asks mends nothing."""
    failed, check = ran("pytest tests", REFUSED, 1), ran("pytest tests", "12 passed in 3.20s")
    assert fixes(failed, edited("shop/a.py", "x = 10", "x = 20"), check) == []
    assert fixes(failed, ran("pip --version", "pip 23"), check) == []


@pytest.mark.parametrize(
    ("command", "failed", "passed", "error"),
    [
        ("ruff check src", "src/a.py:3:80: E501 Line too long (92 > 88)\nFound 1 error.", "All checks passed!",
         "src/a.py: E501 Line too long (92 > 88)"),
        ("go test ./...", "--- FAIL: TestA (0.00s)\n    a_test.go:9: got 2\nFAIL", "ok  \tx\t0.1s", "a_test.go: got 2"),
    ],
)  # fmt: skip
def test_an_error_is_what_is_not_said_where_the_command_passes(
    command: str, failed: str, passed: str, error: str
) -> None:
    """Where no line names one; numbers alone do not count."""
    installed = ran("npm ci", "ok")
    assert fixes(ran(command, failed, 1), installed, ran(command, passed)) == [
        f"shop: `{command}` fails with `{error}`; it works after `npm ci`."
    ]
    assert fixes(ran(command, passed, 1), installed, ran(command, passed)) == []
    assert fixes(ran(command, "", 1), installed, ran(command, passed)) == []


def test_an_error_that_comes_back_was_not_mended() -> None:
    """What stood between was not its cause; another error of the same command is another matter."""
    failed, setup = ran("make test", "Error: port 5432 is taken", 1), ran("docker compose up -d db", "started")
    passed, other = ran("make test", "5 passed"), ran("make test", "AssertionError: 3 != 4", 1)
    assert not any("works after" in text for text in learned(failed, setup, passed, failed))
    assert any("works after" in text for text in learned(failed, setup, passed, other))
