"""A retrospective's failures become issues, each with the remedies that belong to it."""

from knowledge.issues.models import Retrospective
from knowledge.issues.retrospectives import issues_of, loose_of
from knowledge.ports.embedder import OnnxEmbedder

from tests.support.doubles import Words

FIRST, SECOND = "The database pool ran out of connections", "The button was cut off on small screens"


def retrospective(**given: object) -> Retrospective:
    return Retrospective.model_validate({"title": "A week", "quality_score": 80, **given})


def test_a_remedy_goes_to_the_failure_that_it_is_nearest_to() -> None:
    """One that is near to none goes to none."""
    lessons = ["Give the database pool more connections", "Try the button on small screens", "Drink water"]
    lessons_given = retrospective(failure_patterns=[FIRST, SECOND], key_learnings=lessons)
    issues = issues_of(lessons_given, Words())
    assert [issue["solutions"] for issue in issues] == [lessons[:1], lessons[1:2]]
    assert loose_of(lessons_given, issues) == lessons[2:]


def test_a_failure_alone_has_only_remedies_that_are_about_it(embedder: OnnxEmbedder) -> None:
    """Measured before: whatever else was learned was its solution. Without a failure there is no issue."""
    failure = "The proofing chamber leaked steam into the control cabinet"
    own, other = "Put the control cabinet outside the wet area", "Invite the night shift to planning meetings"
    practice = "Bread labels printed one day ahead saved an hour"
    given = retrospective(failure_patterns=[failure], key_learnings=[own, other], success_patterns=[practice])
    [issue] = issues_of(given, embedder)
    assert (issue["issue_summary"], issue["solutions"], issue["prevention_checklist"]) == (failure, [own], [])
    assert issues_of(retrospective(key_learnings=[own]), embedder) == []
