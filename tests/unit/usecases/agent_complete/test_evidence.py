"""What was said in a run, as passages to quote."""

from dataclasses import replace

import pytest
from knowledge.extraction import prove
from knowledge.learnings.served_texts import ServedTexts
from knowledge.privacy.runs import CleanRun, clean_run
from knowledge.transcripts import Todo, Transcript, Turn, parse
from knowledge.usecases.agent_complete.evidence import EvidencePassage, evidence
from knowledge.usecases.agent_complete.turn_passages import PASSAGE

from tests.unit.extraction.logs import edited, ran, reply, run, user

TASK = "Make the export of empty orders work"


def passages(*turns: Turn, limit: int = 40) -> list[str]:
    """What was said and done in a run of these turns; what became of it is told last, and apart."""
    made, ends = run(*turns), ("What the run changed", "How the run ended")
    kept = [one for one in evidence(made, prove(made), TASK, limit) if not one.text.startswith(ends)]
    return [f"User: {passage.text}" if passage.speaker == "user" else passage.text for passage in kept]


def test_the_users_words_and_the_agents_prose_stand_in_order() -> None:
    """Each is told apart; the task and what tools print at length are left out."""
    listing = "\n".join(f"file{number}.py" for number in range(99))
    assert passages(
        reply("The rates come from the bank each hour."),
        user("Then never cache them, please."),
        ran("ls", listing),
        reply(TASK),
    ) == ["The rates come from the bank each hour.", "User: Then never cache them, please."]


def test_a_failing_command_is_kept_with_its_error() -> None:
    """One that worked is told with what it said, the verdict of a check above all."""
    assert passages(
        ran("make all", "error: no rule for all", 2),
        ran("node --version", "v22.1.0"),
        ran("uv run pytest -x", "....\n" * 200 + "804 passed"),
    ) == [
        "`make all` failed: `error: no rule for all`",
        "Ran `node --version`, which said: `v22.1.0`",
        "Ran `uv run pytest -x`, which said: `804 passed`",
    ]


def test_a_failure_is_told_with_its_exit_code_where_that_says_something() -> None:
    """A linter ends with 65 where it found something."""
    assert passages(ran("sqlfluff lint a.sql", "L060 line 3", 65), ran("make lint", "error: no rule", 1)) == [
        "`sqlfluff lint a.sql` failed with exit code 65: `L060 line 3`",
        "`make lint` failed: `error: no rule`",
    ]


def test_what_a_command_printed_is_quoted_whole_up_to_a_passage() -> None:
    """A table, a listing, the rows of a query; of a longer file nothing: it is there to be read."""
    table = "\n".join(f"route {number:02} leaves at {number:02}:00" for number in range(30))
    assert len(table) > 600
    assert passages(ran("cat routes.txt", table)) == [f"Ran `cat routes.txt`, which said: `{' '.join(table.split())}`"]
    assert passages(ran("cat routes.txt", table * 2)) == []


def test_a_command_that_changes_files_without_a_word_is_told() -> None:
    """With what stands behind a long document; what only looks and finds nothing is not."""
    wrote = "cat > route.txt << 'EOF'\n" + "def route(): pass\n" * 99 + "EOF\nsed -i '838r route.txt' routes.py"
    [change] = passages(ran("grep -n total routes.py"), ran(wrote))
    assert change.startswith("Ran `cat > route.txt") and change.endswith("EOF sed -i '838r route.txt' routes.py`")


def test_a_file_that_is_removed_or_moved_is_told() -> None:
    """Nothing else in a log says so; what only has the words is a look."""
    made = passages(ran("cd shop && rm src/old_gate.py"), ran("mv fees.py gains.py"), ran("grep -rn 'rm ' Makefile"))
    assert made == ["Ran `cd shop && rm src/old_gate.py`", "Ran `mv fees.py gains.py`"]


