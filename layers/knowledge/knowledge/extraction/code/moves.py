"""Which files a command moves or copies, and where to."""

from collections.abc import Sequence
from pathlib import PurePosixPath


def moves(words: Sequence[str]) -> list[tuple[str, str]]:
    """Of what `mv` or `cp` is given, each source with its target; a folder as one."""
    *sources, target = [word.removeprefix("./") for word in words if not word.startswith("-")] or [""]
    return [(source, _within(target, source, len(sources) > 1)) for source in sources]


def moved_to(path: str, source: str, target: str) -> str:
    """Where a file is whose path the source names, or a folder in it, when that is at the target."""
    before, name, after = f"/{path}".rpartition(f"/{source.rstrip('/')}")
    if not name:
        return str(PurePosixPath(target).parent / PurePosixPath(path).name) if "*" in source else target
    return f"{before}/{target}{after}"[1:] if before and not target.startswith(("/", "~")) else target + after


def _within(target: str, source: str, is_folder: bool) -> str:
    """The target, or the source's name in it where it is a folder, as its name ends or has no ending."""
    name, last = PurePosixPath(source), PurePosixPath(target).name
    is_folder = is_folder or target.endswith("/") or last in ("", "..") or bool(name.suffix and "." not in last)
    return str(PurePosixPath(target) / name.name) if is_folder else target
