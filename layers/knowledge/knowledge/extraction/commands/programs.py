"""Commands told apart by what they run, and generalised to what holds for other files too."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import chain
from pathlib import PurePosixPath

from knowledge.extraction.commands.actions import Action
from knowledge.text import shell

_MIN_LIKENESS = 0.6
_MAX_SUBCOMMANDS = 3
_PLAIN = re.compile(r"[a-z][a-z-]*(?::[a-z-]+)*")  # a subcommand, a script or a task: `run`, `test:unit`
_TASK = re.compile(r":?[a-z][A-Za-z]*(?::[a-z][A-Za-z]*)*")  # as Gradle writes them: `:app:testDebug`
_CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")  # begins a word within another: `testDebug`
_VARIABLES = re.compile(r"(?<!\S)[A-Z][A-Z_]*=[\w.,:-]+(?=\s)")  # set for this command alone, but for paths
# `_` parts words here, which `\b` does not see: `run_tests`, `test:unit`; but not `latest`.
_CHECKS = re.compile(
    r"(?:^|[\W_])(?:py|run)?(?:tests?|specs?|lint|check|build|compile|typecheck|vet|clippy|mypy|tsc)(?:$|[\W_])"
    r"|[ :]assemble(?:_[a-z]+)*(?:$| )"  # Gradle's build without its tests; no file of that name
)
# What a check does, wherever it stands: `npm run test:unit`, `vue-tsc`
_JOBS = re.compile(r"test|spec|lint|build|compile|typecheck|vet|clippy|mypy|ruff|tsc")

# They run a task by its name, which may stand behind options.
_TASK_RUNNERS = frozenset({
    "ant", "bun", "cargo", "dart", "dotnet", "flutter", "go", "gradle", "gradlew", "just", "make", "mix", "mvn", "mvnw",
    "ninja", "npm", "pnpm", "rake", "sbt", "swift", "task", "yarn",
})  # fmt: skip

# By the conventions of command lines; what they are given to does nothing else.
_ASKS = frozenset(
    {"--version", "--help", "--collect-only", "--co", "--list", "--list-tests", "--listTests", "--dry-run"}
)


def program(words: Sequence[str]) -> tuple[str, ...]:
    """What the words run, without its arguments: `python -m pytest`, `npm run build`, `bin/test`."""
    name = _interpreter(words[0]) if words else ""
    rest = list(words[1:])
    if re.split(r"[/\\]", name)[-1].startswith("python"):
        flags = [word for word in rest if word.startswith("-") and word != "-m"]
        if "-m" in rest[: len(flags) + 1]:
            return (name, "-m", *rest[rest.index("-m") + 1 :][:1])
        return (name, *[word for word in rest if word not in flags][:1])
    if PurePosixPath(name).suffix in (".py", ".sh", ".js", ".rb"):
        return (name,)
    if rest and rest[0].startswith("-") and PurePosixPath(name).name in _TASK_RUNNERS:
        rest = _from_check(rest)
    subcommands: list[str] = []
    for word in rest[:_MAX_SUBCOMMANDS]:
        if not _is_subcommand(word) or _is_check_by_name([name, *subcommands]):
            break
        subcommands.append(word)
    return (name, *subcommands)


def _from_check(words: Sequence[str]) -> list[str]:
    """The words from the check's name on, where nothing but options stands before it; all of them where it may be the
    value of the last one: `-C tests all`."""
    place = next((at for at, word in enumerate(words) if _is_subcommand(word) and _is_check_by_name(["", word])), 0)
    is_value = words[place - 1].startswith("-") and any(map(_PLAIN.fullmatch, words[place + 1 :]))
    are_bare = all(word.startswith("-") for word in words[:place])
    return list(words[place:]) if place and are_bare and not is_value else list(words)


def _is_subcommand(word: str) -> bool:
    """Whether it says what is run; where capitals part its words it may be a name, unless it names a check."""
    return bool(_PLAIN.fullmatch(word)) or bool(_TASK.fullmatch(word) and _is_check_by_name(["", word]))


def tool(words: Sequence[str]) -> str:
    """The one name by which people call it: `pytest` for `python -m pytest`."""
    called = program(words)
    return called[2] if called[1:2] == ("-m",) and called[2:] else PurePosixPath(called[0]).name if called else ""


def is_check(action: Action) -> bool:
    """Whether it tests, lints or builds: by what it is called, or since it counts tests that passed."""
    is_one = action.counts_tests or _is_check_by_name(program(action.words))
    return bool(action.line) and is_one and not _installs(action.words) and not asks_alone(action)


def is_test(action: Action) -> bool:
    """Whether it runs tests, by its name or by what it counts."""
    return action.counts_tests or not job(action.words).isdisjoint({"test", "spec"})


def tests_code(action: Action) -> bool:
    """Whether it runs tests, and none of documents: a build or a linter may read these, too."""
    return is_test(action) and "doc" not in action.line.lower()


def asks_alone(action: Action) -> bool:
    """Whether it asks a program for its version or help, or what it would do: `pytest --collect-only`."""
    return not _ASKS.isdisjoint(action.words)


def judges(action: Action) -> bool:
    """Whether it shows what the run's changes did: a check, or what failed and was run again after a change."""
    return is_check(action) or (action.is_repeated and not _installs(action.words) and not asks_alone(action))


