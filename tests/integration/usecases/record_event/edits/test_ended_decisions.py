"""Records of decisions where a language model says what has ended: they hold what the pages hold, and no less."""

import pytest

from tests.integration.usecases.agent_complete.test_model_extraction import model
from tests.integration.usecases.record_event.statements.test_llm_extractor import plays, record, text

__all__ = ["model"]

RECORDS = "3-descriptions/system/decisions/2026-03-"
DOGS = {
    "says": "decision",
    "text": "Dogs are taken in rooms 1 to 4, because guests ask, at 12 euros a night.",
    "category": "policies",
    "topic": "Dogs",
    "reasons": ["Guests ask for it."],
    "alternatives": [],
    "consequences": [],
}
RULE = "Dogs are taken in rooms 1 to 4, because guests ask."
PRICE = {**DOGS, "text": "A dog costs 20 euros for the stay.", "reasons": ["Nobody counts nights."]}


def decided(client, tenant, day=1):
    """The record of what was decided on the day."""
    return text(client, tenant, f"{RECORDS}{day:02}")


def tells(client, tenant, model, statement, day, gone=()):
    """The event of that day says this, and the model that so much is gone."""
    plays(model, statement, gone=gone)
    record(client, tenant, f"e{day}", f"User: {statement['text']} {' '.join(statement['reasons'])}", day)


@pytest.fixture
def changed(client, tenant, model):
    """A decision of which the price has changed, and the rest has not."""
    tells(client, tenant, model, DOGS, 1)
    tells(client, tenant, model, PRICE, 5, [(1, 1, RULE)])


def test_a_decision_of_which_something_stands_is_changed_in_part(client, tenant, changed):
    """Its record tells what is left of it, as its page does; measured before: all of it was superseded."""
    was = decided(client, tenant)
    assert "\nStatus: changed in part by [[3-descriptions/system/decisions/2026-03-05-" in was
    assert f"- {DOGS['text'].rstrip('.')} *(until 2026-03-05; now: {PRICE['text']})*.\n- {RULE}\n" in was
    assert "\nSupersedes in part: [[" in decided(client, tenant, 5)


def test_the_model_is_told_which_lines_are_decisions(client, tenant, model):
    """One that is carried out stays one; what the model repeats of that is no part of the line."""
    tells(client, tenant, model, DOGS, 1)
    requests = plays(model, PRICE, gone=[(1, 1, f"[decided] {RULE}")])
    record(client, tenant, "e5", f"User: {PRICE['text']} {PRICE['reasons'][0]}", 5)
    assert f"\n1. [decided] {DOGS['text']}\n" in requests[-1]["messages"][1]["content"]
    assert f"- Decision: {RULE} (2026-03-01)" in text(client, tenant, "2-summaries/")


def test_what_was_left_of_a_decision_ends_in_its_record(client, tenant, model, changed):
    """By whatever page the line is on then; measured before: a record was looked for by the words of its line."""
    none = {**DOGS, "text": "No dogs are taken any more.", "reasons": ["One bit the postman."]}
    tells(client, tenant, model, none, 9, [(2, 1, "")])
    was = decided(client, tenant)
    assert "\nStatus: superseded by [[3-descriptions/system/decisions/2026-03-09-no-dogs" in was
    assert f"- {RULE.rstrip('.')} *(until 2026-03-09; now: {none['text']})*.\n" in was


def test_what_decides_nothing_has_no_record(client, tenant, model):
    """Also where it ends a decision, which then tells when and by what; measured before: a cook's last day had one."""
    tells(client, tenant, model, DOGS, 1)
    closed = {**DOGS, "says": "fact", "text": "The house burned down.", "reasons": []}
    tells(client, tenant, model, closed, 5, [(1, 1, "")])
    assert decided(client, tenant, 5) == ""
    assert "\nStatus: superseded on 2026-03-05\n" in decided(client, tenant)
    assert "*(until 2026-03-05; now: The house burned down.)*" in decided(client, tenant)


