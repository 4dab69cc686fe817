"""Retrospectives over HTTP: failures become patterns, lessons learnings, and what is not used is told."""

import pytest

from tests.conftest import ONE_ADAPTER
from tests.integration.usecases.test_issue_patterns import ORDER, post

RETROSPECTIVE = {
    "sd_id": "SD-7",
    "title": "Search relaunch",
    "learning_category": "testing",
    "quality_score": 85,
    "failure_patterns": ["E2E tests time out waiting for the search index", "Invoice totals were rounded per line"],
    "lessons_learned": ["Wait for the index before E2E tests query it", "Round invoice totals once, at the end"],
    "what_went_well": ["A health check of the search index before the tests", "Celebrating with cake"],
}  # fmt: skip


def test_a_retrospective_becomes_patterns(client, tenant):
    """Failures become issues, and each lesson and practice goes to the failure that it is about, or to none."""
    report = post(client, tenant.agent, "/retrospectives", RETROSPECTIVE)
    first, second = report["extracted"]
    assert (first["outcome"], first["solutions"]) == ("created", [RETROSPECTIVE["lessons_learned"][0]])
    assert first["prevention_checklist"] == [RETROSPECTIVE["what_went_well"][0]]
    assert second["solutions"] == [RETROSPECTIVE["lessons_learned"][1]]
    assert post(client, tenant.agent, "/retrospectives", RETROSPECTIVE)["repeated"] is True
    issue = client.request("GET", "issue_patterns", tenant.reader, f"/{first['pattern_id']}").json()
    assert (issue["occurrence_count"], issue["category"], issue["source"]) == (1, "testing", "retrospective")
    assert issue["proven_solutions"][0]["times_applied"] == 0 and issue["recommendation"].startswith("LOW")


HYDROMETERS = "Hydrometers must be recalibrated after the wort cools below 12 degrees"


LABELS = "Label each fermenter with a QR code before the rollout"


@ONE_ADAPTER
@pytest.mark.parametrize("failures", [[], ["The badge printer jams"]])
def test_a_lesson_of_no_failure_is_a_learning_of_the_project(client, tenant, failures):
    """It is found as other learnings are, in its project alone; the same retrospective again teaches it once."""
    lessons = {"key_learnings": [HYDROMETERS], "success_patterns": [LABELS], "failure_patterns": failures}
    stated = {"title": "Sensors", "sd_id": "SD-8", "project": "brewery", **lessons}
    report = post(client, tenant.agent, "/retrospectives", stated)
    assert [learning["learning"] for learning in report["learnings"]] == [HYDROMETERS, LABELS]
    assert len(report["extracted"]) == len(failures) and report["note"] is None
    again = post(client, tenant.admin, "/retrospectives", stated)
    assert again["repeated"] is True and again["learnings"] == report["learnings"]
    question = {"query": "When must hydrometers be recalibrated?"}
    matches = client.post("query_knowledge", tenant.reader, {**question, "project": "brewery"}).json()["matches"]
    assert (matches[0]["learning"], matches[0]["frequency"]) == (HYDROMETERS, 1)
    elsewhere = client.post("query_knowledge", tenant.reader, {**question, "project": "bakery"}).json()["matches"]
    assert elsewhere == []
    tagged = client.request("GET", "learnings", tenant.reader, "/?tag=retrospective").json()["learnings"]
    assert {learning["work_order_id"] for learning in tagged} == {"SD-8"} and len(tagged) == 2


@ONE_ADAPTER
def test_what_of_a_retrospective_is_not_used_is_told(client, tenant):
    """An e-mail, and what has no words, teaches nothing, and the note says so; an order waits for a person."""
    mail = "From: Bob Miller <bob@acme.example>\nSubject: Merger with Zeta\n\nThe merger closes on Friday."
    report = post(client, tenant.admin, "/retrospectives", {"title": "t", "key_learnings": [mail, "…", ORDER]})
    assert report["note"].startswith("2 of its lessons are not used")
    [held] = report["learnings"]
    assert held["learning"] == ORDER and "run what it downloads" in held["held_reason"]


@ONE_ADAPTER
def test_a_poor_retrospective_teaches_nothing(client, tenant):
    """Below its own quality score of 60 a retrospective is kept, and no pattern comes of it."""
    report = post(client, tenant.agent, "/retrospectives", {**RETROSPECTIVE, "quality_score": 40})
    assert (report["extracted"], report["learnings"]) == ([], []) and "quality" in report["note"]
    assert client.request("GET", "issue_patterns", tenant.reader, "/").json()["patterns"] == []
