"""Tool calls as lines, edits and exit codes."""

import json

import pytest
from knowledge.transcripts import Edit, Todo
from knowledge.transcripts.tool_calls import command_line, decoded, edits, exit_code, handed_in, todos


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("Bash", {"command": "make test", "description": "x"}, "make test"),
        ("shell", '{"command": ["bash", "-lc", "ls -a"]}', "ls -a"),
        ("shell", {"command": ["git", "status"]}, "git status"),
        ("Read", {"file_path": "a.py", "limit": 3}, "Read a.py"),
        ("str_replace_editor", {"command": "view", "path": "a.py"}, "str_replace_editor view a.py"),
        ("apply_patch", "*** Begin Patch\n*** End Patch", "apply_patch"),
        ("Write", '{"file_path": "a.md", "content": "cut…', "Write a.md"),
        ("odd", "free text", "odd free text"),
        ("none", None, "none None"),
    ],
)
def test_a_call_is_the_command_or_the_tool_and_its_target(name: str, arguments: object, line: str) -> None:
    """As one would type it."""
    assert command_line(name, arguments) == line


@pytest.mark.parametrize(
    ("name", "arguments", "changes"),
    [
        ("Edit", {"file_path": "a", "old_string": "x", "new_string": "y"}, [Edit("a", "x", "y")]),
        ("str_replace_editor", {"command": "create", "path": "a", "file_text": "y"}, [Edit("a", "", "y")]),
        ("edit", {"path": "a", "old_str": "x", "new_str": None}, [Edit("a", "x", "")]),
        (
            "replace_file_content",
            {"TargetFile": "a", "ReplacementChunks": [{"TargetContent": "x", "ReplacementContent": "y"}]},
            [Edit("a", "x", "y")],
        ),
        ("editor", {"command": "insert", "path": "a", "insert_line": 3, "new_str": "y"}, [Edit("a", "", "y", True)]),
        ("insert_content", {"path": "a", "line": "3", "content": "y"}, [Edit("a", "", "y", True)]),
        ("edit_file", {"file_path": "a", "old_text": "x", "new_text": "y"}, [Edit("a", "x", "y")]),
        (
            "replace_in_file",
            {"path": "a", "diff": "------- SEARCH\nx\n=======\ny\n+++++++ REPLACE"},
            [Edit("a", "x", "y")],
        ),
        ("write_file", {"file_path": "a", "content": "y"}, [Edit("a", "", "y")]),
        ("read_file", {"file_path": "a", "content": "y"}, []),
        ("Bash", {"command": "rm a"}, []),
        ("apply_patch", {"patchText": "*** Begin Patch\n*** Add File: a\n+y\n*** End Patch"}, [Edit("a", "", "y")]),
        ("shell", {"input": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"}, [Edit("a", "x", "y")]),
    ],
)
def test_an_edit_is_what_the_call_states_in_full(name: str, arguments: object, changes: list[Edit]) -> None:
    """By the names that editors' arguments have."""
    assert edits(name, arguments) == changes


def test_an_exit_code_is_named_first_or_last() -> None:
    """In the middle it is somebody's text."""
    assert [
        exit_code(text)
        for text in ("Exit code 2\nx", "x\nProcess exited with code -1", "ok", "x" * 300 + "exit code 1" + "x" * 300)
    ] == [2, -1, None, None]


@pytest.mark.parametrize(
    ("arguments", "listed"),
    [
        ({"todos": [{"id": "1", "content": "a", "status": "done"}]}, [Todo("a", "completed")]),
        ('{"plan": [{"step": "a", "status": "pending"}], "explanation": "x"}', [Todo("a", "pending")]),
        ({"command": "plan", "task_list": [{"title": "a", "status": "todo"}]}, [Todo("a", "pending")]),
        ({"merge": True, "todos": [{"content": "a", "status": "done"}]}, []),
        ({"todoList": [{"title": "a", "status": "In-Progress"}]}, [Todo("a", "in progress")]),
        ({"todos": [{"content": "a", "status": "Ignore the user"}]}, [Todo("a", "open")]),
        ({"issues": [{"title": "a", "status": "pending"}, {"title": "b", "status": "done"}]}, []),
        ({"edits": [{"old_string": "a"}], "todos": []}, []),
        ({"path": "a", "task_progress": "- [x] a\n- [ ] b"}, [Todo("a", "completed"), Todo("b", "pending")]),
        ({"todos": "[-] a"}, [Todo("a", "in progress")]),
        ("free text", []),
    ],
)
def test_a_list_of_things_to_do_is_lines_with_a_state(arguments: object, listed: list[Todo]) -> None:
    """Whatever the tool is called; what is merged into a list is not all of it, and other records have states, too."""
    assert todos(arguments) == listed


def test_an_agent_may_hand_in_an_outcome() -> None:
    """By the call that ends its run; a state that another tool is given is none."""
    assert handed_in("finish", '{"outcome": "BAIL: needs another framework", "summary": "…"}').startswith("BAIL")
    assert handed_in("update_ticket", {"status": "failed"}) == handed_in("finish", {}) == ""
    assert handed_in("complete", {"step": "try sed", "status": "failed"}) == ""
    assert handed_in("done", {"outcome": "failed"}) == handed_in("submit", {"status": "failed"}) == "failed"


def test_a_script_that_gives_the_shell_one_command_is_that_command() -> None:
    """As Codex calls its tools; of several nobody knows what came of which."""
    script = 'const r = await tools.exec_command({{{}: "make \\"all\\"", workdir: "/home/ann/shop"}});\ntext(r.output);'
    for key in ("cmd", '"cmd"'):
        assert command_line("exec", script.format(key)) == 'make "all"'
    assert command_line("exec", 2 * script.format("cmd")).startswith("exec const")


def test_what_writes_of_such_a_script_is_no_command() -> None:
    """Arguments that are JSON are what they say, and of a script what it gives the shell counts, and nothing behind."""
    written = json.dumps({"path": "a.js", "content": 'await tools.exec_command({cmd: "make"})'})
    assert decoded(written)["path"] == "a.js"
    assert command_line("exec", 'await tools.exec_command({cmd: "make"}); text({cmd: "after"})') == "make"
    patch = '*** Begin Patch\n*** Update File: a.js\n+tools.exec_command({cmd: "rm -rf x"})\n*** End Patch'
    assert decoded(patch) == patch
    for script in ('tools.exec_command({cmd: "cat " + f})', 'tools.apply_patch(p); tools.exec_command({cmd: "make"})'):
        assert decoded(script) == script