def test_what_is_set_without_a_word_is_told() -> None:
    """Who sets or starts something says nothing; a search that says nothing has found nothing."""
    name, source = "git config --global user.name 'Hall 4'", "echo 'deb [arch=amd64] x' | sudo tee /etc/apt/x.list"
    assert passages(ran(name), ran(f"{source} > /dev/null"), ran("systemctl enable gate")) == [
        f"Ran `{name}`",
        f"Ran `{source} > /dev/null`",
        "Ran `systemctl enable gate`",
    ]
    assert passages(ran("git config --list | grep -i proxy"), ran("ls out"), ran("cat gate.txt")) == []


def test_what_a_person_ran_or_changed_is_told_as_what_the_agent_did() -> None:
    """Its result is in no answer."""
    checked = replace(ran("make check", "error: no rule for check", 2), speaker="user")
    undone = replace(edited("gate.py", "limit = 9", "limit = 3"), speaker="user")
    assert passages(checked, undone) == [
        "User: `make check` failed: `error: no rule for check`",
        "User: Changed `gate.py`: `limit = 9` → `limit = 3`",
    ]


def test_what_git_keeps_is_told_however_much_it_prints() -> None:
    """With its last lines; what only looks, and prints as much, is not."""
    files = "\n".join(f"create mode 100644 folder/part-{number}.db" for number in range(60))
    [kept] = passages(ran("git log --stat", files), ran("git add . && git commit -m Parts", files))
    assert kept.startswith("Ran `git add . && git commit -m Parts`, which said: `") and "part-59.db" in kept


def test_what_a_person_answered_to_the_agents_question_is_told() -> None:
    """Behind the question, which the agent said; what another tool gives back is not the user's."""
    call = Turn("agent", "Which day do we open? (1 May; 1 June)", command="ask_user", tool="ask_user", output="1 June")
    assert passages(call) == ["Which day do we open? (1 May; 1 June)\nThe user answered: `1 June`"]
    assert "answered" not in "".join(passages(replace(call, command="fetch", tool="fetch")))


def test_short_lines_of_what_a_person_typed_are_kept() -> None:
    """With what follows them, the last with what precedes; a message of a word or two says nothing."""
    rules = "- Group the changes by subject and by place.\n- No push.\n- Use the words of the log.\n\nThen stop."
    assert passages(user(rules), user("Thanks a lot")) == [
        "User: - Group the changes by subject and by place.\n- No push.\n- Use the words of the log.\nThen stop."
    ]


def test_short_points_of_a_list_are_kept() -> None:
    """And what leads to them; of the agent's prose else nothing that short."""
    answer = "Perfect!\n\nStill needed:\n1. FeeSystem\n2. RateSystem\n3. The card of the two systems"
    [kept] = passages(reply(answer))
    assert kept == answer.removeprefix("Perfect!\n\n")


def test_points_of_one_list_may_be_alike() -> None:
    """One address is within the other, and both are told."""
    answer = "- UI: http://localhost:4150/docs is open\n- Spec: http://localhost:4150/docs/json is open"
    assert passages(reply(answer)) == [answer]


def test_words_of_scripts_without_spaces_are_kept() -> None:
    """A sentence in Japanese has no fewer words than one in English."""
    talk = user("ファイルが大きいため、そのままプッシュしてください。"), reply("原因は改行コードでした。")
    assert passages(*talk) == [
        "User: ファイルが大きいため、そのままプッシュしてください。", "原因は改行コードでした。"
    ]  # fmt: skip


def test_a_command_is_quoted_as_it_was_typed() -> None:
    """Who copies it does what was done: pauses, filters and folders are part of what worked, or failed."""
    restart = "cd /srv/hl7 && systemctl restart rhapsody && sleep 90 && curl -sf http://engine2:8444/health | head -1"
    assert passages(ran(restart, "UP")) == [f"Ran `{restart}`, which said: `UP`"]
    assert passages(ran("./seed.sh\nsleep 5\n./load.sh | tee out", "no host", 1)) == [
        "`./seed.sh; sleep 5; ./load.sh | tee out` failed: `no host`"
    ]


