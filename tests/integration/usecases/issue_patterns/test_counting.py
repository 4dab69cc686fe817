"""What a pattern counts: an occurrence once, a run once, also where patterns are merged."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from knowledge.issues import NewIssue, NewOccurrence

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.test_issue_patterns import PLAYWRIGHT, RLS, issues, post, rls, search

__all__ = ["issues", "rls"]  # fixtures


def test_an_occurrence_moves_counts_rates_and_times(client, rls):
    """12 → 13 occurrences, 11/12 → 12/13; what names a known solution counts for that one."""
    occurrence = {"solution_applied": "Used SERVICE_ROLE_KEY", "was_successful": True, "resolution_time_minutes": 5}
    after = post(client, rls.agent, "/PAT-004/occurrences", {"sd_id": "SD-9", **occurrence})
    assert (after["occurrence_count"], after["last_seen_sd_id"]) == (13, "SD-9")
    assert after["success_rate"] == pytest.approx(12 / 13, abs=1e-4)
    assert [solution["times_applied"] for solution in after["proven_solutions"]] == [11, 2]
    assert after["solution_time_minutes"] == pytest.approx(85 / 11, abs=0.01)


@ONE_ADAPTER
def test_an_occurrence_counts_once(client, rls):
    """The same Idempotency-Key again changes nothing."""
    first = post(client, rls.agent, "/PAT-004/occurrences", {"was_successful": True}, **{"Idempotency-Key": "once"})
    again = post(client, rls.agent, "/PAT-004/occurrences", {"was_successful": True}, **{"Idempotency-Key": "once"})
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["occurrence_count"] == again["occurrence_count"] == 13


def test_fifty_at_once_lose_no_count(issues):
    """Recordings from fifty agents at the same time are all counted, with their successes and minutes."""
    issue, _ = issues.create(NewIssue.model_validate(PLAYWRIGHT))

    def record(number):
        occurrence = NewOccurrence(
            solution_applied=PLAYWRIGHT["solution"], was_successful=number % 2 == 0, resolution_time_minutes=5
        )
        return issues.record(issue.pattern_id, occurrence)

    with ThreadPoolExecutor(50) as pool:
        list(pool.map(record, range(50)))
    after = issues.details(issue.pattern_id)
    [solution] = after["proven_solutions"]
    assert (after["occurrence_count"], solution["times_applied"], solution["times_successful"]) == (51, 51, 26)
    assert solution["avg_resolution_time_minutes"] == pytest.approx((45 + 50 * 5) / 51, abs=0.01)


@ONE_ADAPTER
def test_many_successes_beat_a_single_one(client, tenant):
    """Of two patterns as relevant, 90 of 95 comes before 1 of 1."""
    for n, (applied, successful) in enumerate([(1, 1), (95, 90)]):
        solutions = [{"solution": "Restart it", "times_applied": applied, "times_successful": successful}]
        summary = f"Cache server refuses connections on port {6379 + n}"
        body = {"issue_summary": summary, "occurrence_count": applied, "proven_solutions": solutions}
        assert post(client, tenant.admin, "/", body)["outcome"] == "created"
    matches = search(client, tenant, "cache server refuses connections")
    assert [match["occurrence_count"] for match in matches] == [95, 1]
    assert [match["recommendation"].split(":")[0] for match in matches] == ["HIGH SUCCESS", "MODERATE"]


def test_a_near_duplicate_is_an_occurrence(client, tenant):
    """The same issue stated again reinforces the pattern; another number or name is another issue."""
    first = post(client, tenant.agent, "/", PLAYWRIGHT)
    again = post(client, tenant.agent, "/", {**PLAYWRIGHT, "sd_id": "SD-2", "solution": "Pin the runner image"})
    assert (first["pattern_id"], first["outcome"]) == ("PAT-001", "created")
    assert (again["pattern_id"], again["outcome"], again["occurrence_count"]) == ("PAT-001", "reinforced", 2)
    assert {solution["solution"] for solution in again["proven_solutions"]} == {
        PLAYWRIGHT["solution"], "Pin the runner image"
    }  # fmt: skip
    other = post(client, tenant.agent, "/", {"issue_summary": PLAYWRIGHT["issue_summary"] + " 1.40"})
    assert (other["pattern_id"], other["outcome"]) == ("PAT-002", "created")


@ONE_ADAPTER
def test_what_is_brought_along_counts_once(client, rls):
    """A pattern that is stated with its past, and is there already, stays as it is."""
    again = post(client, rls.admin, "/", {**RLS, "pattern_id": "PAT-004"})
    assert (again["outcome"], again["occurrence_count"]) == ("unchanged", 12)
    taken = {**PLAYWRIGHT, "pattern_id": "PAT-004"}
    assert client.request("POST", "issue_patterns", rls.admin, "/", json=taken).status_code == 409


@ONE_ADAPTER
def test_the_trend_follows_the_occurrences(client, tenant, admin_url):
    """Five in a month after none is a rise, the same two months ago a fall; one is neither."""
    assert post(client, tenant.agent, "/", PLAYWRIGHT)["trend"] == "stable"
    for _ in range(4):
        after = post(client, tenant.agent, "/PAT-001/occurrences")
    assert after["trend"] == "increasing"
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.issue_occurrences set occurred_at = now() - interval '40 days'")
    assert client.request("GET", "issue_patterns", tenant.reader, "/PAT-001").json()["trend"] == "decreasing"


@ONE_ADAPTER
def test_merged_patterns_keep_their_ids(client, rls):
    """Counts, solutions and prevention become the other's; the merged id finds it, counts for it, and is not reused."""
    post(client, rls.agent, "/", {**PLAYWRIGHT, "prevention_checklist": ["Install browsers in the image"]})
    merged = post(client, rls.admin, "/PAT-005/merge", {"into": "PAT-004"})
    assert (merged["pattern_id"], merged["occurrence_count"]) == ("PAT-004", 13)
    assert PLAYWRIGHT["solution"] in {solution["solution"] for solution in merged["proven_solutions"]}
    assert "Install browsers in the image" in merged["prevention_checklist"]
    assert post(client, rls.admin, "/PAT-005/merge", {"into": "PAT-004"})["occurrence_count"] == 13
    assert post(client, rls.agent, "/PAT-005/occurrences")["occurrence_count"] == 14
    details = client.request("GET", "issue_patterns", rls.reader, "/pat-005").json()
    assert details["pattern_id"] == "PAT-004" and {"PAT-005"} <= {o["pattern_id"] for o in details["occurrences"]}
    assert post(client, rls.agent, "/", {"issue_summary": "Something else entirely"})["pattern_id"] == "PAT-006"
    itself = client.request("POST", "issue_patterns", rls.admin, "/PAT-004/merge", json={"into": "PAT-005"})
    assert itself.status_code == 409


