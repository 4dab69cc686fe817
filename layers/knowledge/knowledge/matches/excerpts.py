"""The lines of a passage that are about the question."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from knowledge.text.prompt_block import HEADING
from knowledge.text.sentences import item, sentences
from knowledge.text.statements.entry_lines import is_noted
from knowledge.text.strings import one_line

GAP = "…"
PASSAGE = 450  # characters of an excerpt in a block; half of the passages' share where that is more
_FENCE = re.compile(r"\s*(?:`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r"#{2,6}\s+(\S.*)")  # one `#` alone may begin a comment in code


# How the product heads what somebody said in a run, and how an excerpt tells it.
_SPEAKER = re.compile(r"### (The (?:user|agent|log))(?:, \S.*)?$")
_USER = "The user"
_ATTRIBUTED = re.compile(r"^The (?:user|agent|log): ", re.M)
_LIKE_SPEAKER = re.compile(r"\b(The (?:user|agent|log)):", re.I)


def excerpt(
    passage: str, terms: Sequence[str], most: int, further: int = 0, heading: str = "", speaker: str | None = None
) -> str:
    """The passage in about `most` characters: the sentences that hold most of the terms, and what follows them.

    In `further` characters stands what comes next in the text, then what comes before.

    Of a run's evidence it says who speaks, at first the `speaker`, "" if that is not known; elsewhere that is None.

    `terms` are stems in lower case, as search matched them, the rarest first. A sentence that is too long by itself is
    given whole. Headings are text where they say something, but for the `heading` that is told beside it.
    """
    spoken = [(who, unit) for who, units in _lines(passage, terms, heading, speaker) for unit in units]
    units, speakers = [unit for _, unit in spoken], [who for who, _ in spoken]
    whole = "\n".join(_attributed(units, speakers))
    if not re.search(r"\w", whole):
        return passage
    if sum(map(len, units)) <= most + further:
        return whole
    first, last = _best_run(units, terms, most)
    if further:
        first, last = _lengthened([0, *accumulate(map(len, units))], first, last, most + further)
    gaps = GAP if first else "", GAP if last < len(units) else ""
    opening, closing = _open_fence(units[:first]), _open_fence(units[:last])
    shown = _attributed(units[first:last], speakers[first:last])
    return "\n".join([*filter(None, [gaps[0], opening]), *shown, *filter(None, [closing, gaps[1]])])


def speaker_of(heading: str) -> str:
    """Who speaks below a heading of a run's evidence; "" where it is no speaker's."""
    speaker = _SPEAKER.match(f"### {heading}")
    return speaker[1] if speaker else ""


def unattributed(shown: str) -> str:
    """An excerpt without who speaks."""
    return _ATTRIBUTED.sub("", shown)


def _attributed(units: Sequence[str], speakers: Sequence[str]) -> list[str]:
    """The units, with who speaks before the first of each speaker's."""
    return [
        f"{who}: {unit}" if who and who != before else unit
        for unit, who, before in zip(units, speakers, ["", *speakers], strict=False)
    ]


def _open_fence(units: Sequence[str]) -> str:
    """The mark of the block of code that the units begin and do not end; "" where there is none."""
    fences = [fence[0].strip() for unit in units if (fence := _FENCE.match(unit))]
    return fences[-1] if len(fences) % 2 else ""


def _lines(passage: str, terms: Sequence[str], heading: str, speaker: str | None) -> Iterator[tuple[str, list[str]]]:
    """The units of the passage's lines, with who speaks, "" where nobody is named; of its headings, without their
    marks, those that hold a term, or are longer than what a provenance tells of one: what somebody said. Not what
    stands at more length below, nor what the product notes. A line of code is as it stands."""
    is_spoken, is_code = speaker is not None, False
    for line in passage.splitlines():
        is_fence = bool(_FENCE.match(line))
        is_code = is_code != is_fence
        if is_noted(line) and not is_code:
            continue
        title = headed[1].strip() if (headed := _HEADING.match(line)) else ""
        if is_fence or is_code:
            yield speaker or "", [_LIKE_SPEAKER.sub(r'"\1":', line) if is_spoken else line]
        elif is_spoken and (label := _SPEAKER.match(line)):
            speaker = label[1]
        elif not line.startswith("#"):
            yield speaker or "", _units(_LIKE_SPEAKER.sub(r'"\1":', line) if is_spoken else line)
        elif title != heading and (len(title) > HEADING or _held(title, terms)) and not _is_repeated(title, passage):
            text = _LIKE_SPEAKER.sub(r'"\1":', title) if is_spoken else title
            is_users = is_spoken and line.startswith("## ")
            yield _USER if is_users else "", _units(text if title[-1] in ".!?:…" else f"{text}:")


def _is_repeated(title: str, passage: str) -> bool:
    """Whether it stands below, too: one that was cut off by its beginning, since its end may be parted otherwise."""
    return one_line(passage).count(title[:HEADING] if title.endswith(GAP) else one_line(title)) > 1


def _units(line: str) -> list[str]:
    """A line's sentences; a row of a table or a line of code is one."""
    return [line] if line.startswith(("|", " ", "\t", "`")) else sentences(item(line) or line)


def _best_run(units: Sequence[str], terms: Sequence[str], most: int) -> tuple[int, int]:
    """The run of units, as long as it fits, that holds the most of the terms; of equals one that begins with most."""
    ends = [0, *accumulate(map(len, units))]
    runs = [(first, _end(ends, first, most)) for first in range(len(units))]
    held = [_held(unit, terms) for unit in units]
    return max(runs, key=lambda run: (_held("\n".join(units[slice(*run)]), terms), held[run[0]], -run[0]))


def _lengthened(ends: Sequence[int], first: int, last: int, most: int) -> tuple[int, int]:
    """The run with what comes next, then with what comes before, as long as it fits."""
    last = max(last, _end(ends, first, most))
    return next((at for at in range(first) if ends[last] - ends[at] <= most), first), last


def _end(ends: Sequence[int], first: int, most: int) -> int:
    fitting = [last for last in range(first + 1, len(ends)) if ends[last] - ends[first] <= most]
    return fitting[-1] if fitting else first + 1


def _held(text: str, terms: Sequence[str]) -> float:
    """How many of the terms it holds, each counting the less, the more common it is."""
    lowered = text.lower()
    return sum(1 / (rank + 1) for rank, term in enumerate(terms, start=1) if term in lowered)
