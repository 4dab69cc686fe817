"""user-memory as a test asks it."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Memories:
    """The memory of one user, over HTTP. `client` is the functions', `key` whose it is."""

    client: Any
    key: str
    user: str = "anna"

    def request(self, method: str, path: str = "", key: str | None = None, **options: Any) -> Any:
        return self.client.request(method, "user_memory", key or self.key, f"/{self.user}{path}", **options)

    def answer(self, method: str, path: str = "", key: str | None = None, **options: Any) -> Any:
        response = self.request(method, path, key, **options)
        assert response.status_code == 200, response.text
        return response.json()

    def save(self, content: str, category: str = "context", key: str | None = None, **fields: Any) -> Any:
        return self.answer("POST", "/entries", key, json={"content": content, "category": category, **fields})

    def read(self) -> Any:
        return self.answer("GET")

    def contents(self) -> list[str]:
        return [entry["content"] for entry in self.read()["entries"]]

    def refused(self, method: str, path: str = "", key: str | None = None, **options: Any) -> tuple[int, str]:
        problem = self.request(method, path, key, **options).json()
        return problem["status"], problem["detail"]
