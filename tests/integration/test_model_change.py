"""A change of the embedding model: search answers from the old one until the new one is complete, then at once."""

from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from knowledge import wiring
from knowledge.chunks import indexer
from knowledge.errors import Misconfigured
from knowledge.files import paths
from knowledge.issues import Issues, NewIssue
from knowledge.learnings import CompletedRun, Learner
from knowledge.ports.object_store import MARKDOWN
from knowledge.usecases import record_event
from knowledge.usecases.query_knowledge.models import Question
from knowledge.usecases.query_knowledge.search import Search
from knowledge.usecases.record_event import Event
from knowledge.usecases.reindex.models import JOB, EmbedLearnings
from knowledge.usecases.reindex.tenant import Indexer
from knowledge.usecases.size_enforcer import Enforcer

from tests.support.doubles import Jobs, Killed, Watched, Words

OLD, NEW = Words("old"), Words("new")
GUIDE = "3-descriptions/user/guides/deploy.md"
PORT = "The staging service listens on port 8090."
TEXT = "Deployments run every Tuesday at noon from the release branch."


@pytest.fixture(autouse=True)
def settings_after_the_change(monkeypatch) -> None:
    """The operator has set the new embedder, and named the old one as the previous."""
    monkeypatch.setattr(wiring, "embedder", lambda: NEW)
    monkeypatch.setattr(wiring, "previous_embedder", lambda: OLD)


@pytest.fixture
def base(tenant, objects, database) -> "Base":
    """A tenant with a learning and a file, both under the old model."""
    made = Base(tenant.tenant_id, objects, database)
    made.learn(PORT, OLD, None)
    made.write(GUIDE, TEXT)
    Indexer(tenant.tenant_id, objects, database, [OLD]).reindex()
    return made


class Base:
    """What one tenant's callers do, each with the embedder that wiring gives them."""

    def __init__(self, tenant_id: UUID, objects: Any, database: Any) -> None:
        self.tenant_id, self.objects, self.database = tenant_id, objects, database

    @property
    def model(self) -> str:
        [row] = self.database.call("embedding_model", tenant_id=self.tenant_id)
        return row["model"]

    def learn(self, text: str, embedder: Words | None = None, coming: Words | None = None) -> Any:
        run = CompletedRun(run_id=str(uuid4()), learnings=(text,))
        if embedder is None:
            embedder, coming = wiring.embedder_for(self.model), wiring.next_embedder(self.model)
        return Learner(self.tenant_id, "free", self.database, embedder, coming).complete(run).learnings[0]

    def write(self, path: str, text: str) -> None:
        key = paths.key(str(self.tenant_id), path)
        self.objects.put(key, text.encode(), content_type=MARKDOWN, if_match=None)

    def answers(self, query: str) -> list[str]:
        rows = self.database.call("embedding_model", tenant_id=self.tenant_id)
        embedder = wiring.embedder_for(rows[0]["model"])
        question = Question(query=query, match_threshold=0.5)
        return [match.learning for match in Search(self.tenant_id, self.database, embedder).answer(question).matches]

    def indexer(self, queue: Jobs | None = None, database: Any = None) -> Indexer:
        embedders = wiring.indexing_embedders(self.model)
        return Indexer(self.tenant_id, self.objects, database or self.database, embedders, queue)


def test_search_answers_from_the_old_model_until_the_new_one_is_complete(base):
    """Before, amid and after the change the same questions get the same answers."""
    queue = Jobs()
    for number in range(25):
        base.write(f"3-descriptions/topic/sub/file-{number}.md", f"{TEXT} Number {number}.")
    Indexer(base.tenant_id, base.objects, base.database, [OLD]).reindex()
    report = base.indexer(queue).reindex()
    assert (report.model, report.next_model, report.queued) == ("old", "new", 2)
    for job in queue.sent:
        assert base.model == "old"
        assert any(TEXT in answer for answer in base.answers(TEXT)) and base.answers(PORT) == [PORT]
        base.indexer().run(JOB.validate_python(job))
    assert base.model == "new"
    assert any(TEXT in answer for answer in base.answers(TEXT)) and base.answers(PORT) == [PORT]


def test_nothing_is_embedded_twice(base):
    """A completed change leaves a following reindex nothing to do."""
    assert base.indexer().reindex().switched
    NEW.embedded.clear()
    report = base.indexer().reindex()
    assert (report.switched, report.unchanged, report.model, report.next_model) == (False, 1, "new", None)
    assert NEW.embedded == []


