"""Command lines are taken apart by the shell's own rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.text import shell


@pytest.mark.parametrize(
    ("command", "steps"),
    [
        ("a && b || c; d", ["a", "b", "c", "d"]),
        ("grep 'x && y' a | sort", ["grep 'x && y' a", "sort"]),
        ('psql -c "select 1; select 2"', ['psql -c "select 1; select 2"']),
        ("echo $(a; b) && c", ["echo $(a; b)", "c"]),
        ("cat <<'EOF' > x.py\na && b\nEOF\npython x.py", ["cat <<'EOF' > x.py", "python x.py"]),
        ("make 2>&1 &> log && x", ["make 2>&1 &> log", "x"]),
        ("a # b && c\nd", ["a", "d"]),
        ("a &&\n  b", ["a", "b"]),
        ("echo it\\'s; b", ["echo it\\'s", "b"]),
        ('git commit -m "$(cat <<EOF\nsays \\"no\\"\nEOF\n)" && git push', None),
    ],
)
def test_operators_separate_where_they_are_no_text(command: str, steps: list[str] | None) -> None:
    """Not in quotes, substitutions, here-documents, comments and redirections."""
    texts = [step.text for step in shell.steps(command)]
    assert texts == steps if steps else texts[-1] == "git push"


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("cd /srv/app && npm test 2>&1 | tail -5", "npm test"),
        ("cd web && npm test", "cd web && npm test"),
        ("make clean; make || ./fallback.sh", "make clean; make || ./fallback.sh"),
        ("echo start; make; echo done", "make"),
        ("echo 1 | ./ask", "echo 1 | ./ask"),
        ("make > log 2>&1; echo $?; tail -5 log", "make"),
        ("make > log; tail -5 other", "make > log; tail -5 other"),
        ("make > log; echo $?; grep -E 'a|b' log | tail -5", "make"),
        ("echo 1 > x; cat x", "cat x"),
        ("for f in *; do rm $f; done", ""),
        ("cat <<EOF > a\nx\nEOF", ""),
    ],
)
def test_a_line_keeps_what_counts_and_its_operators(command: str, line: str) -> None:
    """Without absolute folders, talk and filters; what cannot be typed again is none."""
    assert shell.line(command) == line


@given(st.text(alphabet="ab'\"`\\$(){}<>|&;#\n =-", max_size=200))
def test_no_line_raises(command: str) -> None:
    """Whatever is typed, and nothing is made up."""
    for step in shell.steps(command):
        assert step.text and step.words is not None
    shell.line(command)
    shell.hides_exit_code(command)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("bash -lc 'cd /srv && pytest -q'", ["pytest", "-q"]),
        ("powershell -NoProfile -Command \"Set-Location 'c:\\shop'; npx vitest run 2>&1\"", ["npx", "vitest", "run"]),
        ("cmd /c npm test", ["npm", "test"]),
        ('"C:/Git/bin/bash.exe" -c "cd /c/shop && make; echo done"', ["make"]),
        ("bash run.sh -c x", ["bash", "run.sh", "-c", "x"]),
        ("bash -lc ''", ["bash", "-lc", ""]),
    ],
)
def test_a_shell_that_is_given_a_line_is_known_by_what_it_runs(command: str, words: list[str]) -> None:
    """By its last command; a script that it runs is a program of its own."""
    assert shell.steps(command)[-1].words == words


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ('make; echo "exit: $?"', "bad\nexit: 2\n", 2),
        ("cd /srv; make\necho EXIT=$?", "EXIT=0", 0),
        ("make | tail; echo ${PIPESTATUS[0]}", "x\n1", 1),
        ("make | tail; echo $?", "x\n1", None),
        ("make > log; echo E=$?; grep x log | tail -3", "E=0\nx", 0),
        ("make > log 2>&1; grep x log | head; echo E=$?", "x\nE=0", None),
        ("make > log; grep x log; echo E=$?", "x\nE=0", None),
        ("make > log; grep x log | head; echo ${PIPESTATUS[0]}", "x\n0", None),
        ("echo start; echo $?", "start\n0", None),
        ("! make; echo $?", "1", None),
        ("make; echo done", "done", None),
        ('make; echo "exit: $?"', "cut off", None),
        ("make", "exit: 1", None),
    ],
)
def test_an_exit_code_is_read_where_the_line_prints_it(command: str, output: str, code: int | None) -> None:
    """That of the command that counts, and not of a pipe's end."""
    assert shell.printed_exit_code(command, output) == code


def test_a_pipe_within_a_shell_hides_the_exit_code_too() -> None:
    """The shell gives back that of the pipe's end."""
    assert shell.hides_exit_code("bash -lc 'pytest | tail'")
    assert not shell.hides_exit_code("bash -lc 'cd /srv && pytest'")


