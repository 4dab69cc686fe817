"""A run is cleaned once, whole, and without changing what it was made of."""

from knowledge.privacy.runs import clean_run
from knowledge.transcripts import Edit, Todo, Transcript, Turn

KEY = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
BLOCK = '<knowledge-loop version="1">\n- [id 1] recalled\n</knowledge-loop>'
MAIL = "From: Bob Miller <bob@acme.example>\nSubject: Merger with Zeta\n\nThe merger closes on Friday."


def test_nothing_of_a_run_holds_a_secret_or_what_was_recalled() -> None:
    """Neither text, command, output, edit, patch, a thing to do, how it ended, nor what the caller states."""
    turn = Turn(
        "agent",
        f"The key is {KEY}.",
        f"push {KEY}",
        "bash",
        f"{KEY} {BLOCK}",
        edits=(Edit("a", KEY, f"x{BLOCK}"),),
        todos=(Todo(f"push {KEY}", f"blocked, {KEY}"),),
    )
    log = Transcript("x", (turn,), exit_status=f"error {KEY}", patch=f"+{KEY}")
    run = clean_run(log, objective=f"Use {KEY}{BLOCK}", outcome=KEY, learnings=[KEY, "The port is 5433."])
    assert KEY not in str(run) and "recalled" not in str(run)
    assert run.learnings[1] == "The port is 5433." and run.turns[0].edits[0].new == "x"
    assert log.turns[0] is turn


def test_an_email_that_an_output_shows_is_not_told_of() -> None:
    """Its words are gone from the output, from what is said of it, and from what the caller states."""
    log = Transcript(
        "x",
        (
            Turn("agent", command="mail", output=MAIL, todos=(Todo("Read", "done"),)),
            Turn("agent", "Bob Miller says: The merger closes on Friday.", todos=(Todo("Tell Bob Miller", "done"),)),
            Turn("agent", todos=(Todo("Read", "blocked by Bob Miller"),)),
        ),
    )
    run = clean_run(log, objective="Answer Merger with Zeta")
    assert not any(word in str(run) for word in ("Merger", "merger", "Miller"))
    assert run.turns[0].todos == (Todo("Read", "done"),)


def test_json_that_holds_no_email_stays_as_it_was_written() -> None:
    """What a tool printed is not rewritten for nothing."""
    output = '{ "a":1,\n"b": [ ] }'
    assert clean_run(Transcript("x", (Turn("tool", output=output),))).turns[0].output == output


def test_a_secret_that_one_turn_assigns_is_gone_from_all() -> None:
    """Whatever stands before it where it is said again, in whichever language."""
    seed = Turn("user", 'Run this:\nnueva_pass = "Ventas2031!"')
    log = Transcript(
        "x", (Turn("agent", "Entrás con Ventas2031! y listo."), seed, Turn("tool", output="ok Ventas2031!"))
    )
    assert "Ventas2031" not in str(clean_run(log))
