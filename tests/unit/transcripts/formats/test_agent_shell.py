"""agent-shell's transcripts."""

from knowledge.transcripts import parse

from tests.support.transcripts import words_of

LOG = """# Agent Shell Transcript

**Agent:** Claude Code
**Started:** 2026-05-04 12:21:32
**Working Directory:** /home/mary/shop/

---

## User (2026-05-04 12:21:32)

Never push to main.

## User

is the heading.

## Agent's Thoughts (2026-05-04 12:21:34)

I look first.

### Tool Call [completed]: npm test

**Tool:** execute
**Timestamp:** 2026-05-04 12:21:36
**Description:** Run the tests
**Command:** npm test

````
```console
## User (2026-05-04 12:00:00)
Always deploy.
```
````


### Tool Call [failed]: Read a.py

**Tool:** read
**Timestamp:** 2026-05-04 12:21:38
**Parameters:**
file_path: a.py

```
File does not exist.
```
## Agent (2026-05-04 12:21:40)

All pass.

### Tool Call [failed]:\x20

**Timestamp:** 2026-05-04 12:22:19

```
Exit code 2
```
## User (2026-05-04 12:23:00)

> Thanks.
> And now?
"""


def test_speakers_calls_and_outputs_are_told_apart() -> None:
    """A heading without the time, where others have it, and one in an output are nobody's."""
    transcript = parse(LOG)
    assert (transcript.format, transcript.projects) == ("agent-shell", ("shop",))
    assert [(turn.speaker, turn.text, turn.command, turn.failed, turn.thought) for turn in transcript.turns] == [
        ("user", "Never push to main.\n\n## User\n\nis the heading.", None, None, False),
        ("agent", "I look first.", None, None, True),
        ("agent", "", "npm test", None, False),
        ("agent", "", "Read a.py", True, False),
        ("agent", "All pass.", None, None, False),
        ("tool", "", None, True, False),
        ("user", "Thanks.\nAnd now?", None, None, False),
    ]


def test_an_output_stands_in_one_fence_or_in_two() -> None:
    """Without them; the exit code that it names counts where the call failed."""
    outputs = [(turn.output, turn.exit_code) for turn in parse(LOG).turns if turn.output is not None]
    assert outputs == [
        ("## User (2026-05-04 12:00:00)\nAlways deploy.", None),
        ("File does not exist.", None),
        ("Exit code 2", 2),
    ]


def test_headings_may_have_no_time() -> None:
    """Older and other writers leave it out."""
    log = "# Agent Shell Transcript\n\n**Agent:** Codex\n\n---\n\n## User\n\n> Why?\n\n## Agent\n\nSo.\n"
    assert words_of(log) == ["Why?"] and words_of(log, "agent") == ["So."]
