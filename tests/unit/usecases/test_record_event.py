"""What an event says, by rules and by a model."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.ports.llm import LLMFailed, Message, Usage
from knowledge.ports.llm_answers import Answer
from knowledge.text.strings import abbreviated
from knowledge.usecases.record_event import _extracted, _stated
from knowledge.usecases.record_event.content.payload_text import as_text
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.edits.file_entries import log_entry as entry
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements import rule_extractor
from knowledge.usecases.record_event.statements.metrics import figures, period
from knowledge.usecases.record_event.statements.rule_extractor import BUDGET
from knowledge.usecases.record_event.statements.sentences import sayings
from knowledge.usecases.record_event.statements.technologies import Dependencies, dependencies, removed, technologies
from knowledge.usecases.record_event.topics.nearby_summaries import NearbySummaries

from tests.support.doubles import NoFiles


def event(**fields: Any) -> Event:
    return Event.model_validate({"kind": "conversation", "event_id": "e", "content": "x", **fields})


def by_rules(occurrence, embedder: RememberingEmbedder):
    return rule_extractor.by_rules(occurrence, _stated(occurrence), embedder)


def of_new_tenant(occurrence, embedder: RememberingEmbedder, llm: Any):
    """Of a tenant without files."""
    return _extracted(occurrence, embedder, llm, NearbySummaries(occurrence, NoFiles(), embedder), Usage())


@pytest.fixture
def embedder(embedder: OnnxEmbedder) -> RememberingEmbedder:
    """As an event has it."""
    return RememberingEmbedder(embedder)


FACT = {"says": "fact", "text": "The shop sells 40 teas.", "category": "Product"}


class Model:
    """A language model that answers with `answer`, or fails."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer = answer
        self.asked = ""

    def complete(self, messages: Sequence[Message], answer: type[Answer], usage: Usage | None = None) -> Answer:
        self.asked = messages[-1]["content"]
        if self.answer is None:
            raise LLMFailed("It is down.")
        return answer.model_validate(self.answer)


def test_the_model_is_asked_and_believed(embedder: RememberingEmbedder) -> None:
    """With a model its statements and its title are taken; it never sees an e-mail or a secret."""
    model = Model({"summary": "Teas", "statements": [{**FACT, "text": "The shop sells\n40 teas."}]})
    talk = "User: It sells 40 teas; the password='hunter22x'.\nUser: Subject: Merger\n\nBob has sold."
    extraction = of_new_tenant(cleaned(event(content=talk)), embedder, model)
    assert [(statement.says, statement.text) for statement in extraction.statements] == [
        ("fact", "The shop sells 40 teas.")
    ]
    assert (extraction.method, extraction.title, extraction.note) == ("llm", "Teas", None)
    assert "hunter22x" not in model.asked and "Merger" not in model.asked and "Bob" not in model.asked


@pytest.mark.parametrize(("named", "category"), [("Product", "product"), ("Tea/../Law", "tea-law"), (" ", None)])
def test_the_model_names_the_category(embedder: RememberingEmbedder, named: str, category: str | None) -> None:
    """A category is a folder's name, whatever the model wrote; a blank one is left to the rules."""
    model = Model({"summary": "", "statements": [{**FACT, "category": named}]})
    [statement] = of_new_tenant(cleaned(event(content="It sells 40 teas.")), embedder, model).statements
    assert statement.category == category


