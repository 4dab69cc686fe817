"""What an output proves: that checks passed or failed, which, and with which error."""

import re
from dataclasses import dataclass

from knowledge.text.strings import abbreviated

# What a terminal does not show: colours and moves, a window's title (ended by a bell or a backslash), character sets.
ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[()][A-Z0-9])")
# How test runners of all kinds count: `3 passed`, `2 failing`, `Ran 5 tests`, `Failures: 1`, `errors=2`, `# fail 0`.
_COUNT = re.compile(
    r"\b(?P<number>\d+) (?P<what>passed|passing|failed|failing|failures?|errors?|exceptions|tests? passed)\b"
    r"|\b(?P<name>pass|fail|failures|errors)[=:]? ?(?P<count>\d+)\b|\b(?:Ran|Tests run:|Executed) (?P<ran>\d+)\b",
    re.I,
)
# Where a line begins a runner reports; further on the same words are mostly what it reports on: `no FAILED tests`.
_GOOD, _BAD = (
    re.compile(
        r"^(?:OK\b|BUILD SUCCESS|ok\s+\S+\s+[\d.(]|(?:✓ )?(?:Compiled succ|built in |Build complete|All checks pass))"
        r"|\[OK\]$",
        re.M,
    ),
    re.compile(
        r"^(?:FAILED\b|FAIL\b|BUILD FAILED|--- FAIL|Traceback \(most recent)|command not found|^error(?:\[\w+\])?:",
        re.M,
    ),
)
# A check that could not begin says nothing of the change: often something is not installed.
NOT_COLLECTED = re.compile(r"\berrors? during collection\b")
# `0 passed`, "no tests ran": a check that checked nothing
_NOTHING = re.compile(r"\b0 (?:tests|passing|passed|items)\b|\bno tests\b", re.I)
# With `test` in its name, or else each line `ERROR …` would name one; below, pytest's heading `____ test_x ____`.
_FAILED_TEST = re.compile(
    r"^(?:FAILED|FAIL:|ERROR:|ERROR|✗|×|✕|--- FAIL:|not ok \d+ -?)\s+([\w./:\[\]$-]*test[\w./:\[\]$-]*)"
    r"|^_{4,} ([\w./:]*test[\w./:\[\]-]*) _{4,}$",
    re.M | re.I,
)
# A line that names an error, by how programs begin or end such lines.
_ERROR = re.compile(
    r"^.{0,200}?\b(?:\w*(?:Error|Exception)|error(?:\[?[ \[]\w+\]?)?|fatal|panic|FATAL|ERROR|ERR!)(?::|$|(?<=!) ).*"
    r"|.*\b(?:not found|[Nn]o such|[Nn]o module named|cannot|[Cc]an(?:'|no)t|[Cc]ould not|[Uu]nable to|[Ff]ailed to|"
    r"denied|refused|not recognized|not installed|does not exist|timed out|not configured|violations|must be)\b.*"
)
# A line of a stack, or of the code that it quotes, or what points into it: beside the error, and not the error. So is
# what a program logs in passing.
_FRAME = re.compile(r"^\s+(?:File \"|at |\d+ ?\|)|^\s*\^+\s*$|^.{0,60}?\b(?:TRACE|DEBUG|INFO)\b")
# What merely reports that something before it went wrong.
_AFTERMATH = re.compile(
    r"make(?:\[\d+\])?: |[Ww](?:arning|ARNING)?: |npm ERR! (?:code|errno|A complete log|/)|error: could not compile|"
    r"FAILED \(|Exit code|.*https?://\S+$|.*exited with code|^\W*ERRORS?\W*$|.*\d (?:errors?|failed)\b"
)
# `/usr/bin/python3: `, `bash: line 3: `: the same error has the same words wherever the program lies.
_INTERPRETER = re.compile(
    r"^(?:[\w./\\-]*[/\\])?((?:python|node|bash|sh|zsh|ruby|perl)[\d.]*(?:\.exe)?): (?:line \d+: |\d+: )?"
)
_PLACE = re.compile(r"[\w./\\-]+\.\w+:\d+")  # as compilers and linters begin: `src/a.py:3:80: E501 …`
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LOOKED_AT, _MAX_ERROR = 20_000, 160


