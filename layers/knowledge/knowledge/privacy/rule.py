"""One kind of secret: its pattern, and a string that every such secret contains."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_FOLDED = int(re.I)  # as a flag it would be asked for by way of an enumeration, a hundred times a text
Replacement = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True)
class Rule:
    """A pattern that is only looked for where one of its `hints` stands: most texts have none of most kinds."""

    kind: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()

    @classmethod
    def of(cls, kind: str, pattern: str, hints: str = "", flags: int = 0) -> "Rule":
        """`hints` are words; with `re.I` they are in lower case."""
        return cls(kind, re.compile(pattern, flags), tuple(hints.split()))

    def replace(self, text: str, lowered: str, replacement: Replacement) -> str:
        """`text` with what the pattern finds replaced. `lowered` is the text in lower case, or was before changes."""
        return self.pattern.sub(replacement, text) if self.may_stand_in(text, lowered) else text

    def may_stand_in(self, text: str, lowered: str) -> bool:
        """Whether a hint stands in the text."""
        searched = lowered if self.pattern.flags & _FOLDED else text
        return not self.hints or any(hint in searched for hint in self.hints)
