"""Chat messages of OpenAI's and Anthropic's APIs."""

import json

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken, words_of


def test_tool_results_join_the_call_that_they_name() -> None:
    """Parallel calls get their own results, in whatever order those arrive."""
    calls = [
        {"id": "a", "function": {"name": "bash", "arguments": '{"command": "ls"}'}},
        {"id": "b", "function": {"name": "read", "arguments": '{"path": "x.py"}'}},
    ]
    log = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "both", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "b", "content": "code"},
        {"role": "tool", "tool_call_id": "a", "content": "x.py\nexit code 2"},
    ]
    assert [(turn.command, turn.output, turn.failed) for turn in parse(log).turns[1:]] == [
        ("ls", "x.py\nexit code 2", True),
        ("read x.py", "code", None),
    ]


def test_anthropics_blocks_are_read() -> None:
    """A result stands in the user's message, and so may the user's words beside it."""
    log = [
        {"role": "user", "content": [{"type": "text", "text": "go"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "1", "name": "bash", "input": {"command": "ls"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "1", "content": "User: never", "is_error": True},
                {"type": "text", "text": "use uv"},
            ],
        },
    ]
    assert spoken(log) == [("user", "go"), ("agent", "hm"), ("agent", "I look."), ("user", "use uv")]
    assert commands(parse(log)) == [("ls", None, True)]


def test_a_summary_of_the_session_is_the_agents() -> None:
    """When its context is full an agent writes down what it did; programs send that as the user's message."""
    summary = (
        "This session is being continued from a previous conversation.\nThe user: never use npm. Pending: the docs."
    )
    log = [{"role": "user", "content": summary}, {"role": "assistant", "content": "I go on."}]
    assert spoken(log) == [("agent", summary), ("agent", "I go on.")]


def test_an_observation_under_the_users_role_is_not_the_users() -> None:
    """An agent that writes its commands in fences is answered by a program."""
    log = [
        {"role": "user", "content": "Solve this."},
        {"role": "assistant", "content": "I look.\n```bash\ncat notes\n```"},
        {"role": "user", "content": "OBSERVATION:\nUser: always deploy on Fridays"},
        {"role": "assistant", "content": "Done."},
        {"role": "user", "content": "Observation: never mind"},
    ]
    assert words_of(log) == [] and spoken(log)[0] == ("task", "Solve this.")


def test_a_person_who_is_told_a_command_stays_a_person() -> None:
    """Nobody answers in an observation's form: a helper in a browser, and who asks it."""
    log = [
        {"role": "user", "content": "How do I list files?"},
        {"role": "assistant", "content": "Run:\n```bash\nls\n```"},
        {"role": "user", "content": "It says no such file. The result is the same with sudo, so never suggest that."},
    ]
    assert len(words_of(log)) == 2


def test_what_editors_add_around_a_request_is_not_the_users() -> None:
    """Only what stands in the request's element, where there is one."""
    log = [
        {"role": "user", "content": "<attached_files>\nAlways.\n</attached_files>\n<user_query>\nfix it\n</user_query>"}
    ]
    assert words_of(log) == ["fix it"]


def test_a_message_may_have_its_words_in_text() -> None:
    """As transcripts that people cleaned by hand do."""
    log = [{"type": "message", "role": "user", "text": "go"}, {"type": "message", "role": "assistant", "text": "Done."}]
    assert spoken(log) == [("user", "go"), ("agent", "Done.")]


def test_messages_in_envelopes_are_read() -> None:
    """As Pi writes a session: a line a message, calls as `toolCall` blocks, results under a role of their own."""
    call = {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "npm test"}}
    replaced = {"path": "a.ts", "edits": [{"oldText": "x = 1", "newText": "x = 2"}]}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Mend the test."}]},
        {"role": "assistant", "content": [{"type": "text", "text": "I run it first."}, call]},
        {"role": "toolResult", "toolCallId": "c1", "isError": True, "content": [{"type": "text", "text": "1 failed"}]},
        {"role": "assistant", "content": [{"type": "toolCall", "id": "c2", "name": "edit", "arguments": replaced}]},
    ]
    lines = [{"type": "session", "cwd": "/shop"}, *({"type": "message", "message": message} for message in messages)]
    user, ran, edited = parse("\n".join(map(json.dumps, lines))).turns
    assert (user.speaker, user.prose) == ("user", "Mend the test.")
    assert (ran.command, ran.output, ran.failed, ran.prose) == ("npm test", "1 failed", True, "I run it first.")
    assert [(edit.path, edit.old, edit.new) for edit in edited.edits] == [("a.ts", "x = 1", "x = 2")]


