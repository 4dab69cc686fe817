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


def technologies(text: str, metadata: dict[str, Any]) -> list[str]:
    """The names, each once, dependencies with their version: `httpx 0.28`; at most `MAX`.

    What prose names is none: `SSO with Azure AD` makes no stack of Azure.
    """
    sure = dict.fromkeys([*_given(metadata), *_required(text)])
    known = {name.split()[0].casefold() for name in sure}
    named = (name for name in _named(text) if name.casefold() not in known)
    return list(dict.fromkeys([*sure, *named]))[:MAX]


def removed(text: str) -> list[str]:
    """The names of dependencies that a change takes out and does not bring in another version."""
    added = {name.casefold() for name, _, _ in _REQUIREMENT.findall(text)}
    taken = re.sub(r"^-(?!--)", "+", re.sub(r"^\+.*", "", text, flags=re.M), flags=re.M)
    return [name for name, _, _ in _REQUIREMENT.findall(taken) if name.casefold() not in added]


def _given(metadata: dict[str, Any]) -> Iterator[str]:
    for field in ("dependencies", "tech_stack", "technologies"):
        listed = metadata.get(field) or []
        names = listed.split(",") if isinstance(listed, str) else listed if isinstance(listed, list) else []
        yield from (" ".join(str(name).split())[:80] for name in names if str(name).strip())


def _required(text: str) -> Iterator[str]:
    yield from (f"{name} {version or quoted}" for name, version, quoted in _REQUIREMENT.findall(text))


def _named(text: str) -> Iterator[str]:
    files = _FILE.findall(_LIBRARY.sub("", text))
    yield from (_LANGUAGES[ending] for ending in files if ending in _LANGUAGES)
