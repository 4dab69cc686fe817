"""A log as a model is shown it."""

from knowledge.llm_extraction.windows import whole, windows
from knowledge.ports.llm import estimated_tokens
from knowledge.transcripts import Edit, Turn

from tests.unit.extraction.logs import ran, reply, user


def test_a_short_log_is_one_window():
    """Each turn under its place and speaker, with what was run and what came of it."""
    [window] = windows([user("Make it work."), ran("make test", "1 failed", 2, text="I try."), reply("Done.")], 4000)
    assert window.places == (0, 1, 2)
    assert (
        window.text
        == "[0 user] Make it work.\n\n[1 agent] I try.\n$ make test\n1 failed\n(exit code 2)\n\n[2 agent] Done."
    )


def test_a_long_log_is_cut_between_turns():
    """No window has more than its tokens, and none begins inside a turn."""
    turns = [reply(f"Step {n}: " + "a word " * 60) for n in range(50)]
    made = windows(turns, 1000)
    assert [place for window in made for place in window.places] == list(range(50))
    assert len(made) > 5 and all(estimated_tokens(window.text) <= 1000 for window in made)
    assert all(window.text.startswith(f"[{window.places[0]} agent]") for window in made)


def test_a_turn_longer_than_a_window_is_cut_at_its_middle():
    """Its beginning and its end are read."""
    for letter in "x", "é", "码":
        [window] = windows([user("begin " + letter * 9000 + " end")], 500)
        assert 440 < estimated_tokens(window.text) <= 500
        assert "begin" in window.text and window.text.endswith(" end")


def test_a_short_log_is_shown_whole():
    """What would be cut is not, where no further window is needed; where one is, the beginnings and ends stand."""
    output = "begin " + "y" * 5000 + " end"
    [window] = windows([ran("make test", output, 2)], 4000)
    assert output in window.text
    cut = windows([ran("make test", output, 2) for _ in range(4)], 4000)
    assert len(cut) == 1 and "begin" in cut[0].text and "y" * 2000 not in cut[0].text


def test_scripts_of_other_alphabets_take_more_room():
    """A letter of Chinese is a token, four of English are."""
    assert len(windows([reply("码" * 900) for _ in range(4)], 2000)) > len(
        windows([reply("c" * 900) for _ in range(4)], 2000)
    )


def test_prompts_of_programs_are_not_shown():
    """System prompts and reminders stay out, and do not move the places of the rest."""
    [window] = windows([Turn("system", "You are an agent."), user("Go on.")], 4000)
    assert (window.places, window.text) == ((1,), "[1 user] Go on.")


def test_what_was_read_before_is_not_shown_again():
    """A session that goes on is read from there."""
    [window] = windows([user("one"), user("two"), user("three")], 4000, begin=2)
    assert (window.places, window.text) == ((2,), "[2 user] three")


def test_edits_are_shown():
    """What became what."""
    turn = Turn("agent", command="Edit a.py", output="ok", edits=(Edit("a.py", "x = 1", "x = 2"),))
    assert "a.py: <<<x = 1=== became >>>x = 2===" in windows([turn], 4000)[0].text
    assert whole(turn) == "\nEdit a.py\na.py\nx = 1\nx = 2\nok"


def test_a_line_that_repeats_is_shown_once():
    """Of warnings and attempts that fail alike; short lines, as code has them, stay."""
    warning = "DeprecationWarning: using the ABCs from collections is deprecated since 3.3"
    [window] = windows([ran("make", f"{warning}\nx\n{warning}\nx")], 4000)
    assert window.text.count("Deprecation") == 1 and window.text.count("\nx") == 2
