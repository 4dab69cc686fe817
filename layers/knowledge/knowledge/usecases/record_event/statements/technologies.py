"""The technologies that a change of code brings: in its fields, its dependency files and the files of its patch."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knowledge.text.strings import abbreviated, one_line

MAX = 12
SHOWN = 60  # characters of an entry that was left out
_LANGUAGES = {
    "py": "Python", "ts": "TypeScript", "tsx": "TypeScript", "js": "JavaScript", "jsx": "JavaScript", "go": "Go",
    "rs": "Rust", "java": "Java", "kt": "Kotlin", "swift": "Swift", "rb": "Ruby", "php": "PHP", "cs": "C#",
    "sql": "SQL", "tf": "Terraform",
}  # fmt: skip
# `+++ b/src/app.py`: py; the path may have spaces, and a tab behind it a time.
_PATCHED = re.compile(r"^(?:\+\+\+|---) [^\t\r\n]*\.(\w{1,5})(?=[\t\r]|$)", re.M)
# `Files: src/app.py, README.md`, as a commit's fields are read: py, md
_FILES = re.compile(r"^Files: .+", re.M)
_ENDING = re.compile(r"\.(\w{1,5})(?=,|$)")
# An added line of requirements.txt, pyproject.toml or package.json in a diff.
_REQUIREMENT = re.compile(
    r"^\+\s*[\"']?(?!version\b)([A-Za-z@][\w@/.\[\]-]{1,60})[\"']?\s*"
    r"(?:[=<>~^]=+\s*(\d[\w.]*)|[=:]\s*[\"']((?:[~^]\d|\d+\.)[\w.]*))",
    re.M,
)
# `chore(deps): bump lodash from 4.17.20 to 4.17.21`, as machines and people call it, and as a further clause: `Fix the
# picker; upgrade moment to 2.3`. A number without a point may be of anything, unless a dependency is named.
_BUMP = re.compile(
    r"(?:^[-* ]*(?P<scope>\w+\([\w-]*dep[\w-]*\)!?: )?(?:\w+(?:\([^)\n]*\))?!?: )?|(?<=[.;,] )|(?<= and ))"
    r"(?:(?:and|also|then|afterwards) ){0,2}(?P<verb>bump|update|upgrade)(?:s|d|ed)? (?P<dependency>dependency )?"
    r"(?!version\b)\[?(?P<name>@?[A-Za-z][\w@/.-]{1,60}?)\]?(?:\([^)\s]*\))?"
    r"(?: from v?\d[\w.+-]*)? to v?(?P<version>\d[\w.+-]*?)(?=(?: too| as well)?(?:\.?$|\.? in \S|\. |[,;]| and ))",
    re.I | re.M,
)
_TOOL = r"(?-i:(?P<{}>[A-Za-z][\w.+#-]*?)(?P<{}_version> \d[\w.]*?)?)(?=[.,;:]?(?:\s|$))"
_LEFT, _CHOSEN = _TOOL.format("old", "old"), _TOOL.format("new", "new")
# Also small, as packages are called: what is left counts where it stands in the stack.
# `Drop MySQL, move to Postgres 16`, `migrate the database from MySQL 8 to Postgres 16`, `replace Redis with Valkey 8`
_MOVES = tuple(
    re.compile(form, re.I)
    for form in (
        rf"\b(?:drop|remov)\w* {_LEFT}[,;]?(?: and)? (?:mov|migrat|switch)\w* to {_CHOSEN}",
        rf"\b(?:mov|migrat|switch)\w* (?:[^.,;\n]{{1,30}} )?from {_LEFT} to {_CHOSEN}",
        rf"\breplac\w* {_LEFT} (?:with|by) {_CHOSEN}",
    )
)
_DROPPED = re.compile(
    rf"(?:^[-* ]*(?:\w+(?:\([^)\n]*\))?!?: )?|; )(?:drop|remove)(?:s|d|ped)? {_LEFT}(?=[.,;]|$)", re.I | re.M
)

# `celery`, `celery 5.3`, `celery>=5.3`, `celery (5.3)`, `celery:5.3`, `@scope/name@^1.2`, perhaps with what became of
# it before. The name is lazy, so that it leaves the version; `version` itself is no name.
_BOUND = r"[<>=~^!]{0,3} ?(?:v?\d|\*)[\w.+*-]{0,30}"
_NUMBER = rf"{_BOUND}(?:[ ,|]{{1,4}}{_BOUND}){{0,3}}"
# `+ fastapi ==0.110`, `added: redis (5.0)`, `react@18.2`
_DEPENDENCY = re.compile(
    r"(?:(?P<sign>[+-]) ?|(?P<word>added|removed):? )?(?P<name>(?!version\b)@?[A-Za-z][\w./:+#\[\]-]{0,60}?)"
    rf"(?: ?(?:==|[@:]) ?(?P<exact>{_NUMBER})|(?P<version> {_NUMBER}|[<>=~^!]{_NUMBER})| ?\((?P<noted>{_NUMBER})\))?",
    re.I,
)
_COMMA = re.compile(r",(?!\s*[<>=~^!])")  # between entries, not between the bounds of a version
_FORMS = (
    'as a list such as ["redis 7", "+dramatiq 1.17", "-celery 5.3", "removed kombu"], its entries parted by commas, '
    'as {"redis": "7"}, or as {"added": ["dramatiq 1.17"], "removed": ["celery"]}'
)


@dataclass(frozen=True)
class Dependencies:
    """Those that a change brings, as `name version`, the names of those that it takes out and does not bring, and what
    of the field is not read."""

    brought: list[str]
    gone: list[str]
    unread: list[str]

    @property
    def note(self) -> str | None:
        """What was left out, and the forms that are read; None where nothing was."""
        shown = ", ".join(abbreviated(entry, SHOWN) for entry in self.unread[:3])
        more = f" and {len(self.unread) - 3} more" if self.unread[3:] else ""
        return f"Of dependencies was left out: {shown}{more}; send them {_FORMS}." if self.unread else None


def dependencies(given: Any) -> Dependencies:
    """The dependencies of a change, in any of the forms in which callers state them; what is not read is left out."""
    entries = [(part, str(entry), _read(entry)) for part, entry in _entries(given)]
    read = [(part == "removed" or _is_gone(match), match) for part, _, match in entries if match]
    brought = list(dict.fromkeys(_called(match) for is_gone, match in read if not is_gone))
    names = {name.split()[0].casefold() for name in brought}
    gone = dict.fromkeys(match["name"] for is_gone, match in read if is_gone)
    unread = [entry for _, entry, match in entries if not match]
    return Dependencies(brought, [name for name in gone if name.casefold() not in names], unread)


def _read(entry: Any) -> re.Match[str] | None:
    return _DEPENDENCY.fullmatch(one_line(entry)) if isinstance(entry, str) else None


def _entries(given: Any) -> Iterator[tuple[str, Any]]:
    """Each entry, and the field that it stands in: `added` where there is none."""
    for field, value in (given if isinstance(given, dict) else {"added": given}).items():
        if field in ("added", "removed"):
            yield from ((field, entry) for entry in _listed(value))
        else:  # as package.json and pyproject.toml have it
            yield "added", f"{field} {value}"


def _listed(given: Any) -> list[Any]:
    if isinstance(given, str):
        return [name for name in _COMMA.split(given) if name.strip()]
    return given if isinstance(given, list) else [given] if given else []


def _is_gone(entry: re.Match[str]) -> bool:
    return entry["sign"] == "-" or (entry["word"] or "").casefold() == "removed"


def _called(entry: re.Match[str]) -> str:
    return f"{entry['name']} {(entry['exact'] or entry['version'] or entry['noted'] or '').strip()}".strip()


def technologies(text: str, metadata: dict[str, Any]) -> list[str]:
    """The names, each once, dependencies with their version: `httpx 0.28`; at most `MAX`.

    What prose names is none: neither Azure in `SSO with Azure AD` nor Python in `main.py`. What is bumped is one, so is
    a version of what takes another's place, and the language of a file that is patched or that a commit lists.
    """
    moved = (called for _, called in moves(text) if " " in called and called[0].isupper())
    sure = dict.fromkeys([*_given(metadata), *_required(text), *bumped(text), *moved])
    names = {name.split()[0].casefold() for name in sure}
    named = (name for name in _patched(text) if name.casefold() not in names)
    return list(dict.fromkeys([*sure, *named]))[:MAX]


def removed(text: str, metadata: dict[str, Any]) -> list[str]:
    """The names of dependencies that a change takes out and does not bring in another version."""
    given = dependencies(metadata.get("dependencies"))
    added = {name.split()[0].casefold() for name in given.brought} | {
        name.casefold() for name, _, _ in _REQUIREMENT.findall(text)
    }
    taken = re.sub(r"^-(?!--)", "+", re.sub(r"^\+.*", "", text, flags=re.M), flags=re.M)
    left = [*(old for old, _ in moves(text)), *(dropped["old"] for dropped in _DROPPED.finditer(text))]
    taken_out = [*given.gone, *(name for name, _, _ in _REQUIREMENT.findall(taken)), *left]
    return [name for name in dict.fromkeys(taken_out) if name.casefold() not in added]


def moves(text: str) -> list[tuple[str, str]]:
    """What was left for what, by name, the latter with its version where it is told."""
    matches = (move for form in _MOVES for move in form.finditer(text))
    return list(dict.fromkeys((move["old"], f"{move['new']}{move['new_version'] or ''}") for move in matches))


def bumped(text: str) -> Iterator[str]:
    """The dependencies that lines of it bump, each with its version."""
    for bump in _BUMP.finditer(text):
        # Of what is updated to a number with one point, that may be a price.
        surely = 2 if bump["verb"].casefold() == "update" else 1
        if bump["dependency"] or bump["scope"] or bump["version"].count(".") >= surely:
            yield f"{bump['name']} {bump['version']}"


def _given(metadata: dict[str, Any]) -> Iterator[str]:
    yield from dependencies(metadata.get("dependencies")).brought
    for field in ("tech_stack", "technologies"):
        value = metadata.get(field) or []
        names = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
        yield from (" ".join(str(name).split())[:80] for name in names if str(name).strip())


def _required(text: str) -> Iterator[str]:
    yield from (f"{name} {version or quoted}" for name, version, quoted in _REQUIREMENT.findall(text))


def _patched(text: str) -> Iterator[str]:
    endings = (ending for line in _FILES.findall(text) for ending in _ENDING.findall(line))
    yield from (_LANGUAGES[ending] for ending in [*_PATCHED.findall(text), *endings] if ending in _LANGUAGES)
