"""What of a run may be kept: nothing that is a secret, or an e-mail's."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.privacy.emails import without_emails
from knowledge.privacy.secrets import redact
from knowledge.transcripts import Turn


def private(texts: Sequence[str], turns: Sequence[Turn]) -> list[str]:
    """The texts without secrets, e-mails, and what gives away those that the log shows."""
    context = [part for turn in turns for part in (turn.text, turn.output) if part]
    return [redact(text).strip() for text in without_emails(texts, context).value]


def said(turns: Sequence[Turn]) -> list[Turn]:
    """The turns, what was said in them without e-mails and what tells of those that the run saw."""
    texts = without_emails([turn.text for turn in turns], context=[turn.output for turn in turns]).value
    return [replace(turn, text=text) for turn, text in zip(turns, texts, strict=True)]
