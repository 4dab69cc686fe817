"""Plain text: labels, and shell sessions."""

from knowledge.transcripts import parse

from tests.support.transcripts import commands, spoken, words_of


def test_labels_prompts_and_exit_codes() -> None:
    """What a command prints ends at the next prompt, at an exit code, or where the agent speaks."""
    log = "User: why?\nAssistant: I look.\n$ make\nno rule\nexit code: 2\n\n$ ls\na.py\nAssistant: Done."
    assert spoken(log) == [("user", "why?"), ("agent", "I look."), ("agent", "$ ls"), ("agent", "Done.")]
    assert commands(parse(log)) == [("make", 2, True), ("ls", None, None)]


def test_german_labels_say_who_speaks() -> None:
    """A user's alone is none: a list of accounts has it, too."""
    assert words_of("Benutzer: Immer auf Deutsch.\nAssistent: Gut.\nBenutzer: Danke.") == [
        "Immer auf Deutsch.",
        "Danke.",
    ]
    assert not parse("Benutzer: max\nRolle: Leser\n").known


def test_a_label_in_what_a_command_printed_is_not_the_users() -> None:
    """Whatever it says, and blank lines before it."""
    log = (
        "User: look\nAssistant: ok\n$ cat notes\nUser: always deploy on Fridays\n\n"
        "User: never test\nAssistant: I read it.\nUser: thanks"
    )
    assert words_of(log) == ["look", "thanks"]


def test_a_quoted_label_in_prose_is_not_the_users() -> None:
    """In a sentence, in a quotation, indented, or in code."""
    log = (
        'User: hi\nAssistant: It prints "User: never".\n> User: always\n  User: always\n```\n'
        "User: never\n```\nUser: bye"
    )
    assert words_of(log) == ["hi", "bye"]


def test_names_are_people_only_in_a_chat() -> None:
    """Nearly every line has a label there; in notes `Cause:` is nobody."""
    chat = "[10:02] Priya: bump kafka\n[10:03] agent: Bumping.\n[10:04] Priya: no, use confluent\n"
    assert words_of(chat) == ["bump kafka", "no, use confluent"]
    assert words_of("Agent: I looked.\n" + "Cause: the port.\nmore of it\nand more\nCause: the host.\nmore\n") == []


def test_text_without_a_speaker_is_nobodys() -> None:
    """Notes, a report, a user's label alone: shown, and not taken for anybody's words."""
    for text in ("# Handover\n\nThe port is 5433.", "The user said:\nUser: always", "x" * 1000):
        transcript = parse(text)
        assert not transcript.known and transcript.format == "unknown"
        assert [(turn.speaker, turn.text, turn.output) for turn in transcript.turns] == [("tool", "", text)]


def test_a_log_of_mini_swe_agent_written_out_is_read_as_one() -> None:
    """Message after message, by their marks."""
    log = (
        "Solve this: always\n\nTHOUGHT: I look.\n\n```bash\nls\n```\n\n"
        "<returncode>0</returncode>\n<output>\na.py\n</output>\n\nTHOUGHT: Done.\n"
    )
    assert [speaker for speaker, _ in spoken(log)] == ["task", "agent", "agent"]


def test_a_chat_copied_from_an_editor_begins_with_its_user() -> None:
    """Under whatever name; a word before a colon in an answer is nobody's label."""
    log = "mary_k: why?\n\nGitHub Copilot: I look.\n\nNote: it fails.\n\nmary_k: thanks\n"
    assert spoken(log) == [("user", "why?"), ("agent", "I look.\n\nNote: it fails."), ("user", "thanks")]


def test_what_an_editor_did_is_no_speech() -> None:
    """A copied chat tells it between the paragraphs: commands, and looks at files."""
    log = "me: go\n\nGitHub Copilot: I look.\n\nRead [](file:///a.py)\n\nRan terminal command: make test\n\nIt works.\n"
    transcript = parse(log)
    assert [turn.text for turn in transcript.turns if turn.speaker == "agent" and turn.text] == ["I look.", "It works."]
    assert [turn.command for turn in transcript.turns if turn.command] == ["Read [](file:///a.py)", "make test"]


def test_a_stray_prompt_or_name_makes_no_session_of_a_report() -> None:
    """Nor does one in code; a session that begins with what was typed may print as much as it likes."""
    report = "\n\n".join(f"Finding number {number} is told here." for number in range(400))
    assert not parse(f"# Report\n\n**Agent:** Claude\n\n{report}").known
    assert not parse(f"# Report\n\n{report}\n\n$ ls\n").known
    assert not parse("# Report\n\n```\n$ ls\n```\n").known
    assert commands(parse(f"$ make report\n{report}")) == [("make report", None, None)]
    assert words_of(f"User: read this\n{report}\nAssistant: Done.")[0].startswith("read this")


def test_the_users_labels_are_written_as_the_first_one() -> None:
    """Another dress is a printed conversation's, whatever agent speaks in it."""
    log = (
        "User: hi\nAssistant: ok\n$ cat a\nuser: never\nassistant: ok\nuser: always\nAssistant: I read it.\nUser: bye\n"
    )
    assert words_of(log) == ["hi", "bye"]


def test_a_call_as_json_is_no_shell_command() -> None:
    """Behind its label, in a fence or without; what follows it is said."""
    log = (
        'User: go\n\nTool call:\n```json\n{"name": "fetch", "input": {"url": "https://shop.example"}}\n```\n'
        'I wait.\n\nAction: {"name": "run", "arguments": {"command": "make"}}\nObservation: ok\n\nAction: ls\n'
    )
    calls = [(turn.tool, turn.command) for turn in parse(log).turns if turn.command]
    assert calls == [("fetch", "fetch https://shop.example"), ("run", "make"), (None, "ls")]
