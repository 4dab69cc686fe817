"""Checks that came to no verdict: they did not begin, or were ended."""

import re

from knowledge.extraction.commands import called, error_lines, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.working_commands import absent

_TIMED_OUT = re.compile(r"\btimed out\b", re.I)
_OPTION = re.compile(r"(?<![\w-])--\w[\w-]*")
# By the file that makes a folder one: "could not find `Cargo.toml`", "no such file or directory, open '…/package.json'"
_NO_PROJECT = re.compile(
    r"(?:no such file|not find)\b.*(?:package\.json|Cargo\.toml|Gemfile|composer\.json|mix\.exs|pyproject\.toml)"
    r"|go\.mod file not found|\bno (?:makefile|POM)\b",
    re.I,
)
_SHORT = 200  # characters: a program's own refusal


def is_broken_off(check: Action) -> bool:
    """Whether it did not pass, and tried nothing, or not all: its program is missing, does not know what it was told to
    do (`No rule to make target 'test'`) or an option, has no project in that folder, or was cut off. What counts
    failures has come to a verdict."""
    if check.worked or results.counts_failed(check.output):
        return False
    is_cut = check.was_cut or bool(_TIMED_OUT.search(check.error))
    if check.worked is None:
        return is_cut
    return is_cut or bool(absent(check) or _NO_PROJECT.search(check.error)) or _is_unknown(check) or _is_refused(check)


def _is_refused(check: Action) -> bool:
    """Whether an error names an option that it was given."""
    options = {word.split("=")[0] for word in check.words if re.match(r"--\w", word)}
    return any(options & set(_OPTION.findall(line)) for line in error_lines.error_lines(check.output))


def _is_unknown(check: Action) -> bool:
    """Whether the error quotes what the program was told to do, or all of a short output without one."""
    text = check.error or (check.output if len(check.output) <= _SHORT else "")
    return any(re.search(rf"[\"'`]{re.escape(word)}[\"'`]", text) for word in called.program(check.words)[1:])
