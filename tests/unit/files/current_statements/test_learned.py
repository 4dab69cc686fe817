"""What the model's side for changes reads in sentences of lines and of events."""

from knowledge.files.current_statements.learned import ended, of_one_matter

from tests.support.doubles import Words

HOURS, SUPPLIER = "The shop is closed on Mondays.", "Gaskets and shower screens come from Pennine Spares in Leeds."
LINES = [HOURS, SUPPLIER, "The van is insured for Colin alone."]
NEWS = ["From 23 March gaskets and shower screens come from Brentano in Bergamo.", "The van has new tyres."]


def test_what_ends_a_sentence_without_what_was_before_is_read(embedder) -> None:
    """What only speaks of the same thing ends nothing."""
    assert ended(NEWS, LINES, embedder) == {1: 0}


def test_a_line_may_say_more_which_is_still_so(embedder) -> None:
    """It is read sentence by sentence."""
    assert ended(NEWS, [f"We clean once a week. {SUPPLIER} Beans are in the cellar."], embedder) == {0: 0}


def test_what_is_far_is_not_read(embedder) -> None:
    """Whatever it would be taken for."""
    assert ended(["Beth has moved the books to Xero."], [HOURS], embedder) == {}


def test_numbered_things_are_two(embedder) -> None:
    """A row of a table ends none of another."""
    assert ended(["Room 2: 95 EUR from May."], ["Room 1: 85 EUR until May."], embedder) == {}


def test_few_words_are_read_with_what_stands_before_them() -> None:
    """`No.` ends nothing by itself."""
    read = Reading()
    ended(["Is it closed on Mondays? No."], [HOURS], read)
    later = [text for earlier, text in read.pairs if earlier == HOURS]
    assert later == ["Is it closed on Mondays?", "Is it closed on Mondays? No."]


def test_pairs_about_different_things_are_left_out(embedder) -> None:
    """Decided by somebody and prepared by somebody: the words are alike."""
    lines = ["Decided by Owen Pritchard on 17 March 2026, after talking to Beth and Marisa.", SUPPLIER]
    assert of_one_matter({0: 0, 1: 1}, ["Prepared by Marisa Coutts.", NEWS[0]], lines, embedder) == {1: 1}


def test_a_model_without_that_side_reads_nothing() -> None:
    """As those of endpoints: nothing has ended, and every pair stays."""
    assert ended(NEWS, LINES, Words()) == {}
    assert of_one_matter({0: 0}, NEWS, LINES, Words()) == {0: 0}


class Reading(Words):
    """A model with that side, which keeps what it is given to read together."""

    sides = frozenset({"change"})

    def __init__(self) -> None:
        super().__init__()
        self.pairs: list[tuple[str, str]] = []

    def embed_by(self, side, passages):
        self.pairs += [passage for passage in passages if isinstance(passage, tuple)]
        return super().embed_by(side, passages)
