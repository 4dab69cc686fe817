"""Commands told apart by what they run, and generalised to what holds for other files too."""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from pathlib import PurePosixPath

from knowledge.extraction.code import file_kinds
from knowledge.extraction.commands import results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.called import arguments, as_typed, is_check_by_name, program, tool
from knowledge.text import shell

_QUOTED = re.compile(r"[\s|&;<>()]")  # what a word has only where it was quoted
# What a check does, wherever it stands: `npm run test:unit`, `vue-tsc`
_JOBS = re.compile(r"test|spec|lint|build|compile|typecheck|vet|clippy|mypy|ruff|tsc")

# By the conventions of command lines; what they are given to does nothing else.
_ASKS = frozenset(
    {"doctor", "--version", "--help", "--collect-only", "--co", "--list", "--list-tests", "--listTests", "--dry-run"}
)


def is_check(action: Action) -> bool:
    """Whether it tests, lints or builds: by what it is called, or since its output counts what passed or no faults."""
    names = program(action.words)
    is_named = is_check_by_name(names) and ".specify/" not in names[-1]  # spec-kit looks after its own documents there
    is_one = action.counts_tests or action.inspects or is_named
    return bool(action.line) and is_one and not installs(action.words) and not asks_alone(action)


def is_test(action: Action) -> bool:
    """Whether it runs tests, by its name or by what it counts."""
    return action.counts_tests or not job(action.words).isdisjoint({"test", "spec"})


def tests_code(action: Action) -> bool:
    """Whether it runs tests, and none of documents: a build or a linter may read these, too."""
    return is_test(action) and "doc" not in action.line.lower()


def asks_alone(action: Action) -> bool:
    """Whether it asks a program for its version or help, or what it would do: `pytest --collect-only`."""
    return not _ASKS.isdisjoint(action.words)


def links(action: Action) -> list[Action]:
    """The commands of a chain that passed, each of which did, and of those that only follow one another (`;`) such as
    the output says so of; else the action alone, as nobody knows which failed."""
    parts = chain_of(action)
    operators = [step.operator for step in shell.steps(action.line)][-len(parts) :]
    if not action.worked or len(parts) < 2 or not {*operators[1:]} <= {"&&", ";"}:
        return [action]
    begin = max((at for at, operator in enumerate(operators) if at and operator == ";"), default=0)
    has_code = action.by_exit_code and not shell.hides_exit_code(action.typed)
    proven = parts[begin:] if has_code or not begin else []  # the exit code is theirs
    others = [part for part in parts if part not in proven]
    return [part for part in parts if part in proven or _says_passed(part, parts)] if others else parts


def chain_of(action: Action) -> list[Action]:
    """The commands of a line, each in the folder that it goes to first, whatever became of them."""
    steps = shell.steps(action.line)
    folder = f"{steps[0].text} && " if steps and steps[0].name == "cd" else ""
    chained = steps[1:] if folder else steps
    return [replace(action, line=f"{folder}{step.text}") for step in chained] if chained[1:] else [action]


def _says_passed(part: Action, parts: Sequence[Action]) -> bool:
    """Whether the output says that it passed, and can speak of no other: it counts tests, or finds no faults."""
    alike = [one for one in parts if is_check(one) and is_test(one) == is_test(part)]
    says = results.counts_passed if is_test(part) else results.finds_no_faults
    return alike == [part] and says(part.output)


def checks(actions: Iterable[Action]) -> Iterator[Action]:
    """What tests, lints or builds, in order; of a chain that passed each link that does."""
    return filter(is_check, chain.from_iterable(map(links, actions)))


def generalised(action: Action, common: frozenset[str]) -> str:
    """The command with FILE for a file that it was aimed at, and of its options those in `common`; a folder, a package
    and what stands before the name of what is run say where, and stay: who reads it can run it."""
    *before, last = shell.steps(action.line)
    given = arguments(action.words)
    words = [as_typed(action.words[0]), *action.words[1 : len(action.words) - len(given)]]
    option = ""
    for word in given:
        option, value = (word, "") if word.startswith("-") else ("", option)
        is_target = _is_file(word) and (not value or "::" in word or file_kinds.is_test(word))
        if option or (value and not is_target):
            words += [word] if (option or value) in common else []
        elif not is_target:
            words.append(word)
        elif "FILE" not in words:
            words.append("FILE")
    prepared = [step.text for step in before if step.words[:1] in (["cd"], ["source"], ["."], ["export"])]
    quoted = shell.as_quoted(last.text) | shell.as_quoted(last.inner)
    typed = [quoted.get(word, shlex.quote(word)) if _QUOTED.search(word) else word for word in words]
    return " && ".join([*prepared, " ".join([*variables(action), *typed])])


def variables(action: Action) -> list[str]:
    """Those that are set in front of the command, as they were typed; behind an option (`docker exec -e CI=1`) they are
    its value."""
    last = shell.steps(action.line)[-1]
    quoted = shell.as_quoted(last.text)
    return [quoted.get(word, word) for word in takewhile(_is_variable, last.parts)]


def _is_variable(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.isidentifier()


def options(action: Action) -> frozenset[str]:
    """The options that the command was given."""
    return frozenset(word for word in action.words if word.startswith("-"))


def serves_instead(failed: Action, other: Action) -> bool:
    """Whether the other command was meant to do the same: the same program called through another, or the same target
    by a program for the same job.

    An installation serves instead of another one alone, and so does a check.
    """
    first, second = failed.words, other.words
    if installs(first) != installs(second):
        return False
    if program(first) == program(second) or (is_check(failed) and not is_check(other)):
        return False
    is_alike = bool(_targets(first) & _targets(second)) and bool(job(first) & job(second))
    return is_alike or tool(first) in [PurePosixPath(word).name for word in second[1:]]


def _targets(words: Sequence[str]) -> set[str]:
    """The files that the words name, by path or as a dotted module."""
    named = (word.split("::")[0] for word in words[1:] if not word.startswith("-"))
    return {word.removesuffix(".py").replace("/", ".") for word in named if "/" in word or "." in word}


def job(words: Sequence[str]) -> set[str]:
    """What a check is for, by the words in its name: tests are run by `pytest`, `bin/test` and `npm test`."""
    return set(_JOBS.findall(" ".join(program(words))))


def _is_file(word: str) -> bool:
    """Whether it names a file, or a test in one; `./...`, `./shell/` and `shop.tests` are packages and folders."""
    return "::" in word or bool(re.search(r"\w\.(?!tests?$)\w{1,5}$", word))


def installs(words: Sequence[str]) -> bool:
    """Whether it installs or adds what others made."""
    return not {"install", "add", "i"}.isdisjoint([*words[:4], *program(words)])
