"""What several windows gave, as one list."""

from knowledge.extraction import MAX_LEARNINGS, Candidate
from knowledge.llm_extraction.merging import AGAIN, TOO_MANY, merged
from knowledge.llm_extraction.models import DroppedItem
from knowledge.text.user_words import quoted


def fact(text: str, *questions: str) -> Candidate:
    return Candidate(text, "fact", questions=questions)


def test_what_two_windows_tell_alike_is_one():
    """The later says it, with the questions of both; another number is another thing."""
    early = fact("Run the tests with `tox -e py39`; `pytest` is not installed.", "How do I test?")
    late = fact("`pytest` is not installed: run the tests with `tox -e py39`.", "Is pytest there?")
    other = fact("Run the tests with `tox -e py311`; `pytest` is not installed.")
    learnings, dropped = merged([[early], [other], [late]])
    assert learnings == [fact(late.learning, "Is pytest there?", "How do I test?"), other]
    assert dropped == [DroppedItem.of(early.learning, AGAIN)]


def test_what_one_window_tells_is_not_held_against_itself():
    """Who tells both has seen both: an item takes the place of none that denies it, nor of one that says more."""
    items = [
        fact("The lift of hall 3 stops at the gallery."),
        fact("The lift of hall 3 does not stop at the gallery."),
        fact("The lift of hall 3 stops at the gallery on weekdays."),
    ]
    assert merged([items]) == (items, [])


def test_a_persons_words_are_merged_with_none_but_themselves():
    """A model's paraphrase, or its opposite, of a later window replaces no word of the user's."""
    words = "The kiln must not be opened above 80 degrees, the glaze cracks."
    rule = Candidate(quoted(words), "rule", [], "user", verbatim=words)
    opposite = fact("The user: the kiln can be opened above 80 degrees, the glaze does not crack.")
    assert merged([[rule], [opposite]]) == ([rule, opposite], [])
    assert merged([[rule], [rule]])[0] == [rule]


def test_the_first_of_each_window_come_first():
    """So that a limit cuts what the model itself found least useful."""
    windows = [[fact(f"`{window}{n}` is set to {n}.") for n in range(10)] for window in ("red", "blue")]
    learnings, dropped = merged(windows)
    first = [candidate.learning for candidate in learnings[:3]]
    assert first == ["`red0` is set to 0.", "`blue0` is set to 0.", "`red1` is set to 1."]
    assert len(learnings) == MAX_LEARNINGS
    assert (len(dropped), {one.why for one in dropped}) == (20 - MAX_LEARNINGS, {TOO_MANY})
