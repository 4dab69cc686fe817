"""A function as commands call it: that of a running stack, or of a deployment."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kloop.errors import StackError
from kloop.stack.state import State

if TYPE_CHECKING:
    import httpx


def url_option(variable: str) -> Any:
    """The option of a function's URL, which the variable may hold, too."""
    return typer.Option("--url", metavar="URL", envvar=variable, help="The function's URL, instead of a local stack's.")


KeyOption = Annotated[
    str | None,
    typer.Option("--key", metavar="KEY", envvar="KLOOP_KEY", help="A key of the tenant; locally the demo's will do."),
]
TIMEOUT = 120  # seconds


class Service:
    """Calls one function, as one tenant."""

    def __init__(self, client: "httpx.Client") -> None:
        self._client = client

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """The answer to a question by GET."""
        return self._answer("GET", path, params={name: value for name, value in query.items() if value is not None})

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """The answer to a body, of which what is None is left out. Raises `StackError` where the function refuses."""
        return self._answer("POST", path, json={name: value for name, value in body.items() if value is not None})

    def patch(self, path: str, **body: Any) -> dict[str, Any]:
        """The answer to a change. Raises as `post`."""
        return self._answer("PATCH", path, json=body)

    def delete(self, path: str) -> dict[str, Any]:
        """The answer to a deletion. Raises as `post`."""
        return self._answer("DELETE", path)

    def _answer(self, method: str, path: str, **content: Any) -> dict[str, Any]:
        import httpx

        try:
            response = self._client.request(method, path, **content)
        except httpx.HTTPError as error:
            raise StackError(f"{self._client.base_url} does not answer ({error}); is it the right --url?") from error
        if not response.is_success:
            name = self._client.base_url.path.strip("/").rpartition("/")[2]
            raise StackError(f"{name}{path} answered {response.status_code}: {detail_of(response)}")
        answer: dict[str, Any] = response.json()
        return answer


@contextmanager
def service(name: str, state: Path, url: str | None, key: str | None) -> Iterator[Service]:
    """The function at `url`, or of this name in the stack that runs over `state`. Raises `StackError` without a key."""
    import httpx

    stack = State(state)
    base = url or f"{stack.running().url}/functions/v1/{name}"
    demo = stack.folder / "demo.key"
    if key is None and demo.exists():
        key = demo.read_text().strip()
    if key is None:
        raise StackError("Give a key (--key or KLOOP_KEY); make one: kloop keys create --tenant NAME")
    headers = {"Authorization": f"Bearer {key}"}
    proxies = url is not None  # none reaches the loopback
    with httpx.Client(base_url=base, headers=headers, timeout=TIMEOUT, trust_env=proxies) as client:
        yield Service(client)


def detail_of(response: "httpx.Response") -> str:
    """Why a function refused, in its words."""
    try:
        return str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return response.text[:200]
