"""Installations and checks that cannot end within the limit of time that the agent's tool sets."""

from collections.abc import Sequence

from knowledge.extraction.commands import called, programs, time_limits
from knowledge.extraction.commands.actions import Action
from knowledge.extraction.models import Candidate

_MAX_UNFINISHED = 2


def unfinished(actions: Sequence[Action], where: str) -> list[Candidate]:
    """Those that it ended whenever they ran, each program and any installation once; no server, which never ends, and
    no single installation: that the network was slow passes."""
    cut = [action for action in actions if action.was_cut and action.line and not action.stopped]
    installing = [action for action in cut if programs.installs(action.words)]
    limits = {
        "install" if programs.installs(action.words) else called.program(action.words): (action.line, limit)
        for action in reversed(cut)
        if (programs.is_check(action) or programs.installs(action.words))
        and (limit := time_limits.limit(action.output))
        and not _has_ended(action, actions)
        and (len(installing) > 1 or action not in installing)
    }
    texts = [_text(where, line, limit) for line, limit in reversed(limits.values())]
    return [Candidate(text, "fact", basis="ending") for text in texts][:_MAX_UNFINISHED]


def _text(where: str, line: str, limit: str) -> str:
    stated = f" (`{limit}`)" if any(map(str.isdigit, limit)) else ""
    return f"{where}`{line}` does not end within the limit of time of the agent's tool{stated}."


def _has_ended(cut: Action, actions: Sequence[Action]) -> bool:
    """Whether the same was called another time, with whatever options, and ended by itself."""
    ran = called.program(cut.words)
    return any(
        one.worked is not None and called.program(link.words) == ran for one in actions for link in programs.links(one)
    )
