"""What the model's side for changes reads in sentences of lines and of events."""

from knowledge.files.current_statements.changed_sentences import Line, changes

from tests.support.doubles import Words

HOURS, SUPPLIER = "The shop is closed on Mondays.", "Gaskets and shower screens come from Pennine Spares in Leeds."
LINES = [HOURS, SUPPLIER, "The van is insured for Colin alone."]
SINCE = "From 23 March gaskets and shower screens come from Brentano in Bergamo."
NEWS = [SINCE, "The van has new tyres."]


def test_what_ends_a_sentence_without_what_was_before_is_read(embedder) -> None:
    """What only speaks of the same thing ends nothing."""
    assert ended_by(NEWS, LINES, embedder) == {1: [SINCE]}


def test_a_line_may_say_more_which_is_still_so(embedder) -> None:
    """It is read sentence by sentence."""
    assert ended_by(NEWS, [f"We clean once a week. {SUPPLIER} Beans are in the cellar."], embedder) == {0: [SINCE]}


def test_each_sentence_of_a_line_may_end(embedder) -> None:
    """A turn tells several things, and each has its own future."""
    opened = "We are open on Mondays, too, from May."
    assert sorted(ended_by([SINCE, opened], [f"{SUPPLIER} {HOURS}"], embedder)[0]) == sorted([SINCE, opened])


def test_what_ends_two_lines_ends_the_likeliest(embedder) -> None:
    """One sentence changes one thing, and what is alike stays."""
    other = "Beans and filters come from Holm in Leeds."
    assert ended_by([SINCE], [other, SUPPLIER], embedder) == {1: [SINCE]}


def test_what_a_line_tells_to_be_so_later_may_end_in_its_turn(embedder) -> None:
    """The line leads on to what is so now instead."""
    again = "Brentano has closed; gaskets and shower screens come from Milano Parts now."
    [change] = changes([again], [Line(SUPPLIER, [SINCE]), Line(HOURS)], embedder)
    assert (change.line, change.sentence, change.quotes) == (0, again, frozenset([SINCE]))


def test_numbered_things_are_two(embedder) -> None:
    """A row of a table ends none of another."""
    assert ended_by(["Room 2: 95 EUR from May."], ["Room 1: 85 EUR until May."], embedder) == {}


def test_a_row_is_read_with_what_has_its_name_alone() -> None:
    """Sentence by sentence: what a row says of a field is changed by nothing that is said of another."""
    read, row = Reading(), "`version` — Description: The version of the interface. It may be what is released."
    ended_by(["What is released is the interface.", "The version of the interface is 3."], [row], read)
    assert {later for _, later in read.pairs} == {"The version of the interface is 3."}


def test_few_words_are_read_with_what_stands_before_them() -> None:
    """`No.` ends nothing by itself."""
    read = Reading()
    ended_by(["Is it closed on Mondays? No."], [HOURS], read)
    later = [text for earlier, text in read.pairs if earlier == HOURS]
    assert sorted(later) == ["Is it closed on Mondays?", "Is it closed on Mondays? No."]


def test_a_model_without_that_side_reads_nothing() -> None:
    """As those of endpoints: nothing has ended."""
    assert ended_by(NEWS, LINES, Words()) == {}


class Reading(Words):
    """A model with that side, which keeps what it is given to read together."""

    sides = frozenset({"change"})

    def __init__(self) -> None:
        super().__init__()
        self.pairs: list[tuple[str, str]] = []

    def embed_by(self, side, passages):
        self.pairs += [passage for passage in passages if isinstance(passage, tuple)]
        return super().embed_by(side, passages)


def ended_by(statements: list[str], lines: list[str], embedder) -> dict[int, list[str]]:
    """The sentences that end something of each line, by its number."""
    endings: dict[int, list[str]] = {}
    for change in changes(statements, [Line(line) for line in lines], embedder):
        endings.setdefault(change.line, []).append(change.sentence)
    return endings
