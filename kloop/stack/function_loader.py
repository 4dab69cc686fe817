"""The functions of the folder `functions`, loaded once and served under their dashed names."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from kloop.errors import StackError
from kloop.paths import FUNCTIONS
from kloop.stack.problems import refusal

Handler = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Function:
    """One function: `app` answers HTTP, `handler` takes Lambda's events."""

    name: str
    app: ASGIApp | None
    handler: Handler | None

    @property
    def path(self) -> str:
        """The path under which it answers HTTP."""
        return f"/functions/v1/{self.name}"


def load_all(folder: Path = FUNCTIONS) -> dict[str, Function]:
    """Every function of the folder, by name."""
    return {function.name: function for function in map(load, sorted(folder.glob("*/main.py")))}


def load(source: Path) -> Function:
    """Runs the file once, for both of its entry points.

    Each gets a module name of its own: functions-framework would call every one of them `main`. Raises
    `StackError` where the file cannot be loaded.
    """
    module = _import(source)
    app = None
    if hasattr(module, "http"):
        from functions_framework import aio

        make: Any = aio.create_asgi_app_from_module  # untyped
        app = make("http", str(source), "http", module, module.__spec__)
        app.add_exception_handler(HTTPException, refusal)  # methods that functions-framework itself refuses
    return Function(source.parent.name.replace("_", "-"), app, getattr(module, "handler", None))


def _import(source: Path) -> ModuleType:
    spec = spec_from_file_location(f"functions.{source.parent.name}.main", source)
    assert spec and spec.loader  # a path that ends in .py always has both
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise StackError(f"The function {source} cannot be loaded: {error!r}. Correct it and start again.") from error
    return module