def test_short_code_stays_where_it_stood() -> None:
    """What says to run something says nothing without it."""
    assert passages(
        reply("To turn it on, run this:\n\n```bash\nentire enable --local\n```\n\nIt installs the hooks.")
    ) == ["To turn it on, run this: `entire enable --local`\nIt installs the hooks."]


def test_an_edit_is_told_with_what_it_changed() -> None:
    """Of a large one the beginning: its file is there to be read."""
    large = "value = compute()\n" * 30
    small, new = passages(edited("settings.json", '"mode": "auto"', '"mode": "manual"'), edited("b.py", "", large))
    assert small == 'Changed `settings.json`: `"mode": "auto"` → `"mode": "manual"`'
    assert new.startswith("Changed `b.py`: added `value = compute()") and new.endswith("…`") and len(new) < 200


def test_an_edit_is_quoted_from_the_first_line_that_differs() -> None:
    """What stands above it in both texts is there to find the place, and was all that was told of a document."""
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage{graphicx}\n" * 3
    [change] = passages(edited("paper.tex", f"{head}The loss is $L$.\n", f"{head}The loss is $L + H$.\n"))
    assert change == "Changed `paper.tex`: `The loss is $L$.` → `The loss is $L + H$.`"


def test_how_a_run_ended_is_a_passage_of_its_own() -> None:
    """Nobody says it, and everybody asks: the verdict, the files, what ran last and what still failed."""
    made = run(reply("The limit belongs into a.py."), edited("a.py", "x", "y" * 300), edited("try.py", "", "z"))
    more = run(*made.turns, ran("make test", "error: no rule", 2))
    assert evidence(made, prove(made), TASK)[-1].text == (
        f"How the run ended ({TASK}): nobody verified it, no check of the project is known to have passed after "
        "the last change. "
        "Files changed: `a.py`. New files: `try.py`. No command of its own that tests, builds or lints was seen."
    )
    assert evidence(more, prove(more), TASK)[-1].text.endswith(
        "Failed when last run: `make test`. No check is known to have passed."
    )
    checked = run(*made.turns, ran("make test", "5 passed"))
    assert evidence(checked, prove(checked), TASK)[-1].text.endswith("Checks that passed when last run: `make test`.")


def test_what_became_of_a_file_stands_together() -> None:
    """Its changes are apart in the log: of each the first line that differs, without the context that it quotes."""
    made = run(
        reply("The limit belongs into a.py."),
        edited("a.py", "import re\nLIMIT = 3", "import re\nLIMIT = 5"),
        edited("b.py", "", "x = 1"),
        edited("a.py", "import re", "import re\nimport os"),
        replace(edited("a.py", "LIMIT = 5", "LIMIT = 9"), failed=True),
        edited("c.py", "y = 1", " y = 1"),
    )
    assert [passage.text for passage in evidence(made, prove(made), TASK)[-3:-1]] == [
        "What the run changed in `a.py`: `LIMIT = 3` → `LIMIT = 5`; added `import os`.",
        "What the run changed in `b.py`: added `x = 1`.",
    ]


def test_what_a_document_says_that_was_read_fills_the_room_that_is_left() -> None:
    """Code is there to be read, and what was said and done comes first; with the numbers of its lines left out."""
    points = "\n".join(
        f"{at}\t- Case {'abcdefghi'[at]}: {' '.join(f'rule{at}{n}' for n in range(16))}" for at in range(9)
    )
    ledger = [ran("cat docs/fees.md", points), ran("cat fees.py", points), reply("Sellers keep four fifths.")]
    kept = passages(*ledger)
    assert kept[0].startswith("Read by `cat docs/fees.md`: - Case a: rule00 rule01")
    assert kept[1].startswith("Read by `cat docs/fees.md`: - Case g") and kept[2:] == ["Sellers keep four fifths."]
    assert passages(*ledger, reply(f"The rest goes to the {'x' * 770}."), limit=1)[0] == "Sellers keep four fifths."


ROW = "| FW-5 | Ready | " + "the readiness of wallets is checked by a script of its own; " * 15


