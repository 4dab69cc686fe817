"""The parts of an answer, each with its share of the room, so that none crowds out another."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from knowledge.matches.block_entries import CHARACTERS_A_TOKEN, BlockEntry, BlockPart, passage_excerpt
from knowledge.matches.excerpts import PASSAGE
from knowledge.matches.models import Match
from knowledge.matches.repeats import each_once, is_in, name_of
from knowledge.matches.superseded import is_retired
from knowledge.matches.token_budget import Budget, Size
from knowledge.text import prompt_block
from knowledge.text.issue_lines import IssueEntry, issue_line

Issue = TypeVar("Issue", bound=IssueEntry)

# In the order in which they are read. What these leave over goes to those that tell the most for their length, of
# whichever part. Chosen on the agents' tasks (docs/measurements/retrieval.md).
SHARES = {"rule": 0.2, "written": 0.15, "fix": 0.2, "fact": 0.3, "passage": 0.15}
FIRST_RULE = 1 / 3  # of the room, up to which the first rule is told beyond the share where it is as good
PINNED = 0.5  # share of the room in which what is pinned is told before all else: a person wants it told
ISSUES_SHARE = 0.25
LATER = 0.2  # share of the room for what was said later than the leading passage
AS_GOOD = 0.75  # of the best score, from which a passage is told at more length, and a rule beyond the share
AT_LENGTH = 0.5  # share of the room in which such passages are told before all else: their next lines may be the answer
TOKENS_A_MATCH = 80  # of a block, for one match of each part
FEWEST, MOST = 8, 20  # matches of each part that search is asked for


def count_for(room: Size) -> int:
    """How many matches of each part search is asked for, to fill a block of so much room."""
    tokens = min(room.tokens, room.characters // CHARACTERS_A_TOKEN)
    return min(max(FEWEST, tokens // TOKENS_A_MATCH), MOST)


def add_parts(
    matches: Sequence[Match],
    budget: Budget,
    share: float = 1.0,
    *,
    project: str | None = None,
    chosen: bool = False,
) -> list[Match]:
    """Adds the matches to the block, part by part, as far as a share of its room goes; those in it, in their order.

    A line says of which project it is, unless one was asked for that says nothing else there than what holds for all.
    What was `chosen` is added in its order alone, and all of its passages are told at more length where there is room.
    """
    parts, whole = _parts(matches, budget, tells_projects=project is None), budget.left * share
    left = _fill_in_order(parts, matches, whole) if chosen else _fill_by_shares(parts, whole, budget)
    _lengthen(parts, left, budget, 0.0 if chosen else AS_GOOD)
    for part in parts.values():
        _write(part, budget)
    why = f"others are {'needed more' if chosen else 'nearer to the task'}, and it does not fit"
    for entry in _waiting(parts):
        budget.leave_out(name_of(entry.match), why, entry.size.tokens)
    shown = {entry.match.id for part in parts.values() for entry in part.shown}
    return [match for match in matches if match.id in shown]


def _fill_in_order(parts: Mapping[str, BlockPart], matches: Sequence[Match], left: Size) -> Size:
    """Shows the entries in the matches' order, as far as there is room; what is left of it."""
    entries = {entry.match.id: entry for part in parts.values() for entry in part.entries}
    for entry in [entries[match.id] for match in matches if match.id in entries]:
        left = parts[entry.part].fill(left, [entry])
    return left


def _fill_by_shares(parts: Mapping[str, BlockPart], whole: Size, budget: Budget) -> Size:
    """Shows what leads, what is told at length, and of each part what its share holds; then what is nearest for its
    length. What is left of the room."""
    left = _told_at_length(parts, whole, _lead(parts, whole, _pinned(parts, whole), budget), budget)
    for name, part in parts.items():
        room = _room_of(name, parts, whole).within(left)
        left -= room - part.fill(room, [entry for entry in part.entries if not entry.shown])
    for entry in sorted(_waiting(parts), key=lambda entry: -entry.worth):
        left = parts[entry.part].fill(left, [entry])
    return left


def add_issues(issues: Sequence[Issue], budget: Budget) -> list[Issue]:
    """Adds the issues that the question is about, under a heading of their own, in at most a quarter of the room.

    Gives those in it.
    """
    room, heading = budget.left * ISSUES_SHARE, [prompt_block.ISSUES]
    shown: list[Issue] = []
    for issue in issues:
        if taken := budget.take(f"issue {issue.pattern_id}", [*heading, issue_line(issue)], room):
            room, heading = room - taken, []
            shown.append(issue)
    return shown


def _room_of(name: str, parts: Mapping[str, BlockPart], whole: Size) -> Size:
    """The part's share; in a small block that of the rules is what the first takes, if that is about as near as any."""
    share, first = whole * SHARES[name], next(iter(parts[name].entries), None)
    best = max((entry.match.score for part in parts.values() for entry in part.entries), default=0.0)
    if name != "rule" or not first or first.match.score < AS_GOOD * best:
        return share
    taken = first.size + parts[name].heading_size
    return taken if not share.holds(taken) and (whole * FIRST_RULE).holds(taken) else share


