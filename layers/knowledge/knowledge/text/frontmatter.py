"""The YAML front matter of third-tier files. A block that cannot be read is body, never an error."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

MAX_BLOCK = 4_000  # characters; a longer block is body, so that splitting can always cut it
MAX_DEPTH = 50  # lists and maps inside each other; PyYAML takes half a second for a block that only opens brackets

_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_LINE_BREAKS = re.compile("[\x85\u2028\u2029]")  # line breaks of YAML that are none of Markdown

Fields = dict[str, Any]


class _Loader(yaml.BaseLoader):
    """Text, lists and maps only: `version: 1.10` stays '1.10' and `title: no` stays 'no'.

    Aliases are refused: a few hundred bytes of them unfold into gigabytes. So is what is nested beyond `MAX_DEPTH`.
    """

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed in front matter")
        if self._depth == MAX_DEPTH:
            raise yaml.YAMLError("the front matter is nested too deeply")
        self._depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Dumper(yaml.SafeDumper):
    """Escapes the line breaks that YAML knows beside the line feed; PyYAML would read them back as spaces."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """The text, in double quotes where it has such a break."""
        style = '"' if _LINE_BREAKS.search(text) else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _Dumper.represent_text)


def split(content: str) -> tuple[str, str]:
    """The front-matter block as it stands, fences included, and the body; '' and all of it where there is none.

    The two together are always the content.
    """
    block = _block(content)
    return (block, content[len(block) :]) if _load(block) is not None else ("", content)


def fields(content: str) -> Fields:
    """What the front matter says: text, lists and maps by name; empty where there is none."""
    return _load(_block(content)) or {}


def render(fields: Mapping[str, Any], body: str) -> str:
    """A file with these fields as its front matter."""
    dumped = yaml.dump(dict(fields), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
    return f"---\n{dumped if fields else ''}---\n{body}"


def updated(content: str, **changes: str | list[str]) -> str:
    """The file with some fields changed and the others kept; it gets front matter if it has none."""
    return render(fields(content) | changes, split(content)[1])


def tags(fields: Mapping[str, Any]) -> list[str]:
    """The tags, whether they were written as a YAML list or separated by commas; lower case, each once."""
    written = fields.get("tags") or []
    words = written.split(",") if isinstance(written, str) else [str(tag) for tag in written]
    return list(dict.fromkeys(word.strip().lower() for word in words if word.strip()))


def _block(content: str) -> str:
    opening = _OPENING.match(content)
    closing = _CLOSING.search(content, opening.end()) if opening else None
    return content[: closing.end()] if closing and closing.end() <= MAX_BLOCK else ""


def _load(block: str) -> Fields | None:
    """The block's fields; None where there is no block or it is no map."""
    if not block:
        return None
    text = _CLOSING.sub("", _OPENING.sub("", block, count=1))
    try:
        loaded = yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, RecursionError):
        return None
    if loaded in (None, ""):
        return {}
    return {str(name): value for name, value in loaded.items()} if isinstance(loaded, dict) else None
