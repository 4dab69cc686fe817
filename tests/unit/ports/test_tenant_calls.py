"""SQL functions as one tenant calls them."""

from uuid import UUID

from knowledge.ports.tenant_calls import TenantCalls


class Listening:
    """A database that notes what it is asked."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, object]]] = []

    def call(self, function: str, **arguments: object) -> list[dict[str, object]]:
        self.calls.append((function, arguments))
        return []


class Store(TenantCalls):
    """Anything that keeps what one tenant has."""

    def __init__(self, tenant_id: UUID, database: Listening) -> None:
        self.tenant_id, self.database = tenant_id, database

    def erase(self) -> None:
        self._call("erase_user", user_id="ann")


def test_each_call_names_the_tenant() -> None:
    """Whatever else it says: row-level security is the second lock, and this the first."""
    database = Listening()
    Store(UUID(int=7), database).erase()
    assert database.calls == [("erase_user", {"tenant_id": UUID(int=7), "user_id": "ann"})]
