"""Shell commands of a run: which of them check the project, whether they worked, and what they said."""

import re

from knowledge.transcripts import Turn

_CHECK = re.compile(
    r"(?:^|[\s/])(?:pytest|py\.test|unittest|runtests?(?:\.py|\.sh)?|tox|nox|nosetests|vitest|jest|mocha|playwright|"
    r"rspec|phpunit|ctest|mypy|ruff|flake8|pylint|eslint|tsc|clippy|gradlew?|mvn|bazel|"
    r"(?:bin|tests?)/(?:test|run\w*)(?:\.\w+)?)(?=\s|$)"
    r"|\b(?:npm|pnpm|yarn|bun|deno) (?:run |exec )?(?:test|lint|build|check|typecheck)[\w:-]*"
    r"|\b(?:cargo|go|dotnet|swift|mix|sbt|poetry|uv|hatch|just|make) (?:run )?(?:test|check|build|vet|lint)\w*"
    r"|\bmanage\.py test\b|\bsetup\.py test\b|\bdocker[- ]compose run\b|\bdbt (?:build|test)\b"
)
_INSTALL = re.compile(
    r"\b(?:pip3?|uv pip|conda|apt(?:-get)?|brew|npm|pnpm|yarn|gem|cargo|poetry) (?:install|add|"
    r"i)\b(?! -e \.$)[^\n]{2,80}|\b(?:playwright|go|rustup component|gem|brew) (?:install|add)\b[^\n]{2,80}"
)
_PREPARING = re.compile(r"(?:\./|(?:bin|scripts?)/|docker |make |source |\. )\S*")
_SEPARATOR = re.compile(r"\s*(?:&&|\|\||;|\n)\s*")
_TRIMMINGS = re.compile(r"\s*(?:2>&1|2>/dev/null|\|\s*(?:head|tail|grep|cat|tee|sed|wc|less)\b.*|>\s*/dev/null)\s*")
_ERROR_LINE = re.compile(
    r"^(?:E\s+)?((?:[\w.]+\.)?[A-Z]\w*(?:Error|Exception|NotFound|Configured|NotReady|Warning)\b:? ?.*|"
    r"(?:bash|sh|zsh|/bin/sh)(?:: line \d+|: \d+)?: .*(?:not found|No such file|denied).*|.*\bcommand not found\b.*|"
    r"npm (?:ERR!|error) .*|error(?:\[\w+\]| TS\d+)?: .+|.+: error TS\d+: .+|fatal: .*|ERR_\w+.*|.*No module named .*|"
    r"(?:[\w./-]+: )?(?:Error|ERROR|error|fatal|panic|\[emerg\]|\[error\]|E): .+|[\w.-]+: \[emerg\] .+|"
    r"(?:Failed|Unable|Could not|Cannot) (?:to )?\w+ .+|.*(?:[Cc]onnection refused|version solving failed|"
    r"[Pp]ermission denied|[Aa]ddress already in use|No space left on device|[Uu]nrecogni[sz]ed arguments?|"
    r"[Uu]nknown option).*|make: \*\*\* .*)$"
)
# Lines that follow the one that names the error.
_AFTERMATH = re.compile(
    r"make(?:\[\d+\])?: \*\*\*|npm (?:ERR!|error) (?:A complete log|code |$|/|errno|syscall)|error: could not compile"
)
_READING = re.compile(
    r"(?:cat|grep|rg|ls|find|sed|head|tail|git (?:log|show|diff|grep)|less|nl|open|read|view|search\w*|find_\w+|"
    r"goto|scroll\w*)\b",
    re.I,
)
_LAST_LINES = 12
_FAILED_TEST = re.compile(r"^(?:FAILED|FAIL:|ERROR:|FAIL|✗|×|--- FAIL:)\s+([\w./:\[\]-]+)", re.M)
_BAD_SIGN = re.compile(
    r"^(?:FAILED|FAIL)\b|\b[1-9]\d* (?:failed|failing|errors?)\b|^Traceback \(most|command not found", re.M
)
_PASSED = re.compile(
    r"\b(\d+) (?:passed|passing)\b|^Ran (\d+) tests?\b.{0,2000}?^OK|test result: ok\. (\d+) passed", re.M | re.S
)


