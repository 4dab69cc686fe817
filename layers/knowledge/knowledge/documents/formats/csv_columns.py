"""The columns of a table → their types, ranges and examples, in bounded memory."""

import re
from dataclasses import dataclass, field

# As people type them: thousands may be parted (`1'234`), money has its sign, a day may have its time behind it.
_TYPES = (
    ("integer", re.compile(r"[-+]?(\d+|\d{1,3}([,.'  ]\d{3})+)")),
    ("number", re.compile(r"[-+]?[$€£]?(\d+|\d{1,3}([,.'  ]\d{3})+)?([.,]\d+)?([eE][-+]?\d+)?\s?%?")),
    (
        "date",
        re.compile(r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}.{0,15})?"),
    ),
    ("boolean", re.compile(r"true|false|yes|no", re.IGNORECASE)),
)
_MISSING = {"", "na", "n/a", "nan", "null", "none", "-"}
_EXAMPLES = 3
_DISTINCT = 50
_EXAMPLE_CHARACTERS = 40


def value_type(value: str) -> str:
    """`integer`, `number`, `date`, `boolean` or `text`."""
    value = value.strip()
    return next((name for name, pattern in _TYPES if value and pattern.fullmatch(value)), "text")


@dataclass
class Column:
    """What was seen of one column. `distinct` stops growing at a bound."""

    name: str
    filled: int = 0
    types: set[str] = field(default_factory=set)
    distinct: dict[str, None] = field(default_factory=dict)
    smallest: float = float("inf")
    largest: float = float("-inf")

    def add(self, value: str) -> None:
        """Takes one cell into account."""
        value = value.strip()
        if value.lower() in _MISSING:
            return
        self.filled += 1
        if "text" not in self.types:
            self.types.add(value_type(value))
        if len(self.distinct) <= _DISTINCT:
            self.distinct[value[:_EXAMPLE_CHARACTERS]] = None
        self._measure(value)

    def _measure(self, value: str) -> None:
        try:
            number = float(value)
        except ValueError:
            return
        self.smallest, self.largest = min(self.smallest, number), max(self.largest, number)

    @property
    def type(self) -> str:
        """The narrowest type that all values have."""
        if self.types <= {"integer", "number"}:
            return "number" if "number" in self.types else "integer" if self.types else "empty"
        return next(iter(self.types)) if len(self.types) == 1 else "text"

    @property
    def values(self) -> str:
        """The range of numbers, or all of a few distinct values, or examples of many; how many where all differ, since
        the rows tell them."""
        if self.type in ("integer", "number") and self.smallest <= self.largest:
            return f"{self.smallest:g} to {self.largest:g}"
        shown = list(self.distinct)
        if len(shown) == self.filled and shown:
            return f"{len(shown)} distinct"
        if len(shown) <= _EXAMPLES:
            return ", ".join(shown)
        many = f"{len(shown)}" if len(shown) <= _DISTINCT else f"more than {_DISTINCT}"
        return f"{many} distinct, such as {', '.join(shown[:_EXAMPLES])}"


def described(title: str, columns: list[Column], rows: int) -> str:
    """A table's size and, as a markdown table, its columns' types, filled cells and values."""
    lines = [
        f"{title}: a table of {rows:,} rows and {len(columns):,} columns.",
        "",
        "| column | type | filled | values |",
        "|---|---|---|---|",
        *(f"| {_cell(c.name)} | {c.type} | {c.filled:,} | {_cell(c.values)} |" for c in columns),
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