def opened(path: str) -> Turn:
    """The reading of a document with this row."""
    return Turn("agent", command=f"Read {path}", tool="Read", output=f"1\t{ROW}", failed=False)


def test_a_document_that_the_run_changed_later_is_told_as_it_left_it() -> None:
    """What it said then is so no more; what was read after the change is told as it is."""
    change = edited("/r/issues.md", "FW-5 | Ready", "FW-5 | Shipped")
    before = passages(opened("/r/issues.md"), change)
    assert before[0].startswith(
        "Read by `Read /r/issues.md`, with what the run changed in it later: | FW-5 | Shipped | the readiness"
    )
    after = passages(change, opened("/r/issues.md"))
    assert after[1].startswith("Read by `Read /r/issues.md`: | FW-5 | Ready | the readiness")


def test_a_change_of_another_document_says_nothing_of_what_was_read() -> None:
    """Of the same name in another folder, of a name that ends so, without a path, of one that a shell showed from a
    folder of its own, or a change that failed."""
    shown = ran("cat issues.md", ROW)
    for read, path in [
        (opened("/r/a/issues.md"), "/r/b/issues.md"),
        (opened("/r/data.md"), "a.md"),
        (opened("/r/a.md"), ""),
        (shown, "issues.md"),
    ]:
        assert "`: | FW-5 | Ready |" in passages(read, edited(path, "FW-5 | Ready", "FW-5 | Shipped"))[0]
    failed = replace(edited("/r/a.md", "FW-5 | Ready", "FW-5 | Shipped"), failed=True)
    assert "`: | FW-5 | Ready |" in passages(opened("/r/a.md"), failed)[0]


def test_a_file_that_was_looked_at_is_no_failure() -> None:
    """The error stands in its text."""
    assert passages(Turn("agent", command="cat a.py", output="def f():\n    raise ValueError('no x')")) == [
        "Ran `cat a.py`, which said: `def f(): raise ValueError('no x')`"
    ]


def test_a_command_that_went_well_is_told_with_its_warning() -> None:
    """What an installation broke, it says while it succeeds."""
    assert passages(ran("pip install -r all.txt", "ERROR: exa-py 1.0 requires openai>=1.0\nDone", 0)) == [
        "Ran `pip install -r all.txt`, which said: `ERROR: exa-py 1.0 requires openai>=1.0 Done`"
    ]


def test_what_only_leads_to_a_look_is_left_out() -> None:
    """What came of it is told afterwards; what leads to a check stands with it."""
    assert passages(
        ran("cat a.py", "x = 1\n" * 199, text="Let me first read the file a.py whole."),
        ran("make check", "ok", text="Now the whole check once more."),
    ) == ["Now the whole check once more.\nRan `make check`, which said: `ok`"]


def test_an_answer_knows_what_was_asked() -> None:
    """The user's last words before it, shortened."""
    made = run(
        reply("Hello, I am ready now."), user("Which port has staging? " * 20), reply("It has port 8443 for all.")
    )
    asked = [passage.asked for passage in evidence(made, prove(made), TASK)]
    assert asked[0] == "" and asked[1] == asked[-1] and asked[-1].startswith("Which port") and len(asked[-1]) <= 165


def test_what_is_said_twice_is_kept_once_the_later() -> None:
    """Nearly the same words are the same."""
    first, second = "The worker reads its queue only at night.", "Indeed the worker reads its queue only at night."
    assert passages(reply(first), user("Why is that so, tell me?"), reply(second)) == [
        "User: Why is that so, tell me?", second
    ]  # fmt: skip


def test_a_turn_is_a_passage_and_a_long_one_is_cut_between_sentences() -> None:
    """About eight hundred characters at most; what several turns say is not mixed."""
    assert (
        len(
            passages(
                *(reply(f"Step {number} looks at file{number}.\n\nIt has bug{number} inside.") for number in range(9))
            )
        )
        == 9
    )
    long = " ".join(f"The module number{number} exports function{number} for reports." for number in range(40))
    assert all(len(passage) <= PASSAGE and passage.endswith(".") for passage in passages(reply(long)))