def _excerpts_length(budget: Budget) -> int:
    return max(PASSAGE, int(budget.left.tokens * CHARACTERS_A_TOKEN * SHARES["passage"] / 2))


def _parts(matches: Sequence[Match], budget: Budget, *, tells_projects: bool) -> dict[str, BlockPart]:
    """The entries of each part; what is overruled or superseded stands behind what replaces it, in whichever part."""
    most = _excerpts_length(budget)
    excerpts = each_once([(match, _text(match, most)) for match in matches], budget)
    lines = [
        prompt_block.line(match, text, tells_projects=tells_projects or match.is_exception) for match, text in excerpts
    ]
    headings = list(prompt_block.HEADINGS.values())
    sizes = budget.sizes([[line] for line in (*headings, *lines)])
    parts = {name: BlockPart(prompt_block.HEADINGS[name], size) for name, size in zip(SHARES, sizes, strict=False)}
    entries: dict[UUID, BlockEntry] = {}
    for (match, _), line, size in zip(excerpts, lines, sizes[len(headings) :], strict=True):
        behind = entries.get(match.replaced_by) if match.replaced_by else None
        own = "written" if match.is_written and not is_retired(match) else match.part
        part = max(own, behind.part, key=list(SHARES).index) if behind else own
        entries[match.id] = entry = BlockEntry(match, part, [line], size, behind, tells_projects)
        parts[part].entries.append(entry)
    return parts


def _pinned(parts: Mapping[str, BlockPart], whole: Size) -> Size:
    """Shows what is pinned, as far as its room goes; what is left of the whole."""
    left = room = whole * PINNED
    for part in parts.values():
        left = part.fill(left, [entry for entry in part.entries if entry.match.pinned])
    return whole - (room - left)


def _lead(parts: Mapping[str, BlockPart], whole: Size, left: Size, budget: Budget) -> Size:
    """Shows the match after which something was said before all others, and that below it; what is left of the room."""
    for part in parts.values():
        for entry in [entry for entry in part.entries if entry.match.later]:
            for one in [one for one in (entry.behind, entry) if one and not one.shown]:
                left = parts[one.part].fill(left, [one])
            if entry.shown:
                left = entry.tell_later(left, whole * LATER, budget)
                part.leave_out_what_repeats(entry, budget)
    return left


def _told_at_length(parts: Mapping[str, BlockPart], whole: Size, left: Size, budget: Budget) -> Size:
    """Shows the best passages, as far as their room goes, before what is further from the question; what is left."""
    most, whole_room = _excerpts_length(budget), (whole * AT_LENGTH).within(left)
    passages, room = _passages(parts), whole_room
    least = AS_GOOD * _best_score(entry for part in parts.values() for entry in part.entries)
    for entry in passages:
        if not entry.shown and entry.match.score >= least:
            room = parts[entry.part].fill(room, [entry])
            if entry.shown and _stands_alone(entry, passages):
                room = entry.lengthen(room, most, budget)
    return left - (whole_room - room)


def _lengthen(parts: Mapping[str, BlockPart], left: Size, budget: Budget, as_good: float) -> None:
    """Tells passages that are `as_good` as that share of the best at more length: what is cut off may be the answer."""
    most, passages = _excerpts_length(budget), [entry for entry in _passages(parts) if entry.shown]
    least = as_good * _best_score(entry for part in parts.values() for entry in part.shown)
    for entry in passages:
        if entry.match.score >= least and _stands_alone(entry, passages):
            left = entry.lengthen(left, most, budget)


def _passages(parts: Mapping[str, BlockPart]) -> list[BlockEntry]:
    return [entry for name in ("written", "passage") for entry in parts[name].entries if entry.match.source]


def _stands_alone(entry: BlockEntry, passages: Sequence[BlockEntry]) -> bool:
    """Whether no other passage is a part of it: a neighbour's line stays its own."""
    return not any(is_in(other.match, entry.match) for other in passages if other is not entry)


def _best_score(entries: Iterable[BlockEntry]) -> float:
    """Of those that are asked for: standing rules are told also where little is near."""
    return max((entry.match.score for entry in entries if entry.part != "rule"), default=0.0)


def _text(match: Match, most: int) -> str | None:
    return passage_excerpt(match, most) if match.source else None


def _waiting(parts: Mapping[str, BlockPart]) -> list[BlockEntry]:
    return [entry for part in parts.values() for entry in part.entries if not entry.shown]


def _write(part: BlockPart, budget: Budget) -> None:
    if part.shown:
        size = sum((entry.size for entry in part.shown), part.heading_size)
        budget.add([part.heading, *(line for entry in _as_said(part.shown) for line in entry.lines)], size)


def _as_said(entries: Sequence[BlockEntry]) -> list[BlockEntry]:
    """The entries in their order, but those of one run's evidence in the log's: its last word stands last."""
    ordered = list(entries)
    for path in {path for entry in entries if (path := entry.match.evidence)}:
        places = [at for at, entry in enumerate(entries) if entry.match.evidence == path]
        in_log = sorted((entries[at] for at in places), key=lambda entry: entry.match.place)
        for at, entry in zip(places, in_log, strict=True):
            ordered[at] = entry
    return ordered
