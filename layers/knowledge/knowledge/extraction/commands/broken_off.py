"""Checks that came to no verdict: they did not begin, or were ended."""

import re

from knowledge.extraction.commands import called, error_lines, results
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.commands.working_commands import absent

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
    if check.was_cut or check.worked is None:
        return check.was_cut
    return bool(absent(check) or _NO_PROJECT.search(check.error)) or _is_refused(check)


def _is_refused(check: Action) -> bool:
    """Whether an error quotes what the program was told to do, or names an option that it was given; of a short output
    that names no error all of it."""
    tasks = [rf"[\"'`]{re.escape(word)}[\"'`]" for word in called.program(check.words)[1:]]
    options = [rf"(?<![\w-]){re.escape(word.split('=')[0])}(?![\w-])" for word in check.words if word.startswith("--")]
    lines = error_lines.error_lines(check.output) or ([check.output] if len(check.output) <= _SHORT else [])
    return any(re.search(word, line) for word in (*tasks, *options) for line in lines)