def test_where_the_model_fails_rules_do(embedder: RememberingEmbedder) -> None:
    """The answer says that it was by rules, and why."""
    extraction = of_new_tenant(cleaned(event(content="We decided to sell 40 teas.")), embedder, Model(None))
    assert [statement.says for statement in extraction.statements] == ["decision"]
    assert extraction.method == "rules" and "It is down." in (extraction.note or "")


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("We decided to launch in Spain first.", "decision"),
        ("Let's use Stripe for the payments.", "decision"),
        ("The export must finish within 5 seconds.", "requirement"),
        ("The database runs on port 6543.", "fact"),
        ("Can you look at the database today?", None),
        ("Thanks, that is great.", None),
        ("We don't store credit cards, Stripe does.", "fact"),
        ("The test found that the export leaks data of others.", "fact"),
        ("Nobody outside the EU may see production.", "fact"),
        ("I will look into the port 8090 now.", None),
        ("I think it is maybe the cache.", None),
        ("I think we should maybe raise the price to 2,600, but I'm not sure.", None),
        ("Maybe we will go with cans.", None),
        ("We could open on Sundays, too.", None),
        ("We could not open on Sundays.", "fact"),
        ("We decided to go with cans, perhaps from May on.", "decision"),
        ("What if we moved to Berlin? Just thinking aloud.", None),
        ("Should we move to Berlin? Leave it.", None),
    ],
)
def test_what_a_sentence_of_a_conversation_is(embedder: RememberingEmbedder, sentence: str, says: str | None) -> None:
    """A decision, a requirement, a fact, or nothing worth keeping."""
    kept = by_rules(cleaned(event(content=f"Ann: {sentence}")), embedder)
    assert [(statement.says, statement.text) for statement in kept] == ([(says, sentence)] if says else [])


def test_what_a_model_tells_is_cleaned(embedder: RememberingEmbedder) -> None:
    """A model that makes up an e-mail or a secret has not said it."""
    mail = "From: Bob <bob@x.org>\nSubject: Merger\n\nBob has sold."
    statements = [{**FACT, "text": text} for text in (mail, "The password='hunter22x' is old.", "It sells 40 teas.")]
    extraction = of_new_tenant(
        cleaned(event(content="It sells 40 teas; the password='hunter22x' is old.")),
        embedder,
        Model({"summary": mail[:90], "statements": statements}),
    )
    texts = [statement.text for statement in extraction.statements]
    assert texts[-1] == "It sells 40 teas." and extraction.title is None
    assert not any(word in " ".join(texts) for word in ("Bob", "Merger", "hunter22x"))


def test_an_integration_is_called_what_happened(embedder: RememberingEmbedder) -> None:
    """A webhook's own name for its event says more than its kind; times, ids and hashes are no figures."""
    content = {"type": "invoice.payment_failed", "created": 1769000000, "amount_due": 7900, "commit": "4f2a9c1"}
    invoice = cleaned(
        event(kind="integration", content=content, metadata={"type": "payment", "service": "stripe", "status": "open"})
    )
    assert invoice.title == "stripe invoice.payment_failed: open"
    assert figures(invoice) == {"stripe amount due": "7900"}


@pytest.mark.parametrize(
    ("content", "of"),
    [
        ("In November we had 41 visitors.", "2026-11"),
        ("Im Dezember 2024 hatten wir 41 Gäste.", "2024-12"),
        ("In November we had 41 visitors. MRR is now 12 EUR.", ""),
    ],
)
def test_a_report_of_one_sentence_may_name_its_month_first(content: str, of: str) -> None:
    """The last of that name that has begun; with a second sentence it is not surely the month of all of them."""
    reported = cleaned(event(kind="integration", content=content, metadata={"occurred_at": "2026-11-28"}))
    assert period(reported) == of


def extracted(embedder: RememberingEmbedder, content: Any, kind: str = "conversation") -> list[tuple[str, str]]:
    return [
        (statement.says, statement.text) for statement in by_rules(cleaned(event(kind=kind, content=content)), embedder)
    ]


def test_a_statement_names_what_it_is_about(embedder: RememberingEmbedder) -> None:
    """What leans on the sentence before is joined to it, or left out where there is none; a label stays."""
    research = (
        "Dentally has no SMS. That is our gap. It costs 139 euros.\n\nRecommendation: scan below 50,000 rows [1]."
    )
    assert extracted(embedder, research, "research") == [
        ("finding", "Dentally has no SMS. That is our gap. It costs 139 euros."),
        ("finding", "Recommendation: scan below 50,000 rows."),
    ]
    assert extracted(embedder, "How much?\n\nIt charges 139 euros per month.", "research") == [
        ("finding", "How much? It charges 139 euros per month.")  # an answer is nothing without its question
    ]


