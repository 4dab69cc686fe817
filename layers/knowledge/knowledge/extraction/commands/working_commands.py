"""Which commands work here that nobody would try first, and which do not."""

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import PurePosixPath

from knowledge.extraction.code.tree_changes import TreeChanges
from knowledge.extraction.commands import called, programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.covered_tests import is_selection
from knowledge.extraction.models import Candidate
from knowledge.extraction.normalising import normalised

MAX_WORKING, MAX_CHECKS = 2, 4
# What leads into a folder of the project, sets a variable for it, or runs a file of it is said of this project alone.
_OWN = re.compile(r"cd |[A-Z_]+=|(?:python3? |bash |sh |node )[\w./-]+\.\w+(?: |$)|\.?\w[\w.-]*/")
# What a language's own tool does in any project: `go vet ./...`, `cargo test`.
_ANY = re.compile(
    r"(?:\./)?(?:cargo|dart|dotnet|flutter|go|gradlew?|mix|mvnw?|sbt|swift|zig)(?: [a-z]+)+"
    r"(?: \./\S*| -[vq]+| --(?:verbose|quiet)| -count=\d+)*"
)
_PERSONAL = re.compile(r"(?:^|[=:\"'])(?:~|/home/|/Users/|[A-Z]:)|\[redacted:")
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:")
# As shells, Python, Windows, npx and programs themselves say it: `make: command not found`.
_ABSENT = re.compile(r"not found|no module named|not recognized|could not determine executable|not installed", re.I)


def working(actions: Sequence[Action], where: str, folders: Sequence[str] = ()) -> list[Candidate]:
    """How the project is checked, as it passed in the end, each check as one command for all files.

    Those of its own, by a program, a folder or a variable of the project, one by one; those that anybody tries where
    there are several.
    """
    ran: dict[tuple[str, ...], list[Action]] = {}
    left = actions[-1].changes if actions else TreeChanges()
    for check in programs.checks(actions):
        is_gone = any(left.file(name).is_gone for name in called.program(check.words))
        if _has_end(check) and _can_be_told(check, folders) and not is_gone:
            ran.setdefault(_what_runs(check, folders), []).append(check)
    works = _last_ends(actions)
    passed = [[one for one in runs if works[_typed(one)]] for runs in ran.values() if runs[-1].worked]
    ended = [whole for runs in passed if (whole := [one for one in runs if not is_selection(one)])]
    checkout = f"cd {where.removesuffix(': ')} && "  # where the run itself put the project
    forms = {_form(runs, folders).removeprefix(checkout): runs for runs in sorted(ended, key=len, reverse=True)}
    own = [form for form in forms if _OWN.match(form)]
    there = [form.split(" && ")[-1] for form in own]  # where a shell that stays in a folder was, too
    plain = [form for form in forms if form not in own and form not in there]
    telling = [form for form in own if _counts(forms[form]) or not _ANY.fullmatch(form.split(" && ")[-1])]
    commands = [Candidate(f"{where}`{form}` {_purpose(forms[form])}.", "command") for form in telling[:MAX_WORKING]]
    particular = [form for form in plain if not _ANY.fullmatch(form)]
    if len(plain) > 1 and particular:
        checks = "` and `".join((particular if particular[1:] else plain)[:MAX_CHECKS])
        commands.append(Candidate(f"{where}a change is checked with `{checks}`; all of these passed.", "command"))
    return commands


def _last_ends(actions: Sequence[Action]) -> dict[tuple[str, str], bool]:
    """Whether each line passed when it last came to an end; of a chain that did not nobody knows which link did."""
    ended = [one for one in actions if one.line and _has_end(one)]
    parts = ((part, one) for one in ended for part in (one, *programs.chain_of(one), *programs.links(one)))
    return {_typed(part): bool(one.worked) for part, one in parts}


def _has_end(check: Action) -> bool:
    """Whether it passed or failed, as a whole or in a part, or was cut off."""
    if check.worked is not None or check.was_cut:
        return True
    return results.tells_of_failed_part(check.output) or results.counts_failed(check.output)


def _typed(check: Action) -> tuple[str, str]:
    return check.folder, check.line


