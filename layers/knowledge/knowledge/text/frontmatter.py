"""The front matter of files: YAML, or TOML between `+++`. What neither reads is read field by field, and never text."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import yaml

from knowledge.text import field_lines

MAX_BLOCK = 4_000  # characters; a longer block is body, so that splitting can always cut it
MAX_DEPTH = 50  # lists and maps inside each other; PyYAML takes half a second for a block that only opens brackets

_OPENING = re.compile(r"\ufeff?(?P<blank>\s{0,100}\n)?(?P<fence>---|\+\+\+)[ \t]*\r?\n")
_CLOSING = {  # dots end a document of YAML, too
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
}
_SIGN = {"---": ":", "+++": "="}
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


def split(content: str, most: int = MAX_BLOCK) -> tuple[str, str]:
    """The front-matter block as it stands, fences included, and the body; '' and all of it where there is none.

    The two together are always the content. A block is no longer than `most`.
    """
    block, text, fence = _parts(content, most)
    return (block, content[len(block) :]) if _is_metadata(block, text, fence) else ("", content)


def fields(content: str) -> Fields:
    """What the front matter says: text, lists and maps by name; empty where there is none."""
    block, text, fence = _parts(content, MAX_BLOCK)
    return _stated(text, fence) if _is_metadata(block, text, fence) else {}


def render(fields: Mapping[str, Any], body: str) -> str:
    """A file with these fields as its front matter."""
    return f"---\n{_dumped(fields)}---\n{body}"


def updated(content: str, **changes: str | list[str]) -> str:
    """The file with some fields changed and the others kept; it gets front matter if it has none.

    All else of it stays as its writer wrote it, comments too. What is no YAML gets none of the fields that it lacks.
    """
    block, body = split(content)
    if not block:
        return render(changes, body)
    _, text, fence = _parts(block, MAX_BLOCK)
    stated = _loaded(text, fence)
    if fence == "+++" or stated is None:
        return field_lines.restated(block, changes) + body
    new = {name: value for name, value in changes.items() if value != stated.get(name)}
    rewritten = block.replace(text, _rewritten(text, new), 1) if text else block
    return rewritten + body if fields(rewritten) == stated | new else render(stated | new, body)


def _rewritten(text: str, new: Mapping[str, Any]) -> str:
    """A map of YAML with these values written where its own stood, or below; what it has in braces is not read."""
    root = yaml.compose(text, Loader=_Loader)
    pairs = {key.value: (key, value) for key, value in root.value} if isinstance(root, yaml.MappingNode) else {}
    below = _dumped({name: value for name, value in new.items() if name not in pairs})
    standing = [(*pairs[name], name) for name in new if name in pairs]
    for key, value, name in sorted(standing, key=lambda one: -one[0].start_mark.index):
        field = _in_form_of(value, name, new[name])
        text = text[: key.start_mark.index] + field.rstrip("\n") + text[_end(value, text) :]
    return (text if text.endswith("\n") or not text else f"{text}\n") + below


def _end(node: yaml.Node, text: str) -> int:
    """Where what a node says ends; a block ends with the line of its last part, whose comment is that part's alone."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        end = _end(last[1] if isinstance(last, tuple) else last, text)
        return end + len(text[end:].partition("\n")[0])
    return int(node.end_mark.index)


def _in_form_of(node: yaml.Node, name: str, value: Any) -> str:
    """The field with this value; a list stands in brackets where one did."""
    in_brackets = isinstance(value, list) and isinstance(node, yaml.SequenceNode) and bool(node.flow_style)
    return _dumped({name: value}, in_brackets)


def _dumped(fields: Mapping[str, Any], in_brackets: bool = False) -> str:
    """The fields as YAML; their lists `in_brackets`, or below them."""
    if not fields:
        return ""
    style = None if in_brackets else False  # None: brackets for what has no lists or maps in itself
    return str(
        yaml.dump(
            dict(fields), Dumper=_Dumper, default_flow_style=style, sort_keys=False, allow_unicode=True, width=10_000
        )
    )


def tags(fields: Mapping[str, Any]) -> list[str]:
    """The tags, whether they were written as a YAML list or separated by commas; lower case, each once."""
    written = fields.get("tags") or []
    words = written.split(",") if isinstance(written, str) else [str(tag) for tag in written]
    return list(dict.fromkeys(word.strip().lower() for word in words if word.strip()))


def _parts(content: str, most: int) -> tuple[str, str, str]:
    """What stands between fences at the beginning, with them and without, and the fence; '' where nothing does."""
    opening = _OPENING.match(content)
    closing = _CLOSING[opening["fence"]].search(content, opening.end()) if opening else None
    if not opening or not closing or closing.end() > most:
        return "", "", "---"
    return content[: closing.end()], content[opening.end() : closing.start()], opening["fence"]


def _is_metadata(block: str, text: str, fence: str) -> bool:
    """Whether it is a map, or has the form of one; below blank lines, where two rules are likelier, its form tells."""
    is_first = not block.removeprefix("\ufeff")[:1].isspace()
    in_form = field_lines.has_form(text, _SIGN[fence])
    return bool(block) and (in_form or (is_first and len(block) <= MAX_BLOCK and _loaded(text, fence) is not None))


def _stated(text: str, fence: str) -> Fields:
    """The block's fields; of one that cannot be read as a whole, each that can, and else its words."""
    whole = _loaded(text, fence)
    if whole is not None:
        return whole
    stated = Fields()
    for name, lines, words in field_lines.parts(text, _SIGN[fence]):
        read = _loaded(lines, fence) or {}
        value = read.get(name, words)
        stated |= {name: value} if value else {}
    return stated


def _loaded(text: str, fence: str) -> Fields | None:
    """The fields of a map; None where it is none."""
    try:
        if fence == "+++":
            return {
                name: _as_text(value)
                for name, value in tomllib.loads(text.replace("\r\n", "\n"), parse_float=str).items()
            }
        loaded = yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError):
        return None
    if loaded in (None, ""):
        return {}
    return {str(name): value for name, value in loaded.items()} if isinstance(loaded, dict) else None


def _as_text(value: Any) -> Any:
    """Text, lists and maps only, as YAML gives them."""
    if isinstance(value, dict):
        return {name: _as_text(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_as_text(inner) for inner in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
