"""A finished run as it may be kept: parsed and cleaned once, at the door, and shared by all that read it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.privacy.emails import without_emails
from knowledge.privacy.secrets import redact
from knowledge.text.prompt_block import strip
from knowledge.transcripts import Edit, Transcript, Turn


@dataclass(frozen=True)
class CleanRun:
    """What a run sent, without secrets, e-mails, and what gives these away, and without blocks of recalled knowledge.

    `objective` and `outcome` are "" where they were not given; `learnings` are the explicit ones, in their order.
    """

    transcript: Transcript
    run_id: str = ""
    agent_type: str | None = None
    work_order_id: str | None = None
    objective: str = ""
    outcome: str = ""
    learnings: tuple[str, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What was said and done."""
        return self.transcript.turns


def clean_run(
    transcript: Transcript,
    *,
    objective: str = "",
    outcome: str = "",
    learnings: Sequence[str] = (),
    agent_type: str | None = None,
    work_order_id: str | None = None,
    project: str | None = None,
) -> CleanRun:
    """The run, cleaned. An e-mail that one part shows is not told of in another, either.

    The `project` that is stated comes before those that the log names.
    """
    turns = transcript.turns
    stated = [objective, outcome, *learnings]
    mail = without_emails([*stated, *(turn.text for turn in turns)], context=[turn.output for turn in turns])
    texts = [clean_text(text) for text in mail.value]
    return CleanRun(
        transcript=replace(
            transcript,
            projects=tuple(dict.fromkeys(filter(None, [project, *transcript.projects]))),
            turns=tuple(map(_clean_turn, turns, texts[len(stated) :], mail.context)),
            patch=clean_text(transcript.patch),
        ),
        agent_type=agent_type,
        work_order_id=work_order_id,
        objective=texts[0].strip(),
        outcome=texts[1].strip(),
        learnings=tuple(text.strip() for text in texts[2 : len(stated)]),
    )


def clean_text(text: str) -> str:
    """The text without secrets and without blocks of recalled knowledge."""
    return redact(strip(text))


def clean_texts(texts: Sequence[str]) -> list[str]:
    """The texts without secrets and e-mails, where there is no log beside them."""
    return [clean_text(text).strip() for text in without_emails(texts, context=[]).value]


def _clean_turn(turn: Turn, text: str, output: str | None) -> Turn:
    return replace(
        turn,
        text=text,
        command=None if turn.command is None else clean_text(turn.command),
        output=None if output is None else clean_text(output),
        edits=tuple(Edit(edit.path, clean_text(edit.old), clean_text(edit.new)) for edit in turn.edits),
    )
