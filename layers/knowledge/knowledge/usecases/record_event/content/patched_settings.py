"""What a patch makes of settings: each value that it changes, and what others have of the same setting beside it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePosixPath

MOST = 12  # settings of a file; a patch that changes more of them was made by a program
PROSE = 3  # words that are letters alone; a value with more of them describes something, and sets nothing

_DOCUMENTS = {"md", "rst", "txt", "adoc"}  # files that tell of settings, and set none
_DATA = {"yml", "yaml", "json", "toml", "ini", "cfg", "conf", "env", "properties", "tfvars"}  # of settings alone
_NEXT = re.compile(r"^\+\+\+ (?:b/)?(\S+)", re.M)
_HUNK = re.compile(r"@@ [^@\n]* @@ ?(?P<above>.*)")
_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'"
_PLAIN = r"[^\W_](?:[\w.,:@%+-]|/(?!/)| (?![ #/]))*+"
# `  full: 1400`, `"full": 1400,`, `export const SUNSET = "…";`, `KEEP_DAYS=14  # why`
_SETTING = re.compile(
    r"(?P<indent>[ \t]*+)(?:[a-z]++ ){0,3}?[\"']?(?P<name>[A-Za-z][\w.-]*+)[\"']?\s*+[:=]\s*+"
    rf"(?P<value>{_QUOTED}|{_PLAIN})?+[ \t]*+[,;]?\s*+(?:(?:#|//).*|[{{\[])?$"
)
_SECTION = re.compile(r"[ \t]*\[+[\"']?(?P<name>[\w.-]+)[\"']?\]+\s*$")  # `[server]`
_CONSTANT = re.compile(r"[A-Z][A-Z\d_]+")
_PINNED = re.compile(r"\d\.\d+\.\d|@v?\d|\b[0-9a-f]{12,}\b")  # a dependency, by its version, tag or hash
_WORD = re.compile(r"(?<!\S)[^\W\d_]+(?=[.,:;]?(?:\s|$))")
_SECONDS = re.compile(r"seconds?$", re.I)


@dataclass(frozen=True)
class _Setting:
    """A value by its name and the names that it stands below; '-', '+' or ' ', as its line begins."""

    mark: str
    path: tuple[str, ...]
    value: str

    @property
    def name(self) -> str:
        return self.path[-1]

    @property
    def called(self) -> str:
        """As people say it: `long_room`, `maxSeats` is `long room max seats`."""
        return re.sub(r"[\W_]+|(?<=[a-z\d])(?=[A-Z])", " ", " ".join(self.path)).strip().lower()

    @property
    def shown(self) -> str:
        """The value, and in minutes, too, what is counted in so many seconds."""
        seconds = int(self.value) if _SECONDS.search(self.name) and self.value.isdigit() else 1
        return self.value if seconds % 60 else f"{self.value} ({seconds // 60} minutes)"


def told_settings(text: str) -> Iterator[str]:
    """A paragraph for each file of a patch that changes settings, behind what the file is called.

    `Rooms: long room seats 164 -> 160. Loft seats stays 48.` Of code only its constants are settings; tests have none.
    """
    _, *files = _NEXT.split(text)
    for name, patch in zip(files[::2], files[1::2], strict=True):
        path = PurePosixPath(name)
        settings = list(_sentences(path, patch))
        if 0 < len(settings) <= MOST and "test" not in name.lower() and path.suffix[1:] not in _DOCUMENTS:
            yield f"{_titled(path.stem)}: {' '.join(_ended(settings))}"


def _sentences(path: PurePosixPath, patch: str) -> Iterator[str]:
    is_data = path.suffix[1:] in _DATA or path.name.startswith(".env")
    for hunk in _hunks(patch):
        constants = (replace(one, path=(one.name,)) for one in _settings(hunk) if _CONSTANT.fullmatch(one.name))
        settings = list(_settings(hunk) if is_data else constants)
        before, now = (_by_path(settings, mark) for mark in "-+")
        changed = [one for path, one in now.items() if path in before and _is_told(one, before[path])]
        yield from (f"{one.called} {before[one.path].value} -> {one.shown}" for one in changed)
        names = {one.name for one in changed}
        yield from (f"{one.called} stays {one.shown}" for one in settings if one.mark == " " and one.name in names)


def _by_path(settings: list[_Setting], mark: str) -> dict[tuple[str, ...], _Setting]:
    """Those with the mark, but for what several have in common, as the items of a list do."""
    marked = [one for one in settings if one.mark == mark]
    count = Counter(one.path for one in marked)
    return {one.path: one for one in marked if count[one.path] == 1}


def _is_told(now: _Setting, before: _Setting) -> bool:
    values = (now.value, before.value)
    is_set = not any(_PINNED.search(value) or len(_WORD.findall(value)) > PROSE for value in values)
    return is_set and now.value != before.value


def _hunks(patch: str) -> Iterator[list[str]]:
    """The lines of each hunk; the one above it that git shows beside its numbers stands first, as if it were kept."""
    lines: list[str] = []
    for is_head, group in groupby(patch.splitlines(), key=lambda line: bool(_HUNK.match(line))):
        own = list(group)
        if is_head:
            lines = [f" {match['above']}" for line in own if (match := _HUNK.match(line))]
        elif lines:
            yield [*lines, *own]


def _settings(hunk: list[str]) -> Iterator[_Setting]:
    """The settings of a hunk, each below those lines above it that are less indented and have no value."""
    above: list[tuple[int, str]] = []
    for line in hunk:
        section = _SECTION.match(line[1:])
        match = section or _SETTING.match(line[1:])
        if line[:1] not in "-+ " or not match:
            continue
        depth = -1 if section else len(match["indent"])
        value = "" if section else (match["value"] or "").strip("\"' ,;")
        above = [(indent, name) for indent, name in above if indent < depth]
        if value:
            yield _Setting(line[0], (*(name for _, name in above), match["name"]), value)
        else:
            above.append((depth, match["name"]))


def _titled(stem: str) -> str:
    words = re.sub(r"[\W_]+", " ", stem).strip()
    return words[:1].upper() + words[1:]


def _ended(sentences: list[str]) -> Iterator[str]:
    """Each as a sentence; the first goes on behind the file's name."""
    yield f"{sentences[0]}."
    yield from (f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences[1:])
