"""A finished run → the clean run, parsed and redacted once and shared by everything that reads it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from knowledge.privacy.assignments import AssignedSecrets
from knowledge.privacy.emails import without_emails
from knowledge.privacy.secrets import redact
from knowledge.text.prompt_block import strip
from knowledge.text.references import without_reference
from knowledge.text.strings import one_line
from knowledge.transcripts import Todo, Transcript, Turn, apart


@dataclass(frozen=True)
class CleanRun:
    """What a run sent, without secrets, e-mails, and what gives these away, and without blocks of recalled knowledge.

    `objective` and `outcome` are "" where they were not given, the latter is on one line; `learnings` are the explicit
    ones, in their order, each without the mark of another; "" where one was a block, or a line of it. Where it
    `goes_on` from an earlier part, which is not at hand, its task is not what is said first here.
    """

    transcript: Transcript
    run_id: str = ""
    agent_type: str | None = None
    work_order_id: str | None = None
    objective: str = ""
    outcome: str = ""
    learnings: tuple[str, ...] = ()
    goes_on: bool = False

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
    goes_on: bool = False,
) -> CleanRun:
    """The run, cleaned. An e-mail that one part shows is not told of in another, either.

    The `project` that is stated comes before those that the log names. A log of no known form is cut into turns here:
    what is to be cleaned may reach from one to the next.
    """
    turns = transcript.turns
    stated = [objective, outcome, *map(without_reference, learnings)]
    spoken = [*stated, *(turn.text for turn in turns), *(text for turn in turns for text in _listed(turn))]
    mail = without_emails(spoken, context=[turn.output for turn in turns])
    secrets = AssignedSecrets(_written([*stated, transcript.exit_status, transcript.patch], turns))
    texts = [clean_text(text, secrets) for text in mail.value]
    todos = iter(texts[len(stated) + len(turns) :])
    cleaned = map(_clean_turn, turns, texts[len(stated) :], mail.context, repeat(todos), repeat(secrets))
    return CleanRun(
        transcript=replace(
            transcript,
            projects=tuple(dict.fromkeys(filter(None, [project, *transcript.projects]))),
            turns=tuple(cleaned if transcript.known else apart(cleaned, lambda text: clean_text(text, secrets))),
            exit_status=clean_text(transcript.exit_status, secrets),
            patch=clean_text(transcript.patch, secrets),
            models=tuple(clean_text(model, secrets) for model in transcript.models),
        ),
        agent_type=agent_type,
        work_order_id=work_order_id,
        objective=texts[0].strip(),
        outcome=one_line(texts[1]),
        learnings=tuple(text.strip() for text in texts[2 : len(stated)]),
        goes_on=goes_on,
    )


def clean_text(text: str, secrets: AssignedSecrets | None = None) -> str:
    """The text without secrets, also those that are known from elsewhere, and without blocks of recalled knowledge."""
    return redact(strip(text), secrets)


def clean_texts(texts: Sequence[str]) -> list[str]:
    """The texts without secrets and e-mails, where there is no log beside them."""
    return [clean_text(text).strip() for text in without_emails(texts, context=[]).value]


def _written(texts: Sequence[str], turns: Sequence[Turn]) -> Iterator[str]:
    """All that was written in the run: a secret that one turn assigns is none that another may print."""
    yield from texts
    for turn in turns:
        yield from (turn.text, turn.command or "", turn.output or "")
        yield from (text for edit in turn.edits for text in (edit.old, edit.new))
        yield from _listed(turn)


def _listed(turn: Turn) -> Iterator[str]:
    """The texts of its things to do: an agent may give them any state."""
    return (text for todo in turn.todos for text in (todo.text, todo.status))


def _clean_turn(turn: Turn, text: str, output: str | None, todos: Iterator[str], secrets: AssignedSecrets) -> Turn:
    """The turn with this text and output, and as many of the texts of things to do as it has."""

    def clean(part: str) -> str:
        return clean_text(part, secrets)

    return replace(
        turn,
        text=text,
        command=None if turn.command is None else clean(turn.command),
        output=None if output is None else clean(output),
        edits=tuple(replace(edit, old=clean(edit.old), new=clean(edit.new)) for edit in turn.edits),
        todos=tuple(Todo(next(todos), next(todos)) for _ in turn.todos),
        name=clean(turn.name),
    )