def test_a_log_of_unknown_form_is_quoted_as_nobodys_words() -> None:
    """Its sentences are kept, its data is not."""
    log = Turn("tool", output='The staging port is 8443 for all of us.\n\n{"a": [1, 2, 3, 4], "b": {"c": 99}}')
    made = CleanRun(Transcript("unknown", (log,)))
    assert evidence(made, prove(made), "") == [EvidencePassage("log", "The staging port is 8443 for all of us.")]


@pytest.mark.parametrize(
    "line",
    [
        "2026-01-02T03:04:{0:02d}.123Z WARN [pool-{0}] db=replica{0} latency={0}3 ms",
        '10.0.0.{0} - - [27/Nov/2026:11:24:{0:02d} +0000] "GET /items/{0} HTTP/1.1" 502 12{0} "-" "curl/8.5"',
        "Nov 27 11:24:{0:02d} host kernel: [99.{0}] usb 1-{0}: device descriptor read/64, error -{0}",
    ],
)
def test_a_services_log_is_quoted_line_by_line(line: str) -> None:
    """Whatever its times and numbers are; all of it, none of its lines cut."""
    log = [line.format(number) for number in range(30, 60)]
    made = clean_run(parse("\n".join(log)))
    quoted = [line for passage in evidence(made, prove(made), "") for line in passage.text.splitlines()]
    assert made.transcript.format == "unknown" and quoted == log


@pytest.mark.parametrize("data", ["1 22 333\n" * 90, "q83vEjRWeJCrze8SNFZ4" * 40, "0000 7f 45 4c 46 02 01\n" * 90])
def test_data_of_a_log_of_unknown_form_is_not_quoted(data: str) -> None:
    """Numbers and encoded bytes: nobody finds them by a word."""
    made = clean_run(parse(data))
    assert evidence(made, prove(made), "") == []


def test_of_a_long_log_of_unknown_form_passages_are_from_the_whole() -> None:
    """As many as fill the room, its beginning and its end among them."""
    turns = [
        Turn("tool", output=f"Station{number} was moved from harbour{number} to the quay{number} by crane{number}.")
        for number in range(400)
    ]
    made = CleanRun(Transcript("unknown", tuple(turns)))
    places = [int(passage.text[7:].partition(" ")[0]) for passage in evidence(made, prove(made), "", 10)]
    assert places == sorted(places) and 80 < len(places) < 200
    assert max(later - place for place, later in zip([0, *places], [*places, 399], strict=True)) <= 5


def test_the_last_passages_and_all_of_the_users_are_kept() -> None:
    """As many as the setting says; none at all where it says 0."""
    turns = [
        turn
        for number in range(60)
        for turn in (
            reply(f"Observation {number} is long{number}."),
            user(f"My remark number{number} is this{number}."),
        )
    ]
    kept = passages(*turns, limit=1)
    theirs = [passage for passage in kept if passage.startswith("User: ")]
    assert len(theirs) == 60 and sum(map(len, kept)) - sum(map(len, theirs)) <= 2 * PASSAGE
    assert "Observation 59 is long59." in kept and "Observation 3 is long3." not in kept
    assert passages(*turns, limit=0) == []


def test_what_was_answered_in_the_end_comes_before_the_steps_of_later_answers() -> None:
    """A long answer late in the run leaves room for what every earlier question was answered."""
    steps = [ran(f"make part{number}", f"part{number} built into dist{number}") for number in range(40)]
    kept = passages(
        user("Which port has staging, please?"),
        reply("Let me look at the settings of staging."),
        reply("Staging listens on port 8443 for everybody."),
        user("Then build all of the parts."),
        *steps,
        reply("All forty parts are built and none failed."),
        limit=1,
    )
    assert "Staging listens on port 8443 for everybody." in kept
    assert "All forty parts are built and none failed." in kept
    assert not any("settings of staging" in passage or "part3`" in passage for passage in kept)


