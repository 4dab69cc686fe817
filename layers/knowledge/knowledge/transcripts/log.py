"""A log as it comes in: decoded once, whatever its form."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from knowledge.text import frontmatter
from knowledge.transcripts.exchanges import merged
from knowledge.transcripts.fences import Fences

_RECORDS = 20  # lines that must be JSON, of a hundred, for a text to be JSON lines; the rest is counted as broken
_MODELS = 3  # at most, of those that took part
_HEAD = 40  # lines that say something, within which a log begins: a title, what exported it, when
# What an exporter writes above a conversation: `# Title`, `<!-- … -->`, `---`, `**Date:** …`
_TITLE = re.compile(r"#{1,6} |<!--|-{3,}\s*$|\*\*[^*\n]{1,60}:\*\*")


@dataclass(frozen=True)
class Log:
    """A log in the form that its reader wants it.

    `text` is what was sent as text, without `document`: the whole as one JSON value, or None. `items` are the objects
    of JSON lines or of an array; `broken` counts the lines that are no JSON object.
    """

    text: str = ""
    document: Any = None
    items: list[dict[str, Any]] = field(default_factory=list)
    broken: int = 0

    def first(self, is_mark: Callable[[str], object]) -> int | None:
        """Where the text begins by such a mark: the line, in its head and outside of code; None where it does not."""
        return next((index for index, line in self._head if is_mark(line)), None)

    def opening(self, is_mark: Callable[[str], object]) -> int | None:
        """Where the text begins by such a mark, below titles at most: for marks of which one tells the form."""
        first = self.first(is_mark)
        return first if first == self.first(lambda line: is_mark(line) or not _TITLE.match(line)) else None

    @cached_property
    def _head(self) -> list[tuple[int, str]]:
        """The first lines that say something, with their places: no front matter, no code."""
        lines, front = self.text.splitlines(), len(frontmatter.split(self.text)[0].splitlines())
        fences, head = Fences(lines), list[tuple[int, str]]()
        for index, line in enumerate(lines):
            if not fences.holds(index) and line.strip() and index >= front:
                head.append((index, line))
            if len(head) == _HEAD:
                break
        return head

    def field(self, name: str) -> Any:
        """A field of the document; None where it has none or is no object."""
        return self.document.get(name) if isinstance(self.document, dict) else None

    def records(self, name: str) -> list[dict[str, Any]]:
        """The objects in a list of that name."""
        return dicts(self.field(name))

    def models(self) -> tuple[str, ...]:
        """The language models that answered, that of most answers first: what the objects, or what is in them, name."""
        items = [*self.items, *self.records("messages")]
        holders = [holder for item in items for holder in (item, *item.values()) if isinstance(holder, dict)]
        names = (holder.get(key) for holder in holders for key in ("model", "modelID"))
        named = Counter(name for name in names if isinstance(name, str) and name[:1].isalnum())
        return tuple(name for name, _ in named.most_common(_MODELS))


def decoded(sent: str | list[Any] | dict[str, Any]) -> Log:
    """The log that was sent: text, JSON lines, or JSON as text or already decoded."""
    if not isinstance(sent, str):
        return _of_document(sent)
    if sent.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return Log(text=sent.removeprefix("\ufeff"))
    whole = _json(sent.lstrip("\ufeff"))
    return _of_document(whole) if isinstance(whole, dict | list) else _of_lines(sent)


def dicts(value: Any) -> list[dict[str, Any]]:
    """The objects in a list; none where it is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _of_document(value: list[Any] | dict[str, Any]) -> Log:
    if isinstance(value, dict):
        call = merged(value)
        return Log(document=call, items=[call])
    items = list(map(merged, dicts(value)))
    return Log(document=value, items=items, broken=len(value) - len(items))


def _of_lines(text: str) -> Log:
    """JSON lines, of which some may be cut off: a log that is still written to ends anywhere."""
    lines = [line for line in text.lstrip("\ufeff").split("\n") if line.strip()]
    items = [merged(value) for line in lines if isinstance(value := _json(line), dict)]
    if 100 * len(items) < _RECORDS * len(lines):
        return Log(text=text)
    return Log(items=items, broken=len(lines) - len(items))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
