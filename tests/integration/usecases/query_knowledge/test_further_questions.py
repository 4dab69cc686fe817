"""What an agent asks beside its task, or for it: each question is searched for itself, for one block."""

from typing import Any

import pytest
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.search import Search

from tests.conftest import ONE_ADAPTER, Tenant
from tests.integration.conftest import Client

pytestmark = ONE_ADAPTER

TASK = "Prépare la traversée des enfants."
COUNCIL = "Who pays with the council rate may not travel on Fridays."
GROUPS = "Parties of fifteen people and more are booked by hand."
LORRIES = "Livestock lorries are loaded last."
KNOWN = [COUNCIL, GROUPS, LORRIES]
QUESTIONS = ["council rate", "booking of parties"]


@pytest.fixture
def taught(client: Client, tenant: Tenant) -> Tenant:
    """The tenant, having learned what is above."""
    client.post("agent_complete", tenant.agent, {"learnings": KNOWN}).raise_for_status()
    return tenant


def ask(client: Client, tenant: Tenant, **fields: Any) -> dict[str, Any]:
    answer = client.post("query_knowledge", tenant.agent, {"query": TASK, **fields})
    return dict(answer.raise_for_status().json())


def learnings_of(answer: dict[str, Any]) -> list[str]:
    return [match["learning"] for match in answer["matches"]]


def test_what_a_further_question_asks_stands_in_the_same_block(client: Client, taught: Tenant) -> None:
    """Each line once, whichever questions it answers; the task alone is in another language than the notes."""
    assert learnings_of(ask(client, taught)) == []
    answer = ask(client, taught, questions=[*QUESTIONS, "rate of the council", "..."])
    assert set(learnings_of(answer)) == {COUNCIL, GROUPS}
    assert all(answer["formatted"].count(text) == 1 for text in (COUNCIL, GROUPS))


def test_a_context_is_asked_the_same_way(client: Client, taught: Tenant) -> None:
    """By the same field, beside the description of the task."""
    body = {"task_description": TASK, "questions": QUESTIONS}
    context = client.request("POST", "query_knowledge", taught.agent, "/context", json=body).raise_for_status().json()
    assert all(text in context["formatted"] for text in (COUNCIL, GROUPS)) and LORRIES not in context["formatted"]


def test_the_topics_are_the_tasks_and_what_contradicts_a_file_may_be_near_to_any_question(
    taught: Tenant, database: Any, embedder: Any
) -> None:
    """The vector is the task's own, whichever question is answered best, and no question's rows are lost."""
    search = Search(taught.tenant_id, database, embedder)
    task, *further = (search.results(Question(query=text)) for text in (TASK, *QUESTIONS))
    together = search.results(Question(query=TASK, questions=QUESTIONS))
    assert together.vector == task.vector and together.question.query in QUESTIONS
    asked = {row.id for results in (task, *further) for row in results.rows}
    assert {row.id for row in [*together.rows, *together.beside]} == asked


def test_a_question_that_nothing_answers_adds_nothing(client: Client, taught: Tenant) -> None:
    """The floor is each question's own; where none is answered, the answer says so."""
    odd = "Who wrote the opera about a barber?"
    alone, beside = (ask(client, taught, questions=[QUESTIONS[0], *further]) for further in ([], [odd]))
    assert COUNCIL in learnings_of(alone) and learnings_of(beside) == learnings_of(alone)
    answer = ask(client, taught, query=odd, questions=["shrubs for a front garden"])
    assert learnings_of(answer) == [] and "nothing is near enough" in answer["empty"]


def test_where_nothing_is_known_no_question_is_in_doubt(client: Client, tenant: Tenant) -> None:
    """The answer says what to do, as it does without questions."""
    assert ask(client, tenant, questions=QUESTIONS)["empty"] == ask(client, tenant)["empty"]


def test_a_number_of_matches_is_of_all_questions(client: Client, taught: Tenant) -> None:
    """The best of any."""
    assert len(learnings_of(ask(client, taught, questions=QUESTIONS, match_count=1))) == 1


def test_what_answered_a_further_question_is_not_learned_back(client: Client, taught: Tenant) -> None:
    """It was served to the run as all else."""
    ask(client, taught, questions=QUESTIONS, run_id="r2")
    body = {"run_id": "r2", "learnings": [COUNCIL]}
    [outcome] = client.post("agent_complete", taught.agent, body).raise_for_status().json()["learnings"]
    assert outcome["outcome"] == "recalled"


@pytest.mark.parametrize("questions", [["council rate"] * 9, [""], ["x" * 2_001], "council rate"])
def test_too_many_questions_and_what_is_none_are_refused(client: Client, taught: Tenant, questions: object) -> None:
    """At most eight texts of up to 2,000 characters."""
    body = {"query": TASK, "questions": questions}
    assert client.post("query_knowledge", taught.agent, body).status_code == 422


def test_of_questions_that_are_hardly_answered_only_what_is_beyond_doubt_is_told(
    client: Client, taught: Tenant
) -> None:
    """One that is near by chance tells nothing of a task that the notes are not about, and the answer says so; the one
    line that a young base has for a task is told whatever else was asked. A stated threshold is all that counts."""
    odd = ["sourdough starter feeding", "oven temperature for bread", "when to fold dough", "flour with much protein"]
    by_chance = ["rate of the river", *odd]
    doubted = ask(client, taught, query="My bread stays flat.", questions=by_chance)
    assert learnings_of(doubted) == [] and "on the average" in doubted["empty"]
    assert learnings_of(ask(client, taught, query="My bread stays flat.", questions=[COUNCIL, *odd])) == [COUNCIL]
    stated = ask(client, taught, query="My bread stays flat.", questions=by_chance, match_threshold=0.3)
    assert COUNCIL in learnings_of(stated)


def test_one_thing_asked_in_several_words_is_answered_though_some_find_nothing(client: Client, taught: Tenant) -> None:
    """Where two of them have the same line for the nearest, and are likely answered by it; one may be by chance."""
    task, far = "Is the weekend a problem?", ["shrubs for a front garden", "sourdough starter feeding"]
    near = ["is the municipal tariff valid at the end of the week", "days without the city discount"]
    assert learnings_of(ask(client, taught, query=task, questions=[*far, near[0]])) == []
    assert learnings_of(ask(client, taught, query=task, questions=[*far, *near])) == [COUNCIL]
