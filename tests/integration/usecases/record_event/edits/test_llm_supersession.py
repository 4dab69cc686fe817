"""record-event's second question to a language model, behind a real HTTP server: what is no longer so."""

import json

import pytest

from tests.integration.usecases.agent_complete.test_model_extraction import model
from tests.integration.usecases.record_event.statements.test_llm_extractor import (
    CONTENT,
    FREE,
    FREED,
    PRICE,
    asked_for,
    plays,
    record,
    shown,
    text,
)
from tests.support.language_model import completion

__all__ = ["model"]


def test_the_model_names_what_is_no_longer_so(client, tenant, model):
    """It is shown what the files say; what it takes to be superseded leaves the summary and enters the history."""
    plays(model, PRICE)
    record(client, tenant)
    requests = plays(model, FREE, gone=[(1, 1, "")])
    record(client, tenant, "e2", FREED, day=5)
    assert list(map(asked_for, requests[-2:])) == ["Sayings", "Verdict"]
    assert "[Prices, 2026-03-01]\n1. The Pro plan costs CHF 65 per month." in shown(requests[-1])
    assert "CHF 65" not in text(client, tenant, "2-summaries/")
    assert "was: The Pro plan costs CHF 65 per month, until 2026-03-05" in text(client, tenant, "3-descriptions/")


def test_the_model_alone_decides_what_is_no_longer_so(client, tenant, model):
    """Where it reads both no comparison of words takes anything: another plan's price is another thing."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, {**PRICE, "text": "The plan costs CHF 70 per month."})
    record(client, tenant, "e2", "User: The plan costs CHF 70 per month.", day=5)
    assert "CHF 65" in text(client, tenant, "2-summaries/") and "until" not in text(client, tenant, "2-summaries/")


def test_the_words_decide_where_the_model_fails_the_second_time(client, tenant, model):
    """Its statements stay; what they supersede is found as without a model, and the answer says so."""
    plays(model, PRICE)
    record(client, tenant)
    later = {"summary": "", "statements": [{**PRICE, "text": "The Pro plan costs CHF 70 per month."}]}
    model(lambda n: completion(json.dumps(later)))
    answer = record(client, tenant, "e2", "User: The Pro plan costs CHF 70 per month.", day=5)
    assert answer["method"] == "llm" and "CHF 65" not in text(client, tenant, "2-summaries/")
    assert answer["note"].startswith("What is no longer so was found by rules, because the language model failed: ")


def test_what_the_model_ends_needs_no_figure_and_no_name(client, tenant, model):
    """Measured before: of two sentences without either its verdict was passed over, as if both said the same."""
    plays(model, {**PRICE, "text": "The launch belongs to the people in sales."})
    record(client, tenant, content="User: The launch belongs to the people in sales.")
    plays(model, {**FREE, "text": "The whole team owns the launch."}, gone=[(1, 1, "")])
    record(client, tenant, "e2", "User: The whole team owns the launch.", day=5)
    summaries = text(client, tenant, "2-summaries/")
    assert "The whole team owns the launch." in summaries and "people in sales" not in summaries


def test_a_plan_is_over_once_it_is_done(client, tenant, model):
    """Also where it came as planned, in nearly its own words; measured before: what was done was no news then."""
    plan, event = (f"The boiler {verb} replaced on 3 May by Krause." for verb in ("is to be", "was"))
    plays(model, {**PRICE, "text": plan})
    record(client, tenant, content=f"User: {plan}")
    plays(model, {**PRICE, "text": event}, gone=[(1, 1, "")])
    record(client, tenant, "e2", f"User: {event}", day=5)
    summaries = text(client, tenant, "2-summaries/")
    assert event in summaries and plan not in summaries
    assert f"was: {plan.rstrip('.')}, until 2026-03-05; now: {event}" in text(client, tenant, "3-descriptions/")


def test_what_was_found_of_a_fault_is_over_once_it_is_mended(client, tenant, model):
    """The model is told so; measured before: what was "found" stayed as history, whatever became of it."""
    fault = {**PRICE, "says": "finding", "text": "The oven trips since its thermostat is worn."}
    plays(model, fault)
    record(client, tenant, content=f"User: {fault['text']}")
    mended = {**PRICE, "text": "The oven has a new thermostat and no longer trips."}
    requests = plays(model, mended, gone=[(1, 1, "")])
    record(client, tenant, "e2", f"User: {mended['text']}", day=5)
    first, second = (" ".join(request["messages"][0]["content"].split()) for request in requests[-2:])
    assert "a fault with what was found of it" in second and "found and not mended since" in second
    assert "is done or was found out it says what is so now" in first
    assert fault["text"] not in text(client, tenant, "2-summaries/")


def test_what_is_said_in_the_same_words_ends_nothing(client, tenant, model):
    """Whatever the model says."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, PRICE, gone=[(1, 1, "")])
    record(client, tenant, "e2", f"User: Again: {PRICE['text']}", day=5)
    assert f"{PRICE['text']} (2026-03-01)" in text(client, tenant, "2-summaries/")
    assert "was:" not in text(client, tenant, "3-descriptions/")


