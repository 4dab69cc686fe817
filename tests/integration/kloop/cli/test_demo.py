"""The demo: what two agents learned is what the third one is given."""

from typing import Any

from kloop.cli import demo
from tests.conftest import ONE_ADAPTER


class OverHttp:
    """The functions under the paths at which the demo posts to them."""

    def __init__(self, client: Any, key: str) -> None:
        self._client, self._key = client, key

    def post(self, path: str, json: Any) -> Any:
        """The function's answer."""
        return self._client.post(path.strip("/").replace("-", "_"), self._key, json)


@ONE_ADAPTER
def test_agent_3_is_given_the_users_rule_and_the_fix_of_the_port(client, tenant):
    """Asked to install dependencies and to test against the database, it is told of uv and of the database's port."""
    http = OverHttp(client, tenant.agent)
    for run in demo.RUNS:
        demo.complete(http, run)
    answer = demo.begin(http)
    rules, _, others = answer["formatted"].partition("Fixes and dead ends:")
    assert "Standing rules:" in rules and "never install with pip" in rules.lower() and "uv" in rules
    assert "5433" in others
    assert answer["tokens"] <= 800
