"""The database port: named functions of the schema `knowledge`, nothing else."""

from typing import Any, Protocol

Row = dict[str, Any]


class Database(Protocol):
    """Calls the SQL functions of `sql/functions`."""

    def call(self, function: str, **arguments: Any) -> list[Row]:
        """The rows that `knowledge.function(...)` returns.

        Vectors are passed as lists of floats, JSON as dicts or lists of dicts, times as aware datetimes.
        Raises the `errors.KnowledgeError` that the function's SQLSTATE stands for, and `Unavailable` where
        the database does not answer.
        """
        ...
