"""SQL functions as one tenant calls them."""

from typing import Any
from uuid import UUID

from knowledge.ports.database import Database, Row


class TenantCalls:
    """What a store of one tenant inherits: each of its calls names the tenant."""

    tenant_id: UUID
    database: Database

    def _call(self, function: str, **arguments: Any) -> list[Row]:
        return self.database.call(function, tenant_id=self.tenant_id, **arguments)