def test_who_speaks_is_named_where_it_matters(embedder: RememberingEmbedder) -> None:
    """`I` and `my` are somebody's; what was only thought of, or proposed, is no fact."""
    talk = (
        "Mara: I was thinking 29 euros per month.\nAI: I would charge 139 euros.\nMara: My budget is 500 euros a month."
    )
    assert extracted(embedder, talk) == [("fact", "Mara: My budget is 500 euros a month.")]


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("We will not use Kubernetes.", "decision"),
        ("Magic links only.", "requirement"),
        ("No passwords.", "requirement"),
        ("Two months free on annual.", "fact"),
        ("No problem.", None),
    ],
)
def test_short_sentences_count(embedder: RememberingEmbedder, sentence: str, says: str | None) -> None:
    """Also without a verb, and whole: what was denied is not affirmed."""
    filler = "The shop is open for all of the customers."
    assert extracted(embedder, f"Ann: {sentence}\n\nBob: {filler}") == [
        *([(says, sentence)] if says else []),
        ("fact", filler),
    ]


def test_a_question_of_what_could_be_is_answered(embedder: RememberingEmbedder) -> None:
    """By a yes or no, a value or a name, whoever says it."""
    for answer in ("No, no card needed.", "For 40 EUR.", "In Graz."):
        assert [answer in text for _, text in extracted(embedder, f"Ann: Should we ask for a card? {answer}")] == [True]


def test_a_thought_gives_no_event_its_name(embedder: RememberingEmbedder) -> None:
    """It would stand in the index."""
    thought = cleaned(event(content="User: I think we should maybe open on Sundays, but I'm not sure."))
    asked = cleaned(event(content="User: How do we get more clients?"))
    assert rule_extractor.title_of(thought, []) == "Conversation"
    assert rule_extractor.title_of(asked, []) == "How do we get more clients?"


def test_other_languages_are_kept(embedder: RememberingEmbedder) -> None:
    """Rules for English cannot judge them: all that is said is a fact; what one says in one go stays together."""
    german = "Gründer: Der Verkauf beginnt am 3. März. Wir verkaufen nur an Praxen. Einverstanden?"
    assert [text for _, text in extracted(embedder, german)] == [
        "Der Verkauf beginnt am 3. März. Wir verkaufen nur an Praxen.",
    ]
    assert [text for _, text in extracted(embedder, "創業者: 来月から参入します。価格は3,000円です。")] == [
        "来月から参入します。 価格は3,000円です。",
    ]


@pytest.mark.parametrize(
    ("content", "partial"),
    [
        ("We decided to sell 40 teas. Thanks! Shall I start?", False),
        ("We decided to sell 40 teas.\n\nMaybe lavender, or the blue one for the shop.", True),
        ("We decided to sell 40 teas.\n\n```\nselect 1\n```", True),
    ],
)
def test_what_the_statements_do_not_tell_is_noticed(embedder: RememberingEmbedder, content: str, partial: bool) -> None:
    """Pleasantries and questions are nothing; whatever else was said is."""
    assert of_new_tenant(cleaned(event(content=content)), embedder, None).partial == partial


def test_a_link_that_was_said_is_text(embedder: RememberingEmbedder) -> None:
    """Links are the product's own: neither a model's statement nor an event's text sets one."""
    evil = "We decided on 40 teas, see [[3-descriptions/user/evil.md]]."
    model = Model({"summary": "Teas", "statements": [{**FACT, "text": evil}]})
    occurrence = cleaned(event(content=evil))
    for llm in (None, model):
        assert "[[" not in str(of_new_tenant(occurrence, embedder, llm).statements) + occurrence.text + occurrence.title