def test_what_is_still_so_of_a_line_stays(client, tenant, model):
    """In the line's own words; where the model says something else, the line stays whole and tells what is so now.

    The history tells what is left; measured before: "was in part", and nobody knew which part.
    """
    both = {**PRICE, "text": "The Pro plan costs CHF 65 per month. Lena owns the launch."}
    plays(model, both)
    record(client, tenant)
    plays(model, FREE, gone=[(1, 1, "Lena owns the launch.")])
    record(client, tenant, "e2", FREED, day=5)
    assert "- Lena owns the launch. (2026-03-01)" in text(client, tenant, "2-summaries/")
    assert "CHF 65" not in text(client, tenant, "2-summaries/")
    past = f"- was in part: {both['text'].rstrip('.')}, until 2026-03-05; now: {FREE['text']}; still: Lena owns "
    assert past in text(client, tenant, "3-descriptions/")
    plays(model, {**FREE, "text": "Nobody owns the launch."}, gone=[(2, 1, "Peter owns 7 launches.")])
    record(client, tenant, "e3", "User: Nobody owns the launch.", day=6)
    [left] = [line for line in text(client, tenant, "2-summaries/").splitlines() if line.startswith("- Lena owns")]
    assert left.endswith("(in part until 2026-03-06; now: Nobody owns the launch.)")


def test_what_ends_on_a_day_to_come_stands_till_then(client, tenant, model):
    """The line says until when, and what is so from that day on; told again, it says so once."""
    plays(model, PRICE)
    record(client, tenant)
    later = {**PRICE, "text": "From 1 April the Pro plan costs CHF 70 per month."}
    plays(model, later, gone=[(1, 1, "")])
    record(client, tenant, "e2", f"User: {later['text']}", day=5)
    record(client, tenant, "e3", f"User: Again: {later['text']}", day=6)
    [line] = [line for line in text(client, tenant, "2-summaries/").splitlines() if "CHF 65" in line]
    assert line.startswith(f"- {PRICE['text']} (2026-03-01)")
    assert line.endswith(f"(until 2026-04-01; now: {later['text']})")


def lines_with(client, tenant, words):
    """The lines of the summaries that have the words."""
    return [line for line in text(client, tenant, "2-summaries/").splitlines() if words in line]


MOVED = "The Pro plan costs CHF 70 per month as of mid-April."


def test_the_model_says_from_when_on_a_line_is_no_longer_so(client, tenant, model):
    """In whatever words the event tells that; measured before: by "as of mid-April" the price of today was gone."""
    plays(model, PRICE)
    record(client, tenant)
    requests = plays(model, {**PRICE, "text": MOVED}, gone=[(1, 1, "", "2026-04-15")])
    record(client, tenant, "e2", f"User: {MOVED}", day=5)
    assert {"line", "by", "ends", "still", "decides"} == set(
        requests[-1]["response_format"]["json_schema"]["schema"]["$defs"]["Gone"]["required"]
    )
    assert lines_with(client, tenant, "CHF 65")[0].endswith(f"(until 2026-04-15; now: {MOVED})")


