"""A retrospective's failures become issues, each with the remedies that belong to it."""

from knowledge.issues.models import Retrospective
from knowledge.issues.retrospectives import issues_of

from tests.support.doubles import Words

FIRST, SECOND = "The database pool ran out of connections", "The button was cut off on small screens"


def retrospective(**given: object) -> Retrospective:
    return Retrospective.model_validate({"title": "A week", "quality_score": 80, **given})


def test_a_remedy_goes_to_the_failure_that_it_is_nearest_to() -> None:
    """One that is near to none goes to none."""
    lessons = ["Give the database pool more connections", "Try the button on small screens", "Drink water"]
    lessons_given = retrospective(failure_patterns=[FIRST, SECOND], key_learnings=lessons)
    assert [issue["solutions"] for issue in issues_of(lessons_given, Words())] == [lessons[:1], lessons[1:2]]


def test_of_one_failure_every_remedy_is_its_own() -> None:
    """However far it is; without a failure there is no issue."""
    [issue] = issues_of(retrospective(failure_patterns=[FIRST], success_patterns=["Drink water"]), Words())
    assert (issue["issue_summary"], issue["prevention_checklist"]) == (FIRST, ["Drink water"])
    assert issues_of(retrospective(key_learnings=["Drink water"]), Words()) == []