def test_of_thoughts_the_end_is_kept_and_only_where_there_is_room() -> None:
    """What the agent came to stands there; guesses that it took back stand before."""
    guesses = "\n\n".join(f"Maybe the layer number{number} swallows clicks of kind{number}." for number in range(40))
    mused = Turn("agent", f"{guesses}\n\nNo: the canvas above takes all the clicks.", thought=True)
    closing = reply("The canvas took the clicks; it lets them through now.")
    kept = passages(user("The buttons do nothing, why?"), mused, closing)
    assert kept[-2].endswith("No: the canvas above takes all the clicks.") and len("".join(kept)) < 3 * PASSAGE
    words = [reply(f"The module number{number} exports function{number} for reports.") for number in range(30)]
    assert not any("canvas above" in passage for passage in passages(mused, *words, limit=1))


def test_what_the_agents_program_could_not_do_is_told_by_the_log() -> None:
    """No command of the agent's shows it."""
    refused = Turn("tool", output="litellm.NotFoundError: the model gpt-9 does not exist", failed=True)
    made = run(user("Write the first page, please."), refused)
    assert evidence(made, prove(made), TASK)[-2] == EvidencePassage(
        "log",
        "The program failed: `litellm.NotFoundError: the model gpt-9 does not exist`",
        "Write the first page, please.",
    )


def test_a_long_sentence_is_kept_whole_in_parts_that_end_with_a_clause() -> None:
    """No word of the user's is lost, none is cut, and code stays within its backticks."""
    fields = ", ".join(f"`field {number}` maps to `Column{number}`" for number in range(60))
    parts = [text.removeprefix("User: ") for text in passages(user(fields))]
    assert (" ".join(parts), max(map(len, parts)) <= PASSAGE) == (fields, True)
    assert all(part.endswith(("`,", "`")) and part.count("`") % 2 == 0 for part in parts)
    assert "".join(passages(reply("原因は索引が無いことです、" * 90 + "終わり"))).endswith("終わり")


def test_code_with_backticks_stands_between_more_of_them() -> None:
    """Else it ends where its own begin."""
    assert passages(ran("mysql -e 'select `id` from `t`'", "ERROR 1146: no `t`", 1)) == [
        "`` mysql -e 'select `id` from `t`' `` failed: `` ERROR 1146: no `t` ``"
    ]


def test_what_is_said_with_the_last_action_is_kept() -> None:
    """It sums the run up; only before another step it leads to a look."""
    assert passages(ran("submit", text="The export of no orders writes its header alone.")) == [
        "The export of no orders writes its header alone."
    ]


def test_the_same_words_with_another_number_tell_of_another_thing() -> None:
    """Where somebody says them; a command that is run again counts other seconds."""
    first, second = (f"Rename the column price of the table orders_{number} to amount, please." for number in (1, 2))
    assert passages(user(first), user(second), user(first)) == [f"User: {second}", f"User: {first}"]
    assert len(passages(reply("Lane 4 of the hall ships at 9 now."), reply("Lane 5 of the hall ships at 8 now."))) == 2
    assert len(passages(*(ran("uv run pytest -x --durations 3", f"804 passed in {n}.3s") for n in (7, 8)))) == 1


def test_what_a_person_stopped_is_told_as_stopped() -> None:
    """Neither as run nor as failed."""
    stopped = replace(ran("fly deploy", "The user doesn't want to proceed.", None), failed=True, stopped=True)
    made = run(user("Ship the app to staging."), stopped, reply("Then it is up to you to deploy."))
    assert "`fly deploy` was stopped by the user" in passages(*made.turns)
    assert "fly deploy" not in evidence(made, prove(made), TASK)[-1].text


def test_a_check_that_a_person_stopped_leaves_the_verdict_before_it() -> None:
    """It ran once, and passed."""
    check = ran("pytest -q", "5 passed")
    made = run(edited("a.py", "x", "y"), check, replace(check, output="Refused.", failed=True, stopped=True))
    assert evidence(made, prove(made), TASK)[-1].text.endswith("Checks that passed when last run: `pytest -q`.")