@pytest.mark.parametrize("ends", ["2026-03-05", "2026-02-01"])
def test_what_the_model_takes_to_be_over_is_over(client, tenant, model, ends):
    """Whatever days beside it are told."""
    plays(model, PRICE)
    record(client, tenant)
    free = "The Pro plan is free of charge, and from 1 April support costs CHF 70."
    plays(model, {**FREE, "text": free}, gone=[(1, 1, "", ends)])
    record(client, tenant, "e2", f"User: {free}", day=5)
    assert lines_with(client, tenant, "CHF 65") == []


def test_what_is_put_off_stands_until_the_new_day(client, tenant, model):
    """It is shown with the day that was known, and tells the new one alone."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, {**PRICE, "text": MOVED}, gone=[(1, 1, "", "2026-04-15")])
    record(client, tenant, "e2", f"User: {MOVED}", day=5)
    later = "The Pro plan costs CHF 70 only as of May."
    requests = plays(model, {**PRICE, "text": later}, gone=[(1, 1, "", "2026-03-09"), (2, 1, "", "2026-05-01")])
    record(client, tenant, "e3", f"User: {later}", day=9)
    assert f"2. {PRICE['text']} (until 2026-04-15; now: {MOVED})\n" in shown(requests[-1])
    [line] = lines_with(client, tenant, "CHF 65")
    assert line.endswith(f"(until 2026-05-01; now: {later})") and "2026-04-15" not in line
    assert lines_with(client, tenant, "mid-April") == []


def test_what_several_statements_end_tells_them_all(client, tenant, model):
    """Measured before: the history told the first alone. Where they leave different things, the line stays, marked."""
    plays(model, {**PRICE, "text": "The Pro plan costs CHF 65 per month. Lena owns the launch."})
    record(client, tenant)
    news = ["The Pro plan is free of charge.", "Ben owns the launch."]
    plays(model, *({**PRICE, "text": text} for text in news), gone=[(1, 1, ""), (1, 2, "")])
    record(client, tenant, "e2", f"User: {' '.join(news)}", day=5)
    past = f"was: The Pro plan costs CHF 65 per month. Lena owns the launch, until 2026-03-05; now: {' '.join(news)}"
    assert lines_with(client, tenant, "CHF 65") == [] and past in text(client, tenant, "3-descriptions/")


def test_what_two_statements_end_sentence_by_sentence_has_ended(client, tenant, model):
    """What both leave is left; measured before: the line stayed whole, with two marks "in part"."""
    pro, lena, tea = sentences = ["The Pro plan costs CHF 65 per month.", "Lena owns the launch.", "Tea is free."]
    plays(model, {**PRICE, "text": " ".join(sentences)})
    record(client, tenant, content=f"User: {' '.join(sentences)}")
    news = ["The Pro plan costs CHF 70.", "Ben owns the launch."]
    plays(model, *({**PRICE, "text": text} for text in news), gone=[(1, 1, f"{lena} {tea}"), (1, 2, f"{pro} {tea}")])
    record(client, tenant, "e2", f"User: {' '.join(news)}", day=5)
    assert lines_with(client, tenant, "CHF 65") == []
    assert lines_with(client, tenant, "Tea") == [f"- {tea} (2026-03-01)"]


def test_what_ends_in_part_on_a_day_to_come_tells_which_part(client, tenant, model):
    """Measured before: "in part until", and nobody knew which part."""
    plays(model, {**PRICE, "text": "The Pro plan costs CHF 65 per month, and Lena owns the launch."})
    record(client, tenant)
    plays(model, {**PRICE, "text": MOVED}, gone=[(1, 1, "Lena owns the launch.", "2026-04-15")])
    record(client, tenant, "e2", f"User: {MOVED}", day=5)
    mark = f"(in part until 2026-04-15, “The Pro plan costs CHF 65 per month, and”; now: {MOVED})"
    assert lines_with(client, tenant, "CHF 65")[0].endswith(mark)


def test_what_is_left_differently_is_left_whole(client, tenant, model):
    """With a mark for each statement that ends a part of it."""
    plays(model, {**PRICE, "text": "The Pro plan costs CHF 65 per month, and Lena owns the launch."})
    record(client, tenant)
    news = ["The Pro plan is free of charge.", "Ben owns the launch."]
    left = [(1, 1, "Lena owns the launch."), (1, 2, "The Pro plan costs CHF 65 per month.")]
    plays(model, *({**PRICE, "text": text} for text in news), gone=left)
    record(client, tenant, "e2", f"User: {' '.join(news)}", day=5)
    marks = " ".join(f"(in part until 2026-03-05; now: {text})" for text in news)
    assert lines_with(client, tenant, "CHF 65")[0].endswith(marks)


def test_what_takes_the_place_of_several_pages_stays_on_its_own(client, tenant, model):
    """These tell what is so since; measured before: "everything is in the new hall" stood on the page of a press."""
    machines = [{**PRICE, "text": f"The {name} stands in the old hall.", "topic": name} for name in ("Oven", "Press")]
    plays(model, *machines)
    record(client, tenant, content=f"User: {' '.join(machine['text'] for machine in machines)}")
    moved = {**PRICE, "text": "Everything of the old hall is in the new hall.", "topic": "New hall"}
    plays(model, moved, gone=[(1, 1, ""), (2, 1, "")])
    record(client, tenant, "e2", f"User: {moved['text']}", day=5)
    assert f"- {moved['text']} (2026-03-05)" in text(client, tenant, "2-summaries/unit-economics/new-hall.md")
    ended = lines_with(client, tenant, "stands in the old hall")
    assert len(ended) == 2 and all(f"~~ (until 2026-03-05; now: {moved['text']})" in line for line in ended)


@pytest.mark.parametrize(
    ("named", "page"),
    [
        ({"category": "organization", "topic": "Keepers"}, "organization/keepers.md"),  # it is there
        ({"category": "organization", "topic": "Truck driver"}, "organization/truck-driver.md"),
        ({"category": "equipment", "topic": "Lorry"}, "equipment/feed-truck.md"),  # of one place none is to be empty
    ],
)
def test_what_ends_all_of_a_page_stands_where_the_model_puts_it(client, tenant, model, named, page):
    """Measured before: who keeps the reptiles stood on the page of a truck that he gave back, and nowhere else."""
    truck = {**PRICE, "text": "Joon drives the feed truck.", "category": "equipment", "topic": "Feed truck"}
    keepers = {**PRICE, "text": "Ada feeds the reptiles.", "category": "organization", "topic": "Keepers"}
    plays(model, truck, keepers)
    record(client, tenant, content=f"User: {truck['text']} {keepers['text']}")
    news = {**PRICE, **named, "text": "Joon feeds the reptiles and gave the feed truck back."}
    plays(model, news, gone=[(1, 1, ""), (2, 1, "")] if page.endswith("keepers.md") else [(1, 1, "")])
    record(client, tenant, "e2", f"User: {news['text']}", day=5)
    assert f"- {news['text']} (2026-03-05)" in text(client, tenant, f"2-summaries/{page}")
    assert all("now: Joon feeds" in line for line in lines_with(client, tenant, "drives the feed truck"))


@pytest.mark.parametrize(
    ("sentence", "is_new"), [("Lena is in charge of the launch.", False), ("Lena owns the launch with Ben.", True)]
)
def test_what_is_said_again_is_no_second_line(client, tenant, model, sentence, is_new):
    """The model reads that in whatever words; not where a name or figure is new. Measured before: a line each time."""
    plays(model, {**PRICE, "text": "It is Lena who owns the launch."})
    record(client, tenant)
    plays(model, {**PRICE, "text": sentence}, repeated=[(1, 1), (7, 1), (1, 9)])
    record(client, tenant, "e2", f"User: {sentence}", day=5)
    pages = text(client, tenant, "2-summaries/")
    assert (sentence in pages) is is_new and "It is Lena who owns the launch. (2026-03-01)" in pages


def test_what_is_said_again_beside_what_ends_is_new(client, tenant, model):
    """A statement stays where the line that says the same does not."""
    plays(model, {**PRICE, "text": "It is Lena who owns the launch."})
    record(client, tenant)
    plays(model, {**PRICE, "text": "Lena leads the launch."}, gone=[(1, 1, "")], repeated=[(1, 1)])
    record(client, tenant, "e2", "User: Lena leads the launch.", day=5)
    assert lines_with(client, tenant, "launch") == ["- Lena leads the launch. (2026-03-05)"]


def test_what_is_told_late_is_past_where_a_later_line_says_otherwise(client, tenant, model):
    """It goes into the history at once; measured before: it stood beside what replaced it, unmarked."""
    plays(model, FREE)
    record(client, tenant, "e2", FREED, day=5)
    late = "The Pro plan costs CHF 65 per month. Lena owns the launch."
    requests = plays(model, {**PRICE, "text": late}, gone=[(1, 1, "Lena owns the launch.")])
    record(client, tenant)
    assert f"[Prices, 2026-03-05]\n1. [decided] {FREE['text']}\n" in shown(requests[-1])
    assert "told late" in requests[-1]["messages"][0]["content"]
    pages = text(client, tenant, "2-summaries/")
    assert FREE["text"] in pages and "- Lena owns the launch. (2026-03-01)" in pages and "CHF 65" not in pages
    past = f"was: {late.rstrip('.')}, until 2026-03-05; now: {FREE['text']}"
    assert past in text(client, tenant, "3-descriptions/")


def test_what_is_told_late_and_nobody_ends_stands_below_what_was_said_since(client, tenant, model):
    """What is told in time is asked about without that."""
    plays(model, FREE)
    record(client, tenant, "e2", FREED, day=5)
    plays(model, PRICE)
    record(client, tenant)
    first, second = [line for line in text(client, tenant, "2-summaries/").splitlines() if line.startswith("- ")]
    assert FREE["text"] in first and PRICE["text"] in second
    requests = plays(model, {**PRICE, "text": "Lena owns the launch."})
    record(client, tenant, "e3", "User: Lena owns the launch.", day=6)
    assert "told late" not in requests[-1]["messages"][0]["content"]


def test_what_a_description_says_is_shown_and_marked(client, tenant, model):
    """In the words of whoever said it; a mark that tells what is so now tells, when that ends, what is so since.

    What a line has word for word is shown as that alone, and ends with it; measured before: each fact stood two to
    four times among what is known, and the model ended one of them.
    """
    long = CONTENT + "\n\n" + "User: The shop has tea. " * 60
    plays(model, PRICE)
    record(client, tenant, content=long)
    requests = plays(model, FREE, gone=[(1, 1, "")])
    record(client, tenant, "e2", FREED, day=5)
    assert shown(requests[-1]).count("The Pro plan costs CHF 65 per month.\n") == 1
    marked = "costs CHF 65 per month *(until 2026-03-05; now: Everything is free of charge.)*"
    assert marked in text(client, tenant, "3-descriptions/")
    plays(model, {**PRICE, "text": "The Pro plan costs CHF 80."}, gone=[(1, 1, "")])
    record(client, tenant, "e3", "User: The Pro plan costs CHF 80.", day=9)
    assert "(until 2026-03-05; now: The Pro plan costs CHF 80.)" in text(client, tenant, "3-descriptions/")


def test_a_mark_tells_what_is_left_of_what_it_told(client, tenant, model):
    """Measured before: "a crush *(now: it is borrowed from Pugh, the hay man)*" told of hay when Pugh sold none."""
    plays(model, PRICE)
    record(client, tenant, content=CONTENT + "\n\n" + "User: The shop has tea. " * 60)
    lent = {**PRICE, "text": "The Pro plan costs what Lena, the baker, says."}
    plays(model, lent, gone=[(1, 1, ""), (2, 1, "")])
    record(client, tenant, "e2", f"User: {lent['text']}", day=5)
    assert f"(until 2026-03-05; now: {lent['text']})" in text(client, tenant, "3-descriptions/")
    left, baker = "The Pro plan costs what Lena says.", {**PRICE, "text": "The baker is Ann."}
    plays(model, baker, gone=[(1, 1, left)])
    record(client, tenant, "e3", "User: The baker is Ann.", day=9)
    assert f"(until 2026-03-05; now: {left})" in text(client, tenant, "3-descriptions/")


def test_a_description_is_marked_behind_what_is_over_alone(client, tenant, model):
    """What a sentence says beside that is still so, and so is what leans on it; measured before: both were marked."""
    line = "Deploys happen on Sunday, at 22:00, with Ann. At 22:00 sharp."
    plays(model, PRICE)
    record(client, tenant, content=f"{CONTENT}\n\nUser: {line}" + "\n\nUser: The shop has tea. " * 60)
    moved = {**PRICE, "text": "Deploys happen at 21:00."}
    leant = "User: Deploys happen on Sunday, with Ann. At 22:00 sharp."
    requests = plays(model, moved, gone=[(3, 1, "User: Deploys happen on Sunday, with Ann."), (4, 1, leant)])
    record(client, tenant, "e2", f"User: {moved['text']}", day=5)
    assert f"\n3. User: {line[:-16]}\n4. User: {line}\n" in shown(requests[-1])
    marked = text(client, tenant, "3-descriptions/")
    mark = "*(in part until 2026-03-05, “at 22:00”; now: Deploys happen at 21:00.)*"
    assert f"Sunday, at 22:00 {mark}, with Ann. At 22:00 sharp." in marked


def test_what_a_description_has_of_a_line_is_marked_once(client, tenant, model):
    """Its own sentence and the line end at one place, and name one part."""
    line = "The ketch berths at jetty 4, because the harbour is shallow."
    plays(model, {**PRICE, "text": line})
    record(client, tenant, content=f"User: {line}" + "\n\nUser: The shop has tea. " * 60)
    dug = {**PRICE, "text": "The harbour was dug out and is deep."}
    plays(model, dug, gone=[(1, 1, "The ketch berths at jetty 4.")])
    record(client, tenant, "e2", f"User: {dug['text']}", day=5)
    mark = f"*(in part until 2026-03-05, “because the harbour is shallow”; now: {dug['text']})*"
    assert f"User: {line.rstrip('.')} {mark}." in text(client, tenant, "3-descriptions/")


def test_a_row_below_one_that_is_over_is_over_too(client, tenant, model):
    """Where the model says so; measured before: of three prices that rose the first alone was marked."""
    rows = "| Basic | CHF 40 |\n| Pro | CHF 80 |\n| Max | CHF 120 |"
    plays(model, PRICE)
    record(client, tenant, content=f"{CONTENT}\n\nUser: The plans:\n\n{rows}" + "\n\nUser: The shop has tea. " * 60)
    risen = {**PRICE, "text": "Each of the plans costs CHF 10 more."}
    plays(model, risen, gone=[(at, 1, "") for at in (2, 3, 4)])
    record(client, tenant, "e2", f"User: {risen['text']}", day=5)
    marked = text(client, tenant, "3-descriptions/")
    assert all(f"{row.strip(' |')} *(until 2026-03-05; now: " in marked for row in rows.splitlines())


def test_a_sentence_without_a_space_behind_it_is_marked(client, tenant, model):
    """As Japanese and Chinese are written."""
    line = "料金は40ユーロです。アンが集めます。"
    plays(model, PRICE)
    record(client, tenant, content=f"{CONTENT}\n\nUser: {line}" + "\n\nUser: The shop has tea. " * 60)
    risen = {**PRICE, "text": "料金は50ユーロです。"}
    requests = plays(model, risen, gone=[(2, 1, "")])
    record(client, tenant, "e2", f"User: {risen['text']}", day=5)
    assert "料金は40ユーロです。\n3. " in shown(requests[-1])
    assert "料金は40ユーロです *(until 2026-03-05; now: " in text(client, tenant, "3-descriptions/")


@pytest.mark.parametrize("kind", ["conversation", "code_change"])
def test_what_follows_from_a_decision_ends_in_its_record(client, tenant, model, kind):
    """The record is shown and marked; measured before: it told as true what was over, and was the first match.

    So is that of a decision which a change of code tells: its line did not say that it is one, and led to no record.
    """
    hosting = {**PRICE, "says": "decision", "text": "The shop is hosted at Hetzner.", "topic": "Hosting"}
    follows = {"consequences": ["Tom runs Postgres himself."], "reasons": ["Hetzner is cheap."]}
    plays(model, {**hosting, **follows})
    content = "User: The shop is hosted at Hetzner, which is cheap. Tom runs Postgres himself."
    record(client, tenant, content=content, kind=kind)
    managed = "Hetzner runs Postgres for the shop now."
    # The plan's line has that sentence, too: it is shown once, and ends in both.
    over = (3, 1, "") if kind == "conversation" else (2, 1, "User: The shop is hosted at Hetzner, which is cheap.")
    requests = plays(model, {**hosting, "says": "fact", "text": managed}, gone=[over])
    record(client, tenant, "e2", f"User: {managed}", day=5)
    assert shown(requests[-1]).count("Tom runs Postgres himself.\n") == 1
    records = text(client, tenant, "3-descriptions/system/decisions/")
    assert f"- Tom runs Postgres himself *(until 2026-03-05; now: {managed})*." in records
    assert "Status: accepted" in records and "- Hetzner is cheap.\n" in records


def test_numbers_that_the_model_makes_up_end_nothing(client, tenant, model):
    """There is no such line, and no such statement."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, FREE, gone=[(7, 1, ""), (0, 1, ""), (1, 9, "")])
    assert record(client, tenant, "e2", FREED, day=5)["method"] == "llm"
    assert "CHF 65" in text(client, tenant, "2-summaries/")


