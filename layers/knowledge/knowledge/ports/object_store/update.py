"""A change to one object, made on top of whatever others wrote meanwhile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from knowledge.errors import NotFound
from knowledge.ports.object_store.port import MARKDOWN, Objects, StoredObject
from knowledge.ports.retry import retried


@dataclass(frozen=True)
class ObjectUpdate:
    """An object before and after a change; the same where the change left it as it was."""

    before: StoredObject | None
    after: StoredObject


def update(
    objects: Objects,
    key: str,
    change: Callable[[bytes | None], bytes],
    *,
    content_type: str = MARKDOWN,
    seconds: float = 20.0,
    metadata: Mapping[str, str] | None = None,
    allow: Callable[[StoredObject], None] = lambda _: None,
) -> ObjectUpdate:
    """Writes what `change` makes of the object's body, None where there is none yet.

    Where somebody else was first, reads again and re-applies, with growing, random waits: so `change` is called
    once or more, and must depend on nothing but its argument. `allow` raises where what is there is not to be
    replaced. Raises `Conflict` after `seconds`.
    """

    def attempt() -> ObjectUpdate:
        before = _get_or_none(objects, key)
        if before:
            allow(before)
        body = change(before.body if before else None)
        if before and before.body == body and metadata in (None, before.metadata):
            return ObjectUpdate(before, before)
        etag = before.etag if before else None
        return ObjectUpdate(before, objects.put(key, body, content_type=content_type, if_match=etag, metadata=metadata))

    return retried(attempt, seconds=seconds)


def _get_or_none(objects: Objects, key: str) -> StoredObject | None:
    try:
        return objects.get(key)
    except NotFound:
        return None
