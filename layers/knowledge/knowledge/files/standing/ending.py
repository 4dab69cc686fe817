"""What somebody who read both takes to be no longer so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.files.standing.passages import Sentence
from knowledge.files.standing.reading import Standing
from knowledge.files.standing.striking import Superseded
from knowledge.text.statements import marks


@dataclass(frozen=True)
class Ended:
    """A line of a summary or a passage, the statement, by its number, that says what is so now, and what is `still` so.

    That is "" where nothing is, and None where it is not known.
    """

    said: Standing | Sentence
    by: int
    still: str | None

    @property
    def may_go(self) -> bool:
        """Whether it is no person's line."""
        return not (isinstance(self.said, Standing) and self.said.is_persons)

    def superseded(self, statements: Sequence[str], day: str) -> Superseded:
        """As the histories and marks tell it; of a passage there is no line."""
        said, now = self.said, statements[self.by]
        if isinstance(said, Sentence):
            return Superseded(said.path, "", said.shown, said.text, day, now, said=said.text, since=said.day)
        return Superseded(
            said.path, said.line, said.text, said.text, day, now, self._left(said, now, day), said.text, said.day
        )

    def _left(self, said: Standing, now: str, day: str) -> str:
        """The line with what is still so alone; where that is not known, whole, with a mark."""
        quoted = marks.quoted(now)
        if self.still == "":
            return ""
        if self.still and said.text in said.line:
            return said.line.replace(said.text, self.still)
        return f"{said.line} {marks.in_part(day, quoted)}"


def renewing(standing: Standing, gone: Superseded) -> Superseded | None:
    """The change of a mark that tells to be so now what has ended: it tells what is so since. None of anything else."""
    if not standing.is_mark or standing.text != marks.quoted(gone.said):
        return None
    left = marks.renewed(standing.line, gone.said, gone.now)
    return replace(gone, path=standing.path, line=standing.line, text="", words="", left=left)
