"""The items of an array, told apart."""

from typing import Any

import pytest
from knowledge.usecases.record_event.content.payload_text import as_text, readable, states


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ({"name": "disk", "host": "pg-1", "status": "ok"}, "disk pg-1"),
        (
            {"id": "a-1", "severity": "high", "check": "http", "host": "web.example.org", "status": "ok"},
            "http web.example.org",
        ),
        ({"job": "Nightly_sync", "startedAt": "2026-03-04T10:00:00Z", "conclusion": "ok"}, "Nightly_sync"),
        ({"name": "disk", "host": "pg-1", "reason": "full", "status": "ok"}, "disk pg-1"),
        ({"plan": "basic", "url": "https://a.io", "fingerprint": "c0ffee1234", "status": "ok"}, "basic"),
    ],
)
def test_an_item_is_called_by_its_first_names(item: dict[str, Any], name: str) -> None:
    """No id, no moment, no address, and nothing that is another the next time; each as it is written."""
    assert states({"data": {"jobs": [item]}}) == {f"jobs {name}": "ok"}
    assert f"jobs {name}: ok" in as_text({"jobs": [item]}).splitlines()


@pytest.mark.parametrize(
    "content",
    [
        {"status": "ok", "name": "disk"},
        {"jobs": [{"status": "ok", "id": "a-1"}, {"status": "bad", "id": "a-2"}]},
        {"jobs": [{"status": "ok", "name": "a"}, {"status": "bad", "name": "a"}]},
        {"jobs": ["ok", 1, None]},
        "jobs: ok",
    ],
)
def test_what_has_no_name_of_its_own_is_as_it_was(content: Any) -> None:
    """Nor has an object that is no item; of two items of one name nobody knows which is which."""
    assert states(content) == {}


def test_only_a_value_and_a_state_go_below_the_name() -> None:
    """What else an item has is a column, as it was."""
    row = {"name": "Oak", "value": 4, "unit": "t", "price": 12, "state": "ok"}
    assert as_text({"rows": [row]}) == "name: Oak\nprice: 12\nOak: 4 t\nOak: ok"
    assert readable("a.`b.c D`.value") == "a b.c D" and readable("a.value") == "a value"