@dataclass(frozen=True)
class Tests:
    """How many tests an output counts; `failed` has errors too."""

    passed: int
    failed: int


def clean(output: str) -> str:
    """The end of an output, where its verdict stands, without colours."""
    return ANSI.sub("", output[-_LOOKED_AT:]).replace("\r", "\n")


def tests(output: str) -> Tests | None:
    """What a test runner counted; None where nothing did."""
    passed = failed = ran = 0
    counted = False
    for count in _COUNT.finditer(output):
        counted = True
        what = (count["what"] or count["name"] or "ran").lower()
        number = int(count["number"] or count["count"] or count["ran"])
        ran = max(ran, number) if what == "ran" else ran
        passed = max(passed, number) if "pass" in what else passed
        failed = max(failed, number) if what.startswith(("fail", "error", "exception")) else failed
    return Tests(passed or max(ran - failed, 0), failed) if counted else None


def counts_passed(output: str) -> bool:
    """Whether a test runner counted tests that passed: what is never called a test shows so that it runs them."""
    counted = tests(output)
    return bool(counted and counted.passed)


def looks_failed(output: str) -> bool:
    """Whether the output alone says that it went wrong."""
    counted = tests(output)
    return bool(counted and counted.failed) or bool(_BAD.search(output))


def looks_passed(output: str) -> bool:
    """Whether the output alone says that checks passed: at least one, and none failed."""
    counted = tests(output)
    if _BAD.search(output) or (counted and counted.failed):
        return False
    return counts_passed(output) or (bool(_GOOD.search(output)) and not counted)


def has_run_nothing(output: str) -> bool:
    """Whether a test runner found no test to run."""
    counted = tests(output)
    return not (counted and counted.passed) and bool(_NOTHING.search(output))


def failing_tests(output: str) -> list[str]:
    """The names of the tests that failed, in order."""
    failures = _FAILED_TEST.findall(output)
    return list(dict.fromkeys([name for name, _ in failures if name] or [heading for _, heading in failures]))


def error_line(output: str) -> str:
    """The line that names the error, at most 160 characters, fit to stand between backticks; "" where none does.

    Of an uncaught exception the last line; else the first, since what follows is mostly its consequence.
    """
    named = [line.strip() for line in output[-_LOOKED_AT:].splitlines() if _names_error(line[:600])]
    named = [line for line in named if not _AFTERMATH.match(line)] or named
    if not named:
        return ""
    raised = "Traceback (most recent call last)" in output or re.search(r"^E   ", output, re.M)
    error = named[-1] if raised else named[0]
    return abbreviated(_INTERPRETER.sub("", re.sub(r"^E\s+", "", error)).replace("`", "'").strip(), _MAX_ERROR)


def only_in(output: str, other: str) -> str:
    """The first line of the output that the other has not, whatever their numbers: one that begins with a place in a
    file, else one of several words; "" where there is none."""
    there = {_NUMBER.sub("0", line.strip()) for line in other.splitlines()}
    lines = [line.strip() for line in output.splitlines() if any(map(str.isalpha, line)) and not _AFTERMATH.match(line)]
    own = [line for line in lines if _NUMBER.sub("0", line) not in there]
    line = next((line for line in own if _PLACE.match(line)), "") or next((one for one in own if " " in one), "")
    return abbreviated(line.replace("`", "'"), _MAX_ERROR)


def telling(output: str, most: int) -> str:
    """What of an output tells what came of it, in about so many characters: all of a short one, of a longer one the
    lines that name errors and, as far as there is room, its last."""
    lines = [" ".join(line.split())[:most] for line in clean(output).splitlines() if any(map(str.isalnum, line))]
    errors = [place for place, line in enumerate(lines) if _names_error(line) and not _AFTERMATH.match(line)]
    places: set[int] = set()
    for place in [*errors, *range(len(lines) - 1, -1, -1)]:
        most -= len(lines[place]) + 1 if place not in places else 0
        if most < 0:
            break
        places.add(place)
    return "\n".join(lines[place] for place in sorted(places))


def _names_error(line: str) -> bool:
    return bool(line.strip()) and not _FRAME.match(line) and bool(_ERROR.match(line))