def test_lines_point_to_what_was_said_later_where_the_model_fails_the_second_time(client, tenant, model):
    """As without a model: nobody has read both."""
    plays(model, {**PRICE, "text": "The launch party is in the Aula for the whole team."})
    record(client, tenant, content="User: The launch party is in the Aula for the whole team.")
    later = {**PRICE, "text": "The launch party for the whole team is at the lake."}
    model(lambda n: completion(json.dumps({"summary": "", "statements": [later]})))
    record(client, tenant, "e2", "User: The launch party for the whole team is at the lake.", day=5)
    assert "(later, 2026-03-05: " in text(client, tenant, "2-summaries/")


@pytest.mark.parametrize(("ends", "until"), [("2026-03-03", "2026-03-03"), ("2026-02-01", "2026-03-05")])
def test_what_is_told_to_be_over_since_a_day_is_over_since_then(client, tenant, model, ends, until):
    """And not before the line was written. Measured before: what ended on 1 May ended on the 8th, with its report."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, FREE, gone=[(1, 1, "", ends)])
    record(client, tenant, "e2", FREED, day=5)
    assert f"was: The Pro plan costs CHF 65 per month, until {until}; now: " in text(client, tenant, "3-descriptions/")


def test_an_entry_of_a_list_that_tells_what_came_out_is_marked(client, tenant, model):
    """It stays, and leads to what was told then; its line of the index tells of which day it is."""
    plays(model, PRICE, summary="Lena costs CHF 65")
    record(client, tenant, kind="research")
    plays(model, FREE, gone=[(2, 1, "")])
    record(client, tenant, "e2", FREED, day=5)
    page = text(client, tenant, "2-summaries/documentation/research.md")
    [entry] = [line for line in page.splitlines() if line.startswith("- 2026-03-01: Lena costs CHF 65 [[")]
    assert entry.endswith(f"(until 2026-03-05; now: {FREE['text']})")
    [line] = [line for line in text(client, tenant, "1-index/").splitlines() if "documentation/research.md" in line]
    assert "(as of 2026-03-01)" in line
