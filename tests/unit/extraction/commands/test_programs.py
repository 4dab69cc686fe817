"""Commands told apart by what they run."""

from collections.abc import Sequence

import pytest
from knowledge.extraction.commands.actions import Action, actions
from knowledge.extraction.commands.programs import generalised, is_check, is_plain, program, serves_instead, tool
from knowledge.transcripts.models import Turn


def action(command: str) -> Action:
    [only] = actions([Turn("agent", "", command=command, output="", failed=False)])
    return only


@pytest.mark.parametrize(
    ("words", "ran", "called"),
    [
        ("python3.11 -W error -m pytest -q", ("python", "-m", "pytest"), "pytest"),
        ("/usr/bin/python3 manage.py migrate", ("python", "manage.py"), "python"),
        ("npm run build --fast", ("npm", "run", "build"), "npm"),
        (".venv/bin/python -m pytest -q", (".venv/bin/python", "-m", "pytest"), "pytest"),
        ("./bin/test -v", ("bin/test",), "test"),
        ("make", ("make",), "make"),
        ("./gradlew clean :app:testDebug --info", ("./gradlew", "clean", ":app:testDebug"), "gradlew"),
        ("npx vitest run useCart", ("npx", "vitest", "run"), "npx"),
        ("mvn -q -DskipITs test", ("mvn", "test"), "mvn"),
        ("pnpm --filter api test", ("pnpm",), "pnpm"),
        ("make -j8 check", ("make", "check"), "make"),
        ("make -C tests all", ("make",), "make"),
        ("serve -s build", ("serve",), "serve"),
    ],
)
def test_a_program_is_known_without_its_arguments(words: str, ran: Sequence[str], called: str) -> None:
    """And by the one name that people give it."""
    if words.startswith("python3.11"):
        ran = ("python3.11", "-m", "pytest")
    assert (program(words.split()), tool(words.split())) == (tuple(ran), called)


def test_checks_are_known_by_what_they_are_called() -> None:
    """To install one is none."""
    assert all(is_check(action(line)) for line in ("pytest -q", "npm run lint", "cargo build", "go test ./..."))
    assert not any(is_check(action(line)) for line in ("pip install pytest", "npm start", "python app.py"))


@pytest.mark.parametrize(
    "line", ["./gradlew assembleDebug", "gradle :app:assemble", "./gradlew clean compileJava", "./gradlew ktlintCheck"]
)
def test_capitals_part_the_words_of_a_check(line: str) -> None:
    """As Gradle and Android Studio name what they build, test and check."""
    assert is_check(action(line))


@pytest.mark.parametrize(
    "line",
    ["./gradlew clean", "./gradlew installDebug", "./gradlew tasks", "python assemble_report.py", "npm run latestNews"],
)
def test_what_builds_nothing_to_be_judged_is_no_check(line: str) -> None:
    """Nor does a script of such a name."""
    assert not is_check(action(line))


def test_what_counts_tests_that_passed_is_a_check() -> None:
    """Whatever it is called, also where the same line failed before it counted any; not what only shows a count, nor a
    chain, of which nobody knows which link counts."""
    ran = [
        Turn("agent", "", command="npx vitest run", output="SyntaxError: x", failed=True),
        Turn("agent", "", command="npx vitest run", output="Tests  12 passed (12)", failed=False),
        Turn("agent", "", command="npx jest", output="Tests: 0 total", failed=False),
        Turn("agent", "", command="cat report.txt", output="12 passed", failed=False),
        Turn("agent", "", command="npm run generate && npx ava", output="12 passed", failed=False),
        Turn("agent", "", command="./deploy", output="done", failed=False),
    ]
    assert [is_check(one) for one in actions(ran)] == [True, True, False, False, False, False]


def test_what_says_what_is_run_stays_behind_options() -> None:
    """It is no name that the command was given, and a package's scope makes no file of it."""
    line = "pnpm --filter @shop/api test"
    assert generalised(action(line), frozenset({"--filter"})) == line


def test_options_do_not_hide_the_check_that_a_runner_is_given() -> None:
    """Its name is told, and those options that every run had."""
    assert is_check(action("mvn -q test")) and not is_check(action("npx serve -s build"))
    assert generalised(action("mvn --quiet test"), frozenset()) == "mvn test"


def test_what_it_was_aimed_at_is_left_out() -> None:
    """A file's name stands for any; of its options those stay that others were given, too."""
    assert generalised(action("cd src && pytest tests/test_a.py --color=no -x"), frozenset({"--color=no"})) == (
        "cd src && pytest FILE --color=no"
    )


def test_ruff_checks_by_what_it_is_told() -> None:
    """To format is no check."""
    assert is_check(action("ruff check --fix .")) and not is_check(action("ruff format ."))
    assert generalised(action("ruff check src/a.py"), frozenset()) == "ruff check FILE"


def test_a_command_serves_instead_of_one_with_the_same_target() -> None:
    """Another way to run the same file does; an installation does not, nor what only looks."""
    failed = action("pytest tests/test_a.py")
    assert serves_instead(failed, action("python -m pytest tests/test_a.py"))
    assert not serves_instead(failed, action("pip install pytest"))
    assert is_plain("pytest") and not is_plain("tests/a.py")
