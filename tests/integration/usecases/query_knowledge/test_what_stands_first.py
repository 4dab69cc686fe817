"""Whichever door is asked, one ranking answers: what holds now leads, and what was said later stands below it."""

from collections.abc import Callable
from typing import Any

import pytest
from knowledge.files import paths
from knowledge.files.authority import metadata_of
from knowledge.files.semver import ChangedBy
from knowledge.ports.object_store import MARKDOWN
from knowledge.text.prompt_block import strip
from knowledge.usecases.reindex.tenant import Indexer

from tests.conftest import ONE_ADAPTER

pytestmark = ONE_ADAPTER

QUESTION = "When does the admission to the big house begin?"
OLD = "Admission to the big house begins 45 minutes before."
NEW = "Admission to the big house begins 30 minutes before."
LATER = "Doors of the big house are opened by Ole, whatever the weather."
ASKED = {"query": QUESTION}
HEADER = "v1.0.0, 2026-11-01T10:00:00+00:00 |"

Ask = Callable[[], str]


@pytest.fixture
def write(tenant: Any, objects: Any, database: Any, embedder: Any) -> Callable[..., None]:
    """Writes files of the tenant, searchable."""

    def put(files: dict[str, str], by: ChangedBy = ChangedBy.USER) -> None:
        for path, content in files.items():
            key, metadata = paths.key(str(tenant.tenant_id), path), metadata_of(by)
            objects.put(key, content.encode(), content_type=MARKDOWN, if_match=None, metadata=metadata)
        Indexer(tenant.tenant_id, objects, database, [embedder]).reindex()

    return put


@pytest.fixture(params=["question", "context", "session", "recall"])
def ask(request: pytest.FixtureRequest, client: Any, tenant: Any) -> Ask:
    """The block that an agent is given for a question, by each door."""
    function, path, body, field = {
        "question": ("query_knowledge", "/", ASKED, "formatted"),
        "context": ("query_knowledge", "/context", {"task_type": "x", "task_description": QUESTION}, "formatted"),
        "session": ("user_memory", "/anna/session", {"objective": QUESTION}, "knowledge"),
        "recall": ("user_memory", "/anna/tools", {"name": "recall_knowledge", "arguments": ASKED}, "message"),
    }[request.param]

    def answer() -> str:
        response = client.request("POST", function, tenant.agent, path, json=body)
        assert response.status_code == 200, response.text
        return str(response.json()[field])

    return answer


def test_what_a_later_day_says_otherwise_leads(write: Any, ask: Ask) -> None:
    """However near the earlier passage is."""
    write({
        "2-summaries/house/big.md": f"Big house | {HEADER} Admission\n\n- {OLD} (2026-08-20)\n",
        "2-summaries/house/small.md": f"Rooms | {HEADER} Rooms\n\n- {NEW} (2026-10-14)\n",
    })  # fmt: skip
    block = ask()
    assert NEW in block and (OLD not in block or block.index(NEW) < block.index(OLD))


def test_a_history_does_not_lead(write: Any, ask: Ask) -> None:
    """It tells what was so, in the very words of who asks."""
    write({
        "3-descriptions/house/big/history.md": f"# Big house\n\n{OLD}\n",
        "2-summaries/house/rooms.md": f"Rooms | {HEADER} Rooms\n\n- Big house: admission 30 minutes before.\n",
    })  # fmt: skip
    block = ask()
    assert "30 minutes" in block and "45 minutes" in block
    assert block.index("30 minutes") < block.index("45 minutes")


def test_what_was_said_later_stands_below_what_leads(write: Any, ask: Ask) -> None:
    """With its day and its file; none of it is learned back."""
    write({
        "2-summaries/house/big.md": f"Big house | {HEADER} Admission\n\n- {OLD} (2026-08-20)\n",
        "2-summaries/house/doors.md": f"Doors | {HEADER} Doors\n\n- {LATER} (2026-10-14)\n",
    })  # fmt: skip
    lines = ask().splitlines()
    at = next(at for at, line in enumerate(lines) if OLD in line)
    assert lines[at + 1].endswith(f", later 2026-10-14, 2-summaries/house/doors.md] {LATER}")
    assert LATER not in strip(f"I read:\n{lines[at + 1]}\nSo it is.")


LEARNED = "Admission to the big house begins 20 minutes before."


@pytest.mark.parametrize("as_learning", [True, False])
def test_what_the_user_says_stands_before_what_it_overrules(
    write: Any, ask: Ask, client: Any, tenant: Any, as_learning: bool
) -> None:
    """Be it a learning or a file's passage that says otherwise."""
    write({"3-descriptions/user/house.md": f"# House\n\n{NEW}\n"})
    if as_learning:
        client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [LEARNED]})
    else:
        write({"3-descriptions/house/big.md": f"# Big house\n\n{LEARNED}\n"}, ChangedBy.AGENT)
    block = ask()
    assert NEW in block and (LEARNED not in block or block.index(NEW) < block.index(LEARNED))


