"""What the user ordered last and nobody began."""

from functools import partial

import pytest
from knowledge.extraction import prove
from knowledge.extraction.orders import has_unbegun, is_order, is_thanks, leaves_open
from knowledge.learnings import CompletedRun
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.transcripts import Turn

from tests.support.doubles import Words
from tests.unit.extraction.logs import edited, ran, reply, run, user

EDIT, PASSED = edited("shop/a.py", "x = 1", "x = 2"), ran("pytest shop", "3 passed in 0.10s")
MORE = user("Now also export the empty orders.")
PATCH = """diff --git a/shop/a.py b/shop/a.py
--- a/shop/a.py
+++ b/shop/a.py
@@ -1 +1 @@
-step = 1
+step = 2
"""


def _unanswered(words: str, is_answered: bool) -> bool:
    return not is_answered


@pytest.mark.parametrize(
    "words",
    [
        "Now also add a --json flag to the export command.", "add docs", "commit and push", "yes please do that",
        "Looks good. One more thing: rename `total` to `grand_total` everywhere.",
        "The page renders properly now, great. The colours are right as well. Please also add a legend.",
        "ok nice, but please use a dataclass instead of the dict",
    ],
)  # fmt: skip
def test_an_order_is_told_from_talk(words: str, embedder: OnnxEmbedder) -> None:
    """Also behind praise; by a model without a side for instructions none is."""
    assert is_order(words, embedder) and not is_order(words, Words())


@pytest.mark.parametrize(
    "words",
    [
        "thanks", "looks good", "Looks good to me, thanks a lot!", "LGTM", "Great work, I'll take it from here.",
        "exit", "awesome, tests pass on my machine too", "Danke, passt!", "Why is it slow?", "👍",
    ],
)  # fmt: skip
def test_thanks_and_questions_order_nothing(words: str, embedder: OnnxEmbedder) -> None:
    """Nor does a word by itself, as sessions are ended with one."""
    assert not is_order(words, embedder)


@pytest.mark.parametrize(
    "words",
    [
        "From now on we always write temperatures in Celsius in this project, never Fahrenheit.",
        "Please note for later: never flash a kettle while it is hot.", "Never push to main without a review, please.",
        "We use tabs, not spaces, in this repo.", "Ab jetzt schreiben wir alle Rechnungen in Euro.",
        "Désormais, on n'utilise plus npm.", "Next time, ask me before you delete a file.",
        "Good. In future sessions, call me Ida.",
    ],
)  # fmt: skip
def test_a_rule_for_all_that_is_to_come_asks_nothing_of_this_run(words: str, embedder: OnnxEmbedder) -> None:
    """However it is acknowledged, or not at all; an order beside it, or in general words, is still one."""
    assert not is_order(words, embedder)
    assert is_order(f"{words} And now export the empty orders, too.", embedder)


@pytest.mark.parametrize(
    "words",
    [
        "Update all tests so that they always run offline.", "Make sure that the export never fails on empty orders.",
        "From now on we use Celsius; please change the report, too.", "The button should always be blue.",
        "Never show the internal id to customers; fix that in the template.", "make it so the cache is always cleared",
    ],
)  # fmt: skip
def test_an_order_in_general_words_is_one(words: str, embedder: OnnxEmbedder) -> None:
    """It says how the work of this run is to be."""
    assert is_order(words, embedder)


@pytest.mark.parametrize(
    "words",
    [
        "It is still broken, the totals of credit notes are a cent off.", "Still the same error.", "That is wrong.",
        "Geht immer noch nicht, die Summen der Gutschriften sind falsch.", 
        "Geht immer noch nicht, die Summen stimmen nicht.", "Nothing works.", "Nothing works any more.",
        "It works except on Safari, where the page is blank.", "It works on your machine, not on mine.",
        "No, it hardly works.", "None of the tests pass", "It works, but the page is blank.", "Works on Chrome only.",
        "Revert all of that please, it breaks production.", "Thanks, but the footer is gone now.", "It doesn't work.",
        "Ça ne marche toujours pas.", "The page is blank now. The tests don't pass any more.", "no, it never works",
    ],
)  # fmt: skip
def test_what_is_reported_at_the_end_leaves_it_open(words: str, embedder: OnnxEmbedder) -> None:
    """As an order does; by a model without sides nothing does."""
    assert leaves_open(words, embedder=embedder) and not leaves_open(words, embedder=Words())