_MAX_COMMAND = 2000


def steps(command: str) -> list[str]:
    """The simple commands of a command line, without `cd`, output trimming and here-documents."""
    command = command[:_MAX_COMMAND].split("<<")[0]
    parts = (_TRIMMINGS.sub(" ", part).strip() for part in _SEPARATOR.split(command))
    return [part for part in parts if part and not part.startswith(("cd ", "echo ", "#", "export "))]


def folder(command: str) -> str:
    """Where the command line changes to first, as a prefix: `cd tests && `; "" where it stays at the root."""
    found = re.match(r"\s*cd ([\w./-]+)\s*(?:&&|;|\n)", command)
    inside = re.sub(r"^(?:/[\w.-]+)?/?", "", found[1]) if found and found[1].startswith("/") else found and found[1]
    return f"cd {inside} && " if inside and inside != "." else ""


def check(command: str | None) -> str | None:
    """The step that tests, lints or builds the project; None where there is none, or more than one."""
    found = [step for step in steps(command or "") if _CHECK.search(step) and len(step) <= 160]
    if (
        len(found) != 1
        or re.match(r"(?:cat|grep|ls|find|sed|git|which|vi|rm|open|head)\b", found[0])
        or _INSTALL.search(found[0])
    ):
        return None
    before = [step for step in steps(command or "") if _PREPARING.match(step) and step != found[0]]
    return folder(command or "") + " && ".join([*before, found[0]])


def install(command: str | None) -> str | None:
    """The step that installs a package, or None."""
    return next((match[0].strip() for step in steps(command or "") if (match := _INSTALL.search(step))), None)


def has_failed(turn: Turn) -> bool:
    """Whether the action went wrong, by its exit code or, where the log has none, by its output."""
    if turn.failed is not None:
        return turn.failed
    ended = "\n".join((turn.output or "").splitlines()[-_LAST_LINES:])
    wrong = bool(error_line(Turn("tool", output=ended))) and not _READING.match(turn.command or "")
    return wrong or bool(_BAD_SIGN.search(turn.output or ""))


def has_passed(turn: Turn) -> bool:
    """Whether a check ran and was content: an exit code hidden behind a pipe is not enough."""
    return not has_failed(turn) and not _BAD_SIGN.search(turn.output or "") and turn.output is not None


def passed(turn: Turn) -> int | None:
    """How many tests passed, where the output says so."""
    found = _PASSED.search(turn.output or "")
    return int(next(group for group in found.groups() if group)) if found else None


def output(turn: Turn) -> str:
    """What the turn printed, quoted as `error_line` quotes it: it goes between backticks."""
    return (turn.output or "").replace("`", "'")


def error_line(turn: Turn) -> str:
    """The line that names the error, the last of them in the output, at most 160 characters; or ""."""
    found = [match[1] for line in (turn.output or "").splitlines() if (match := _ERROR_LINE.match(line[:400].strip()))]
    telling = [line for line in found if not _AFTERMATH.match(line)] or found
    error = next((line for line in telling if line.startswith("npm ")), telling[-1]) if telling else ""
    return error.replace("`", "'")[:160].strip()


def failing_tests(turn: Turn) -> list[str]:
    """The names of the tests that failed, in order."""
    return [name for name in dict.fromkeys(_FAILED_TEST.findall(turn.output or "")) if "test" in name.lower()]


def program(step: str) -> str:
    """What the step runs, without variables and arguments: `python -m pytest`, `npm test`."""
    words = [word for word in step.rsplit(" && ", 1)[-1].split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    if words[:1] and re.fullmatch(r"python[\d.]*|uv|poetry|npx|pnpm|npm|yarn|cargo|go|make|bundle", words[0]):
        return " ".join(words[: 3 if words[1:2] in (["-m"], ["run"]) else 2])
    return words[0] if words else ""
