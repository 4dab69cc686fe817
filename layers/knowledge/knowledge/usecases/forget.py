"""Forgetting for good: each answer is the manifest of what went, and of what looking again found."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from knowledge.auth import Caller
from knowledge.forgetting import Eraser, Manifest
from knowledge.learnings.ids import LearningId, resolved
from knowledge.schemas import Body, Label, UploadRef


class LearningRef(Body):
    """One learning."""

    id: LearningId


class FileRef(Body):
    """One file of the tiers."""

    path: Annotated[str, Field(max_length=500)]


class UserRef(Body):
    """One user, by the application's own id."""

    user: Label


@dataclass(frozen=True)
class ForgetApi:
    """What may be asked to be forgotten over HTTP; nothing of it can be brought back."""

    eraser: Callable[[Caller], Eraser]

    def learning(self, caller: Caller, request: LearningRef) -> Manifest:
        """What went of a learning, also of one that was forgotten before."""
        eraser = self.eraser(caller)
        return eraser.learning(resolved(request.id, eraser.database, caller.tenant_id))

    def file(self, caller: Caller, request: FileRef) -> Manifest:
        """What went of a file and its versions, also of one that was deleted before."""
        return self.eraser(caller).file(request.path)

    def upload(self, caller: Caller, request: UploadRef) -> Manifest:
        """What went of an upload, its versions and all that was made of it."""
        return self.eraser(caller).upload(request.upload_id)

    def user(self, caller: Caller, request: UserRef) -> Manifest:
        """What went of a user's memory and uploads; nothing where nobody of that id is known."""
        return self.eraser(caller).user(request.user)
