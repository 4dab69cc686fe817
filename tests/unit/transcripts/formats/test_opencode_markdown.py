"""OpenCode's sessions as Markdown."""

from knowledge.transcripts import parse

SESSION = """# Repair the shop

**Session ID:** ses_25ec75416ffevPeWK6a14SB5VO
**Created:** 4/18/2026, 11:32:19 PM

---

## User

Never push to main.

---

## Assistant (Build · Claude Sonnet 4.6 · 6.4s)

_Thinking:_

I look first.

**Tool: bash**

**Input:**
```json
{
  "command": "npm test",
  "description": "Run the tests"
}
```

**Output:**
```
## User
1 failed
```

**Tool: read**

**Input:**
```json
{"filePath": "a.ts"}
```

**Error:**
```
File not found
```

---

## Assistant (Build · Claude Sonnet 4.6 · 1.0s)

Two fail.
"""


def test_speakers_calls_and_outputs_are_told_apart() -> None:
    """A heading in an output is nobody's; an error is a call that failed."""
    transcript = parse(SESSION)
    assert transcript.format == "opencode-markdown"
    assert [(turn.speaker, turn.prose, turn.command, turn.output, turn.failed) for turn in transcript.turns] == [
        ("user", "Never push to main.", None, None, None),
        ("agent", "I look first.", "npm test", "## User\n1 failed", None),
        ("agent", "", "read a.ts", "File not found", True),
        ("agent", "Two fail.", None, None, None),
    ]


def test_a_session_that_begins_in_its_middle_is_one() -> None:
    """Its first heading is the agent's, and nobody else speaks."""
    begun = SESSION.replace("## User\n\nNever push to main.\n\n---\n\n", "")
    assert "Never push" not in begun
    transcript = parse(begun)
    assert transcript.format == "opencode-markdown"
    assert next(turn.command for turn in transcript.turns if turn.command) == "npm test"
