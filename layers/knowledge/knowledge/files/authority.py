"""Whose word something is: by the role of the key that brings it, never by a path, a label or a claim."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal, Self

from knowledge.auth import Caller
from knowledge.errors import Forbidden
from knowledge.files import paths
from knowledge.files.paths import Scope, Tier
from knowledge.files.semver import ChangedBy
from knowledge.ports.object_store import StoredObject

Rank = Literal["learned", "user", "system"]

# As the metadata `person`: this version is a person's word, or holds some, though the service moved it here.
WHOLE, PARTLY = "whole", "partly"
_CUT = 20  # characters from which a part of a line is a person's as the whole is
_HEADING = re.compile(r"#{1,6}\s")
_OWN = (Scope.USER, Scope.SYSTEM)  # topics of the third tier whose files outrank what agents learn


@dataclass(frozen=True)
class Authority:
    """Who brings something: a person, who holds an admin key and may name the user it is from, or an agent.

    What an agent brings is `learned`, whomever it names: a key has a role, and no user.
    """

    author: ChangedBy
    user_id: str | None = None

    @classmethod
    def of(cls, caller: Caller, user_id: str | None = None) -> Self:
        """That of a request's key."""
        return cls(ChangedBy.USER if caller.role == "admin" else ChangedBy.AGENT, user_id)

    @property
    def is_person(self) -> bool:
        """Whether it is a person's own word."""
        return self.author is ChangedBy.USER

    def require_path(self, path: str) -> None:
        """Raises `Forbidden` where an agent may not write: in the index, and among what outranks what it learns."""
        if self.author is not ChangedBy.AGENT:
            return
        if paths.tier(paths.checked(path)) is Tier.INDEX:
            raise Forbidden("The index follows the files by itself, and people correct it; use an admin key.")
        if paths.tier(path) is Tier.DESCRIPTION and paths.topic(path).casefold() in _OWN:
            raise Forbidden(f"3-descriptions/{paths.topic(path)}/ outranks what agents learn; use an admin key.")

    def require_over(self, is_persons: bool, path: str) -> None:
        """Raises `Forbidden` where an agent would replace or delete what a person wrote."""
        if is_persons and self.author is ChangedBy.AGENT:
            raise Forbidden(
                f"A person wrote {path}, and an agent does not overrule that; use another name, or an admin key."
            )


def author_of(metadata: Mapping[str, str]) -> ChangedBy:
    """Who wrote an object, by its metadata: where it names nobody, a person did, in the bucket itself."""
    named = metadata.get("changed-by", "")
    return ChangedBy(named) if named in set(ChangedBy) else ChangedBy.USER


def metadata_of(author: ChangedBy) -> dict[str, str]:
    """What an object's metadata says of who wrote it, as `author_of` reads it."""
    return {} if author is ChangedBy.USER else {"changed-by": author.value}


def scope_of(path: str, author: ChangedBy) -> Scope | None:
    """The scope of a file: that of its path; an asset has its uploader's."""
    if paths.tier(path) is not Tier.ASSET:
        return paths.scope(path)
    return Scope.USER if author is ChangedBy.USER else Scope.LEARNED


def persons_version(stored: StoredObject) -> str | None:
    """The version of the object in which a person last wrote it, this or an earlier one; None where nobody did."""
    if author_of(stored.metadata) is ChangedBy.USER or stored.metadata.get("person") in (WHOLE, PARTLY):
        return stored.version_id
    return stored.metadata.get("person") or None


def is_wholly_persons(stored: StoredObject) -> bool:
    """Whether a person wrote all of this version."""
    return author_of(stored.metadata) is ChangedBy.USER or stored.metadata.get("person") == WHOLE


def mark_of(stored: StoredObject | None) -> str:
    """What `person` says of a part that is split off the object."""
    if stored is None or persons_version(stored) is None:
        return ""
    return WHOLE if is_wholly_persons(stored) else PARTLY


def lines_of(text: str) -> frozenset[str]:
    """The lines that say something, without the white space around them."""
    return frozenset(filter(None, map(str.strip, text.splitlines())))


def rank_of(path: str) -> Rank:
    """The rank of what a person writes there: in `system/` it is the system's word."""
    return "system" if paths.scope(path) is Scope.SYSTEM else "user"


def ranks(
    path: str,
    stored: StoredObject,
    persons_lines: Collection[str] | None,
    headings: Collection[str] = (),
    others: Collection[str] = (),
    links: Collection[str] = (),
) -> Callable[[str], Rank]:
    """Tells whose word a passage of the object is: a person's where it has lines of theirs alone, else learned.

    Its first and last line may be cut, which no line of the `others` is; `headings` that a person left there say
    nothing, nor do `links` between parts. Without the lines, as where the history has no such version yet, a person's
    version is wholly theirs.
    """
    own = rank_of(path)
    if persons_lines is None:
        return lambda _: own if is_wholly_persons(stored) else "learned"

    def is_theirs(line: str, is_edge: bool) -> bool:
        may_be_cut = is_edge and len(line) >= _CUT and line not in others
        return line in persons_lines or (may_be_cut and any(line in whole for whole in persons_lines))

    def rank(text: str) -> Rank:
        lines = [line.strip() for line in text.splitlines()]
        edges = {lines[0], lines[-1]} if lines else set()
        words = [line for line in lines if any(map(str.isalnum, line)) and line not in links and not is_left(line)]
        return own if words and all(is_theirs(line, line in edges) for line in words) else "learned"

    def is_left(line: str) -> bool:
        return bool(_HEADING.match(line)) and (line in headings or line in persons_lines)

    return rank
