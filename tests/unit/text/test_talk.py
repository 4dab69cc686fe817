"""What is read with a sentence of a talk."""

from knowledge.text.talk import BEFORE, behind, line


def test_a_sentence_stands_behind_the_last_ones_before_it() -> None:
    """As many as fit; behind none the first."""
    assert behind(["a", "b", "c"]) == [("", "a"), ("a", "b"), ("a b", "c")]
    long = "x" * (BEFORE - 1)
    assert behind(["a", "b", long, "d"])[-1] == (long, "d")


def test_of_a_longer_one_its_end_is_read() -> None:
    """What stands next to the sentence tells most of it."""
    assert behind(["y" + "x" * BEFORE, "d"])[-1] == ("x" * BEFORE, "d")


def test_who_speaks_is_named() -> None:
    """As talks are written; a text has nobody."""
    assert (line("Ann", "No."), line("", "No.")) == ("Ann: No.", "No.")
