"""READMEs of plugins that are sent whole, as the patches that make them so."""

import re
from typing import Any

_PATH = re.compile(r"(?:\./|/)?(plugins/[^/\n]+/README\.md)", re.I)

_IS_PATCH = re.compile(r"^(?:diff --git |@@ -)", re.M)


def of(file: Any) -> str:
    """The patch of a file `{"path", "content"}` that is a plugin's README; "" of any other."""
    match file:
        case {"path": str() as path, "content": str() as content} | {
            "filename": str() as path,
            "content": str() as content,
        }:
            return _patch(path, content)
    return ""


def titled(kind: str, content: Any, metadata: Any) -> Any:
    """A change whose title is the path of such a README as `{"path", "content"}`; any other content as it is."""
    title = metadata.get("title") if isinstance(metadata, dict) else None
    file = {"path": title, "content": content}
    return file if kind == "code_change" and of(file) and not _IS_PATCH.search(content) else content


def _patch(path: str, content: str) -> str:
    named = _PATH.fullmatch(path.strip())
    lines = content.strip().splitlines()
    if not named or not lines:
        return ""
    added = "\n".join(f"+{line}" for line in lines)
    return f"--- {named[1]}\n+++ {named[1]}\n@@ -0,0 +1,{len(lines)} @@\n{added}"
