"""Commands told apart by what they run."""

import pytest
from knowledge.extraction.commands.actions import Action, actions
from knowledge.extraction.commands.programs import generalised, is_check, serves_instead
from knowledge.transcripts.models import Turn


def action(command: str) -> Action:
    [only] = actions([Turn("agent", "", command=command, output="", failed=False)])
    return only


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


def test_a_script_of_spec_kits_is_no_check_by_its_name() -> None:
    """It looks after documents; what lies in other hidden folders checks the project."""
    assert not is_check(action(".specify/scripts/bash/check-prerequisites.sh --json"))
    assert not is_check(action("bash ./.specify/scripts/bash/check-prerequisites.sh --json"))
    own = (".venv/bin/pytest -q", ".github/scripts/test.sh", "bash .ci/test.sh", "bash scripts/check.sh")
    assert all(is_check(action(line)) for line in own)


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


@pytest.mark.parametrize(
    "line",
    [
        "pnpm -C packages/api --silent test", "npm --prefix web run lint", "yarn workspace api test",
        "pnpm -r run test", "make -C services/x test", "make VERBOSE=1 -j 8 clean test", "mvn -B -pl core -am test",
        "./mvnw -T 4 clean verify", "gradle clean :app:test -x lint", "cargo --manifest-path x/Cargo.toml test",
        "timeout 300 make -C x test", "cd services/api && pnpm --filter api test",
    ],
)  # fmt: skip
def test_a_check_is_one_behind_options_their_values_and_other_goals(line: str) -> None:
    """Its name may stand anywhere."""
    assert is_check(action(line))


@pytest.mark.parametrize(
    "line",
    [
        "pnpm --filter test dev", "npm -w test start", "yarn workspace test start", "make -C tests clean",
        "make -f test.mk run", "mvn -pl test clean", "gradle publish -x test", "cargo run --release -- test",
        "docker compose run --rm app bash", "docker compose exec db psql -U test", "sudo make -C build install",
        "docker compose exec app npm install test",
    ],
)  # fmt: skip
def test_what_an_option_is_given_is_no_check(line: str) -> None:
    """A package, a folder or a service may be called as one; to install one is none wherever that is done."""
    assert not is_check(action(line))


def test_where_a_check_ran_is_told() -> None:
    """What stands before its name stays."""
    lines = ("pnpm --filter api test", "make -C services/x clean test")
    assert [generalised(action(line), frozenset()) for line in lines] == list(lines)


def test_options_do_not_hide_the_check_that_a_runner_is_given() -> None:
    """Its name is told."""
    assert is_check(action("mvn -q test")) and not is_check(action("npx serve -s build"))


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


def test_what_was_quoted_stays_quoted() -> None:
    """What a shell within is given is one word, and so is an expression; else it is another command."""
    line = "docker compose exec -T web sh -c 'npx jest --roots /unit_tests'"
    assert generalised(action(line), frozenset({"-T", "-c"})) == line
    mounted = 'docker run --rm -v "$(pwd)/api":/app maven mvn test'
    assert generalised(action(mounted), frozenset({"--rm", "-v"})) == mounted
    selection = "python -m pytest -k 'not slow' tests/"
    assert generalised(action(selection), frozenset({"-k"})) == selection


def test_a_variable_stands_where_it_was_set() -> None:
    """In front of the command, or behind the option that sets it elsewhere."""
    line = "docker compose exec -T -e CI=1 web npx vitest run src"
    assert generalised(action(line), frozenset({"-T", "-e"})) == line
    assert generalised(action("CI=1 npx vitest run src"), frozenset()) == "CI=1 npx vitest run src"
    assert generalised(action("NODE_OPTIONS='--max-old-space-size=4096 --trace' npx jest"), frozenset()) == (
        "NODE_OPTIONS='--max-old-space-size=4096 --trace' npx jest"
    )
    for line in ("GOCACHE=$(pwd)/.cache GOPROXY=off go test ./...", 'PATH="node_modules/.bin:$PATH" npm test'):
        assert generalised(action(line), frozenset()) == line


def test_a_file_that_an_option_is_given_is_the_projects() -> None:
    """Its settings, which are the same for each target; a test behind an option is a target."""
    line = "npx jest --config apps/api/jest.config.ts src/a.test.ts"
    assert generalised(action(line), frozenset({"--config"})) == "npx jest --config apps/api/jest.config.ts FILE"
    assert generalised(action("pytest -x tests/test_a.py"), frozenset({"-x"})) == "pytest -x FILE"