def missing(actions: Sequence[Action], where: str) -> list[Candidate]:
    """The programs that are not there and for which something else served, though nothing was installed in between:
    that one is missing is of one machine."""
    by_program: dict[str, Candidate] = {}
    for place, action in enumerate(actions):
        if (name := absent(action)) and not _has_run(name, actions):
            later = takewhile(lambda other: not programs.installs(other.words), actions[place + 1 :])
            if served := next((one for one in later if one.worked and programs.serves_instead(action, one)), None):
                text = f"{where}`{name}` is not installed; use `{_instead(name, served)}`."
                by_program.setdefault(name, Candidate(text, "command"))
    return list(by_program.values())


def absent(action: Action) -> str:
    """The program that is missing, where a command failed because its own program is; else ""."""
    name = called.tool(action.words) if action.line and action.worked is False else ""
    named = re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", action.error) if name else None
    return name if named and _ABSENT.search(action.error) and re.fullmatch(r"[A-Za-z][\w+-]*", name) else ""


def _has_run(name: str, actions: Sequence[Action]) -> bool:
    """Whether it ran, perhaps from the folder at hand: `./gradlew` where `gradlew` is not found."""
    ran = (called.program(one.words)[0] for one in actions if one.worked and one.line)
    return any(re.sub(r"^\.[/\\]", "", program) == name for program in ran)


def _instead(name: str, served: Action) -> str:
    """The same program called another way, or the command for all files."""
    words = served.words
    return " ".join(words[: words.index(name) + 1]) if name in words else programs.generalised(served, frozenset())


def _what_runs(check: Action, folders: Sequence[str]) -> tuple[str, ...]:
    """The program and where; a script, which is one wherever it is called from, by its name."""
    names = tuple(PurePosixPath(name).name for name in called.program(check.words))
    is_script = any(PurePosixPath(name).suffix for name in names)
    return ("" if is_script else _folder(check, folders), *names)


def _form(ran: Sequence[Action], folders: Sequence[str]) -> str:
    """The command as it passed with most tests, the last of these, with all its options: with fewer it may check
    less; by a path of the machine's own only where it never ran otherwise."""
    widest = max(ran, key=lambda one: (_is_portable(one, folders), _passed(one), one.place))
    form, folder = programs.generalised(widest, programs.options(widest)), _folder(widest, folders)
    folder = f'"{folder}"' if " " in folder else folder
    return form if not folder or form.startswith("cd ") else f"cd {folder} && {form}"


def _folder(action: Action, folders: Sequence[str]) -> str:
    """The folder that it went to, as it is called within those of the project; "" where that is the project's own."""
    folder = action.folder.replace("\\", "/").rstrip("/")
    if not _ABSOLUTE.match(folder):
        return folder
    own = [one.replace("\\", "/") for one in folders]
    return min((f"{folder}/"[len(one) : -1] for one in own if f"{folder}/".startswith(one)), key=len, default="")


def _can_be_told(check: Action, folders: Sequence[str]) -> bool:
    """Whether it ran in no hidden folder, or one above that where a shell happened to stand, and with no variable that
    names somebody's home."""
    is_there = not any(part.startswith(".") for part in _folder(check, folders).removeprefix("./").split("/"))
    return is_there and all(one in check.line and _holds_elsewhere(one) for one in programs.variables(check))


def _holds_elsewhere(variable: str) -> bool:
    """Whether its value names nobody's home, holds nothing that was redacted, and is not the part of
    `$(git describe --tags)` before a space."""
    is_whole = variable.count("$(") <= variable.count(")")
    return is_whole and normalised(variable) == variable and not _PERSONAL.search(variable)


def _is_portable(check: Action, folders: Sequence[str]) -> bool:
    return not any(word.startswith(("/", "~")) and not word.startswith(tuple(folders)) for word in check.words)


def _passed(check: Action) -> int:
    """How many tests it says that passed; 0 where it counts none, or another command of its chain does."""
    counted = results.tests(check.output) if programs.is_test(check) else None
    return counted.passed if counted else 0


def _counts(ran: Sequence[Action]) -> bool:
    return any(results.counts_passed(one.output) or results.finds_no_faults(one.output) for one in ran)


def _purpose(ran: Sequence[Action]) -> str:
    counts_tests = any(programs.is_test(one) and results.counts_passed(one.output) for one in ran)
    return "runs the tests" if counts_tests else "checks a change; it passed"
