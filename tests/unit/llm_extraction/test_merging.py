"""What several windows gave, as one list."""

from knowledge.extraction import MAX_LEARNINGS, Candidate
from knowledge.llm_extraction.merging import merged


def fact(text: str, *questions: str) -> Candidate:
    return Candidate(text, "fact", questions=questions)


def test_what_two_windows_tell_alike_is_one():
    """The later says it, with the questions of both; another number is another thing."""
    early = fact("Run the tests with `tox -e py39`; `pytest` is not installed.", "How do I test?")
    late = fact("`pytest` is not installed: run the tests with `tox -e py39`.", "Is pytest there?")
    other = fact("Run the tests with `tox -e py311`; `pytest` is not installed.")
    assert merged([[early], [other], [late]]) == [fact(late.learning, "Is pytest there?", "How do I test?"), other]


def test_the_first_of_each_window_come_first():
    """So that a limit cuts what the model itself found least useful."""
    windows = [[fact(f"`{window}{n}` is set to {n}.") for n in range(10)] for window in ("red", "blue")]
    kept = [candidate.learning for candidate in merged(windows)]
    assert len(kept) == MAX_LEARNINGS
    assert kept[:3] == ["`red0` is set to 0.", "`blue0` is set to 0.", "`red1` is set to 1."]
