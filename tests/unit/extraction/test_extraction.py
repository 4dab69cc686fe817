"""What a run teaches: from every format, without a language model, and with one that may fail."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge.extraction import Candidate, LearningExtraction, Run, extract
from knowledge.ports.embedder import DIMENSIONS
from knowledge.ports.llm import Answer, LLMFailed, Message
from knowledge.transcripts import Turn, parse

from tests.conftest import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "transcripts"


class Words:
    """Texts are as near as they share words: enough where only sameness matters."""

    model, near_duplicate, max_tokens = "words", 0.92, 256

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = np.full(DIMENSIONS, 1e-3)
        for word in re.findall(r"\w+", text.lower()):
            vector[sum(word.encode()) % DIMENSIONS] += 1
        return [float(value) for value in vector / np.linalg.norm(vector)]


class Model:
    """A language model that answers with `learnings`, or fails with `error`."""

    def __init__(self, learnings: list[dict[str, object]] | None = None, error: str | None = None) -> None:
        self.learnings, self.error, self.asked = learnings or [], error, ""

    def complete(self, messages: Sequence[Message], answer: type[Answer]) -> Answer:
        self.asked = "\n".join(message["content"] for message in messages)
        if self.error:
            raise LLMFailed(self.error)
        return answer.model_validate({"learnings": self.learnings})


def run(name: str) -> Run:
    return Run("run-1", turns=parse((FIXTURES / name).read_text()))


def learned(name: str, served: Sequence[str] = ()) -> dict[str, str]:
    """What the rules learn from a fixture, by text."""
    found = extract(run(name), Words(), None, served)
    assert found.method == "rules" and found.note is None
    return {candidate.learning: candidate.kind for candidate in found.learnings}


def said(*sentences: str) -> list[Candidate]:
    turns = [Turn("assistant", sentence) for sentence in sentences]
    return extract(Run("run-1", turns=turns), Words(), None, []).learnings


def test_the_conclusion_names_task_file_function_and_change() -> None:
    """From a log that ends in a patch: what was wanted, where it was done, and how."""
    [conclusion] = [text for text in learned("mini_swe_agent.json") if text.startswith("The change for")]
    assert conclusion == (
        'The change for "Exporting an empty order list crashes" was made in `shop/export.py` '
        "(`Exporter.write_rows`), by passing `default=0` to `max` in `Exporter.write_rows`. "
        "Before it: `Exporter.write_rows` fails for an empty list because `max()` raises `ValueError` on an empty "
        "column."
    )


def test_a_command_that_does_not_work_is_told_with_the_one_that_does() -> None:
    """A test runner that is missing is one learning, its replacement in the same sentence."""
    assert (
        learned("mini_swe_agent.json")[
            "`pytest tests/test_export.py` does not work here (`/usr/bin/python: No module named pytest`); "
            "use `python runtests.py tests.test_export` instead."
        ]
        == "command"
    )


def test_the_check_that_covers_the_change_is_told() -> None:
    """The last passing check, tied to the file that was changed."""
    expected = "To check changes to `shop/export.py`, run `python runtests.py tests.test_export`; it passes."
    assert learned("mini_swe_agent.json")[expected] == "command"


@pytest.mark.parametrize("name", ["claude_code.jsonl", "plain.txt"])
def test_an_error_is_told_with_what_resolved_it(name: str) -> None:
    """A missing module and the command that installed it, in one sentence."""
    expected = "`ModuleNotFoundError: No module named 'freezegun'` is resolved by `pip install freezegun`."
    assert learned(name)[expected] == "error_fix"


@pytest.mark.parametrize("name", ["claude_code.jsonl", "plain.txt"])
def test_a_root_cause_is_kept(name: str) -> None:
    """The agent's explanation, which names function and file, is a conclusion."""
    [cause] = [text for text in learned(name) if "get_session()` is not cached" in text]
    assert "sync_orders" in cause and "app/jobs/sync.py" in cause


def test_a_correction_by_the_user_is_told_in_the_users_words() -> None:
    """The user's word, worded alike in every run; thanks are no rule."""
    corrections = [text for text, kind in learned("openai.json").items() if kind == "correction"]
    assert corrections == ["The user says: Use pnpm instead of npm."]


def test_what_the_user_said_on_refusing_a_tool_is_a_correction() -> None:
    """Claude Code carries such words inside the tool's result."""
    assert any("Never open a session in `sync_orders`" in text for text in learned("claude_code.jsonl"))


def test_a_decision_keeps_its_reason_and_loses_its_speaker() -> None:
    """ "We decided to …" becomes "Decision: …"."""
    expected = "Decision: use `lodash.debounce` instead of a hand-written timer because it handles trailing calls."
    assert learned("openai.json")[expected] == "decision"


