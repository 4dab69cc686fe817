"""Transcripts as tests look at them."""

import json
from typing import Any

from knowledge.transcripts import Transcript, parse


def spoken(log: Any) -> list[tuple[str, str]]:
    """Who said, or ran, what."""
    return [(turn.speaker, turn.text or f"$ {turn.command}") for turn in parse(log).turns]


def words_of(log: Any, speaker: str = "user") -> list[str]:
    """All that one speaker said."""
    return [turn.text for turn in parse(log).turns if turn.speaker == speaker and turn.text]


def commands(transcript: Transcript) -> list[tuple[str | None, int | None, bool | None]]:
    """What was run, with its exit code, and whether it failed."""
    return [(turn.command, turn.exit_code, turn.failed) for turn in transcript.turns if turn.command is not None]


def lines(*items: Any) -> str:
    """JSON lines."""
    return "\n".join(json.dumps(item) for item in items)
