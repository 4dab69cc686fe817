"""External services that a run's commands reached: what was asked of them, and whether it worked."""

import re
from collections import defaultdict
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from knowledge.extraction.commands.actions import Action, actions
from knowledge.files import paths
from knowledge.files.edits import SectionEdit
from knowledge.files.paths import Scope
from knowledge.files.projects import has_room
from knowledge.privacy.emails import MARK
from knowledge.privacy.quarantine import servable
from knowledge.text import hashing
from knowledge.text.statements import entry_lines
from knowledge.text.strings import abbreviated, one_line
from knowledge.transcripts import Turn
from knowledge.transcripts.json_texts import decoded
from knowledge.usecases.agent_complete.run_files import RunReport

MAX_SERVICES = 5  # of a run
MAX_COMMANDS = 5  # of a service in a run

# How an answer tells what became of a request: by its status line, else by a field of the object that it is.
_STATUS_LINE = re.compile(r"^HTTP/[\d.]+ (\d{3})\b", re.M)
_STATUS_FIELDS = ("status", "statusCode", "status_code")
_ERROR_STATUS = re.compile(r"[45][0-9]{2}")
_URL = re.compile(r"\bhttps?://[^\s'\"`<>|;)]+")


def services(turns: Sequence[Turn], report: RunReport) -> list[SectionEdit]:
    """A section of the file of each service that commands named by a URL; hosts of this machine are none. A command of
    which the log does not tell what came is told by the evidence alone: that it was run answers nothing.

    Each project has its own file of a service, so that what others did there answers no question within it; the file
    of one whose name has no room in a path is called after it.
    """
    if not any(_URL.search(turn.command) for turn in turns if turn.command):
        return []
    reached: defaultdict[str, list[Action]] = defaultdict(list)
    for action in (one for one in actions(turns) if one.worked is not None or one.stopped):
        for host in {host for url in _URL.findall(action.typed) if (host := _host(url))}:
            reached[host].append(action)
    sections = (_section(host, used, report) for host, used in list(reached.items())[:MAX_SERVICES])
    return [section for section in sections if section.body]


def _section(host: str, used: Sequence[Action], report: RunReport) -> SectionEdit:
    lines = dict.fromkeys(filter(None, map(servable, map(_line, used))))
    return SectionEdit(
        path=paths.learned("services", _name(host, report.project)),
        title=f"Service: {host}",
        tags=["service", paths.slug(host)],
        scope=Scope.LEARNED.value,
        project=report.project,
        heading=entry_lines.dated_heading(report.at, report.title),
        body="\n".join(list(lines)[:MAX_COMMANDS]),
        mark=entry_lines.field("Run", report.run_id),
        at=report.at,
    )


def _name(host: str, project: str) -> str:
    has_folder = not project or has_room(project)
    return host if has_folder else f"{host}-{paths.slug(project)[:40]}-{hashing.short(project)}"


def _line(action: Action) -> str:
    error = f": {one_line(action.error)}" if action.error and MARK not in action.error else ""
    return f"- `{abbreviated(one_line(action.typed).replace('`', ''), 200)}` {_end(action)}{error}"


def _end(action: Action) -> str:
    """What came of it: that a program ended well says nothing of what it was answered."""
    if action.stopped:
        return "was stopped by the user"
    if action.worked and (status := _error_status(action.output)):
        return f"was answered {status}"
    return "worked" if action.worked else "failed"


def _error_status(answer: str) -> str:
    """The status by which an answer says that the request failed, or ""; other numbers in it are what was asked for."""
    statuses = _STATUS_LINE.findall(answer)[-1:] or _stated(decoded(answer))
    return next(filter(_ERROR_STATUS.fullmatch, statuses), "")


def _stated(answer: Any) -> list[str]:
    return [str(answer.get(field)) for field in _STATUS_FIELDS] if isinstance(answer, dict) else []


def _host(url: str) -> str:
    """The host of a URL out there; "" for a name without a point, a private address or a placeholder."""
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    try:
        return host if ip_address(host).is_global else ""
    except ValueError:
        pass
    return host if re.fullmatch(r"(?:[\w-]+\.)+[a-z]{2,}", host) and not _is_reserved(host) else ""


def _is_reserved(host: str) -> bool:
    """The names that stand for no machine out there (RFC 2606, RFC 6762)."""
    return bool(re.search(r"(?:^|\.)(?:test|example|invalid|localhost|local|internal)$|(?:^|\.)example\.\w+$", host))
