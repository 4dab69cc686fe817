"""Which commands work here that nobody would try first, and which do not."""

import re
from collections.abc import Sequence

from knowledge.extraction.commands import called, programs, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.models import Candidate

MAX_WORKING, MAX_CHECKS = 2, 4
# What leads into a folder of the project, sets a variable for it, or runs a file of it is said of this project alone.
_OWN = re.compile(r"cd |[A-Z_]+=|(?:python |bash |sh |node )?\.?\w[\w.-]*/")
# As shells, Python, Windows, npx and programs themselves say it: `make: command not found`.
_ABSENT = re.compile(r"not found|no module named|not recognized|could not determine executable|not installed", re.I)


def working(actions: Sequence[Action], where: str, folders: Sequence[str] = ()) -> list[Candidate]:
    """How the project is checked, as it passed in the end, each check as one command for all files.

    Those of its own, by a program, a folder or a variable of the project, one by one; those that anybody tries where
    there are several.
    """
    ran: dict[tuple[str, ...], list[Action]] = {}
    for check in programs.checks(actions):
        if check.worked is not None:
            ran.setdefault((_folder(check, folders), *called.program(check.words)), []).append(check)
    ended = [[one for one in runs if one.worked] for runs in ran.values() if runs[-1].worked]
    checkout = f"cd {where.removesuffix(': ')} && "  # where the run itself put the project
    forms = {_form(runs, folders).removeprefix(checkout): runs for runs in sorted(ended, key=len, reverse=True)}
    telling = [form for form, runs in forms.items() if "FILE" not in form or _counts(runs)]
    own = [form for form in telling if _OWN.match(form)][:MAX_WORKING]
    plain = [form for form in telling if form not in own]
    commands = [Candidate(f"{where}`{form}` {_purpose(forms[form])}.", "command") for form in own]
    if len(plain) > 1:
        checks = "` and `".join(plain[:MAX_CHECKS])
        commands.append(Candidate(f"{where}a change is checked with `{checks}`; all of these passed.", "command"))
    return commands


def missing(actions: Sequence[Action], where: str) -> list[Candidate]:
    """The programs that are not there and for which something else served: that one is missing is of one machine."""
    by_program: dict[str, Candidate] = {}
    for place, action in enumerate(actions):
        if (name := absent(action)) and not _has_run(name, actions):
            served = next((other for other in actions[place + 1 :] if _serves(action, other)), None)
            if served:
                text = f"{where}`{name}` is not installed; use `{_instead(name, served)}`."
                by_program.setdefault(name, Candidate(text, "command"))
    return list(by_program.values())


def absent(action: Action) -> str:
    """The program that is missing, where a command failed because its own program is; else ""."""
    name = called.tool(action.words) if action.line and action.worked is False else ""
    named = re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)", action.error) if name else None
    return name if named and _ABSENT.search(action.error) and programs.is_plain(name) else ""


def _has_run(name: str, actions: Sequence[Action]) -> bool:
    """Whether it ran, perhaps from the folder at hand: `.\\gradlew` where `gradlew` is not found."""
    ran = [action for action in actions if action.worked and action.line]
    typed = {re.sub(r"^\.[/\\]", "", word) for action in ran for word in action.typed.split()[:1]}
    return name in typed or any(called.program(action.words)[0] == name for action in ran)


def _serves(failed: Action, other: Action) -> bool:
    ran = other.worked or results.counts_passed(other.output)
    return bool(ran and other.line) and (
        programs.serves_instead(failed, other) or _is_at_path(failed, other) or _tests_all(failed, other)
    )


def _is_at_path(failed: Action, other: Action) -> bool:
    """Whether it is the same program in a folder of the project, with the same arguments: `.venv/bin/mypy shop`."""
    name = re.sub(r"\.(?:exe|cmd|bat)$", "", re.split(r"[/\\]", "".join(other.words[:1]))[-1], flags=re.I)
    return name == called.tool(failed.words) and other.words[1:] == _arguments(failed)


def _tests_all(failed: Action, other: Action) -> bool:
    """Whether both were aimed at nothing, and what the missing program was to do tests: `make test` for `pytest`."""
    aimed_at = [word for words in (failed.words, other.words) for word in _aimed_at(words)]
    jobs = programs.job(failed.words) & programs.job(other.words)
    return not aimed_at and "test" in jobs and results.counts_passed(other.output)


def _arguments(action: Action) -> list[str]:
    return action.words[action.words.index("-m") + 2 :] if "-m" in action.words else action.words[1:]


def _aimed_at(words: Sequence[str]) -> list[str]:
    named = called.program(words)
    return [word for word in words[1:] if not word.startswith("-") and word not in named]


def _instead(name: str, served: Action) -> str:
    """The same program called another way, or the command for all files."""
    words = served.words
    if re.search(rf"[/\\]{re.escape(name)}(?:\.\w{{3}})?$", "".join(words[:1])):
        return words[0]
    return " ".join(words[: words.index(name) + 1]) if name in words else programs.generalised(served, frozenset())


def _form(ran: Sequence[Action], folders: Sequence[str]) -> str:
    """The command as it passed last, with all its options: with fewer it may check less."""
    last = ran[-1]
    form, folder = programs.generalised(last, programs.options(last)), _folder(last, folders)
    return form if not folder or form.startswith("cd ") else f"cd {folder} && {form}"


def _folder(action: Action, folders: Sequence[str]) -> str:
    """The folder that it went to, as it is called within those of the project; "" where that is the project's own."""
    folder = action.folder.rstrip("/")
    if not folder.startswith(("/", "~")):
        return folder
    return next((f"{folder}/"[len(own) : -1] for own in folders if f"{folder}/".startswith(own)), "")


def _counts(ran: Sequence[Action]) -> bool:
    return any(results.counts_passed(one.output) or results.finds_no_faults(one.output) for one in ran)


def _purpose(ran: Sequence[Action]) -> str:
    return "runs the tests" if any(map(programs.is_test, ran)) else "checks a change; it passed"