@ONE_ADAPTER
def test_what_a_merged_pattern_said_is_a_case_of_the_other(client, rls):
    """Its issue, stated again, counts for the pattern that it became part of, which is found by its words, too."""
    merged = post(client, rls.agent, "/", {"issue_summary": "Visitors cannot submit the handover form"})["pattern_id"]
    post(client, rls.admin, f"/{merged}/merge", {"into": "PAT-004"})
    again = post(client, rls.agent, "/", {"issue_summary": "Visitors cannot submit the handover form"})
    assert (again["pattern_id"], again["outcome"]) == ("PAT-004", "reinforced")
    [match] = search(client, rls, "submit the handover form", least=0.5)
    assert match["pattern_id"] == "PAT-004" and "handov" in str(match["matched_terms"])


@ONE_ADAPTER
def test_what_is_merged_into_an_obsolete_pattern_is_still_found(client, rls):
    """Of two patterns one of which is active the one that stays is active."""
    other = post(client, rls.agent, "/", PLAYWRIGHT)["pattern_id"]
    post(client, rls.admin, f"/{other}/obsolete")
    assert post(client, rls.admin, "/PAT-004/merge", {"into": other})["status"] == "active"
    assert [match["pattern_id"] for match in search(client, rls, PLAYWRIGHT["issue_summary"])] == [other]


@ONE_ADAPTER
def test_a_run_counts_once_by_whichever_id_it_names_a_pattern(client, rls):
    """An agent that reports both ids of a merged pattern has met one issue."""
    other = post(client, rls.agent, "/", PLAYWRIGHT)["pattern_id"]
    post(client, rls.admin, f"/{other}/merge", {"into": "PAT-004"})
    applied = [{"pattern_id": pattern, "was_successful": True} for pattern in (other, "PAT-004")]
    run = {"run_id": "r1", "learnings": ["Tests need a database."], "applied_patterns": applied}
    assert client.post("agent_complete", rls.agent, run).status_code == 200
    assert client.request("GET", "issue_patterns", rls.reader, "/PAT-004").json()["occurrence_count"] == 14


def reported(client, agent, way, pattern, **outcome):
    """A run says by one of the three ways that it met the pattern."""
    if way == "created":
        post(client, agent, "/", {**PLAYWRIGHT, "run_id": "r1"})
    elif way == "recorded":
        post(client, agent, f"/{pattern}/occurrences", {"run_id": "r1", **outcome})
    elif way == "keyed":
        post(client, agent, f"/{pattern}/occurrences", {"run_id": "r1", **outcome}, **{"Idempotency-Key": "k"})
    else:
        run = {"run_id": "r1", "learnings": ["Tests need a database."]}
        run["applied_patterns"] = [{"pattern_id": pattern, **outcome}]
        assert client.post("agent_complete", agent, run).status_code == 200


