"""What the words of a command call: a program with its subcommands, and of a task runner what it is told to run."""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from pathlib import PurePosixPath

from knowledge.extraction.code.file_kinds import is_test

_MAX_SUBCOMMANDS = 3
PLAIN = re.compile(r"[a-z][a-z-]*(?::[a-z-]+)*")  # a subcommand, a script or a task: `run`, `test:unit`
_TASK = re.compile(r":?[a-z][A-Za-z]*(?::[a-z][A-Za-z]*)*")  # as Gradle writes them: `:app:testDebug`
_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")  # begins a word within another: `testDebug`
# `_` parts words here, which `\b` does not see: `run_tests`, `test:unit`; but not `latest`.
CHECKS = re.compile(
    r"(?:^|[\W_])(?:py|run)?(?:tests?|specs?|lint|check|build|compile|typecheck|vet|clippy|mypy|tsc)(?:$|[\W_])"
    r"|[ :]assemble(?:_[a-z]+)*(?:$| )"  # Gradle's build without its tests; no file of that name
    r"|\bmvnw? (?:[^ ]+ )?verify$|make (?:[^ ]+ )?all$"  # what both build by convention, Maven with its tests
)
# They run tasks by their names, which may stand behind options.
_TASK_RUNNERS = frozenset({
    "ant", "bazel", "bun", "cargo", "composer", "dart", "deno", "dotnet", "flutter", "gmake", "go", "gradle", "gradlew",
    "hatch", "just", "make", "mix", "mvn", "mvnw", "ninja", "npm", "pnpm", "rake", "sbt", "swift", "task", "xcodebuild",
    "yarn",
})  # fmt: skip
_INTERPRETERS = frozenset({"bash", "node", "powershell", "pwsh", "ruby", "sh", "zsh"})
_SCRIPT = re.compile(r"\w\.\w+$")
_KEEPERS = frozenset({"docker", "gh", "kubectl", "podman"})  # behind whose verbs stand names that people gave to things
_SET = re.compile(r"[-+]|\w+=")  # an option, a toolchain or a variable: `-q`, `+nightly`, `CI=1`
_TAKES_VALUE = re.compile(r"-[^=]+|workspace")  # or may: of which options do nobody is told


def program(words: Sequence[str]) -> tuple[str, ...]:
    """What the words run, without its arguments: `python -m pytest`, `npm run build`, `bin/test`."""
    name = _interpreter(words[0]) if words else ""
    rest = list(words[1:])
    if re.split(r"[/\\]", name)[-1].startswith("python"):
        flags = [word for word in rest if word.startswith("-") and word != "-m"]
        if "-m" in rest[: len(flags) + 1]:
            return (name, "-m", *rest[rest.index("-m") + 1 :][:1])
        return (name, *[word for word in rest if word not in flags][:1])
    if name in _INTERPRETERS:
        behind = [word.lower() for word in rest].index("-file") + 1 if "-file" in map(str.lower, rest) else 0
        return (name, *filter(_is_program, rest[behind : behind + 1]))
    if PurePosixPath(name).suffix in (".py", ".sh", ".js", ".rb"):
        return (name,)
    if PurePosixPath(name).name in _TASK_RUNNERS:
        rest = _tasks(rest)
    subcommands: list[str] = []
    if name in _KEEPERS:
        rest = rest[: 1 + (rest[:1] == ["compose"])]
    for word in rest[:_MAX_SUBCOMMANDS]:
        if not _is_subcommand(word) or is_check_by_name([name, *subcommands]):
            break
        subcommands.append(word)
    return (name, *subcommands)


def arguments(words: Sequence[str]) -> Sequence[str]:
    """What stands behind the last name of what they run: `-q tests` of `python -m pytest -q tests`."""
    return words[1 + max((words.index(name) for name in program(words)[1:] if name in words), default=0) :]


def _tasks(words: Sequence[str]) -> list[str]:
    """What of a task runner's words may name tasks: all but options and what stands behind one, which may be its value
    (`-C tests all`); where nothing else is there, the last of these (`-q test`)."""
    given = list(takewhile(lambda word: word != "--", words))
    bare = [(before, word) for before, word in pairwise(["", *given]) if not _SET.match(word)]
    free = [word for before, word in bare if not _TAKES_VALUE.fullmatch(before)]
    return free or [word for _, word in bare[-1:]]


def _is_program(script: str) -> bool:
    """Whether a file that an interpreter is given is what is run, rather than one test of many: all of a shell's."""
    return bool(_SCRIPT.search(script)) and (script.endswith(("sh", "ps1")) or not is_test(script))


def _is_subcommand(word: str) -> bool:
    """Whether it says what is run; where capitals part its words it may be a name, unless it names a check."""
    return bool(PLAIN.fullmatch(word)) or bool(_TASK.fullmatch(word) and is_check_by_name(["", word]))


def tool(words: Sequence[str]) -> str:
    """The one name by which people call it: `pytest` for `python -m pytest`."""
    called = program(words)
    return called[2] if called[1:2] == ("-m",) and called[2:] else PurePosixPath(called[0]).name if called else ""


def is_check_by_name(called: Sequence[str]) -> bool:
    """Its words are parted as people write them: `test_unit`, `testUnit`."""
    return bool(CHECKS.search(_CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", " ".join(called))))


def as_typed(word: str) -> str:
    """The program without the folder of a machine's own installation, and without `./`."""
    path = PurePosixPath(word)
    return path.name if path.is_absolute() else word.removeprefix("./") if len(path.parts) > 1 else word


def _interpreter(word: str) -> str:
    """The program, Python by one name."""
    name = as_typed(word)
    return (
        re.sub(r"^python3(?:\.\d+)?$", "python", name)
        if PurePosixPath(word).is_absolute() or name == "python3"
        else name
    )
