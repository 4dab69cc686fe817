"""What of a run's texts may be kept."""

from collections.abc import Sequence

from knowledge.emails import without_emails
from knowledge.redaction import redact
from knowledge.transcripts import Turn


def private(texts: Sequence[str], turns: Sequence[Turn]) -> list[str]:
    """The texts without secrets, e-mails, and what gives away those that the log shows."""
    context = [part for turn in turns for part in (turn.text, turn.output) if part]
    return [redact(text).strip() for text in without_emails(texts, context).value]
