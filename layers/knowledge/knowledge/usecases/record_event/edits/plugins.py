"""The READMEs of plugins that a change brings, as files of the tenant's."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from knowledge.files import paths
from knowledge.files.edits import AnyEdit, NewFile, Patch
from knowledge.files.formats import description, summary
from knowledge.files.formats.description import Description
from knowledge.files.formats.summary import Header
from knowledge.files.paths import Scope
from knowledge.files.semver import FIRST
from knowledge.text import hashing
from knowledge.usecases.record_event.models import Occurrence

# A README of a plugin that the diff creates, or that was sent whole, with its lines; behind a path with blanks git
# writes a tab.
_README = re.compile(
    r"^(?P<sent>--- plugins/[^\n]*\n)?"
    r"\+\+\+ (?:b/)?plugins/(?P<name>[^/\n]+)/README\.md\t?\n@@ -0,0 [^\n]*\n(?P<lines>(?:\+[^\n]*(?:\n|\Z))+)",
    re.M,
)
# The hunks of a README that there was before (`@@ -1`); a new one begins with `@@ -0,0`.
_CHANGED = re.compile(
    r"^\+\+\+ (?:b/)?plugins/(?P<name>[^/\n]+)/README\.md\t?\n"
    r"(?P<hunks>(?:(?:@@ -[1-9]|[-+ ](?!\+\+ |-- ))[^\n]*(?:\n|\Z))+)",
    re.M,
)


def readmes(event: Occurrence, text_at: Callable[[str], str | None]) -> Iterator[AnyEdit]:
    """The README of each plugin that a change brings, and what it changes in one; `text_at` reads what is there."""
    for readme in _README.finditer(event.text):
        text = "\n".join(line[1:] for line in readme["lines"].splitlines())
        file = Description(readme["name"], FIRST, event.at, event.at, f"\n\n{text}\n", ["plugin"], "plugin")
        yield NewFile(
            path=_file_of(readme["name"], text_at), content=description.render(file), replaces=bool(readme["sent"])
        )
    for name, parts in _patches(event.text).items():
        yield Patch(path=_file_of(name, text_at), parts=parts)


def _patches(text: str) -> dict[str, list[tuple[str, str]]]:
    """For each plugin whose README changes the parts that do, as they were and as they are."""
    patches: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for change in _CHANGED.finditer(text):
        for hunk in re.split(r"^@@ [^\n]*\n", change["hunks"], flags=re.M)[1:]:
            lines = hunk.splitlines()
            old, new = ("\n".join(line[1:] for line in lines if line[:1] in (" ", mark)) for mark in "-+")
            patches[change["name"]].append((old, new))
    return dict(patches)


def _file_of(name: str, text_at: Callable[[str], str | None]) -> str:
    """The plugin's name, and `.md`; a file that it has since files were called by slugs stays its own."""
    folder, slug = f"3-descriptions/{Scope.PLUGINS}", paths.slug(name)
    own, former = f"{folder}/{name}.md", f"{folder}/{slug}.md"
    own = own if paths.is_allowed(own) else f"{folder}/{slug}-{hashing.short(name)}.md"
    held = description.header(text_at(former) or "")
    is_its = held and (held.title == summary.clean_title(name) or (_is_retitled(held, slug) and text_at(own) is None))
    return former if is_its else own


def _is_retitled(file: Header, slug: str) -> bool:
    """Whether no plugin had the title as its name when files were called by slugs: such names had no blanks."""
    return " " in file.title or paths.slug(file.title) != slug
