"""What is known, for people to correct and forget: each learning, its state, and who did what to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from knowledge.auth import Caller
from knowledge.errors import Malformed, NotFound
from knowledge.learnings import records
from knowledge.learnings.ids import resolved
from knowledge.learnings.instruction import Instruction
from knowledge.ports.database import Database
from knowledge.ports.embedder import Embedder
from knowledge.privacy.secrets import redact
from knowledge.schemas import EmptyBody
from knowledge.usecases.learnings.models import (
    Feedback,
    JudgedLearning,
    Learning,
    LearningChange,
    LearningHistory,
    LearningListRequest,
    LearningPage,
    PinRequest,
    Reference,
)

MOST_VERDICTS = "not counted: this key has given ten verdicts on the learning within 24 hours; send it again later"


@dataclass(frozen=True)
class LearningsApi:
    """What may be asked of learnings over HTTP; each method is the answer to one kind of request."""

    database: Callable[[], Database]
    embedder: Callable[[str | None], Embedder]

    def list(self, caller: Caller, request: LearningListRequest) -> LearningPage:
        """A page of what is known, the highest by `sort` first."""
        key, last = _place(request.after)
        rows = self.database().call(
            "list_learnings",
            tenant_id=caller.tenant_id,
            state=request.state,
            of_kind=request.kind,
            of_project=request.project,
            of_agent_type=request.agent_type,
            of_authority=request.authority,
            of_tags=(request.tag,) if request.tag else None,
            contains=request.search,
            sort=request.sort,
            after_key=key,
            after_id=last,
            max_rows=request.limit,
        )
        full = len(rows) == request.limit
        return LearningPage(
            learnings=[Learning.model_validate(row["learning"]) for row in rows],
            next=f"{rows[-1]['sort_key']!r}_{rows[-1]['learning']['id']}" if full else None,
        )

    def instruct(self, _: Caller, __: EmptyBody) -> Instruction:
        """What to put into an agent's prompt, so that it writes learnings itself."""
        return Instruction()

    def read(self, caller: Caller, request: Reference) -> LearningHistory:
        """One learning with its history. Raises `NotFound`."""
        rows = self.database().call("find_learning", tenant_id=caller.tenant_id, id=self._id(caller, request.id))
        if not rows:
            raise NotFound("There is no such learning; list what there is.")
        return LearningHistory.model_validate({**rows[0]["learning"], "history": rows[0]["history"]})

    def change(self, caller: Caller, request: LearningChange) -> Learning:
        """The learning as it is now; a change of its text embeds it anew, and makes it the word of a person."""
        changes = request.model_dump(mode="json", exclude={"id"}, exclude_unset=True)
        if request.learning is not None:
            changes |= self._embedded(redact(request.learning), caller.model)
        if request.supersedes is not None:
            changes["supersedes"] = str(self._id(caller, request.supersedes))
        learning = self._id(caller, request.id)
        [row] = self.database().call(
            "change_learning", tenant_id=caller.tenant_id, id=learning, actor=caller.actor, changes=changes
        )
        return Learning.model_validate(row["learning"])

    def forget(self, caller: Caller, request: Reference) -> Learning:
        """The learning, out of every answer; `restore` brings it back for 30 days."""
        return self._act(caller, request.id, "forget")

    def restore(self, caller: Caller, request: Reference) -> Learning:
        """The learning, in answers again."""
        return self._act(caller, request.id, "restore")

    def pin(self, caller: Caller, request: PinRequest) -> Learning:
        """The learning as a standing rule, given to every agent that it concerns, whatever the task; or no longer."""
        return self._act(caller, request.id, "pin" if request.pinned else "unpin")

    def release(self, caller: Caller, request: Reference) -> Learning:
        """The learning, out of quarantine: somebody has read it."""
        return self._act(caller, request.id, "release")

    def confirm(self, caller: Caller, request: Reference) -> Learning:
        """The learning as the word of a person: somebody who knows says that it holds."""
        return self._act(caller, request.id, "confirm")

    def judge(self, caller: Caller, request: Feedback) -> JudgedLearning:
        """The learning with this verdict, which decides among equally near ones; a key's count ten times a day.

        Of a further one a note says that it does not count.
        """
        [row] = self.database().call(
            "note_feedback",
            tenant_id=caller.tenant_id,
            id=self._id(caller, request.id),
            actor=caller.actor,
            verdict=request.verdict,
            run_id=request.run_id,
        )
        note = None if row["counted"] else MOST_VERDICTS
        return JudgedLearning.model_validate({**row["learning"], "note": note})

    def _act(self, caller: Caller, named: UUID | str, action: str) -> Learning:
        learning = self._id(caller, named)
        [row] = self.database().call(
            "act_on_learning", tenant_id=caller.tenant_id, id=learning, actor=caller.actor, action=action
        )
        return Learning.model_validate(row["learning"])

    def _id(self, caller: Caller, named: UUID | str) -> UUID:
        return resolved(named, self.database(), caller.tenant_id)

    def _embedded(self, learning: str, model: str | None) -> dict[str, Any]:
        embedder = self.embedder(model)
        [vector] = embedder.embed([learning])
        return {**records.identity_of(learning), "embedding": vector, "model": embedder.model}


def _place(after: str | None) -> tuple[float | None, UUID | None]:
    """Where a page begins. Raises `Malformed` unless it is a page's `next`."""
    if after is None:
        return None, None
    key, _, last = after.rpartition("_")
    try:
        return float(key), UUID(last)
    except ValueError:
        raise Malformed("`after` is not the `next` of a page; send it as it was answered, or leave it out.") from None