def test_what_was_served_is_never_learned_back() -> None:
    """Neither the block in the prompt nor its text in the agent's own mouth becomes a learning."""
    rule = "The currency table in `shop/rates.py` must never be cached because the bank changes it hourly."
    assert rule in learned("openai.json")
    assert not any("currency table" in text for text in learned("openai.json", [rule]))
    block = f'<knowledge-loop version="1">\n- [id 7] {rule}\n</knowledge-loop>'
    assert said(f"I was told:\n{block}") == []


@pytest.mark.parametrize("name", ["openai.json", "plain.txt"])
def test_no_secret_is_learned_or_shown_to_the_model(name: str) -> None:
    """Redaction comes before the rules and before the language model."""
    model = Model()
    extract(run(name), Words(), model, [])
    assert "hunter2secret" not in model.asked and "AKIAQ3EGRIOD5XWPLTKR" not in model.asked
    assert "[redacted:" in model.asked


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.iterdir()))
def test_a_learning_is_short_and_neither_task_nor_prompt_nor_code(name: str) -> None:
    """At most a handful, each one line that ends as a sentence does, none with what system and user began with."""
    texts = list(learned(name))
    assert len(texts) <= 10
    for text in texts:
        assert "\n" not in text and text.endswith(".") and 20 < len(text) < 600
        assert "one bash block" not in text and "Never edit the tests" not in text and "sub-agent" not in text


@pytest.mark.parametrize(
    "sentence",
    [
        "I'll now look at `shop/export.py`.",
        "Let me run the tests of `shop/export.py` again.",
        "It might be that `Exporter.write_rows` fails because the list is empty.",
        "This fails because `max()` gets an empty column.",
        "The issue is caused by the fix in `shop/export.py` because of that.",
        "Is `Exporter.write_rows` called because of `Exporter.run`?",
        "The tests pass now because everything is fine.",
        "All of it works because somebody did well there.",
        "`a` -> `b` because `c`.",
    ],
)
def test_steps_guesses_and_dangling_words_are_not_learned(sentence: str) -> None:
    """Narration, hedges, questions, "this" without its noun and what names nothing are left out."""
    assert said(sentence) == []


def test_a_second_sentence_comes_along_where_it_leans_on_the_first() -> None:
    """ "It" is understood beside the sentence that names it, and only there."""
    first = "`Exporter.write_rows` raises `ValueError` for an empty list because `max()` has no default."
    [found] = said(f"{first} It ignores the `strict` option.")
    assert found.learning == f"{first} It ignores the `strict` option."


def test_the_same_point_is_made_once() -> None:
    """Of two sentences in nearly the same words one is kept."""
    one = "`Exporter.write_rows` raises `ValueError` for an empty list because `max()` has no default."
    assert len(said(one, one.replace("raises", "also raises"))) == 1


def test_what_the_agent_takes_back_is_not_learned_before_what_stands() -> None:
    """A statement followed by "Wait" ranks below the one that replaced it."""
    wrong = "`load_rates` returns None because `parse_rates` is never called."
    right = "`fetch_orders` fails on Mondays because `open_ledger` requires a closed week."
    found = [candidate.learning for candidate in said(f"{wrong} Wait, no. {right}")]
    assert found[0] == right


def test_the_model_extracts_where_there_is_one() -> None:
    """Its learnings are taken as they are, redacted and without what was served."""
    served = "Use pnpm in this repository."
    answers: list[dict[str, object]] = [
        {
            "learning": "The worker's password is password=hunter22x in staging.",
            "kind": "environment",
            "tags": ["worker"],
        },
        {"learning": served, "kind": "correction", "tags": []},
    ]
    assert extract(run("openai.json"), Words(), Model(answers), [served]) == LearningExtraction(
        [Candidate("The worker's password is password=[redacted:password] in staging.", "environment", ["worker"])],
        "llm",
    )


def test_a_failing_model_falls_back_to_the_rules_and_says_so() -> None:
    """Whatever the model's failure, the rules' learnings come, with the reason as a note."""
    found = extract(run("openai.json"), Words(), Model(error="The language model answered 429."), [])
    assert found.method == "rules" and found.note is not None and "429" in found.note
    assert found.learnings == extract(run("openai.json"), Words(), None, []).learnings


def test_the_model_sees_a_long_log_from_both_ends() -> None:
    """What is too long for a prompt loses its middle, and the prompt says how much."""
    model = Model()
    turns = [Turn("user", "The beginning."), Turn("assistant", "x" * 300_000), Turn("assistant", "The end.")]
    extract(Run("run-1", turns=turns), Words(), model, [])
    assert "The beginning." in model.asked and "The end." in model.asked and "characters left out" in model.asked
    assert len(model.asked) < 110_000


@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=5))
def test_no_log_raises(objective: str, texts: list[str]) -> None:
    """Whatever was said and run, extraction answers."""
    turns = [
        Turn("assistant", text, command=text, output=text, failed=bool(index % 2)) for index, text in enumerate(texts)
    ]
    assert extract(Run("run-1", objective=objective, turns=turns), Words(), None, texts).method == "rules"
