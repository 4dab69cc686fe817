"""What an output proves: that checks passed or failed, and which."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

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
        r"(?::[ ]{0,20}|(?:(?<=s)|(?<=skipped))=| {1,3}\] | (?=\d+ ?(?:[],;.)|]|$)))(?P<number>\d+)\b(?!\.\d)",
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
_PACKAGE = re.compile(r"^ok[ \t]+[\w./-]+[ \t]+[\d.(](?!.*\[no tests)", re.M)
# How many ran: `Ran 5 tests`, `Tests run: 5`, Swift's `Test run with 5 tests`, meson's `Ok: 5`.
_RAN = re.compile(rf"\b(?:Ran|Test run with|Tests run:|Executed|Ok: {{0,20}}|DONE(?= \d+ {_TESTS})) (\d+)\b(?!\.\d)")
# Of how many a line tells what became of them: `3 examples, 0 failures`, `Tests: 3, Skipped: 3.`
_OF = re.compile(
    rf"(?<![\d.])\b(\d+) (?:{_TESTS}|total)\b|\b(?:tests|total)[:=] {{0,8}}(\d+)(?= ?(?:[,;.)|]|$))"
    r"|\bout of (\d+)\b",
    re.I,
)
_OF_FILES = ("Test Files", "Test Suites", "Snapshots")  # and not of tests: all of these may be skipped
# Where a line begins a runner reports; further on the same words are mostly what it reports on: `no FAILED tests`.
_GOOD, _BAD = (
    re.compile(
        r"^(?:OK\b|BUILD SUCCESS|ok\s+\S+\s+[\d.(]|(?:✓ )?(?:Compiled succ|built in |Build complete|All checks pass))"
        r"|\[OK\]$|^\*\* (?:BUILD|TEST) SUCCEEDED",
        re.M,
    ),
    re.compile(
        r"^(?:FAILED\b|FAIL\b|BUILD FAILED|--- FAIL|Traceback \(most recent)|command not found|^error(?:\[\w+\])?:",
        re.M,
    ),
)
# As scripts end that count nothing, on a line that no document lists or heads: `[INFO] api: ALL TESTS PASSED`
_ALL_PASSED = re.compile(
    r"^(?! {0,4}[-*#>] )[^\w\n]{0,40}(?:[A-Z]{2,9}\] +)?(?:[\w-]{1,40}: )?"
    r"(?i:all (?:\w+ ){0,2}(?:tests|specs|checks|suites) (?:pass(?:ed|ing)?|successful))[^\w?:\n]{0,40}"
    r"(?:\([^()\n]{1,40}\)[^\w\n]{0,40})?(?=(?:[^\w?:]|[\d_])*\Z)",  # what stands below may tell of something else
    re.M,
)
# As runners of tasks end whose command failed, also where a pipe hides it: `Command failed with exit code 1.`; not
# as an agent's tool does, which may tell of a search behind the pipe: `Command exited with code 1`.
_EXITED = re.compile(r"\bfailed with (?:exit )?(?:code|status):? [1-9]\d{0,4}\.?$|\bmake: \*\*\* .*Error \d{1,4}$")
_ENDING = 200  # characters
# As scripts sum up their parts: `api: status=failed total=0`, `API tests: FAILED`; not a test's name or a log's line.
_FAILED_PART, _SUMMARY = re.compile(r"^[\w ./-]{1,40}: (?:\w+=failed\b|FAILED\b)", re.M), 500  # characters
# As inspectors end that found nothing: `35 files inspected, no offenses detected`, `Success: no issues found in 12
# source files`, `0 errors, 0 warnings`. What counts errors beside its work is none: `300 rows imported, 0 errors`.
_NO_FAULTS = (
    r"(?:no|0|zero) (?:[\w/-]{1,30} ){0,2}?(?:errors?|offen[cs]es?|issues|problems|violations?|warnings?)"
    r"(?:(?:,| and| or) (?:\d+ )?\w+){0,3}(?: in \d+ \w+)?"
)
_FAULTLESS = re.compile(
    rf"^\W{{0,4}}(?:[\w.@/-]{{1,40}}\]? )?(?:found )?{_NO_FAULTS}\W{{0,20}}$"
    rf"|\b{_NO_FAULTS} (?:found|detected|reported)\b",
    re.I | re.M,
)
# A check that could not begin says nothing of the change: often something is not installed.
NOT_COLLECTED = re.compile(r"\berrors? during collection\b|\bwhile loading conftest\b")
# "no tests ran", `[no test files]`, `collected 0 items`
_NOTHING = re.compile(r"\bno[ -]?tests?\b(?! fail)|\b0 (?:tests|items)\b", re.I)
# With `test` in its name, or else each line `ERROR …` would name one; below, pytest's heading `____ test_x ____`.
_FAILED_TEST = re.compile(
    r"^(?:FAILED|FAIL:|ERROR:|ERROR|✗|×|✕|--- FAIL:|not ok \d+ -?)\s+([\w./:\[\]$-]*(?i:test)[\w./:\[\]$-]*)"
    r"|^_{4,} ([\w./:]*(?i:test)[\w./:\[\]-]*) _{4,}$",
    re.M,
)
LOOKED_AT = 20_000  # characters, the last ones


@dataclass(frozen=True)
class Tests:
    """How many tests an output counts; `failed` has errors too, `skipped` all that were left out. `of_tests` says that
    it is tests that are counted, and not the errors of a compiler alone."""

    passed: int
    failed: int
    skipped: int = 0
    of_tests: bool = True


_NO_TESTS = Tests(0, 0)


def clean(output: str) -> str:
    """The end of an output, where its verdict stands, without colours."""
    return ANSI.sub("", output[-LOOKED_AT:]).replace("\r", "\n")


@lru_cache(maxsize=8)  # an output is asked for several things in turn
def tests(output: str) -> Tests | None:
    """What test runners counted, all summaries together; None where nothing did.

    Of a runner that says how many ran, or how many there are, those passed that neither failed nor were skipped.
    """
    counts, files, of = Counter[str](), Counter[str](), list[int]()
    for line in output.splitlines():
        stated = _stated(line)
        (files if _is_of_files(line) else counts).update(stated)
        if (total := _total(line, stated)) is not None:
            of.append(total)
    counts.update(_one_by_one(output))
    for state, number in files.items():  # a test that failed counts with its file; one that could not begin has none
        counts[state] = max(counts[state], number)
    if not counts and not of:
        return None
    passed = counts["passed"] or (0 if "passed" in counts else sum(of) - counts["failed"] - counts["skipped"])
    of_tests = bool(of) or "passed" in counts or bool(counts["skipped"])
    return Tests(max(passed, 0), counts["failed"], counts["skipped"], of_tests)


def _stated(line: str) -> Counter[str]:
    """How many tests passed, failed and were skipped, in the words of one line; a zero is stated, too."""
    stated = Counter[str]()
    for count in (count for pattern in _COUNTS for count in pattern.finditer(line)):
        state = next(name for name in ("passed", "failed", "skipped") if count[name])
        stated[state] += int(count["number"])
    if _is_of_files(line):
        del stated["passed"]
    return stated


def _is_of_files(line: str) -> bool:
    return line.lstrip().startswith(_OF_FILES)


def is_count(line: str) -> bool:
    """Whether the line says how many tests passed, failed or were skipped."""
    return bool(_stated(line)) or _total(line, Counter()) is not None


def _total(line: str, stated: Counter[str]) -> int | None:
    """Of how many tests the line tells what became of them; None where it does not."""
    if ran := _RAN.search(line):
        return int(ran[1])
    is_verdict = "failed" in stated or "skipped" in stated or line.startswith("OK ")
    totals = [int(number) for numbers in _OF.findall(line) for number in numbers if number]
    return max(totals) if totals and is_verdict and not _is_of_files(line) else None


def _one_by_one(output: str) -> Counter[str]:
    """The tests that have a line each, else the packages that passed as a whole."""
    single = Counter(one.lastgroup or "" for one in _ONE_BY_ONE.finditer(output))
    packages = len(_PACKAGE.findall(output))
    return single or Counter({"passed": packages} if packages else {})


def counts_passed(output: str) -> bool:
    """Whether a test runner counted tests that passed: what is never called a test shows so that it runs them."""
    return (tests(output) or _NO_TESTS).passed > 0


def tells_of_failed_part(output: str) -> bool:
    """Whether it ends with a summary that names a part that failed."""
    return bool(_FAILED_PART.search(output[-_SUMMARY:]))


def finds_no_faults(output: str) -> bool:
    """Whether an inspector says that it found nothing wrong: what is never called a check shows so that it is one."""
    return bool(_FAULTLESS.search(output)) and not counts_failed(output)


def counts_failed(output: str) -> bool:
    """Whether a test runner counted tests that failed."""
    return (tests(output) or _NO_TESTS).failed > 0


def looks_failed(output: str) -> bool:
    """Whether the output alone says that it went wrong."""
    return counts_failed(output) or bool(_BAD.search(output) or _EXITED.search(output[-_ENDING:].rstrip()))


def looks_passed(output: str) -> bool:
    """Whether the output alone says that checks passed: at least one, and none failed."""
    if looks_failed(output):
        return False
    if counts_passed(output) or has_run_nothing(output):
        return counts_passed(output)
    return finds_no_faults(output) or (bool(_GOOD.search(output)) and not tests(output))


def says_passed(output: str) -> bool | None:
    """Whether all passed, as an output says in words that counts no tests, beside no word of a failure; else None."""
    is_silent = tests(output) or has_run_nothing(output) or "fail" in output.lower()
    return None if is_silent or not _ALL_PASSED.search(output) else True


def has_run_nothing(output: str) -> bool:
    """Whether test runners ran no test: they found none, or skipped all."""
    counted = tests(output)
    if counted and (counted.passed or counted.failed):
        return False
    return bool(counted and counted.of_tests) or bool(_NOTHING.search(output))


def names_all_failures(output: str) -> bool:
    """Whether it names as many tests as it says that failed: of an output that was cut the rest are not known."""
    stated = max((_stated(line)["failed"] for line in output.splitlines()), default=0)
    return len(failing_tests(output)) >= stated


def failing_tests(output: str) -> list[str]:
    """The names of the tests that failed, in order."""
    failures = _FAILED_TEST.findall(output)
    return list(dict.fromkeys([name for name, _ in failures if name] or [heading for _, heading in failures]))
