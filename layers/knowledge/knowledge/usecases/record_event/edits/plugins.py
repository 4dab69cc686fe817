"""The READMEs of plugins that a change brings, as files of the tenant's."""

import re
from collections import defaultdict
from collections.abc import Iterator

from knowledge.files import paths
from knowledge.files.edits import AnyEdit, NewFile, Patch
from knowledge.files.formats import description
from knowledge.files.formats.description import Description
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.usecases.record_event.models import Occurrence

# A README of a plugin that the diff creates, or that was sent whole, with its lines
_README = re.compile(
    r"^(?P<sent>--- plugins/[^\n]*\n)?"
    r"\+\+\+ (?:b/)?plugins/(?P<name>[\w.-]+)/README\.md\n@@ -0,0 [^\n]*\n(?P<lines>(?:\+[^\n]*(?:\n|\Z))+)",
    re.M,
)
# The hunks of a README that there was before (`@@ -1`); a new one begins with `@@ -0,0`.
_CHANGED = re.compile(
    r"^\+\+\+ (?:b/)?plugins/(?P<name>[\w.-]+)/README\.md\n"
    r"(?P<hunks>(?:(?:@@ -[1-9]|[-+ ](?!\+\+ |-- ))[^\n]*(?:\n|\Z))+)",
    re.M,
)


def readmes(event: Occurrence) -> Iterator[AnyEdit]:
    """The README of each plugin that a change brings, and what it changes in one that is there."""
    for readme in _README.finditer(event.text):
        text = "\n".join(line[1:] for line in readme["lines"].splitlines())
        file = Description(readme["name"], FIRST, event.at, event.at, f"\n\n{text}\n", ["plugin"], "plugin")
        yield NewFile(path=_plugin(readme["name"]), content=description.render(file), replaces=bool(readme["sent"]))
    for name, parts in _patches(event.text).items():
        yield Patch(path=_plugin(name), parts=parts)


def _patches(text: str) -> dict[str, list[tuple[str, str]]]:
    """For each plugin whose README changes the parts that do, as they were and as they are."""
    patches: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for change in _CHANGED.finditer(text):
        for hunk in re.split(r"^@@ [^\n]*\n", change["hunks"], flags=re.M)[1:]:
            lines = hunk.splitlines()
            old, new = ("\n".join(line[1:] for line in lines if line[:1] in (" ", mark)) for mark in "-+")
            patches[change["name"]].append((old, new))
    return dict(patches)


def _plugin(name: str) -> str:
    return f"3-descriptions/{Scope.PLUGINS}/{paths.slug(name)}.md"
