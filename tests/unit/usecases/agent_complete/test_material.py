"""What a run read and wrote at length: of it what nothing else says."""

from dataclasses import replace

from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.material import PASSAGE, Material, material

from tests.unit.extraction.logs import edited, ran, said, user


def fees(kind: str, many: int = 12) -> str:
    """A file of so many lines, each of which says something of its own."""
    return "\n".join(f"{kind}_{number} = {number}  # percent of {kind}{number}" for number in range(many))


def kept(*turns: Turn, known: str = "", room: int = 9_000) -> list[Material]:
    return material(turns, (), [known], room)


def test_what_was_read_and_written_is_kept_with_where_it_stands() -> None:
    """In the order of the log, without the numbers of lines."""
    numbered = "\n".join(f"{at:6}\t{line}" for at, line in enumerate(fees("fee").splitlines(), 1))
    assert kept(ran("cat fees.py", numbered), edited("tax.py", "", fees("tax"))) == [
        Material(0, "Read by `cat fees.py`", fees("fee").replace("  #", " #").replace("\n", " ")),
        Material(1, "Written to `tax.py`", fees("tax").replace("  #", " #").replace("\n", " ")),
    ]


def test_only_what_the_agent_saw_or_wrote_counts() -> None:
    """Not what was said, a failed step, or a command that is told with what it printed."""
    failed = replace(edited("tax.py", "", fees("tax")), failed=True)
    shown = Turn("tool", output=fees("fee"))
    assert kept(said(fees("fee")), user(fees("duty")), failed, shown) == []
    assert material([ran("make", fees("fee"))], {0}, [], 9_000) == []


def test_what_is_known_is_not_kept_again() -> None:
    """Neither what was said, nor a file that was read twice: the later counts. A few new words are no statement."""
    assert kept(ran("cat fees.py", f"{fees('fee')} and more"), known=fees("fee")) == []
    assert kept(ran("cat fees.py", fees("fee")), known=fees("fee")) == []
    assert [one.place for one in kept(ran("cat fees.py", fees("fee")), ran("cat fees.py", fees("fee")))] == [1]


def test_a_long_line_stands_once_and_a_short_one_where_it_belongs() -> None:
    """An import says the same everywhere; `lines: 80` says something of the file before it."""
    head = "import { createClient } from '@company/database-client'\n"
    first, second = kept(
        ran("cat a.ts", f"{head}a: {{\nlines: 80\n}}\n{fees('fee')}"),
        ran("cat b.ts", f"{head}b: {{\nlines: 80\n}}\n{fees('tax')}"),
    )
    assert (head.strip() in first.text, head.strip() in second.text) == (False, True)
    assert "lines: 80" in first.text and "lines: 80" in second.text


def test_what_adds_most_takes_the_room() -> None:
    """Of passages of one size that with most words of its own, whenever it was read."""
    again = "\n".join(f"total = total + share of the whole, part {number}" for number in range(12))
    turns = [ran("cat sums.py", again), ran("cat fees.py", fees("fee")), ran("cat more.py", again.replace("part", "p"))]
    assert [one.place for one in kept(*turns, room=1)] == [1]


def test_hashes_add_nothing() -> None:
    """A lock file would fill the room."""
    lock = "\n".join(f"sha{at}{'0f' * 9}{at}" for at in range(40))
    assert kept(ran("cat lock", lock)) == []


def test_a_list_of_paths_adds_nothing() -> None:
    """That files are there says nothing of what is in them; what a search found in them does."""
    paths = "\n".join(f"./src/{kind}/{kind}_service.py" for kind in fees("fee").replace("=", "").split())
    hits = "\n".join(f"src/{line.split()[0]}.py:7: {line}" for line in fees("tax").splitlines())
    assert [one.place for one in kept(ran("find .", paths), ran("grep -rn tax", hits))] == [1]


def test_a_passage_has_the_size_of_a_chunk() -> None:
    """What is longer is several, each under where it was read."""
    several = kept(ran("cat fees.py", fees("fee", 60)))
    assert len(several) > 2 and {one.source for one in several} == {"Read by `cat fees.py`"}
    assert all(len(one.text) <= PASSAGE for one in several)