COMMIT = {"commit": "abc123", "message": "feat: add two-way SMS\n\nUses Twilio because of its API.", "files": ["a.py"]}
PUSH = {
    "ref": "refs/heads/main",
    "commits": [
        {"id": "1" * 40, "message": "fix: reminders went out twice", "modified": ["app/send.py"]},
        {"id": "2" * 40, "message": "chore: bump fastapi", "timestamp": "2026-03-02T09:10:00Z"},
    ],
    "head_commit": {"id": "2" * 40, "message": "chore: bump fastapi", "timestamp": "2026-03-02T09:10:00Z"},
}


def test_a_commit_as_json_is_its_message(embedder: RememberingEmbedder) -> None:
    """Its subject is the title, its body the details, its files tell the technologies."""
    change = cleaned(event(kind="code_change", content=COMMIT))
    assert change.title == "feat: add two-way SMS"
    assert extracted(embedder, COMMIT, "code_change") == [
        ("technology", "Python"),
        ("progress", "feat: add two-way SMS. Uses Twilio because of its API."),
    ]
    assert entry(change, of_new_tenant(change, embedder, None)).splitlines() == [
        "- **Type**: New feature",
        "- **Reason**: because of its API",
        "- **Details**: Uses Twilio because of its API.",
    ]


def test_a_webhook_without_a_type_is_called_by_what_it_is_about() -> None:
    """The thing that it tells of, by its name, and how that ended."""
    content = {"action": "completed", "workflow_run": {"name": "CI", "conclusion": "failure", "run_number": 512}}
    check = cleaned(event(kind="integration", content=content, metadata={"service": "github"}))
    assert (check.title, figures(check)) == ("github workflow run CI: failure", {})


def test_a_push_of_github_is_its_commits(embedder: RememberingEmbedder) -> None:
    """The newest that is no upkeep is the title, the newest tells the time; each is told."""
    push = cleaned(event(kind="code_change", content=PUSH))
    assert (push.title, push.at) == ("fix: reminders went out twice", datetime(2026, 3, 2, 9, 10, tzinfo=UTC))
    assert [text for says, text in extracted(embedder, PUSH, "code_change") if says == "progress"] == [
        "fix: reminders went out twice.",
        "chore: bump fastapi.",
    ]
    request = {"action": "closed", "pull_request": {"title": "Add SMS", "body": "For practices."}}
    assert as_text(request) == "Add SMS\n\nFor practices."


def test_research_as_json_reads_as_prose(embedder: RememberingEmbedder) -> None:
    """It is called what was asked; its findings are sentences, and the names of fields are none."""
    results = [{"title": "Dentally", "url": "https://d.co", "snippet": "Dentally charges 139 euros per practice."}]
    content = {"query": "dental prices", "results": results}
    assert cleaned(event(kind="research", content=content)).title == "dental prices"
    assert extracted(embedder, content, "research") == [("finding", "Dentally charges 139 euros per practice.")]


def test_details_are_all_that_is_told(embedder: RememberingEmbedder) -> None:
    """A changelog's entry keeps the sentences that tell no progress, and a log's the figures inside sentences."""
    why = "They were valid for 24 h instead of 15 min."
    change = cleaned(
        event(kind="code_change", content=f"Fix the links\n\n{why}\n\ndiff --git a/x b/x\n+from y import z\n")
    )
    paid = cleaned(event(kind="integration", content="The invoice was paid. MRR is now 1,264 EUR."))
    written = entry(change, of_new_tenant(change, embedder, None))
    assert "24 h instead of 15 min" in written and "import z" not in written
    assert "1,264 EUR" in entry(paid, of_new_tenant(paid, embedder, None))


def test_restatements_are_kept_once(embedder: RememberingEmbedder) -> None:
    """The same in other words is one statement; the same with another number is two."""
    content = "The API listens on port 8090.\n\nThe API is listening on port 8090.\n\nThe API listens on port 8091."
    assert len(by_rules(cleaned(event(content=content)), embedder)) == 2