def test_what_is_learned_amid_the_change_is_found_before_and_after(base):
    """A learning and a file written while both models stand have vectors of both."""
    base.write("3-descriptions/topic/sub/later.md", "Backups are kept for ninety days in the vault.")
    base.learn("The cache holds at most five hundred entries.")
    base.indexer().follow("3-descriptions/topic/sub/later.md", None)
    for model in ("old", "new"):
        assert base.answers("Backups are kept for ninety days") != []
        assert base.answers("The cache holds at most five hundred entries.") != []
        if model == "old":
            base.indexer().reindex()
    assert base.model == "new"


def test_a_near_duplicate_is_found_on_both_sides_of_the_switch(base):
    """Amid the change and after it, what says the same in other words reinforces the one there is."""
    assert base.learn("The staging service listens on port 8090 listens").outcome == "reinforced"
    base.indexer().reindex()
    assert base.model == "new"
    assert base.learn("The staging service listens on port 8090 on").outcome == "reinforced"


def test_a_run_that_began_before_the_switch_and_ends_after_it_is_not_lost(base):
    """It brings vectors of both models: its learning is compared and found under the new one."""
    base.indexer().reindex()
    late = base.learn("The staging service listens on port 8090 listens", OLD, NEW)
    assert late.outcome == "reinforced"
    assert base.learn("Invoices are sent on the first of the month.", OLD, NEW).outcome == "inserted"
    assert base.answers("Invoices are sent on the first of the month.") != []


def test_a_learning_of_a_foreign_model_is_repaired(base):
    """What an old deployment still stores under the old model after the switch is found after the next reindex."""
    base.indexer().reindex()
    stray = "Invoices are sent on the first of the month."
    run = CompletedRun(run_id="stray", learnings=(stray,))
    Learner(base.tenant_id, "free", base.database, OLD).complete(run)
    assert base.answers(stray) == []
    assert base.indexer().reindex().learnings_embedded == 1
    assert base.answers(stray) == [stray]


def test_patterns_follow_the_model(base):
    """The switch waits until issue patterns have vectors of the coming model, which reindex gives them."""
    stated = NewIssue(issue_summary="Invoices are sent twice on the first of the month")
    Issues(base.tenant_id, base.database, OLD).create(stated)
    assert base.database.call("issues_to_embed", tenant_id=base.tenant_id, model="new")
    report = base.indexer().reindex()
    assert (report.issues_embedded, report.switched) == (1, True)
    [match] = Issues(base.tenant_id, base.database, NEW).search(stated.issue_summary, least=0.5)
    assert match.cosine == pytest.approx(1)


def test_killed_anywhere_the_change_completes_later(base):
    """At no call does a kill leave a state in which search loses something or the change cannot go on."""
    number, died = 0, True
    while died:
        number += 1
        dying = Watched(base.database, die=lambda at, number=number: "after" if at == number else None)
        try:
            base.indexer(database=dying).reindex()
            died = False
        except Killed:
            assert base.answers(PORT) == [PORT] and base.answers(TEXT) == [TEXT]
    assert base.model == "new" and number > 5


def test_a_change_whose_messages_are_lost_goes_on_where_it_was(base):
    """Half of the jobs are done, one dies, the rest never arrive: the next reindex queues only what is missing."""
    for number in range(100):
        base.write(f"3-descriptions/topic/sub/file-{number:03}.md", f"{TEXT} Number {number}.")
    Indexer(base.tenant_id, base.objects, base.database, [OLD]).reindex()
    NEW.embedded.clear()
    first, second = Jobs(), Jobs()
    base.indexer(first).reindex()
    for job in first.sent[:2]:
        base.indexer().run(JOB.validate_python(job))
    dying = Watched(base.database, die=lambda at: "after" if at == 33 else None)
    with pytest.raises(Killed):
        base.indexer(database=dying).run(JOB.validate_python(first.sent[2]))
    assert base.model == "old"
    base.indexer(second).reindex()
    assert len(first.sent) == 6 and len(second.sent) == 3
    for job in second.sent:
        base.indexer().run(JOB.validate_python(job))
    assert base.model == "new" and len(NEW.embedded) == len(set(NEW.embedded)) == 102


