"""Commands of kloop in this process, as a person runs them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.types import ASGIApp
from typer.testing import CliRunner

from kloop.cli import commands
from tests.support.serving import serving

Run = Callable[..., tuple[int, str]]


def run(*arguments: object) -> tuple[int, str]:
    """A command's exit code and what it printed; what it raises is raised."""
    result = CliRunner().invoke(commands, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    lines = result.stdout.splitlines(keepends=True)
    # A server in this process logs beside it.
    return result.exit_code, "".join(line for line in lines if not line.startswith('{"request_id"'))


@contextmanager
def commands_against(
    app: ASGIApp, url_variable: str, key: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Run]:
    """`run`, while the function is served.

    `url_variable` names the function's address, `state` is an empty folder: a demo's key is none of their business.
    """
    with serving(app) as url:
        for name, value in {url_variable: url, "KLOOP_KEY": key, "KLOOP_STATE": str(state), "COLUMNS": "200"}.items():
            monkeypatch.setenv(name, value)
        yield run
