"""Folders in which a session's shell runs its commands."""

import re
import shlex

_ABSOLUTE = re.compile(r"/|~|[A-Za-z]:")


def is_absolute(folder: str) -> bool:
    """Whether it says by itself where it is."""
    return bool(_ABSOLUTE.match(folder))


def within(folder: str, home: str) -> str:
    """The folder as it is called from the home folder: "" where it is that one, the whole path where it is outside."""
    path, root = (re.sub(r"\\+", "/", name).rstrip("/") for name in (folder, home))
    if f"{path}/".lower().startswith(f"{root}/".lower()) and root:
        return path[len(root) + 1 :]
    return "" if path == "." else path.removeprefix("./")


def going_to(folder: str, line: str) -> str:
    """The line as one would type it elsewhere: `cd web && npm test`."""
    return f"cd {shlex.quote(folder)} && {line}" if folder else line
