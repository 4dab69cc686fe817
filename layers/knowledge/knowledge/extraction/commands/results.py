"""What an output proves: that checks passed or failed, which, and with which error."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from knowledge.text.strings import abbreviated

# What a terminal does not show: colours and moves, a window's title (ended by a bell or a backslash), character sets.
ANSI = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[()][A-Z0-9])")
_TESTS = r"(?:tests?|examples?|specs?|scenarios?|runs)"
# What becomes of tests: as `3 passed` and `2 tests failed` say; as `Failures: 1`, `skipped=3`, `[  PASSED  ] 3 tests`
# and `# pass 0` do; and as a line that holds nothing else.
_COUNTS = (
    re.compile(
        rf"(?<![\d.])(?P<number>\d+) (?:{_TESTS} )?(?:"
        r"(?P<passed>pass(?:ed|es|ing)|successes|succeeded|(?<=tests )successful)"
        r"|(?P<failed>fail(?:ed|ing|ures?)|errors?|exceptions)"
        r"|(?P<skipped>skipped|skips|ignored|pending|deselected|excluded|disabled|todo))\b(?! ?[:=])"
        # Not `3 failed attempts`, of which a program tells.
        rf"(?! (?!(?:{_TESTS}|suites?|files?|after|and|during|found|generated|in|on|out|total|with)\b)[a-z])",
        re.I,
    ),
    re.compile(
        r"(?<!\d )(?<!expected )\b(?:(?P<passed>pass(?:ed)?|succeeded)|(?P<failed>fail(?:ed|ures)?|errors)"
        r"|(?P<skipped>skipped|skips|ignored|pending|todo))"
        r"(?::[ ]{0,20}|(?:(?<=s)|(?<=skipped))=| {1,3}\] | (?=\d+ ?(?:[,;.)|]|$)))(?P<number>\d+)\b(?!\.\d)",
        re.I,
    ),
    re.compile(r"^ *(?P<number>\d+) (?:(?P<passed>pass)|(?P<failed>fail)|(?P<skipped>skip))$"),
)
# By test, by Gradle's task or by package: `--- PASS: TestA`, `not ok 1 - a`, `> Task :test NO-SOURCE`, `ok  cart  0.1s`
_ONE_BY_ONE = re.compile(
    r"^[ \t]*(?:(?P<skipped>--- SKIP:|ok \d+ .*# skip|> Task [\w:-]*test (?:NO-SOURCE|SKIPPED)$)"
    r"|(?P<passed>--- PASS:|ok \d+\b|> Task [\w:-]*test(?: UP-TO-DATE| FROM-CACHE)?$)"
    r"|(?P<failed>--- FAIL:|not ok \d+ (?!.*# todo)|> Task [\w:-]*test FAILED$))",
    re.I | re.M,
)
# As Dart ends, after a line for each test: `00:05 +12 ~1 -2: Some tests failed.`
_DART = re.compile(
    r"^\d\d:\d\d \+(?P<passed>\d+)(?: ~(?P<skipped>\d+))?(?: -(?P<failed>\d+))?: (?:All|Some) (?:other )?tests\b"
)
_PACKAGE = re.compile(r"^ok[ \t]+[\w./-]+[ \t]+[\d.(](?!.*\[no tests)", re.M)
# How many ran: `Ran 5 tests`, `Tests run: 5`, meson's `Ok: 5`.
_RAN = re.compile(rf"\b(?:Ran|Tests run:|Executed|Ok: {{0,20}}|DONE(?= \d+ {_TESTS})) (\d+)\b(?!\.\d)")
# Of how many a line tells what became of them: `3 examples, 0 failures`, `Tests: 3, Skipped: 3.`
_OF = re.compile(
    rf"(?<![\d.])\b(\d+) (?:{_TESTS}|total)\b|\b(?:tests|total)[:=] {{0,8}}(\d+)(?= ?(?:[,;.)|]|$))"
    r"|\bout of (\d+)\b",
    re.I,
)
_OF_FILES = re.compile(r"\s*(?:Test Files|Test Suites|Snapshots)\b")  # and not of tests: all of these may be skipped
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
NOT_COLLECTED = re.compile(r"\berrors? during collection\b|\bwhile loading conftest\b")
# "no tests ran", `[no test files]`, `collected 0 items`
_NOTHING = re.compile(r"\bno[ -]?tests?\b(?! fail)|\b0 (?:tests|items)\b", re.I)
# With `test` in its name, or else each line `ERROR …` would name one; below, pytest's heading `____ test_x ____`.
_FAILED_TEST = re.compile(
    r"^(?:FAILED|FAIL:|ERROR:|ERROR|✗|×|✕|--- FAIL:|not ok \d+ -?)\s+([\w./:\[\]$-]*test[\w./:\[\]$-]*)"
    r"|^_{4,} ([\w./:]*test[\w./:\[\]-]*) _{4,}$",
    re.M | re.I,
)
# A line that names an error, by how programs begin or end such lines.
_ERROR = re.compile(
    r"^.{0,200}?\b(?:\w*(?:Error|Exception)|error(?:\[?[ \[]\w+\]?)?|fatal|panic|FATAL|ERROR|ERR!)"
    r"(?::|$|(?<=!) |(?<=npm error) ).*"
    r"|.*\b(?:not found|[Nn]o such|[Nn]o module named|cannot|[Cc]an(?:'|no)t|[Cc]ould not|[Uu]nable to|[Ff]ailed to|"
    r"denied|refused|not recognized|not installed|does not exist|timed out|not configured|violations|must be)\b.*"
)
# A line of a stack, or of the code that it quotes, or what points into it: beside the error, and not the error. So is
# what a program logs in passing.
_FRAME = re.compile(r"^\s+(?:File \"|at |\d+ ?\|)|^\s*\^+\s*$|^.{0,60}?\b(?:TRACE|DEBUG|INFO)\b")
# What merely reports that something before it went wrong.
_AFTERMATH = re.compile(
    r"make(?:\[\d+\])?: |[Ww](?:arning|ARNING)?: |npm (?:ERR!|error)(?:$| (?:code|errno|A complete log|/))|"
    r"error: could not compile|FAILED \(|Exit code|.*https?://\S+$|.*exited with code|^\W*ERRORS?\W*$|"
    r".*\d (?:errors?|failed)\b"
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
    """How many tests an output counts; `failed` has errors too, `skipped` all that were left out. `of_tests` says that
    it is tests that are counted, and not the errors of a compiler alone."""

    passed: int
    failed: int
    skipped: int = 0
    of_tests: bool = True


def clean(output: str) -> str:
    """The end of an output, where its verdict stands, without colours."""
    return ANSI.sub("", output[-_LOOKED_AT:]).replace("\r", "\n")


@lru_cache(maxsize=8)  # an output is asked for several things in turn
def tests(output: str) -> Tests | None:
    """What test runners counted, all summaries together; None where nothing did.

    Of a runner that says how many ran, or how many there are, those passed that neither failed nor were skipped.
    """
    counts, of = Counter[str](), list[int]()
    for line in output.splitlines():
        stated = _stated(line)
        counts.update(stated)
        if (total := _total(line, stated)) is not None:
            of.append(total)
    counts.update(_one_by_one(output))
    if not counts and not of:
        return None
    passed = counts["passed"] or (0 if "passed" in counts else sum(of) - counts["failed"] - counts["skipped"])
    of_tests = bool(of) or "passed" in counts or bool(counts["skipped"])
    return Tests(max(passed, 0), counts["failed"], counts["skipped"], of_tests)


def _stated(line: str) -> Counter[str]:
    """How many tests passed, failed and were skipped, in the words of one line; a zero is stated, too."""
    stated = Counter[str]()
    if ended := _DART.match(line):
        return Counter({state: int(number) for state, number in ended.groupdict("0").items()})
    for count in (count for pattern in _COUNTS for count in pattern.finditer(line)):
        state = next(name for name in ("passed", "failed", "skipped") if count[name])
        stated[state] += int(count["number"])
    if _OF_FILES.match(line):
        del stated["passed"]
    return stated


def _total(line: str, stated: Counter[str]) -> int | None:
    """Of how many tests the line tells what became of them; None where it does not."""
    if ran := _RAN.search(line):
        return int(ran[1])
    is_verdict = ("failed" in stated or "skipped" in stated or line.startswith("OK ")) and not _OF_FILES.match(line)
    totals = [int(number) for numbers in _OF.findall(line) for number in numbers if number]
    return max(totals) if is_verdict and totals else None


def _one_by_one(output: str) -> Counter[str]:
    """The tests that have a line each, else the packages that passed as a whole."""
    single = Counter(one.lastgroup or "" for one in _ONE_BY_ONE.finditer(output))
    packages = len(_PACKAGE.findall(output))
    return single or Counter({"passed": packages} if packages else {})


def counts_passed(output: str) -> bool:
    """Whether a test runner counted tests that passed: what is never called a test shows so that it runs them."""
    counted = tests(output)
    return bool(counted and counted.passed)


def counts_failed(output: str) -> bool:
    """Whether a test runner counted tests that failed."""
    counted = tests(output)
    return bool(counted and counted.failed)


def looks_failed(output: str) -> bool:
    """Whether the output alone says that it went wrong."""
    return counts_failed(output) or bool(_BAD.search(output))


def looks_passed(output: str) -> bool:
    """Whether the output alone says that checks passed: at least one, and none failed."""
    if looks_failed(output):
        return False
    return counts_passed(output) or (bool(_GOOD.search(output)) and not tests(output) and not has_run_nothing(output))


def has_run_nothing(output: str) -> bool:
    """Whether test runners ran no test: they found none, or skipped all."""
    counted = tests(output)
    if counted and (counted.passed or counted.failed):
        return False
    return bool(counted and counted.of_tests) or bool(_NOTHING.search(output))


def failing_tests(output: str) -> list[str]:
    """The names of the tests that failed, in order."""
    failures = _FAILED_TEST.findall(output)
    return list(dict.fromkeys([name for name, _ in failures if name] or [heading for _, heading in failures]))


def error_line(output: str) -> str:
    """The line that names the error, at most 160 characters, fit to stand between backticks; "" where none does.

    Of an uncaught exception the last line; else the first, since what follows is mostly its consequence.
    """
    named = [line.strip() for line in error_lines(output)]
    named = [line for line in named if not _AFTERMATH.match(line)] or named
    if not named:
        return ""
    raised = "Traceback (most recent call last)" in output or re.search(r"^E   ", output, re.M)
    error = named[-1] if raised else named[0]
    return abbreviated(_INTERPRETER.sub("", re.sub(r"^E\s+", "", error)).replace("`", "'").strip(), _MAX_ERROR)


def error_lines(output: str) -> list[str]:
    """All lines that name an error."""
    return [line for line in output[-_LOOKED_AT:].splitlines() if _names_error(line[:600])]


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
