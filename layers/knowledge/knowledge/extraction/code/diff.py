"""A diff as changes: which files, in which classes and functions, and which lines."""

import re
from dataclasses import dataclass, field

_FILE = re.compile(r"^diff --git a/(\S+) b/(\S+)|^\+\+\+ (?:b/)?([^\s]+)")
_HUNK = re.compile(r"^@@ .*? @@ ?(.*)")
SYMBOL = re.compile(
    r"^[ +]?\s*(?:export )?(?:default )?(?:async )?(?:public |private |protected |static )*"
    r"(?:def|class|function|func|fn|interface|struct|impl|trait)\s+(?:\([^)]*\)\s*)?(\w+)"
)


@dataclass
class PatchedFile:
    """One file of a patch: where, in which classes and functions, and the lines taken out and put in."""

    path: str
    symbols: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)


def read_diff(text: str) -> list[PatchedFile]:
    found: dict[str, PatchedFile] = {}
    change: PatchedFile | None = None
    symbol = outer = context = ""
    for line in text[text.index("diff --git ") :].splitlines():
        if header := _FILE.match(line):
            path = header[2] or header[3]
            change = found.setdefault(path, PatchedFile(path)) if path != "/dev/null" else change
        elif change and (hunk := _HUNK.match(line)):
            symbol, context = named[1] if (named := SYMBOL.match(hunk[1])) else "", ""
            outer = symbol if re.match(r"\s*(?:export )?(?:class|impl|trait|interface)\b", hunk[1]) else ""
        elif change and line[:1] in "+- " and not line.startswith("---"):
            symbol = _read_line(line, change, symbol, outer, context)
            context = line[1:] if line[:1] == " " and line.strip() else "" if SYMBOL.match(line) else context
    return list(found.values())


def _read_line(line: str, change: PatchedFile, symbol: str, outer: str, context: str) -> str:
    named = SYMBOL.match(line)
    if named:
        inside = outer if line[1:2].isspace() else ""
        symbol = f"{inside}.{named[1]}" if inside else named[1]
    if line[:1] in ("+", "-") and line[1:].strip():
        (change.added if line[0] == "+" else change.removed).append(line[1:])
        if symbol and symbol not in change.symbols:
            change.symbols.append(symbol)
        # What surrounds a new function says nothing about where the change is.
        if not named and not line[1:].lstrip().startswith("@"):
            change.anchors.append(line[1:] if line[0] == "-" else context)
    return symbol
