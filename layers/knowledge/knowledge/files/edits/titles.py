"""An edit of what a file is called."""

import re
from collections.abc import Collection
from typing import Literal

from pydantic import BaseModel, ConfigDict

from knowledge.files.splitting import chain


class Retitling(BaseModel):
    """Another title for a file that is called so, or after what is: `Prices: history`. A person's is theirs to name."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["retitling"] = "retitling"
    path: str
    was: str
    now: str

    def after(self, content: str | None, persons_lines: Collection[str] = ()) -> str | None:
        """The file with its new title, in its first heading, too; None where it has another one."""
        title = chain.title(self.path, content or "")
        if content is None or persons_lines or not f"{title}: ".startswith(f"{self.was}: "):
            return None
        name, head = self.now + title.removeprefix(self.was), chain.parse_part(self.path, content).head
        below = re.sub(rf"^# {re.escape(title)}$", lambda _: f"# {name}", content[len(head) :], count=1, flags=re.M)
        return chain.retitled(head, name) + below