def test_decisions_outrank_facts(embedder: RememberingEmbedder) -> None:
    """Of many sentences those that bind are kept, in their order."""
    facts = [
        f"The shop has {n} kinds of {word}." for n, word in enumerate(["tea", "rice", "salt", "corn", "milk", "oil"])
    ]
    sentences = [
        *facts,
        *(f"{word} must be sold before noon." for word in ("Bread", "Fish", "Fruit", "Meat", "Cheese")),
    ]
    talk = [
        f"{text} {'It was talked about at length, and nobody minded the rain outside the window. ' * 4}"
        for text in facts
    ]
    kept = by_rules(cleaned(event(content="\n\n".join([*talk * 3, *sentences[6:]]))), embedder)
    assert sum(len(statement.text) for statement in kept) <= BUDGET
    assert [statement.says for statement in kept].count("requirement") == 5


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"occurred_at": "2026-02-03T10:00:00+02:00"}, datetime(2026, 2, 3, 8, tzinfo=UTC)),
        ({"date": "2026-02-03"}, datetime(2026, 2, 3, tzinfo=UTC)),
    ],
)
def test_an_event_has_the_time_that_it_names(given: dict[str, Any], expected: datetime) -> None:
    """In UTC; what is no time in a field of another name is passed over."""
    assert cleaned(event(metadata={**given, "timestamp": "yesterday"})).at == expected


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("as it is\n", "as it is\n"),
        ([{"role": "user", "content": "a"}, {"content": [{"type": "text", "text": "b"}]}], "User: a\n\nSomebody: b"),
        ({"messages": [{"role": "user", "content": "a"}]}, "User: a"),
        (
            [{"role": role, "content": role} for role in ("system", "developer", "user", "tool", "function")],
            "User: user",
        ),
        ({"a": {"b": 1, "c": [True, None]}, "d": "x\ny"}, "a b: 1\na c: True\nd: x y"),
        ([1, 2], "1\n2"),
        ([{"role": "founder", "name": "Mara Huber", "content": "a"}], "Mara Huber: a"),
        (
            {"data": {"object": {"amount_due": 1}}, "b": "one two three four five"},
            "amount due: 1\n\none two three four five",
        ),
    ],
)
def test_any_content_is_text(content: Any, text: str) -> None:
    """Messages become lines with their speaker, other JSON a line a value."""
    assert as_text(content) == text


def test_technologies_of_a_change() -> None:
    """Dependencies with their version and languages of files; what prose names is none: `SSO with Azure AD`."""
    assert technologies("FastAPI 0.115 in main.py", {"dependencies": "fastapi 0.115"}) == ["fastapi 0.115", "Python"]
    text = 'We go on to express joy.\n+httpx==0.28.1\n+  "react": "^18.2.0",\nsrc/main.rs uses Redis and Next.js'
    assert technologies(text, {"dependencies": "pydantic 2, numpy"}) == [
        "pydantic 2",
        "numpy",
        "httpx 0.28.1",
        "react ^18.2.0",
        "Rust",
    ]


