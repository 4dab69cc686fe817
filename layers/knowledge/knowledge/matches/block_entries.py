"""The lines of a block, each of a match, before and after they have their place in it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from knowledge.matches.dated_statements import says_no_more
from knowledge.matches.excerpts import excerpt, speaker_of
from knowledge.matches.models import LaterStatement, Match
from knowledge.matches.repeats import name_of
from knowledge.matches.token_budget import Budget, Size
from knowledge.text import prompt_block
from knowledge.text.recalled import is_recalled
from knowledge.text.strings import abbreviated

CHARACTERS_A_TOKEN = 4  # about; what fits is counted afterwards
LATER_LENGTH = 240  # characters of each statement that was said later
FEW = 100  # characters, with less of which no passage is told at more length


@dataclass
class BlockEntry:
    """A match's line and those below it, and what they take."""

    match: Match
    part: str
    lines: list[str]
    size: Size
    behind: "BlockEntry | None" = None  # what replaces it, without which it is not told
    tells_projects: bool = False
    shown: bool = False

    def tell_later(self, room: Size, most: Size, budget: Budget) -> Size:
        """Adds what was said later, the latest first, as far as there is room for it; what is left of the room."""
        lines = [_later_line(self.match, later) for later in self.match.later]
        for line, size in zip(lines, budget.sizes([[line] for line in lines]), strict=True):
            if room.holds(size) and most.holds(size):
                self.lines.append(line)
                self.size, room, most = self.size + size, room - size, most - size
        return room

    def lengthen(self, room: Size, most: int, budget: Budget) -> Size:
        """Tells more of the passage, as far as there is room for it; what is left of the room."""
        further = min(room.tokens * CHARACTERS_A_TOKEN, room.characters)
        while further >= FEW:
            told_at_length = passage_excerpt(self.match, most, further)
            line = prompt_block.line(self.match, told_at_length, tells_projects=self.tells_projects)
            lines = [line, *self.lines[1:]]
            [size] = budget.sizes([lines])
            if (room + self.size).holds(size):
                room, self.lines, self.size = room + self.size - size, lines, size
                break
            further //= 2
        return room

    @property
    def worth(self) -> float:
        """How near it is for its length, as a passage takes the room of three learnings; at most what replaces it."""
        own = (self.match.score - self.match.lift) / math.sqrt(max(1, self.size.tokens))
        return min(own, self.behind.worth) if self.behind else own

    @property
    def may_be_told(self) -> bool:
        """Whether what replaces it is told."""
        return self.behind is None or self.behind.shown


@dataclass
class BlockPart:
    """The entries of one part, best first, under its heading."""

    heading: str
    heading_size: Size
    entries: list[BlockEntry] = field(default_factory=list)

    def fill(self, room: Size, entries: Sequence[BlockEntry]) -> Size:
        """Shows those of its entries that fit, in their order; what is left of the room."""
        for entry in entries:
            size = entry.size if self.shown else entry.size + self.heading_size
            if entry.may_be_told and room.holds(size):
                entry.shown, room = True, room - size
        return room

    def leave_out_what_repeats(self, leading: BlockEntry, budget: Budget) -> None:
        """Takes out the entries that say no more than what stands below the leading one, but what is nearer itself."""
        own, *below = map(prompt_block.text_of, leading.lines)
        for entry in [entry for entry in self.entries if entry is not leading]:
            if entry.match.score > leading.match.score:  # of several questions each may lead to what was said later
                continue
            if is_recalled(prompt_block.text_of(entry.lines[0]), below) or (
                below and says_no_more(entry.match, " ".join([own, *below]))
            ):
                self.entries.remove(entry)
                budget.leave_out(name_of(entry.match), "it is told as said later", entry.size.tokens)

    @property
    def shown(self) -> list[BlockEntry]:
        return [entry for entry in self.entries if entry.shown]


def passage_excerpt(match: Match, most: int, further: int = 0) -> str:
    """Of the passage what is about the question; its heading is text where the provenance cuts it: a user's words.

    The title of a run's evidence is the product's, and told where the passage has no word of the question itself.
    """
    headings = match.source.breadcrumb if match.source else []
    heading = next(iter(headings[1:][-1:] if match.evidence else headings[-1:]), "")
    is_cut = len(heading) > prompt_block.HEADING
    passage = f"## {heading}\n{match.learning}" if is_cut and heading not in match.learning else match.learning
    speaker = speaker_of(heading) if match.evidence else None
    shown = excerpt(passage, match.matched_terms, most, further, "" if is_cut else heading, speaker)
    own = "\n".join([*headings[1:], match.learning]).lower()
    is_found_by_title = match.evidence and match.matched_terms and not any(term in own for term in match.matched_terms)
    return "\n".join([*headings[:1], shown]) if is_found_by_title else shown


def _later_line(match: Match, later: LaterStatement) -> str:
    return prompt_block.later(match.id, later.when, later.path, abbreviated(later.text, LATER_LENGTH))