def _is_check_by_name(called: Sequence[str]) -> bool:
    """Its words are parted as people write them: `test_unit`, `testUnit`."""
    return bool(_CHECKS.search(_CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", " ".join(called))))


def links(action: Action) -> list[Action]:
    """The commands of a chain that passed, each of which did; else the action alone, as nobody knows which failed."""
    steps = shell.steps(action.line)
    folder = f"{steps[0].text} && " if steps and steps[0].name == "cd" else ""
    chained = steps[1:] if folder else steps
    if not action.worked or len(chained) < 2 or {step.operator for step in steps[1:]} != {"&&"}:
        return [action]
    return [replace(action, line=f"{folder}{step.text}", is_repeated=False) for step in chained]


def checks(actions: Iterable[Action], is_one: Callable[[Action], bool] = is_check) -> Iterator[Action]:
    """What tests, lints or builds, in order; of a chain that passed each link that does."""
    return filter(is_one, chain.from_iterable(map(links, actions)))


def generalised(action: Action, common: frozenset[str]) -> str:
    """The command with FILE or NAME for what it was aimed at, and of its options those in `common`."""
    *before, last = shell.steps(action.line)
    named = program(action.words)
    words = [*_VARIABLES.findall(last.text), *named]
    option = ""
    for word in (word for word in action.words[1:] if word not in words):
        option, value = (word, "") if word.startswith("-") else ("", option)
        if option or (value and _target(word) == "NAME"):
            words += [word] if (option or value) in common and len(option or value) > 2 else []
        elif (target := word if _is_job(word, named) else _target(word)) not in words:
            words.append(target)
    prepared = [step.text for step in before if step.words[:1] in (["cd"], ["source"], ["."], ["export"])]
    return " && ".join([*prepared, " ".join(words)])


def _is_job(word: str, named: Sequence[str]) -> bool:
    """Whether it says what is run where options hide it from the program: `test` of `pnpm --filter api test`."""
    return bool(_PLAIN.fullmatch(word)) and bool(_CHECKS.search(word)) and not _is_check_by_name(named)


def options(action: Action) -> frozenset[str]:
    """The options that the command was given."""
    return frozenset(word for word in action.words if word.startswith("-"))


def serves_instead(failed: Action, other: Action) -> bool:
    """Whether the other command was meant to do the same: the same words with others around, the same without an option
    that the error names, or the same target by a program for the same job or that the error names.

    An installation serves instead of another one alone, and so does a check.
    """
    first, second = failed.words, other.words
    if _installs(first) != _installs(second):
        return False
    if other.line.endswith(f" {failed.line}") and (first == second or first[1:]):
        return True  # with a variable, a folder or another program before it
    if is_check(failed) and not is_check(other):
        return False
    named = re.search(rf"(?<![\w.-]){re.escape(tool(second))}(?![\w.-])", failed.error) if second else None
    targets = bool(_targets(first) & _targets(second)) and bool(named or job(first) & job(second))
    wrapped = tool(first) in [PurePosixPath(word).name for word in second[1:]]
    if (targets or wrapped) if program(first) != program(second) else _refused(failed) - set(_names(second)):
        return True
    alike = SequenceMatcher(None, first, second).ratio() >= _MIN_LIKENESS
    return not is_check(failed) and program(first)[:1] == program(second)[:1] and alike


def _refused(failed: Action) -> set[str]:
    """The options of a command that its error names: `unexpected argument '--all' found`."""
    return {name for name in _names(failed.words) if re.search(rf"(?<![\w-]){name}(?![\w-])", failed.error)}


def _names(words: Sequence[str]) -> list[str]:
    """The long options among the words, without their values."""
    return [word.split("=")[0] for word in words if re.match(r"--\w[\w-]+(?:=|$)", word)]


def _targets(words: Sequence[str]) -> set[str]:
    """The files that the words name, by path or as a dotted module."""
    named = (word.split("::")[0] for word in words[1:] if not word.startswith("-"))
    return {word.removesuffix(".py").replace("/", ".") for word in named if "/" in word or "." in word}


def job(words: Sequence[str]) -> set[str]:
    """What a check is for, by the words in its name: tests are run by `pytest`, `bin/test` and `npm test`."""
    return set(_JOBS.findall(" ".join(program(words))))


def _target(word: str) -> str:
    return (
        "FILE"
        if ("/" in word and not word.startswith("@")) or "::" in word or re.search(r"\.\w{1,5}$", word)
        else "NAME"
    )


def _interpreter(word: str) -> str:
    """The program without the folder of a machine's own installation."""
    path = PurePosixPath(word)
    return (
        re.sub(r"^python3(?:\.\d+)?$", "python", path.name)
        if path.is_absolute() or word == "python3"
        else word.removeprefix("./")
        if len(path.parts) > 1
        else word
    )


def is_plain(name: str) -> bool:
    """Whether it is a program's name rather than a file's."""
    return bool(re.fullmatch(r"[A-Za-z][\w+-]*", name))


def _installs(words: Sequence[str]) -> bool:
    return bool({"install", "add", "i"} & set(words[:4]))