@ONE_ADAPTER
@pytest.mark.parametrize("first", ["created", "recorded", "keyed", "applied"])
@pytest.mark.parametrize("then", ["created", "recorded", "keyed", "applied"])
def test_a_run_counts_once_by_whichever_way_it_reports_a_pattern(client, rls, first, then):
    """It is one occurrence with one verdict, sent once or several times; another run counts beside it."""
    pattern = post(client, rls.agent, "/", PLAYWRIGHT)["pattern_id"]
    for way in (first, then, then):
        reported(client, rls.agent, way, pattern, was_successful=True)
    issue = client.request("GET", "issue_patterns", rls.reader, f"/{pattern}").json()
    assert (issue["occurrence_count"], len(issue["occurrences"]), issue["success_rate"]) == (2, 2, 1)
    other = {"run_id": "r2", "was_successful": False}
    assert post(client, rls.agent, f"/{pattern}/occurrences", other)["occurrence_count"] == 3


@ONE_ADAPTER
def test_a_run_may_say_later_how_it_went(client, rls):
    """What its first report left open is told by a later one, once; the occurrence is the same."""
    left = {"run_id": "r1", "solution_applied": "Insert by an edge function"}
    key = {"Idempotency-Key": "once"}
    seen = post(client, rls.agent, "/PAT-004/occurrences", left, **key)
    verdict = {"run_id": "r1", "was_successful": False, "resolution_time_minutes": 4}
    first, again = (post(client, rls.agent, "/PAT-004/occurrences", verdict) for _ in range(2))
    assert seen["occurrence_count"] == first["occurrence_count"] == again["occurrence_count"] == 13
    assert (first["repeated"], again["repeated"]) == (False, True)
    [named] = [one for one in again["proven_solutions"] if one["solution"] == "Insert by an edge function"]
    assert (named["times_applied"], named["times_successful"]) == (1, 0)
    assert post(client, rls.agent, "/PAT-004/occurrences", left, **key)["repeated"]


@ONE_ADAPTER
@pytest.mark.parametrize("path", ["/PAT-004/occurrences", "/PAT-005/occurrences", "/"])
def test_a_key_that_came_with_something_else_is_refused(client, rls, path):
    """Whatever is sent under a used Idempotency-Key is the same again, or a 422: nothing is dropped unseen."""
    post(client, rls.agent, "/", PLAYWRIGHT)
    key = {"Idempotency-Key": "once"}
    post(client, rls.agent, "/PAT-004/occurrences", {"was_successful": True}, **key)
    body = {"issue_summary": "Another thing"} if path == "/" else {"was_successful": False}
    answer = client.request("POST", "issue_patterns", rls.agent, path, json=body, headers=key)
    assert answer.status_code == 422 and "key of its own" in answer.json()["detail"]


@ONE_ADAPTER
def test_an_issue_under_one_key_is_created_once(client, tenant):
    """The same statement again changes nothing; another under its key is refused."""
    key = {"Idempotency-Key": "once"}
    first, again = (post(client, tenant.agent, "/", PLAYWRIGHT, **key) for _ in range(2))
    assert (first["outcome"], again["outcome"], again["occurrence_count"]) == ("created", "unchanged", 1)
    other = {**PLAYWRIGHT, "solution": "Cache the browsers"}
    assert client.request("POST", "issue_patterns", tenant.agent, "/", json=other, headers=key).status_code == 422


@ONE_ADAPTER
def test_an_agent_says_what_it_applied(client, rls):
    """agent-complete counts the patterns that a run applied, once, and names the ids that are none."""
    applied = [{"pattern_id": "PAT-004", "was_successful": False}, {"pattern_id": "PAT-777", "was_successful": True}]
    run = {"run_id": "r1", "learnings": ["Tests need a database."], "applied_patterns": applied}
    for _ in range(2):
        assert client.post("agent_complete", rls.agent, run).json()["unknown_patterns"] == ["PAT-777"]
    details = client.request("GET", "issue_patterns", rls.reader, "/PAT-004").json()
    assert (details["occurrence_count"], details["success_rate"]) == (13, pytest.approx(11 / 13, abs=1e-4))


@ONE_ADAPTER
def test_an_entry_that_names_no_pattern_costs_only_itself(client, rls):
    """The log and the others are taken; `note` says which is not counted, and why."""
    good = {"pattern_id": "PAT-004", "was_successful": False}
    applied = [{"pattern_id": "the RLS one", "was_successful": True}, good, {"pattern_id": "PAT-004"}]
    run = {"run_id": "r1", "learnings": ["Tests need a database."], "applied_patterns": applied}
    for _ in range(2):
        answer = client.post("agent_complete", rls.agent, run).json()
        assert answer["inserted"] == 1 and "entry 1 of applied_patterns is not counted (pattern_id: " in answer["note"]
        assert "entry 3 of applied_patterns is not counted (was_successful: Field required)" in answer["note"]
    assert client.request("GET", "issue_patterns", rls.reader, "/PAT-004").json()["occurrence_count"] == 13