def test_what_the_agents_list_of_things_to_do_said_last_is_told() -> None:
    """What is left of it first: nobody says it elsewhere."""
    first = (Todo("Write the docs", "in_progress"), Todo("Deploy", "pending"))
    last = (Todo("Write the docs", "completed"), Todo("Deploy", "pending"))
    lists = [Turn("agent", command="TodoWrite", tool="TodoWrite", output="ok", todos=todos) for todos in (first, last)]
    assert passages(reply("The limit belongs into a.py."), *lists)[-1] == (
        "The agent's list of things to do, as the run left it. Pending: Deploy. Completed: Write the docs."
    )


def test_a_list_of_things_to_do_that_was_emptied_or_refused_is_not_told() -> None:
    """Emptied, nothing is left of it; refused, it is as it was before."""
    kept = Turn("agent", command="TodoWrite", tool="TodoWrite", output="ok", todos=(Todo("Deploy", "pending"),))
    refused = replace(kept, todos=(Todo("Deploy", "completed"),), failed=True, stopped=True)
    stated = "The agent's list of things to do, as the run left it. Pending: Deploy."
    assert passages(reply("The limit belongs into a.py."), kept, refused)[-1] == stated
    assert stated not in passages(reply("The limit belongs into a.py."), kept, replace(kept, todos=()))


def test_what_led_to_a_look_is_kept_without_the_look() -> None:
    """The finding is said there, and nowhere else."""
    finding = "The page asks for WS_URL, which is not set. Let me look at the settings:"
    look = Turn("agent", finding, command="Edit", tool="Edit", output="ok", failed=False)
    assert passages(look, ran("make", "ok")) == [
        "The page asks for WS_URL, which is not set.",
        "Ran `make`, which said: `ok`",
    ]


def test_in_a_log_without_answers_it_is_told_what_ran() -> None:
    """A look, too; where answers are kept, what had none is left out."""
    look = Turn("agent", command="git worktree remove a --force", tool="bash")
    assert passages(look) == ["Ran `git worktree remove a --force`"]
    assert passages(look, ran("make", "ok")) == ["Ran `make`, which said: `ok`"]


def test_an_edit_of_which_the_log_names_no_file_says_so() -> None:
    """Older exports have the lines alone."""
    assert passages(edited("", "rate = 1", "rate = 2")) == [
        "Changed a file that the log does not name: `rate = 1` → `rate = 2`"
    ]


def test_what_the_agent_only_repeats_of_what_it_was_served_is_no_evidence() -> None:
    """What it says besides is, and so is what the user says, in whichever words."""
    served = "The tax export needs the fiscal calendar 4-4-5."
    anew = "The tax export of Oslo needs that fiscal calendar, and the one of May had 5-4-4, so I wrote it anew."
    for turns, kept in (
        ([reply(served)], []),
        ([user(served)], [served]),
        ([reply(f"{served} {anew}")], [f"{served} {anew}"]),
        ([reply(served), reply(anew)], [anew]),
    ):
        made = run(*turns)
        texts = [one.text for one in evidence(made, prove(made), TASK, served=ServedTexts([served]))]
        assert texts[: len(kept) or 1] == kept


def test_what_tells_of_a_users_memory_is_no_evidence_but_in_the_users_own_words() -> None:
    """By sentence, whoever else says it: the agent, a program, its list of things to do."""
    entry = "Ben is paid on the third of each month."
    todo = Todo("Ask: Ben is paid on the third of each month?", "completed")
    turns = [
        user(f"Run the payroll again. {entry}"),
        reply(f"As {entry[:-1]}, I moved the job. It starts on the fourth now, as cron says."),
        ran("memory list", f"- {entry}"),
        replace(ran("todo"), tool="todo", todos=(todo,)),
    ]
    made = run(*turns)
    passed = evidence(made, prove(made), TASK, served=ServedTexts([entry], [entry]))
    entries = {(one.speaker, one.text) for one in passed if entry[:-1] in one.text}
    assert entries == {("user", turns[0].text)}
    assert "It starts on the fourth now, as cron says." in [one.text for one in passed]
