"""aider's chat histories."""

import pytest
from knowledge.transcripts import Edit, parse

from tests.support.transcripts import spoken, words_of

START = "\n# aider chat started at 2026-01-02 03:04:05\n\n> Aider v0.80.0  \n> Git repo: .git with 3 files  \n\n"


def test_marks_tell_user_program_and_agent_apart() -> None:
    """A message has several lines; a heading or a quotation of the agent's is no mark."""
    log = START + (
        "#### add a test  \n#### and run it  \n\nI add one.\n\n#### Step 1\n\n>quoted\n\n"
        "```\n#### never use sudo  \n```\n\n> Tokens: 1k sent, 2k received.  \n> Applied edit to a.py  \n"
        "\n#### thanks  \n\nYou are welcome.\n\n> Tokens: 2k sent, 9 received.  \n"
    )
    assert words_of(log) == ["add a test\nand run it", "thanks"]
    [answer, _] = words_of(log, "agent")
    assert "#### Step 1" in answer and "never use sudo" in answer and ">quoted" in answer
    assert [turn.output for turn in parse(log).turns if turn.speaker == "tool"][-1] == "Applied edit to a.py"


def test_older_ones_end_what_was_typed_without_spaces() -> None:
    """The first line that was typed tells; within an answer such a line is a heading all the same."""
    log = (
        START
        + "#### /clear\n\n#### add a test\n\n#### never use sudo\n\n"
        + "I add one.\n\n#### Step 1\n\nDone.\n\n> Tokens: 1k sent.  \n"
    )
    assert words_of(log) == ["add a test\n\nnever use sudo"]
    assert "#### Step 1" in words_of(log, "agent")[0]


def test_commands_of_the_user_are_run_and_questions_stand_once() -> None:
    """`/run` is a command, `/ask` a question that the history repeats, `/add` nothing that was said."""
    log = (
        START
        + "#### /run make  \n> Add 1k tokens? y  \n\n#### /ask why?  \n\n#### why?  \n\nBecause.\n\n#### /add a.py  \n"
    )
    assert spoken(log)[1:] == [("user", "$ make"), ("user", "why?"), ("agent", "Because.")]


def test_an_architects_plan_comes_again_under_the_users_mark_and_is_not_the_users() -> None:
    """One model hands its answer to the next."""
    plan = "Always open the file with an encoding, and never without one, in each of the three readers of the room."
    log = START + f"#### fix it  \n\n{plan}\n\n> Edit the files? y  \n\n#### {plan}  \n\nDone.\n"
    assert words_of(log) == ["fix it"]


def test_what_a_model_thought_is_told_apart_from_its_answer() -> None:
    """And so a plan that it came to is known when it is handed on."""
    plan = "Always open the file with an encoding, and never without one, in each of the three readers of the room."
    thought = "<thinking-content-7b1e>\n\nThe user wants an encoding.\n\n</thinking-content-7b1e>"
    log = START + f"#### fix it  \n\n{thought}\n\n{plan}\n\n> Edit the files? y  \n\n#### {plan}  \n\nDone.\n"
    assert words_of(log) == ["fix it"]
    agent = [(turn.text, turn.thought) for turn in parse(log).turns if turn.speaker == "agent"]
    assert agent == [("The user wants an encoding.", True), (plan, False), ("Done.", False)]


def test_an_answer_that_aider_did_not_take_is_nothing_that_was_said() -> None:
    """Its own question stands under the user's mark then, with what was typed."""
    asked = "Add file to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]: "
    log = START + f"#### fix it  \n\nI need a.py.\n\n> a.py  \n\n#### {asked}all  \n> {asked}a  \n\nDone.\n"
    assert words_of(log) == ["fix it"]


def test_a_whole_file_is_an_edit_where_it_was_applied() -> None:
    """What is only shown was not written."""
    shown = "src/a.py\n```python\nx = 2\n```\n\nsrc/b.py\n```python\ny = 2\n```\n"
    log = START + f"#### fix it  \n\nI change it.\n\n{shown}\n> Applied edit to src/a.py  \n"
    answer = parse(log).turns[-1]
    assert answer.edits == (Edit("src/a.py", "", "x = 2"),) and "src/b.py" in answer.text and "x = 2" not in answer.text
    assert not parse(log.replace("Applied edit to", "Skipped")).turns[-2].edits
    committed = parse(log + "> Commit 1a2b3c4 fix: improve error handling  \n").turns[-1]
    assert committed.edits and committed.failed is None


def test_search_and_replace_blocks_are_edits() -> None:
    """With the file that is named above the block or its fence."""
    block = "```python\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n```\n"
    [_, user, answer] = parse(
        START + f"#### fix it  \n\nI change it.\n\nsrc/a.py\n{block}\n> Applied edit to src/a.py  \n"
    ).turns
    assert user.speaker == "user" and answer.edits == (Edit("src/a.py", "x = 1", "x = 2"),)
    assert (answer.command, answer.output) == ("edit src/a.py", "Applied edit to src/a.py")


NEW = "```python\n<<<<<<< SEARCH\n=======\nx = 2\n>>>>>>> REPLACE\n```\n"


def test_what_the_person_did_not_let_it_write_is_an_edit_that_was_refused() -> None:
    """Beside what was applied of the same answer; where nothing was, what it said is still the agent's."""
    asked = "> Allow creation of new file src/b.py? n  \n> Skipping edits to src/b.py  \n"
    changed = "src/a.py\n```python\n<<<<<<< SEARCH\nx = 1\n=======\nx = 2\n>>>>>>> REPLACE\n```\n"
    both = parse(START + f"#### fix it  \n\nI do.\n\nsrc/b.py\n{NEW}\n{changed}\n{asked}> Applied edit to src/a.py  \n")
    refused, made = both.turns[-2:]
    assert (refused.command, refused.stopped, refused.failed) == ("edit src/b.py", True, True)
    assert made.edits == (Edit("src/a.py", "x = 1", "x = 2"),) and made.text.startswith("I do.")
    none = parse(START + f"#### fix it  \n\nI do.\n\nsrc/b.py\n{NEW}\n{asked}").turns
    assert [turn.stopped for turn in none if turn.edits] == [True] and any("I do." in turn.text for turn in none)


@pytest.mark.parametrize("report", ["Commit `1a2b3c4` was reset and removed from git.", "Removed: 1a2b3c4 feat: x"])
def test_an_undone_commit_is_taken_back_by_the_person(report: str) -> None:
    """Its edits, the other way round; one of which the log does not show the edits changes nothing."""
    log = START + (
        f"#### fix it  \n\nI do.\n\nsrc/b.py\n{NEW}\n> Applied edit to src/b.py  \n> Commit 1a2b3c4 feat: x  \n\n"
        f"#### /undo  \n> {report}  \n"
    )
    assert [turn.edits for turn in parse(log).turns if turn.speaker == "user" and turn.edits] == [
        (Edit("src/b.py", "x = 2", ""),)
    ]
    assert parse(log).turns[-1].output == report
    other = parse(log.replace("Commit 1a2b3c4 feat", "Commit 9a9a9a9 feat")).turns
    assert not any(turn.edits for turn in other if turn.speaker == "user")
