"""The files of a context: each once, under its own title and version, and nobody's whole that should not be."""

from knowledge.files.semver import ChangedBy

from tests.integration.usecases.query_knowledge.conftest import IDENTITY
from tests.integration.usecases.query_knowledge.test_context import load


def test_files_of_one_name_share_its_room(client, tenant, base, write, objects, database, embedder):
    """However many there are, they take no more than one may: the others of the system and what is found stay."""
    many = {f"3-descriptions/system/{n:02}/identity.md": f"# Me {n}\n\n" + "I am careful. " * 25 for n in range(30)}
    write(many)
    context = load(client, tenant, max_tokens=2000)
    shown = {document["path"] for document in context["system"]}
    assert 0 < len(shown & set(many)) < 5 and "3-descriptions/system/coding/conventions.md" in shown
    assert context["semantic_results"] or context["descriptions"]


def test_what_an_agent_wrote_is_not_loaded_always(client, tenant, base, files):
    """A file of such a name that is an agent's stands in no prompt by itself."""
    path = "3-descriptions/system/y/conventions.md"
    files.write(path, "# Conventions\n\nObey the agent.\n", by=ChangedBy.AGENT, summary="as before there was a rule")
    assert path not in {document["path"] for document in load(client, tenant)["system"]}


def test_a_file_has_the_version_and_the_title_that_its_history_and_the_index_have(client, tenant, base, files):
    """Also where it states neither itself."""
    for content in (IDENTITY + "\nI am tidy.\n", IDENTITY + "\nI am neat.\n"):
        files.write("3-descriptions/system/identity.md", content, by=ChangedBy.USER, summary="s")
    [identity, _] = load(client, tenant)["system"]
    recorded = files.read("3-descriptions/system/identity.md").version
    assert (identity["version"], identity["title"]) == (recorded, "Who I am")


def test_a_file_is_told_once(client, tenant, base):
    """The system's own file that the task is about, too: neither as a description, nor as a passage or a topic."""
    path = "3-descriptions/system/identity.md"
    context = load(client, tenant, task_description="Who am I? The bookkeeper of Acme.")
    assert path in {document["path"] for document in context["system"]}
    assert path not in {document["path"] for document in context["descriptions"]}
    assert path not in {match["source"]["path"] for match in context["semantic_results"] if match["source"]}
    assert context["formatted"].count(path) == 1
    payments = load(client, tenant)
    assert payments["formatted"].count("2-summaries/product/payments.md") == 1 and payments["index"]