def test_a_large_file_of_which_a_part_is_missing_holds_the_switch(base, monkeypatch):
    """Whoever finishes another file meanwhile does not switch to a model that has only half of this one."""
    base.write("3-descriptions/topic/sub/large.md", "".join(f"## {n}\n\n{TEXT * 6}\n\n" for n in range(12)))
    Indexer(base.tenant_id, base.objects, base.database, [OLD]).reindex()
    monkeypatch.setattr(indexer, "BATCH", 5)
    calls: list[str] = []
    dying = Watched(base.database, calls, lambda _: "after" if calls.count("stage_chunks") == 2 else None)
    with pytest.raises(Killed):
        base.indexer(database=dying).follow("3-descriptions/topic/sub/large.md", None)
    base.indexer().run(EmbedLearnings(tenant_id=base.tenant_id, after=None, until=UUID(int=2**128 - 1)))
    assert base.indexer().follow(GUIDE, None).next_model == "new"
    assert base.indexer().reindex().switched


def test_events_and_splitting_bring_no_vector_to_what_is_stored(base):
    """They compare texts with each other alone, so the present embedder serves them whatever the tenant's model is."""

    class Vectorless:
        """The database, to which no vector goes and no model is named."""

        def call(self, function: str, **arguments: Any) -> Any:
            assert "model" not in arguments
            assert not any(isinstance(value, list) and value for value in arguments.values())
            return base.database.call(function, **arguments)

    event = Event(
        kind="research", event_id="r1", content="The vault keeps backups for ninety days. It costs $29 a month."
    )
    recorded = record_event.record(event, base.tenant_id, base.objects, Vectorless(), wiring.embedder(), None)
    assert recorded.files
    Enforcer(base.objects, Vectorless(), wiring.embedder()).sweep(base.tenant_id)


def test_the_old_vectors_go_an_hour_after_the_switch(base, admin_url):
    """Questions embedded before the switch still find their rows; later nothing of the old model is left."""
    base.indexer().reindex()
    [vector] = OLD.embed([TEXT])
    ask = lambda: base.database.call(  # noqa: E731
        "match_knowledge", tenant_id=base.tenant_id, query_embedding=vector, model="old"
    )
    base.indexer().reindex()
    assert {row["learning"] for row in ask()} == {TEXT, PORT}
    with psycopg.connect(admin_url) as connection:
        connection.execute("update knowledge.tenants set model_since = now() - interval '2 hours'")
    base.indexer().reindex()
    assert ask() == []
    assert base.answers(PORT) == [PORT] and base.answers(TEXT) == [TEXT]
    with psycopg.connect(admin_url) as connection:
        assert connection.execute("select count(*) from knowledge.learning_embeddings").fetchone() == (0,)


def test_the_old_vectors_go_in_batches_of_chunks(base, admin_url):
    """A call drops so many files, fewer where they are large; calls go on until nothing is left."""
    for name in ("a", "b", "c"):
        base.write(f"3-descriptions/topic/sub/{name}.md", "".join(f"## {n}\n\n{TEXT * 6}\n\n" for n in range(30)))
    Indexer(base.tenant_id, base.objects, base.database, [OLD]).reindex()
    base.indexer().reindex()
    drop = {"tenant_id": base.tenant_id, "keep": "new", "batch": 3, "grace": "0 seconds"}
    assert [base.database.call("drop_other_models", **drop)[0]["remaining"] for _ in range(2)] == [2, 0]


def test_without_the_previous_embedder_a_question_says_what_is_missing(base, monkeypatch):
    """Vectors of two models are never compared: the operator is told which setting names the old one."""
    monkeypatch.setattr(wiring, "previous_embedder", lambda: None)
    with pytest.raises(Misconfigured, match="KNOWLEDGE_PREVIOUS_EMBEDDER"):
        base.answers(PORT)
    assert base.indexer().reindex().switched
    assert base.answers(PORT) == [PORT]


def test_a_changed_setting_rolled_back_loses_nothing(base, monkeypatch):
    """Where the operator returns to the old embedder amid the change, all is as it was."""
    with pytest.raises(Killed):
        base.indexer(database=Watched(base.database, die=lambda at: "after" if at == 6 else None)).reindex()
    assert base.model == "old"
    monkeypatch.setattr(wiring, "embedder", lambda: OLD)
    monkeypatch.setattr(wiring, "previous_embedder", lambda: None)
    base.learn("Invoices are sent on the first of the month.")
    report = base.indexer().reindex()
    assert (report.model, report.next_model, report.switched) == ("old", None, False)
    assert base.answers(PORT) == [PORT] and base.answers("Invoices are sent on the first of the month.") != []