@pytest.mark.parametrize(
    "words",
    [
        "That did it, nothing fails.", "Thanks, it no longer fails.",
        "Thanks, works!", "It works now.", "works for me", "ok looks good", "Thanks, that fixed it.", "I merged it.",
        "Super, jetzt funktioniert es.", "Ça marche, merci.", "Ya funciona, gracias.", "See you tomorrow.", "exit",
        "Cool, that's exactly what I wanted.", "Good, I will commit it myself.", "Why is it slow?", "No, it works.",
        "I'll deploy it tomorrow.", "My colleague will take over from here.", "The build is green now.",
        "I have what I need.", "The boss likes it.", "I am going home now.", "I don't know why, but it works now.",
        "From now on we always write temperatures in Celsius in this project, never Fahrenheit.",
    ],
)  # fmt: skip
def test_thanks_and_successes_leave_nothing_open(words: str, embedder: OnnxEmbedder) -> None:
    """Nor do questions, plans, and rules for what is to come."""
    assert not leaves_open(words, embedder=embedder)


@pytest.mark.parametrize(
    "words",
    [
        "Now every Swedish invoice crashes.", "No, this is wrong.", "Now the login page is blank.", "Same problem.",
        "That broke the pump, it no longer starts.", "The colours are lost again.", "Emails go out twice.",
    ],
)  # fmt: skip
def test_a_run_is_open_that_the_user_rejects_whatever_is_answered(words: str, embedder: OnnxEmbedder) -> None:
    """Words mend nothing; an action may. To an order an answer may be all there is to do."""
    is_open = partial(leaves_open, embedder=embedder)
    answered = [EDIT, PASSED, user(words), reply("Let me know how I can help.")]
    assert prove(run(*answered), is_open).outcome == "unverified"
    assert prove(run(*answered, EDIT, PASSED), is_open).outcome == "succeeded"
    assert prove(run(EDIT, PASSED, user("Thanks, works."), reply("Fine.")), is_open).outcome == "succeeded"
    assert prove(run(EDIT, PASSED, MORE, reply("It is exported already.")), is_open).outcome == "succeeded"


def test_an_order_is_begun_by_an_action() -> None:
    """Or answered; not by a thought, nor by words about what is to come."""
    announced, answered = reply("Sure. I'll add the export next."), reply("It is exported already, by `dump`.")
    assert all(
        has_unbegun(turns, _unanswered)
        for turns in ([EDIT, MORE], [MORE, announced], [MORE, Turn("agent", "Hm.", thought=True)])
    )
    assert not any(has_unbegun(turns, _unanswered) for turns in ([MORE, announced, EDIT], [MORE, answered], [EDIT], []))


def test_a_run_whose_last_order_was_not_begun_is_unverified() -> None:
    """Whatever passed before it; one that failed stays so."""
    assert prove(run(EDIT, PASSED, MORE), _unanswered).outcome == "unverified"
    assert prove(run(EDIT, PASSED, MORE)).outcome == prove(run(EDIT, MORE, PASSED), _unanswered).outcome == "succeeded"
    assert prove(run(EDIT, ran("pytest shop", "1 failed", 1), MORE), _unanswered).outcome == "failed"


def test_of_a_run_that_was_left_open_no_patch_is_told(embedder: OnnxEmbedder) -> None:
    """The user, who speaks last, may have taken it back."""
    complaint = user("It is still broken, the totals of credit notes are a cent off.")
    left = prove(run(EDIT, PASSED, complaint, patch=PATCH), partial(leaves_open, embedder=embedder))
    assert (left.learnings, left.checked) == ([], "left open")


@pytest.mark.parametrize("words", ["Thank you!", "perfect, merci", "Great, thanks a lot. Have a nice day!"])
def test_thanks_after_the_work_cost_no_learning(words: str, embedder: OnnxEmbedder) -> None:
    """They are no further task; a complaint, an order and a question may be."""
    tests = partial(leaves_open, embedder=embedder), partial(is_thanks, embedder=embedder)
    work = [ran("pytest shop", "1 failed, 2 passed", 1), EDIT, PASSED, reply("Fixed.")]
    assert prove(run(*work)).learnings
    assert prove(run(*work, user(words), reply("You're welcome.")), *tests).learnings == prove(run(*work)).learnings
    for further in ("The page is blank now.", "Also export the empty orders.", "Why was it slow?"):
        assert prove(run(*work, user(further), reply("Well.")), *tests).files == []
    assert not is_thanks(words, Words())


def test_a_completed_run_is_judged_with_the_model(embedder: OnnxEmbedder) -> None:
    """Its log says by itself what was ordered last."""
    call = {"id": "1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "pytest shop"}'}}
    log = [
        {"role": "user", "content": "Make the export of empty orders work."},
        {"role": "assistant", "content": "I run the tests.", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "1", "content": "3 passed in 0.10s"},
        {"role": "assistant", "content": "All pass."},
        {"role": "user", "content": "Now also add a --json flag to the export command."},
    ]
    asked, thanked = (
        CompletedRun(session_log=[*log[:4], last]) for last in (log[4], {**log[4], "content": "Thanks a lot!"})
    )
    assert asked.read_with(embedder).proof.outcome == "unverified"
    assert asked.proof.outcome == thanked.read_with(embedder).proof.outcome == "succeeded"