def test_what_takes_the_place_of_a_decision_twice_supersedes_it_wholly(client, tenant, model):
    """The mark that told it elsewhere ends with it, and is no decision's words; measured before: "changed in part"."""
    tells(client, tenant, model, {**DOGS, "says": "fact", "text": "No dogs are taken.", "reasons": []}, 1)
    tells(client, tenant, model, {**DOGS, "text": "From 1 April dogs are taken."}, 2, [(1, 1, "", "2026-04-01")])
    tells(client, tenant, model, {**DOGS, "text": "From 1 May dogs are taken."}, 3, [(1, 1, "", "2026-05-01")])
    was = decided(client, tenant, 2)
    assert "\nStatus: superseded by [[" in was
    assert was.partition("## Decision")[2].count("*(until") == 1 and "*(until" not in was.partition("Status:")[0]


def test_a_decision_of_which_only_its_reason_is_left_is_over(client, tenant, model):
    """What is still so is no decision, on its page neither; measured before: it stood in the record as what holds."""
    tells(client, tenant, model, DOGS, 1)
    none = {**DOGS, "text": "No dogs are taken any more.", "reasons": ["One bit the postman."]}
    tells(client, tenant, model, none, 5, [(1, 1, "Guests ask.", "", "none")])
    was = decided(client, tenant)
    assert "\nStatus: superseded by [[3-descriptions/system/decisions/2026-03-05-no-dogs" in was
    assert "Guests ask.\n" not in was.partition("## Decision")[2]
    assert "- Guests ask. (2026-03-01)" in text(client, tenant, "2-summaries/")


WHY = {**DOGS, "says": "fact", "text": "Guests no longer ask to bring dogs.", "reasons": []}
UNASKED = "Dogs are taken in rooms 1 to 4, at 12 euros a night."


def test_a_decision_of_which_only_its_reason_ended_stands(client, tenant, model):
    """Its page and its record tell it without that; measured before: the record was "changed in part", and over."""
    tells(client, tenant, model, DOGS, 1)
    tells(client, tenant, model, WHY, 5, [(1, 1, UNASKED, "", "all")])
    was = decided(client, tenant)
    assert "\nStatus: accepted\n" in was
    assert f"- {DOGS['text'].rstrip('.')} *(in part until 2026-03-05; now: {WHY['text']})*.\n- {UNASKED}\n" in was
    assert f"- Decision: {UNASKED} (2026-03-01)" in text(client, tenant, "2-summaries/")


def test_a_decision_supersedes_none_of_which_only_an_aside_ended(client, tenant, model):
    """It has a record where it tells its own reasons, and leads to no other."""
    tells(client, tenant, model, DOGS, 1)
    tells(client, tenant, model, {**WHY, "says": "decision"}, 5, [(1, 1, UNASKED, "", "all")])
    assert decided(client, tenant, 5) == "" and "\nStatus: accepted\n" in decided(client, tenant)


def test_a_decision_of_which_nobody_knows_what_is_left_is_changed_in_part(client, tenant, model):
    """Where the model tells it in words that the line does not have; measured before: all of it was superseded."""
    tells(client, tenant, model, DOGS, 1)
    tells(client, tenant, model, PRICE, 5, [(1, 1, "Dogs are taken on 7 floors.", "", "part")])
    was = decided(client, tenant)
    assert "\nStatus: changed in part by [[3-descriptions/system/decisions/2026-03-05-" in was
    assert f"- {DOGS['text'].rstrip('.')} *(in part until 2026-03-05; now: {PRICE['text']})*.\n" in was


def test_a_sentence_beside_the_decision_ends_in_its_record(client, tenant, model):
    """As on its page; measured before: the record told the price of before, unmarked."""
    both = {**DOGS, "text": "Dogs are taken in rooms 1 to 4. A dog costs 12 euros a night."}
    tells(client, tenant, model, both, 1)
    tells(client, tenant, model, PRICE, 5, [(1, 1, "Dogs are taken in rooms 1 to 4.", "", "part")])
    was = decided(client, tenant)
    assert "\nStatus: changed in part by [[" in was
    assert f"*(until 2026-03-05; now: {PRICE['text']})*.\n- Dogs are taken in rooms 1 to 4.\n" in was