@pytest.mark.parametrize("filters", [{"kind": "fact"}, {"scope": "learned"}, {"source_type": "learning"}])
def test_what_the_user_says_overrules_what_a_filter_lets_pass(
    write: Any, client: Any, tenant: Any, filters: dict[str, str]
) -> None:
    """It is named and not among the matches."""
    path = "3-descriptions/user/house.md"
    write({path: f"# House\n\n{NEW}\n"})
    client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [LEARNED]})
    answer = client.post("query_knowledge", tenant.reader, ASKED | filters).json()
    [match] = answer["matches"]
    assert (match["learning"], match["overruled_by"]) == (LEARNED, path)
    assert f"OVERRULED BY {path}" in answer["formatted"] and NEW not in answer["formatted"]


def test_where_one_is_asked_for_the_user_is_told(write: Any, client: Any, tenant: Any) -> None:
    """However much nearer the learned one is to the question."""
    write({"3-descriptions/user/house.md": f"# House\n\n{NEW}\n\nThe garden is open all day; dogs are welcome.\n"})
    learned = f"Big house | {HEADER} Admission\n\n- {LEARNED} (2026-11-20)\n"
    write({"2-summaries/house/big.md": learned}, ChangedBy.AGENT)
    for asked in (ASKED, ASKED | {"as_of": "2099-01-01T00:00:00Z"}):
        answer = client.post("query_knowledge", tenant.reader, asked | {"match_count": 1}).json()
        [match] = answer["matches"]
        assert (match["authority"], match["overruled_by"], match["later"]) == ("user", None, [])
        assert NEW in answer["formatted"] and LEARNED not in answer["formatted"]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/anna/session", {"objective": QUESTION}, "formatted"),
        ("/anna/tools", {"name": "recall_knowledge", "arguments": ASKED}, "message"),
    ],
)
def test_what_the_user_said_to_remember_overrules_what_was_learned(
    client: Any, tenant: Any, path: str, body: dict[str, Any], field: str
) -> None:
    """It stands before it, which is marked; another user's memory, and what an agent noted, overrule nothing."""

    def remember(key: str, user: str) -> None:
        entry = {"content": NEW, "category": "context"}
        client.request("POST", "user_memory", key, f"/{user}/entries", json=entry).raise_for_status()

    def answer() -> str:
        return str(client.request("POST", "user_memory", tenant.agent, path, json=body).json()[field])

    client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [LEARNED]})
    remember(tenant.admin, "bert")
    remember(tenant.agent, "anna")
    assert "OVERRULED" not in answer()
    client.request("DELETE", "user_memory", tenant.admin, "/anna").raise_for_status()
    remember(tenant.admin, "anna")
    block = answer()
    assert block.count(NEW) == 1 and block.index(NEW) < block.index(LEARNED)
    [line] = [line for line in block.splitlines() if LEARNED in line]
    assert "OVERRULED BY user memory" in line


@pytest.mark.parametrize(
    ("learned", "user"),
    [
        ("The big house is hosted by Hetzner.", "The big house is hosted by Scaleway."),
        ("Complaints about the big house go to Marta.", "Complaints about the big house go to Ilse."),
    ],
)
def test_a_name_that_the_user_wrote_overrules_another(
    write: Any, client: Any, tenant: Any, learned: str, user: str
) -> None:
    """As a number does, where all words before it are the same."""
    write({"3-descriptions/user/house.md": f"# House\n\n- {user}\n- The garden is open all day.\n"})
    client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": [learned]})
    asked = {"query": "Who hosts the big house, and where do complaints go?"}
    first, second = client.post("query_knowledge", tenant.reader, asked).json()["matches"]
    assert (first["authority"], second["overruled_by"]) == ("user", "3-descriptions/user/house.md")


def test_what_a_person_wrote_stands_before_what_was_learned(write: Any, client: Any, tenant: Any) -> None:
    """Be it about the same, or a stranger that search found, too; but behind standing rules."""
    write({"3-descriptions/user/house.md": f"# House\n\n{NEW}\n"})
    others = ["The big house has its admission desk at the east door.", "The small house begins its season in May."]
    stated = [*others, {"learning": "Always say when the admission to the big house begins.", "kind": "rule"}]
    client.post("agent_complete", tenant.agent, {"run_id": "r1", "learnings": stated})
    block = client.post("query_knowledge", tenant.reader, ASKED).json()["formatted"]
    rest = [block.index(other) for other in others if other in block]
    assert rest and block.index("Always say") < block.index(NEW) < min(rest)