@pytest.mark.parametrize("piece", ["\n", "\n ", "a: ", "| ", "It is. ", "1 ", "Name 7 ", "MRR is ", "<a>", "[[a/"])
def test_a_long_run_of_anything_is_survived(embedder: RememberingEmbedder, piece: str) -> None:
    """No pattern takes more than linear time on what it begins with: quadratic would never end."""
    occurrence = cleaned(event(content="x" + piece * (20_000 // len(piece)) + "y"))
    assert isinstance(figures(occurrence), dict) and len(list(sayings(occurrence, RememberingEmbedder(embedder)))) >= 0


TALK = """Jess: Right, is this thing recording? It says it is.
Maud: Toast for everybody.
Jess: Prices. Bitter goes to 104 pounds the firkin from February.
Petra: 104 I can live with.
Sunil: Fine. I would put the stout to 118 pounds as well.
Jess: Deposits. Kegs are 30 pounds each and nothing on casks.
Jess: Malt. Tarn confirmed 612 pounds a tonne until June.
Maud: The copper holds 20 hectolitres a brew.
Petra: The insurance pays 9,100 pounds for the flood.
Sunil: Tours are on Saturdays at 11 and cost 14 pounds.
Jess: Lovely then, until we meet again here.
"""


def test_greetings_at_both_ends_of_a_talk_are_nothing(embedder: RememberingEmbedder) -> None:
    """Before the first thing that is told and after the last; who only takes up a value says nothing apart."""
    texts = [statement.text for statement in by_rules(cleaned(event(content=TALK)), embedder)]
    assert not any("recording" in text or "Toast" in text or "Lovely" in text for text in texts)
    assert any("104 pounds" in text and "live with" in text for text in texts)


def test_a_duty_at_the_end_of_a_talk_is_kept(embedder: RememberingEmbedder) -> None:
    """Who goes says few words: what is said at length tells something, though only of who speaks."""
    duty = "The fire warden is me as of Monday, so send me the list of the extinguishers."
    texts = [
        statement.text
        for statement in by_rules(cleaned(event(content=f"{TALK}Maud: {duty}\nJess: Off you go.")), embedder)
    ]
    assert texts[-1] == f"Maud: {duty}"


def test_who_speaks_of_oneself_is_named_once(embedder: RememberingEmbedder) -> None:
    """Where what one says begins, also if it is only the second sentence that says so; as names are written."""
    talk = "ROWE: The heater is out again. I have ordered a new one for 300 pounds.\nPENROSE: Good."
    texts = [statement.text for statement in by_rules(cleaned(event(content=talk)), embedder)]
    assert texts == ["Rowe: The heater is out again. I have ordered a new one for 300 pounds."]


def test_a_role_is_no_name(embedder: RememberingEmbedder) -> None:
    """What programs call who speaks says nothing of whom it is."""
    fails = "I tried three times to run `CREATE EXTENSION pgcrypto`, and it fails."
    for role in ("User", "Assistant"):
        assert [text for _, text in extracted(embedder, f"{role}: {fails}")] == [fails]


@pytest.mark.parametrize("agrees", ["Agreed.", "Fine, then that's agreed."])
def test_what_is_agreed_to_is_decided(embedder: RememberingEmbedder, agrees: str) -> None:
    """The word for it alone, or a few with it, is said of what was said before."""
    talk = f"Ann: The speed limit in the harbour is 4 knots in July.\nBen: {agrees}\nAnn: The slip closes on 4 May."
    first, _ = by_rules(cleaned(event(content=talk)), embedder)
    assert (first.says, first.text.endswith(agrees)) == ("decision", True)


@pytest.mark.parametrize(
    "given",
    [
        ["+dramatiq 1.17", "-celery 5.3", "removed kombu", "redis==7"],
        "added dramatiq 1.17, - celery, Removed: kombu, redis@7",
        {"added": ["dramatiq 1.17", "redis 7"], "removed": ["celery 5.3", "kombu"]},
    ],
)
def test_dependencies_are_read_as_people_state_them(given: Any) -> None:
    """Measured before: `-celery 5.3` was a technology, and an object was dropped."""
    assert dependencies(given) == Dependencies(["dramatiq 1.17", "redis 7"], ["celery", "kombu"], [])
    change = event(kind="code_change", metadata={"dependencies": given})
    assert technologies(change.content, change.metadata) == ["dramatiq 1.17", "redis 7"]


@pytest.mark.parametrize(
    ("text", "brought", "gone"),
    [
        ("chore(deps): bump lodash from 4.17.20 to 4.17.21", ["lodash 4.17.21"], []),
        ("build(deps): bump actions/checkout from 3 to 4 in /app", ["actions/checkout 4"], []),
        ("Update dependency react to v18", ["react 18"], []),
        ("Bumps [lodash](https://x.org/l) from 4.17.20 to 4.17.21.", ["lodash 4.17.21"], []),
        ("Bump timeout from 30 to 60", [], []),
        ("bump version from 1.2.3 to 1.2.4", [], []),
        ("Update prices to 4.50", [], []),
        ("Drop MySQL, move to Postgres 16", ["Postgres 16"], ["MySQL"]),
        ("We migrate the database from MySQL 8 to Postgres 16.", ["Postgres 16"], ["MySQL"]),
        ("Replace Redis with Valkey.", [], ["Redis"]),
        ("refactor: remove Redis, sessions now live in the database", [], ["Redis"]),
        ("Remove Redis cache for sessions", [], []),
        ("Switch from Monthly Plans to Yearly Plans", [], []),
    ],
)
def test_a_change_tells_what_is_bumped_and_what_takes_the_place_of_what(
    text: str, brought: list[str], gone: list[str]
) -> None:
    """What a sentence names without a version is a technology only where what it replaces is one in the stack."""
    assert (technologies(text, {}), removed(text, {})) == (brought, gone)


def test_a_dependency_in_another_version_is_not_removed() -> None:
    """Whichever stands first, also where the patch brings it."""
    assert dependencies(["-celery 5.3", "+celery >=5.4,<6"]) == Dependencies(["celery >=5.4,<6"], [], [])
    assert removed('+  "celery==5.4",\n', {"dependencies": ["-celery 5.3"]}) == []


@pytest.mark.parametrize(
    ("given", "brought"),
    [
        (
            {"celery": "^5.3", "@types/node": ">=20 <21", "redis": "*"},
            ["celery ^5.3", "@types/node >=20 <21", "redis *"],
        ),
        (["lodash@^4.17", "@scope/name@~1.2"], ["lodash ^4.17", "@scope/name ~1.2"]),
        (["c++ 20", "c#", "python3.11"], ["c++ 20", "c#", "python3.11"]),
        ("requests>=2,<3, uvicorn[standard] >= 0.30", ["requests >=2,<3", "uvicorn[standard] >= 0.30"]),
        (["requests>=2,<3"], ["requests >=2,<3"]),
        (["postgres:16", "org.x:y:3.2", "node:20-alpine"], ["postgres 16", "org.x:y 3.2", "node 20-alpine"]),
        (["django (4.2)", "flask (>=2, <3)"], ["django 4.2", "flask >=2, <3"]),
        (None, []),
    ],
)
def test_dependencies_are_read_as_registries_write_them(given: Any, brought: list[str]) -> None:
    """Name and version, whatever parts them; measured before: each of these was refused, and the event with it."""
    assert dependencies(given) == Dependencies(brought, [], [])


@pytest.mark.parametrize(
    ("given", "brought"),
    [
        (5, []),
        ([{"name": "redis"}], []),
        (["we moved to redis", "httpx 0.28"], ["httpx 0.28"]),
        ({"added": 5, "redis": "7"}, ["redis 7"]),
        ({"redis": "7", "celery": {"git": "x"}}, ["redis 7"]),
        (["redis -> 8"], []),
        (["redis 7 is now used"], []),
        ([None, "httpx"], ["httpx"]),
        ([{"name": "redis", "version": "7"}], []),
    ],
)
def test_of_dependencies_what_is_not_read_is_left_out(given: Any, brought: list[str]) -> None:
    """With a note that says what, and how to send it: one field does not lose the event."""
    change = event(kind="code_change", metadata={"dependencies": given})
    read = dependencies(change.metadata["dependencies"])
    assert (read.brought, len(read.unread)) == (brought, 1)
    assert read.note and abbreviated(read.unread[0], 60) in read.note and '"added"' in read.note


def test_many_dependencies_that_are_not_read_are_counted() -> None:
    """Three are named; what tells of one alone is no dependency's name."""
    assert len(dependencies({"name": "redis", "version": "7"}).unread) == 2
    note = dependencies([f"no name at all {number}" for number in range(5)]).note
    assert note and "no name at all 2 and 2 more;" in note
