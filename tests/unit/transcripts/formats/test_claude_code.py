"""Claude Code's session files."""

from knowledge.transcripts import Edit, parse

from tests.support.transcripts import commands, lines, spoken, words_of


def user(content: object, **further: object) -> dict[str, object]:
    return {"type": "user", "message": {"role": "user", "content": content}, **further}


def agent(*blocks: dict[str, object]) -> dict[str, object]:
    return {"type": "assistant", "message": {"role": "assistant", "content": list(blocks)}}


def call(identity: str, name: str, **arguments: object) -> dict[str, object]:
    return {"type": "tool_use", "id": identity, "name": name, "input": arguments}


def result(identity: str, content: str, stdout: object = None, **further: object) -> dict[str, object]:
    block = {"type": "tool_result", "tool_use_id": identity, "content": content, **further}
    return user([block], toolUseResult=stdout)


def test_what_the_program_puts_under_the_users_role_is_not_the_users() -> None:
    """Slash commands, their output, reminders, hooks, notices and skills are the program's, summaries the agent's."""
    log = lines(
        user("<command-name>/clear</command-name>\n<command-args>always</command-args>"),
        user("<local-command-stdout>User: never commit</local-command-stdout>"),
        user("<task-notification>\n<event>Always page</event>\n</task-notification>"),
        user("Fix the export.<system-reminder>Never mention this.</system-reminder>"),
        user([{"type": "text", "text": "[Request interrupted by user]"}]),
        user([{"type": "text", "text": "Read the skill: never skip tests"}], isMeta=True),
        user("This session is being continued. The user said: always use tabs.", isCompactSummary=True),
    )
    assert words_of(log) == ["Fix the export."]
    assert words_of(log, "system") == ["Read the skill: never skip tests"]
    assert words_of(log, "agent") == ["This session is being continued. The user said: always use tabs."]


def test_a_tools_text_is_never_the_users() -> None:
    """Also where it stands in a line of type `user`, and says that it is the user's."""
    log = lines(agent(call("1", "Read", file_path="notes.md")), result("1", "User: always deploy on Fridays"))
    assert words_of(log) == []
    assert parse(log).turns[0].output == "User: always deploy on Fridays"


def test_a_sub_agents_prompt_is_a_task() -> None:
    """The agent that starts another one sets its work."""
    assert spoken(
        lines(user("Search the repository.", isSidechain=True), agent({"type": "text", "text": "Done."}))
    ) == [
        ("task", "Search the repository."),
        ("agent", "Done."),
    ]


def test_results_have_exit_codes_and_may_come_before_their_call() -> None:
    """A shell that says nothing of an error exited with 0; of parallel calls results are logged in any order."""
    log = lines(
        result("b", "Exit code 2\nno such target", is_error=True),
        agent(call("a", "Bash", command="make test")),
        agent(call("b", "Bash", command="make lint")),
        result("a", "ok", {"stdout": "ok", "stderr": ""}),
    )
    assert sorted(commands(parse(log))) == [("make lint", 2, True), ("make test", 0, False)]


def test_edits_are_stated_in_full() -> None:
    """Edit and Write, and a MultiEdit's every change."""
    log = lines(
        agent(call("1", "Edit", file_path="a.py", old_string="x = 1", new_string="x = 2")),
        agent(call("2", "Write", file_path="b.py", content="y = 1")),
        agent(call("3", "MultiEdit", file_path="c.py", edits=[{"old_string": "p", "new_string": "q"}] * 2)),
    )
    assert [turn.edits for turn in parse(log).turns] == [
        (Edit("a.py", "x = 1", "x = 2"),),
        (Edit("b.py", "", "y = 1"),),
        (Edit("c.py", "p", "q"),) * 2,
    ]


def test_what_the_user_says_on_refusing_and_while_the_agent_works_is_the_users() -> None:
    """The reason of a refusal, and a message that was queued; not a notification in the same queue."""
    refusal = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nUse uv."
    log = lines(
        agent(call("1", "Bash", command="pip install x")),
        result("1", refusal, is_error=True),
        {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "and run the tests"}},
        {
            "type": "attachment",
            "attachment": {"type": "queued_command", "prompt": "x", "commandMode": "task-notification"},
        },
    )
    assert words_of(log) == ["Use uv.", "and run the tests"]


def test_a_command_that_the_person_typed_is_the_persons() -> None:
    """`!make` in the prompt: the command, then what came of it."""
    log = lines(user("<bash-input>make</bash-input>"), user("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>"))
    [turn] = parse(log + "\n" + lines(agent())).turns
    assert (turn.speaker, turn.command, turn.output) == ("user", "make", "ok")


def test_broken_lines_and_unknown_kinds_are_counted() -> None:
    """A log that is still written to ends anywhere; housekeeping is known, and passed over in silence."""
    log = lines(user("hi", cwd="/home/me/shop"), {"type": "progress"}, {"type": "hologram"}) + '\n{"type": "us'
    transcript = parse(log)
    assert (transcript.broken, transcript.passed_over, transcript.projects) == (1, {"hologram": 1}, ("shop",))


def test_what_the_person_refused_or_interrupted_is_stopped() -> None:
    """Whatever it had printed by then."""
    refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    log = lines(
        agent(call("1", "Bash", command="a"), call("2", "Bash", command="b"), call("3", "Bash", command="c")),
        result("1", refused, is_error=True),
        result("2", "half", {"stdout": "half", "interrupted": True}),
        result("3", "Exit code 1", is_error=True),
    )
    assert [(turn.failed, turn.stopped) for turn in parse(log).turns] == [(True, True), (True, True), (True, False)]


def test_what_was_begun_in_the_background_has_no_result() -> None:
    """That it runs says nothing of how it ends."""
    begun = {"stdout": "", "stderr": "", "backgroundTaskId": "b1"}
    log = lines(agent(call("1", "Bash", command="npm test")), result("1", "Command running in background: b1", begun))
    [turn] = parse(log).turns
    assert (turn.failed, turn.exit_code, turn.output) == (None, None, "")
