"""Whose word something is: by the role of the key that brings it."""

from typing import Literal
from uuid import UUID

import pytest
from knowledge.auth import Caller
from knowledge.errors import Forbidden
from knowledge.files.authority import (
    PARTLY,
    WHOLE,
    Authority,
    author_of,
    mark_of,
    metadata_of,
    persons_version,
    ranks,
    scope_of,
)
from knowledge.files.paths import Scope
from knowledge.files.semver import ChangedBy
from knowledge.ports.object_store import StoredObject
from knowledge.privacy.secrets import without_secrets

NOTE = "3-descriptions/learned/a.md"


def stored(text: str, version: str = "v2", **metadata: str) -> StoredObject:
    return StoredObject(
        "k", text.encode(), "e", version, "text/markdown", {k.replace("_", "-"): v for k, v in metadata.items()}
    )


def text_of(written: StoredObject) -> str:
    return written.body.decode()


def authority(role: Literal["agent", "admin"]) -> Authority:
    return Authority.of(Caller(UUID(int=1), role, "free"))


def test_a_key_of_an_admin_speaks_for_a_person() -> None:
    """What an agent's key brings is an agent's, whomever it names."""
    assert authority("admin").is_person and not authority("agent").is_person
    for path in (
        "1-index/index.md",
        "3-descriptions/system/a.md",
        "3-descriptions/user/a.md",
        "3-descriptions/SYSTEM/a.md",
        "3-descriptions/User/x/a.md",
    ):
        authority("admin").require_path(path)
        with pytest.raises(Forbidden, match="admin key"):
            authority("agent").require_path(path)
    authority("agent").require_path(NOTE)


def test_an_agent_overrules_no_person() -> None:
    """It is told what to do instead; a person may."""
    authority("admin").require_over(True, NOTE)
    authority("agent").require_over(False, NOTE)
    with pytest.raises(Forbidden, match="use another name"):
        authority("agent").require_over(True, NOTE)


def test_what_names_nobody_is_a_persons() -> None:
    """As an edit in the bucket is; what is written and what is read of it agree."""
    assert author_of({}) is author_of({"changed-by": "nobody known"}) is ChangedBy.USER
    for author in ChangedBy:
        assert author_of(metadata_of(author)) is author


def test_a_part_that_is_split_off_says_whose_it_is() -> None:
    """Wholly a person's, in part, or nobody's."""
    assert mark_of(stored("x")) == WHOLE
    assert mark_of(stored("x", changed_by="agent", person="v1")) == PARTLY
    assert mark_of(stored("x", changed_by="agent")) == mark_of(None) == ""
    assert persons_version(stored("x", changed_by="agent", person="v1")) == "v1"
    assert persons_version(stored("x", changed_by="system", person=WHOLE)) == "v2"


def test_a_passage_is_a_persons_where_a_person_wrote_each_line() -> None:
    """An agent's edit leaves a person's lines theirs; what is new in it is learned."""
    rank = ranks(
        NOTE, stored("mine\nadded", changed_by="agent", person="v1"), lambda _: stored("mine\n", "v1"), text_of
    )
    assert (rank("mine"), rank(" mine \n"), rank("mine\nadded"), rank("added")) == (
        "user",
        "user",
        "learned",
        "learned",
    )
    assert ranks("3-descriptions/system/a.md", stored("x"), stored, text_of)("x") == "system"


def test_a_persons_line_stays_theirs_where_its_secret_is_redacted() -> None:
    """Passages are compared with what the person's version has after redaction."""
    before, after = stored("The password is Hunter2Heron.\n", "v1"), stored("…", changed_by="agent", person="v1")
    rank = ranks(NOTE, after, lambda _: before, lambda written: without_secrets(text_of(written)))
    assert rank("The password is [redacted:password].") == "user"


def test_an_asset_has_its_uploaders_scope() -> None:
    """Other files have that of their path."""
    assert scope_of("assets/a/b.csv", ChangedBy.AGENT) is Scope.LEARNED
    assert scope_of("assets/a/b.csv", ChangedBy.USER) is Scope.USER
    assert scope_of(NOTE, ChangedBy.USER) is Scope.LEARNED
