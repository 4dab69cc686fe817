"""What may be said of an issue pattern."""

import pytest

from tests.conftest import ONE_ADAPTER


@ONE_ADAPTER
@pytest.mark.parametrize(
    "wrong",
    [
        {"pattern_id": "PAT-000"},
        {"pattern_id": "PAT-999999999"},
        {"proven_solutions": [{"solution": "Restart it", "times_applied": 1, "times_successful": 2}]},
    ],
)
def test_a_past_that_cannot_be_is_refused(client, tenant, wrong):
    """A number of none, one above which there is no room, and more successes than trials are a 422."""
    body = {"issue_summary": "It stops", "occurrence_count": 9, **wrong}
    answer = client.request("POST", "issue_patterns", tenant.agent, "/", json=body)
    assert answer.status_code == 422 and answer.json()["errors"]