def test_a_harness_that_answers_as_a_tool_names_its_code() -> None:
    """`<returncode>` before the output, under the tool's role as under the user's."""
    calls = [{"id": "a", "function": {"name": "bash", "arguments": '{"command": "make"}'}}]
    log = [
        {"role": "assistant", "content": "", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "a", "content": "<returncode>2</returncode>\n<output>\nno rule\n</output>"},
    ]
    [turn] = parse(log).turns
    assert (turn.output, turn.exit_code, turn.failed) == ("no rule", 2, True)


def test_a_call_that_is_stated_twice_is_no_text() -> None:
    """As a block of the content and beside it."""
    arguments = '{"command": "ls"}'
    block = {"type": "tool_call", "tool_call_id": "a", "name": "bash", "arguments": arguments}
    call = {"id": "a", "type": "function", "function": {"name": "bash", "arguments": arguments}}
    content = [{"type": "text", "text": "I look."}, block]
    log = [{"role": "user", "content": "go"}, {"role": "assistant", "content": content, "tool_calls": [call]}]
    assert spoken(log) == [("user", "go"), ("agent", "I look.")]
    assert commands(parse(log)) == [("ls", None, None)]


def test_a_message_may_name_its_user() -> None:
    """What is no name of a person, and what tools are called, is none."""
    sent = [
        {"role": "user", "name": "Miriam", "content": "Skip rows without an id."},
        {"role": "user", "name": "miriam@example.org", "content": "And empty ones."},
        {"role": "assistant", "name": "helper", "content": "Done."},
    ]
    assert [turn.name for turn in parse(sent).turns] == ["Miriam", "", ""]


def test_what_a_call_asks_the_person_is_said() -> None:
    """Whatever the tool's name: each question with the answers that it offers."""
    asked = [{"question": "Which day?", "options": [{"label": "1 May"}, "1 June"]}, {"question": "Who comes?"}]
    call = {"function": {"name": "AskUserQuestion", "arguments": json.dumps({"questions": asked})}}
    [turn] = parse([{"role": "assistant", "content": "Two things.", "tool_calls": [call]}]).turns
    assert turn.text == "Two things.\n\nWhich day? (1 May; 1 June)\nWho comes?"
    odd = {
        "function": {"name": "ask", "arguments": {"questions": [3, {"question": 4}, {"question": "?", "options": 5}]}}
    }
    [turn] = parse([{"role": "assistant", "content": "", "tool_calls": [odd]}]).turns
    assert turn.text == "?"


def test_what_an_agent_without_tools_observes_is_not_the_users() -> None:
    """Its calls are text, and a program answers under the user's role."""
    log = [
        {"role": "user", "content": "Which invoices are overdue?"},
        {"role": "assistant", "content": "Thought: look it up\nAction: wiki: invoices\nPAUSE"},
        {"role": "user", "content": "Observation: Never query the replica for invoices."},
        {"role": "assistant", "content": "Answer: 14 invoices."},
        {"role": "user", "content": "Tool result: always deploy on Fridays"},
        {"role": "user", "content": "Observation 2: never deploy on Mondays"},
        {"role": "user", "content": "**Observation:** always use tabs"},
        {"role": "user", "content": "[Tool output #3]: we never use spaces"},
        {"role": "user", "content": "Question: and which ones are paid?"},
    ]
    assert words_of(log) == ["Which invoices are overdue?", "Question: and which ones are paid?"]


def test_who_begins_with_an_observation_is_a_person() -> None:
    """No agent has asked for it."""
    log = [
        {"role": "user", "content": "Observation: the site is slow since Monday."},
        {"role": "assistant", "content": "I look."},
    ]
    assert words_of(log) == ["Observation: the site is slow since Monday."]


def test_what_is_handed_in_counts_where_the_run_ends_with_it() -> None:
    """An agent whose work goes on has not ended it."""

    def called(name: str, **arguments: str) -> dict[str, object]:
        return {"role": "assistant", "tool_calls": [{"function": {"name": name, "arguments": json.dumps(arguments)}}]}

    ended, goes_on = called("finish", outcome="failed"), called("bash", command="pytest")
    answer = {"role": "tool", "content": "3 passed"}
    assert parse([goes_on, answer, ended]).exit_status == "failed"
    assert parse([ended, goes_on, answer]).exit_status == ""


def test_what_the_person_refused_or_the_tool_only_began_has_no_end() -> None:
    """Also where the log marks neither: it never ran, or what came of it is not said."""
    call = {"id": "a", "function": {"name": "bash", "arguments": json.dumps({"command": "docker compose build"})}}
    refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    log = [
        {"role": "user", "content": "Build it."},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": [{"type": "tool_output", "text": refused}]},
    ]
    [_, turn] = parse(log).turns
    assert turn.stopped and turn.failed
    log[2]["content"] = "Command running in background with ID: b1. Output is being written to: /tmp/b1.output"
    [_, turn] = parse(log).turns
    assert (turn.output, turn.failed) == ("", None)
