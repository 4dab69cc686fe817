"""What is said in JSON of no known form: its texts, wherever they stand."""

import json
import re
from collections.abc import Iterator
from typing import Any

# Words or a sentence, and no id, kind or hash: letters on both sides of a gap, or a script that writes no gaps.
_SAYS = re.compile(r"[^\W\d_]\W{0,3}\s\W{0,3}\w|[\u3040-\u30ff\u3400-\u9fff]{2}")
Path = tuple[str, ...]
_MAX_DEPTH = 12  # of a path; what lies deeper counts by the path down to there


def decoded(value: Any) -> Any:
    """JSON that stands in a string as its value; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        inner = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return inner if isinstance(inner, dict | list) else value


def strings(value: Any) -> Iterator[tuple[Path, str]]:
    """Every string in order, with the names that lead to it; `[]` stands for any place in a list."""
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, item = stack.pop()
        item = decoded(item)
        if isinstance(item, str):
            yield path, item
        elif isinstance(item, dict | list):
            named = item.items() if isinstance(item, dict) else (("[]", one) for one in item)
            stack.extend(reversed([((*path, str(name))[:_MAX_DEPTH], one) for name, one in named]))


def texts(value: Any) -> list[str]:
    """The strings that say something, each once, in order."""
    return list(dict.fromkeys(text for _, text in strings(value) if says(text)))


def says(text: str) -> bool:
    """Whether it is words rather than an id, a kind or a number."""
    return bool(_SAYS.search(text))
