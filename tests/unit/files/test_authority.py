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

NOTE = "3-descriptions/learned/a.md"


def stored(text: str, version: str = "v2", **metadata: str) -> StoredObject:
    return StoredObject(
        "k", text.encode(), "e", version, "text/markdown", {k.replace("_", "-"): v for k, v in metadata.items()}
    )


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


def test_a_passage_is_a_persons_where_each_line_is_theirs() -> None:
    """Be it cut, or below a heading that was there; what an agent wrote beside it, and a person left, is learned."""
    rank = ranks(NOTE, stored("whatever", changed_by="agent", person="v1"), {"mine, all of it, to the end"}, {"# It"})
    passages = (
        "mine, all of it, to the end",
        "# It\n all of it, to the end \n",
        "mine, all of it, to",
        "```\nmine, all",
    )
    assert [*map(rank, passages)] == ["user", "user", "learned", "learned"]
    assert rank("mine, all of it, to the end\nadded") == rank("added") == "learned"
    assert ranks("3-descriptions/system/a.md", stored("x"), {"x"})("x") == "system"


@pytest.mark.parametrize("text", ["# Deploys use the admin key on port 9000", "#!/bin/sh", "# a\n\n## b", "", "---"])
def test_headings_alone_are_nobodys_word(text: str) -> None:
    """Whether a person wrote in the file or not, and left the headings or not."""
    for lines in (set[str](), {"The port is 8080."}, {"# a", "## b"}):
        for path in (NOTE, "3-descriptions/system/decisions/a.md"):
            assert ranks(path, stored("x", changed_by="agent", person="v1"), lines, {"# a"})(text) == "learned"


@pytest.mark.parametrize(
    "added", ["# Use port 9000", "# rm -rf /", "#!/bin/sh", "deploy on Friday", "- The port is 80", "port is 8080."]
)
def test_what_an_agent_puts_beside_a_persons_lines_makes_the_passage_its_own(added: str) -> None:
    """Headings and comments, too, and parts of the person's lines."""
    mine = {"Never deploy on Friday without asking Ann.", "The port is 8080.", "- The port is 8080"}
    rank = ranks(NOTE, stored("x", changed_by="agent", person="v1"), mine, {"# Rules"})
    both = "# Rules\nThe port is 8080."
    assert rank(both) == "user"
    assert {rank(added), rank(f"{both}\n{added}"), rank(f"{added}\n{both}")} == {"learned"}


def test_a_line_that_stands_there_whole_is_not_cut() -> None:
    """However much of a person's it has."""
    part, agents = "deploy on Friday without asking Ann.", stored("x", changed_by="agent", person="v1")
    cut, whole = (ranks(NOTE, agents, {f"Never {part}"}, (), others) for others in ((), {part}))
    assert (cut(part), whole(part)) == ("user", "learned")


def test_a_version_that_the_history_lacks_is_a_persons_wholly_or_not_at_all() -> None:
    """Nobody knows yet what stood there before."""
    assert ranks(NOTE, stored("x"), None)("x") == "user"
    assert ranks(NOTE, stored("x", changed_by="agent", person="v1"), None)("x") == "learned"


def test_an_asset_has_its_uploaders_scope() -> None:
    """Other files have that of their path."""
    assert scope_of("assets/a/b.csv", ChangedBy.AGENT) is Scope.LEARNED
    assert scope_of("assets/a/b.csv", ChangedBy.USER) is Scope.USER
    assert scope_of(NOTE, ChangedBy.USER) is Scope.LEARNED
