"""Pages of which a model says how they are called since."""

from datetime import datetime
from types import SimpleNamespace

from knowledge.files.current_statements import CurrentStatement
from knowledge.files.editor import Snapshot
from knowledge.files.persons_lines import AttributedText
from knowledge.files.topic_index import Topic
from knowledge.ports.llm import Usage
from knowledge.usecases.record_event.edits.llm_supersession import Arbiter
from knowledge.usecases.record_event.edits.renamed_pages import retitlings
from knowledge.usecases.record_event.edits.verdict import Verdict
from knowledge.usecases.record_event.models import Occurrence
from knowledge.usecases.record_event.statements.llm_extractor import by_model
from knowledge.usecases.record_event.statements.model_answers import Sayings

PATH = "2-summaries/operations/monday-round-up.md"
NEWS = "The round-up of the shop is on Wednesdays now."
RENAMED = ("Monday round-up", "Round-up")
FINDS = dict.fromkeys(("category_of", "settled_category"), lambda *_: None)


class AnsweringModel:
    """A model that says this of whatever it is shown."""

    model = "test"

    def __init__(self, schema, **answer):
        self._answer = schema.model_validate(answer)

    def complete(self, messages, answer, usage=None, gist=""):
        """The answer."""
        return self._answer


def test_of_two_pages_of_one_name_neither_is_called_otherwise(embedder):
    """Nobody tells which is meant."""
    event = Occurrence("conversation", "e1", None, "Round-up", NEWS, {}, datetime(2026, 3, 5), 0)
    paths = [PATH, PATH.replace("operations", "product")]
    lines = [
        CurrentStatement(path, path, RENAMED[0], "- It is at nine.", "It is at nine.", "2026-03-01") for path in paths
    ]
    for standing, names in ((lines[:1], {PATH: RENAMED[1]}), (lines, {})):
        renamed = [dict(zip(("page", "name"), RENAMED, strict=True))]
        arbiter = Arbiter(event, AnsweringModel(Verdict, gone=[], renamed=renamed), embedder, Usage())
        arbiter.judged([NEWS], standing, [], [PATH])
        assert arbiter.renamed == names


def test_parts_of_a_history_are_called_as_it_is():
    """Each once, whatever leads where."""
    history = "3-descriptions/operations/monday-round-up/history.md"
    part, head = history.replace(".md", "-0123456789.md"), "Monday round-up: history | v1.0.0, 2026-03-01T10:00:00Z |"
    contents = {
        history: f"{head}\n\n- a\n\nContinues in [[{part}]].\n",
        part: f"{head}\n\nPart of [[{history}]].\n\n- b\n\nContinues in [[{history}]].\n",
    }
    files = Snapshot(SimpleNamespace(attributed=lambda path: AttributedText(contents.get(path)), **FINDS))
    renamed = [edit.path for edit in retitlings({PATH: "Round-up"}, files, [])]
    assert renamed[:3] == [PATH, history, part] and len(set(renamed)) == len(renamed)


def test_what_is_said_of_a_part_has_no_page_of_its_own():
    """A part whose page is not shown is called by what is in it, which news makes untrue."""
    event = Occurrence("conversation", "e1", None, "Oven", "The oven is repaired by Ann.", {}, datetime(2026, 3, 5), 0)
    statement = {"says": "fact", "text": event.text, "category": "operations", "topic": "Oven: repairs"}
    model = AnsweringModel(Sayings, summary="", statements=[statement])
    for name, page in (("oven-repairs.md", "2-summaries/operations/oven-repairs.md"), ("oven-0123456789.md", "")):
        topic = Topic(topic="Oven: repairs", description="", location=f"2-summaries/operations/{name}", similarity=1.0)
        assert by_model(event, model, [topic], Usage()).extraction.statements[0].page == page
