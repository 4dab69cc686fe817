"""Front matter line by line, where it cannot be read as a whole: what each field says, as well as it can be told."""

import json
import re
from collections.abc import Iterator, Mapping

# `title: Puffin: a tale`, `title = "Puffin"`: a name of three words at most, at the line's start.
_FIELD = {
    sign: re.compile(
        rf"^(?P<name>[\w\"'][\w.\"'-]{{0,60}}(?: [\w.-]{{1,30}}){{0,2}})[ \t]*{sign}(?=\s|\Z)(?P<value>.*)", re.M
    )
    for sign in (":", "=")
}
_ITEM = re.compile(r"^[ \t]*-[ \t]+(.*)", re.M)
_CONTINUES = re.compile(r"[ \t#]|-(?:\s|$)|[\]})]")  # an item, a comment, or what belongs to the line above
_LIST = re.compile(r"[^\[\],]+")

Value = str | list[str]


def has_form(text: str, sign: str) -> bool:
    """Whether the first line that says something is a field or an item, and most lines are, or belong to one."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    in_form = [bool(_FIELD[sign].match(line) or _CONTINUES.match(line)) for line in lines]
    return bool(lines) and in_form[0] and not lines[0][0].isspace() and 2 * sum(in_form) > len(lines)


def parts(text: str, sign: str) -> Iterator[tuple[str, str, Value]]:
    """Each field with its name, all of its lines, and what it says as text or list."""
    starts = [*_FIELD[sign].finditer(text)]
    ends = [*(field.start() for field in starts[1:]), len(text)]
    for field, end in zip(starts, ends, strict=False):
        yield _bare(field["name"]), text[field.start() : end], _value(field["value"], text[field.end() : end])


def restated(block: str, changes: Mapping[str, Value]) -> str:
    """The block as it stands but for the fields that it has and that change."""
    for name, value in changes.items():
        field = re.search(rf"^{re.escape(name)}[ \t]*[:=]([^\r\n]*)", block, re.M)
        if field:
            block = f"{block[: field.start(1)]} {json.dumps(value, ensure_ascii=False)}{block[field.end() :]}"
    return block


def _value(first: str, below: str) -> Value:
    """The text of the line; the words of a list, on the line or below it."""
    first = first.strip()
    if first.startswith("["):
        return [word for part in _LIST.findall(first) if (word := _bare(part))]
    return _bare(first) if first else [word for item in _ITEM.findall(below) if (word := _bare(item))]


def _bare(text: str) -> str:
    text = "".join(filter(str.isprintable, text)).strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text
