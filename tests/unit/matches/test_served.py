"""What was handed to a run is noted."""

from uuid import UUID

from knowledge.matches.models import LaterStatement
from knowledge.matches.served import note_served

from tests.unit.matches.test_recency import passage
from tests.unit.ports.test_tenant_calls import Listening

TENANT = UUID(int=7)


def test_what_is_told_with_a_match_was_handed_out_too() -> None:
    """Each by its id, as near as the match that it stands with."""
    database, match = Listening(), passage("Tours cost £16.", 0.9)
    later = LaterStatement(text="Tours cost £18.", day="2026-06-01", path="a.md", id=UUID(int=8))
    note_served(database, TENANT, "run-1", [match.model_copy(update={"later": [later]})], [])
    [(function, arguments)] = database.calls
    assert (function, arguments["tenant_id"], arguments["run_id"]) == ("note_served", TENANT, "run-1")
    assert arguments["ids"] == (str(later.id), str(match.id))
    assert arguments["similarities"] == (match.similarity, match.similarity)


def test_what_was_handed_to_no_run_is_not_noted() -> None:
    """And a run that was handed nothing costs no call."""
    database = Listening()
    note_served(database, TENANT, None, [passage("Tours cost £16.", 0.9)], [])
    note_served(database, TENANT, "run-1", [], [])
    assert database.calls == []
