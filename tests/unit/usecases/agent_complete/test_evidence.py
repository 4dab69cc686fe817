"""What was said in a run, as passages to quote."""

from knowledge.extraction import prove
from knowledge.transcripts import Turn
from knowledge.usecases.agent_complete.evidence import PASSAGE, evidence

from tests.unit.extraction.logs import ran, run, said, user

TASK = "Make the export of empty orders work"


def passages(*turns: Turn, limit: int = 40) -> list[str]:
    """The evidence of a run of these turns."""
    made = run(*turns)
    return evidence(made, prove(made), TASK, limit)


def test_the_users_words_and_the_agents_prose_stand_in_order() -> None:
    """Each is told apart; code in fences, the task and what tools print are left out."""
    assert passages(
        said("The rates come from the bank each hour.\n\n```\nx = 1\n```"),
        user("Then never cache them, please."),
        ran("ls", "a b c d e f"),
        said(TASK),
    ) == ["The rates come from the bank each hour.", "User: Then never cache them, please."]


def test_a_failing_command_is_kept_with_its_error() -> None:
    """What worked is not."""
    assert passages(ran("make all", "error: no rule for all", 2), ran("make some", "done it all now")) == [
        "`make all` failed: `error: no rule for all`"
    ]


def test_what_is_said_twice_is_kept_once_the_later() -> None:
    """Nearly the same words are the same."""
    first, second = "The worker reads its queue only at night.", "Indeed the worker reads its queue only at night."
    assert passages(said(first), user("Why is that so, tell me?"), said(second)) == [
        "User: Why is that so, tell me?", second
    ]  # fmt: skip


def test_short_neighbours_share_a_passage_and_long_texts_are_cut_between_sentences() -> None:
    """About five hundred characters each."""
    short = [said(f"Step {number} looks at file{number} alone.") for number in range(10)]
    assert len(passages(*short)) == 1
    long = " ".join(f"The module number{number} exports function{number} for reports." for number in range(40))
    assert all(len(passage) <= PASSAGE and passage.endswith(".") for passage in passages(said(long)))


def test_the_last_passages_and_all_of_the_users_are_kept() -> None:
    """As many as the setting says; none at all where it says 0."""
    turns = [
        turn
        for number in range(30)
        for turn in (
            said(f"Observation {number} " + f"word{number} " * 60),
            user(f"My remark number{number} is this{number}."),
        )
    ]
    kept = passages(*turns, limit=5)
    theirs = [passage for passage in kept if passage.startswith("User: ")]
    assert len(theirs) == 30 and len(kept) - len(theirs) <= 5
    assert any("Observation 29" in passage for passage in kept)
    assert passages(*turns, limit=0) == []