def test_what_shows_an_output_hides_the_exit_code_of_what_wrote_it() -> None:
    """Also through a pipe, and after another command."""
    assert all(map(shell.hides_exit_code, ("make > log; tail log", "make > log; ls; tail log | head; tail log")))
    assert not shell.hides_exit_code("make > log; ls")


def test_an_inverted_exit_code_is_not_the_commands() -> None:
    """What only stands in quotes inverts nothing, and a search that is to find nothing is meant so."""
    assert all(map(shell.hides_exit_code, ("! make", "cd web && ! make", "bash -c '! make'", "ls\n  ! make")))
    assert not any(map(shell.hides_exit_code, ("! make; ls", "git commit -m 'a; ! b'", "make && ! grep -r x src")))


def test_what_runs_in_the_background_has_no_exit_code_yet() -> None:
    """The line gives back that it was begun."""
    assert all(map(shell.hides_exit_code, ("npm test > log 2>&1 &", "npm start & sleep 5", "bash -c 'make &'")))
    assert not any(map(shell.hides_exit_code, ("make && npm test", "npm start & npm test", "make 2>&1")))


def test_a_shell_in_a_shell_many_times_over_is_looked_into_once() -> None:
    """A log is not to break its reader."""
    command = "bash -c " * 400 + "ls"
    assert shell.steps(command)[0].words[0] == "bash" and not shell.hides_exit_code(command)


def test_of_a_long_line_the_beginning_alone_is_kept() -> None:
    """What stands beyond what is looked at takes no room."""
    beginning = "x" * shell.MAX_COMMAND
    assert shell.steps(f"{beginning}y") is shell.steps(f"{beginning}z")


def test_a_windows_path_keeps_its_backslashes() -> None:
    """They escape nothing there; what is quoted is left as it is."""
    [step] = shell.steps(r"node_modules\.bin\vitest.cmd run 'a\.b' it\'s")
    assert step.words == [r"node_modules\.bin\vitest.cmd", "run", r"a\.b", "it's"]


def test_a_command_on_several_lines_can_be_typed_on_one() -> None:
    """As it was, pauses and filters included; nothing stands behind what opens a compound."""
    assert shell.on_one_line("a && sleep 9 && b | head -1") == "a && sleep 9 && b | head -1"
    assert shell.on_one_line("# first\nmake pack\n./seed.sh &&\n  ./load.sh | tee out\n") == (
        "make pack; ./seed.sh && ./load.sh | tee out"
    )
    assert shell.on_one_line('for f in *; do\n  echo "$f"\ndone') == 'for f in *; do echo "$f"; done'
    assert shell.on_one_line("case $1 in\n  a) ls ;;\nesac") == "case $1 in a) ls;; esac"
    assert shell.on_one_line("cat <<EOF\nx\nEOF") == "cat <<EOF\nx\nEOF"


def test_a_variable_in_front_is_no_word_whatever_its_value() -> None:
    """`JAVA_HOME="/opt/Java Home" ./gradlew test` runs gradlew."""
    [step] = shell.steps('JAVA_HOME="/opt/Java Home" CI=1 ./gradlew test')
    assert step.words == ["./gradlew", "test"]


def test_the_folder_that_a_line_goes_to_is_the_last_one() -> None:
    """Wherever it began, and in quotes or none."""
    assert shell.folder("cd api && make && cd 'web' && npm test") == "web"
    assert shell.folder("git diff; cd /home/ann/shop/api\nmake") == "/home/ann/shop/api"
    assert shell.folder("abcd web && make") == ""
    assert shell.folder("cd api && cd '/home/ann/Go Board' && make") == "/home/ann/Go Board"
    assert shell.folder('cd "$(dirname "$0")" && ./bin/test') == shell.folder('cd "`dirname $0`" && make') == ""


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("timeout -k 5 120 pytest -q", ["pytest", "-q"]),
        ("timeout -s KILL 60 pytest -q", ["pytest", "-q"]),
        ("timeout --kill-after 5s 60 pytest -q", ["pytest", "-q"]),
        ("timeout --signal=KILL $LIMIT pytest", ["pytest"]),
        ("nice -n 10 ionice -c2 -n 7 make -j 4", ["make", "-j", "4"]),
        ("time ./1.sh", ["./1.sh"]),
        ('nice "" make', ["", "make"]),
        ("timeout", []),
    ],
)
def test_a_limit_in_front_goes_with_its_options(command: str, words: list[str]) -> None:
    """And with how long; what is run keeps its own."""
    assert shell.unlimited(shell.steps(command)[0].words) == words
