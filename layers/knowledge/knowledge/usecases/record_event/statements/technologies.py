"""The technologies that a change of code brings: in its fields, its dependency files and its file names."""

import re
from collections.abc import Iterator
from typing import Any

MAX = 12
_LANGUAGES = {
    "py": "Python", "ts": "TypeScript", "tsx": "TypeScript", "js": "JavaScript", "jsx": "JavaScript", "go": "Go",
    "rs": "Rust", "java": "Java", "kt": "Kotlin", "swift": "Swift", "rb": "Ruby", "php": "PHP", "cs": "C#",
    "sql": "SQL", "tf": "Terraform",
}  # fmt: skip
_FILE = re.compile(r"[\w/-]\.(\w{1,5})\b(?!\()")
_LIBRARY = re.compile(r"\b(?:Next|Node)\.js\b", re.I)  # no file
# An added line of requirements.txt, pyproject.toml or package.json in a diff.
_REQUIREMENT = re.compile(
    r"^\+\s*[\"']?(?!version\b)([A-Za-z@][\w@/.\[\]-]{1,60})[\"']?\s*"
    r"(?:[=<>~^]=+\s*(\d[\w.]*)|[=:]\s*[\"']((?:[~^]\d|\d+\.)[\w.]*))",
    re.M,
)


# `celery`, `celery 5.3`, `celery>=5.3`, `@scope/name@1.2`, perhaps with what became of it before.
_DEPENDENCY = re.compile(
    r"(?:(?P<sign>[+-]) ?|(?P<word>added|removed):? )?(?P<name>@?[A-Za-z][\w./\[\]-]{0,60})"
    r"(?: ?(?:==|@) ?(?P<exact>\d[\w.+-]{0,30})|"
    r"(?P<version> ?[<>=~^!]{1,2} ?\d[\w.+*<>=~^!, -]{0,40}| v?\d[\w.+-]{0,30}))?",
    re.I,
)
_FORMS = (
    'send a list such as ["redis 7", "+dramatiq 1.17", "-celery 5.3", "removed kombu"], its entries parted by commas, '
    'or {"added": ["dramatiq 1.17"], "removed": ["celery"]}'
)


def dependencies(given: Any) -> tuple[list[str], list[str]]:
    """Those that a change brings, as `name version`, and the names of those that it takes out and does not bring.

    Raises `ValueError` for a form that is not read.
    """
    if isinstance(given, dict) and not given.keys() <= {"added", "removed"}:
        raise ValueError(f"dependencies has other fields than added and removed: {_FORMS}")
    parts = given if isinstance(given, dict) else {"added": given}
    entries = [(part == "removed", _dependency(entry)) for part, listed in parts.items() for entry in _listed(listed)]
    brought = {_called(entry): None for is_gone, entry in entries if not (is_gone or _is_gone(entry))}
    known = {name.split()[0].casefold() for name in brought}
    gone = (entry["name"] for is_gone, entry in entries if is_gone or _is_gone(entry))
    return list(brought), [name for name in dict.fromkeys(gone) if name.casefold() not in known]


def _listed(given: Any) -> list[Any]:
    if not isinstance(given, str | list | None):
        raise ValueError(f"dependencies is no list of names: {_FORMS}")
    return [name for name in given.split(",") if name.strip()] if isinstance(given, str) else given or []


def _dependency(entry: Any) -> re.Match[str]:
    read = _DEPENDENCY.fullmatch(" ".join(entry.split())) if isinstance(entry, str) else None
    if not read:
        raise ValueError(f"an entry of dependencies is no name with perhaps a version: {_FORMS}")
    return read


def _is_gone(entry: re.Match[str]) -> bool:
    return entry["sign"] == "-" or (entry["word"] or "").casefold() == "removed"


def _called(entry: re.Match[str]) -> str:
    return f"{entry['name']} {(entry['exact'] or entry['version'] or '').strip()}".strip()


def technologies(text: str, metadata: dict[str, Any]) -> list[str]:
    """The names, each once, dependencies with their version: `httpx 0.28`; at most `MAX`.

    What prose names is none: `SSO with Azure AD` makes no stack of Azure.
    """
    sure = dict.fromkeys([*_given(metadata), *_required(text)])
    known = {name.split()[0].casefold() for name in sure}
    named = (name for name in _named(text) if name.casefold() not in known)
    return list(dict.fromkeys([*sure, *named]))[:MAX]


def removed(text: str, metadata: dict[str, Any]) -> list[str]:
    """The names of dependencies that a change takes out and does not bring in another version."""
    brought, gone = dependencies(metadata.get("dependencies"))
    added = {name.split()[0].casefold() for name in brought} | {
        name.casefold() for name, _, _ in _REQUIREMENT.findall(text)
    }
    taken = re.sub(r"^-(?!--)", "+", re.sub(r"^\+.*", "", text, flags=re.M), flags=re.M)
    taken_out = [*gone, *(name for name, _, _ in _REQUIREMENT.findall(taken))]
    return [name for name in taken_out if name.casefold() not in added]


def _given(metadata: dict[str, Any]) -> Iterator[str]:
    yield from dependencies(metadata.get("dependencies"))[0]
    for field in ("tech_stack", "technologies"):
        listed = metadata.get(field) or []
        names = listed.split(",") if isinstance(listed, str) else listed if isinstance(listed, list) else []
        yield from (" ".join(str(name).split())[:80] for name in names if str(name).strip())


def _required(text: str) -> Iterator[str]:
    yield from (f"{name} {version or quoted}" for name, version, quoted in _REQUIREMENT.findall(text))


def _named(text: str) -> Iterator[str]:
    files = _FILE.findall(_LIBRARY.sub("", text))
    yield from (_LANGUAGES[ending] for ending in files if ending in _LANGUAGES)
