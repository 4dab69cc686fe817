"""record-event with a language model behind a real HTTP server: what it says is checked against the event."""

import json

import pytest
from knowledge.files.categories import CATEGORIES
from starlette.responses import PlainTextResponse

from tests.integration.usecases.agent_complete.test_model_extraction import model
from tests.support.language_model import completion

__all__ = ["model"]  # a fixture

CONTENT = "User: The Pro plan costs CHF 65 per month. Lena owns the launch.\n\nUser: Deploys happen on Sunday at 22:00."
PRICE = {
    "says": "fact",
    "text": "The Pro plan costs CHF 65 per month.",
    "category": "unit-economics",
    "topic": "Prices",
}


def record(client, tenant, event_id="e1", content=CONTENT, day=1, kind="conversation"):
    """The answer of record-event."""
    at = {"occurred_at": f"2026-03-{day:02}T10:00:00Z"}
    event = {"kind": kind, "event_id": event_id, "content": content, "metadata": at}
    response = client.post("record_event", tenant.agent, event)
    assert response.status_code == 200, response.text
    return response.json()


def plays(model, *statements, summary="", gone=(), again=None, repeated=(), renamed=()):
    """A model that says this of each event, `again` where it is asked about its statements, and of what the files say
    that it is `gone`, said once more or called otherwise; the requests that reach it. Without `again` it says the same
    once more."""
    verdict = [dict(zip(("line", "by", "still", "ends", "decides"), ended, strict=False)) for ended in gone]
    answers = {"Sayings": {"summary": summary, "statements": statements}, "Verdict": {"gone": verdict, "again": []}}
    answers["Verdict"]["again"] = [{"line": line, "by": by} for line, by in repeated]
    answers["Verdict"]["renamed"] = [{"page": page, "name": name} for page, name in renamed]
    second = answers["Sayings"] if again is None else {"statements": again}

    def answer(request):
        return second if len(request["messages"]) > 2 else answers[asked_for(request)]

    requests = model(lambda n: completion(json.dumps(answer(requests[n - 1]))))
    return requests


def asked_for(request):
    """The name of the schema that the request holds the model to."""
    return request["response_format"]["json_schema"]["name"]


def shown(request):
    """What the request tells the model."""
    return request["messages"][1]["content"]


def text(client, tenant, prefix):
    """All files under a prefix."""
    listed = client.request("GET", "knowledge_files", tenant.reader, f"/?prefix={prefix}").json()["files"]
    paths = [f"/{file['path']}" for file in listed]
    return "\n".join(client.request("GET", "knowledge_files", tenant.reader, path).json()["content"] for path in paths)


def test_what_the_model_invents_is_replaced_by_what_the_rules_find(client, tenant, model):
    """Item by item: another figure, another name; what is borne out stays the model's."""
    wrong = {"says": "fact", "text": "Peter owns the launch.", "category": "organization", "topic": ""}
    late = {"says": "fact", "text": "Deploys happen on Sunday at 23:00.", "category": "product", "topic": ""}
    plays(model, PRICE, wrong, late)
    answer = record(client, tenant)
    statements = " ".join(statement["text"] for statement in answer["statements"])
    assert answer["method"] == "llm" and "CHF 65" in statements and "22:00" in statements
    assert "Peter" not in statements and "23:00" not in statements
    assert "Peter" not in text(client, tenant, "2-summaries/")


MINUTES = """Board minutes: the crane lifts 3 tons, and the slip takes 12 tons. Boats may not be washed on the slip.

Mooring costs EUR 480 per season from 1 April. Ines Kolb runs the harbour office."""


def test_an_answer_that_says_nothing_loses_no_event(client, tenant, model):
    """It is none: the rules read the event, as where the model fails."""
    plays(model)
    answer = record(client, tenant, content=MINUTES)
    summaries = text(client, tenant, "2-summaries/")
    assert answer["method"] == "rules" and "found nothing" in answer["note"]
    assert all(fact in summaries for fact in ("3 tons", "12 tons", "may not be washed", "EUR 480", "Ines Kolb"))


def test_a_model_that_is_doubted_says_it_again(client, tenant, model):
    """It is told why, and shown what it said; in the event's words it is believed, and not where it insists."""
    doubted = [PRICE | {"text": text} for text in ("The crane lifts 13 tons.", "The slip takes 14 tons.")]
    again = [PRICE | {"text": "The crane lifts 3 tons."}, doubted[1]]
    requests = plays(model, *doubted, again=again)
    texts = [statement["text"] for statement in record(client, tenant, content=MINUTES)["statements"]]
    assert texts[0] == "The crane lifts 3 tons." and "14" not in " ".join(texts)
    own, why = (message["content"] for message in requests[1]["messages"][2:])
    assert all(one["text"] in own for one in doubted)
    assert "(the event does not have: 13)" in why and "(the event does not have: 14)" in why


def test_what_nobody_doubts_is_not_asked_about(client, tenant, model):
    """A question costs time."""
    requests = plays(model, PRICE)
    record(client, tenant)
    assert [asked_for(request) for request in requests].count("Sayings") == 1


def test_where_the_second_question_fails_rules_stand_in(client, tenant, model):
    """For what was doubted; what was not stays the model's."""
    first = {"summary": "", "statements": [PRICE, PRICE | {"text": "Deploys happen on Sunday at 23:00."}]}
    model(lambda n: completion(json.dumps(first)) if n == 1 else PlainTextResponse("down", 500))
    answer = record(client, tenant)
    texts = " ".join(statement["text"] for statement in answer["statements"])
    assert answer["method"] == "llm" and PRICE["text"] in texts and "22:00" in texts and "23:00" not in texts


def test_what_the_model_read_stays_readable_in_the_events_own_words(client, tenant, model):
    """In a description, with what the model left out; what it says word for word needs none."""
    plays(model, PRICE | {"text": "The office of the harbour is run by Ines Kolb."})
    record(client, tenant, content=MINUTES)
    assert "Boats may not be washed on the slip." in text(client, tenant, "3-descriptions/")
    plays(model, PRICE)
    record(client, tenant, "e2", f"User: {PRICE['text']}", day=2)
    assert PRICE["text"] not in text(client, tenant, "3-descriptions/")


def test_what_the_model_says_is_not_said_again_by_the_rules(client, tenant, model):
    """Of what one says in one go only what is missing is added; measured before: all of it, in another category."""
    wrong = {"says": "fact", "text": "Marco cooks for 30 vegan guests.", "category": "organization", "topic": ""}
    hall = {**PRICE, "text": "The Lakeside Hall is booked for EUR 4,800."}
    plays(model, hall, wrong)
    talk = "User: The Lakeside Hall is booked for EUR 4,800. Thirty guests eat vegan food at the wedding."
    texts = [statement["text"] for statement in record(client, tenant, content=talk)["statements"]]
    assert texts == ["The Lakeside Hall is booked for EUR 4,800.", "Thirty guests eat vegan food at the wedding."]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Marek starts on 2 March 2026, six days a month.", True),
        ("Marek startet am 2. März, six days a month.", True),
        ("Marek starts on 13 March 2026, six days a month.", False),
        ("The review is on 6 March 2026.", True),
        ("The review is on 17 March 2026.", False),
        ("The lease ends in May 2027.", True),
        ("The lease ends in May 2029.", False),
    ],
)
def test_a_date_may_be_written_for_what_the_event_calls_tomorrow(client, tenant, model, text, kept):
    """Or by its weekday, or next year, in whatever words: of a week to each side a model that insists is believed;
    another date is invented."""
    talk = (
        "Ann: Marek starts tomorrow, six days a month.\n\nBo: The review is on Friday. The lease ends in May next year."
    )
    plays(model, {**PRICE, "text": text})
    answer = record(client, tenant, content=talk)
    assert (text in [statement["text"] for statement in answer["statements"]]) is kept


def test_what_stands_in_is_no_name_alone(client, tenant, model):
    """A sentence that points at one before it comes with that; measured before: `Marek.`"""
    known = {**PRICE, "text": "Pictures are done by somebody who is freelance."}
    plays(model, known, {**PRICE, "text": "Marek draws from 9 July on.", "topic": "Marek"})
    talk = "Ann: Who does pictures now?\n\nBo: Marek. He starts in autumn, six days a month, 420 a day."
    texts = [statement["text"] for statement in record(client, tenant, content=talk)["statements"]]
    assert any("Marek" in text and "420" in text for text in texts) and "Marek." not in texts


def test_the_model_puts_statements_into_categories(client, tenant, model):
    """Also into one that only it has a name for; the request held it to a schema in which each field is required."""
    requests = plays(model, {**PRICE, "category": "Price list"})
    record(client, tenant)
    assert "CHF 65" in text(client, tenant, "2-summaries/price-list/")
    schema = requests[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["required"]) == set(schema["properties"])
    assert set(schema["$defs"]["Said"]["required"]) == set(schema["$defs"]["Said"]["properties"])


FREE = {**PRICE, "says": "decision", "text": "Everything is free of charge."}
FREED = "User: Everything is free of charge from today."


def test_the_model_is_shown_the_pages(client, tenant, model):
    """A statement goes to the page that it names, in that page's category, also in another language."""
    plays(model, PRICE)
    record(client, tenant)
    german = {**PRICE, "text": "Der Pro-Plan kostet CHF 80 im Monat.", "category": "finance", "topic": "prices"}
    requests = plays(model, german)
    record(client, tenant, "e2", "User: Der Pro-Plan kostet CHF 80 im Monat.", day=5)
    assert "Prices (unit-economics, room for 8): The Pro plan costs CHF 65 per month." in shown(requests[-2])
    assert "CHF 80" in text(client, tenant, "2-summaries/unit-economics/prices")


def test_the_model_is_shown_what_room_pages_have(client, tenant, model):
    """What goes beyond that is of parts that it names; measured before: a page was split, and the halves of what was
    asked for stood on two of its parts, which were called by their days."""
    shops = [f"The Pro plan costs CHF 65 per month in the shop number {n} of the town." for n in range(30)]
    talk = "User: " + " ".join(shops)
    plays(model, *({**PRICE, "text": shop} for shop in shops[:4]))
    record(client, tenant, content=talk)
    requests = plays(model, *({**PRICE, "text": shop} for shop in shops[4:]))
    record(client, tenant, "e2", content=f"{talk} So it is.")
    assert "\nPrices (unit-economics, room for 6): " in shown(requests[-2])


def test_what_belongs_to_a_full_page_goes_there(client, tenant, model):
    """It is split by itself; measured before: by "room for 0" a second page was made, of the same subject."""
    shops = [{**PRICE, "text": f"The Pro plan costs CHF 65 per month in the shop {n} of the town."} for n in range(60)]
    plays(model, *shops)
    record(client, tenant, content="User: " + " ".join(shop["text"] for shop in shops))
    added = {**PRICE, "text": "The Basic plan costs CHF 20."}
    requests = plays(model, added)
    record(client, tenant, "e2", content=f"User: {added['text']}", day=5)
    assert "\nPrices (unit-economics, full): " in shown(requests[-2])
    assert "also where it is full" in " ".join(requests[-2]["messages"][0]["content"].split())
    assert f"- {added['text']} (2026-03-05)" in text(client, tenant, "2-summaries/unit-economics/prices.md")


def test_what_holds_since_a_change_of_code_is_kept(client, tenant, model):
    """Not its progress alone; and what it takes the place of ends as with any event."""
    plays(model, PRICE)
    record(client, tenant)
    limit = {**PRICE, "text": "The Pro plan is free of charge."}
    removal = {**PRICE, "says": "progress", "text": "Prices were removed.", "topic": "Release"}
    plays(model, removal, limit, gone=[(1, 2, "")])
    record(client, tenant, "e2", "Prices were removed: the Pro plan is free of charge.", day=5, kind="code_change")
    summaries = text(client, tenant, "2-summaries/")
    assert "The Pro plan is free of charge." in summaries and "CHF 65" not in summaries


def test_the_model_is_asked_for_what_is_told_in_passing_and_for_what_the_event_itself_ends(client, tenant, model):
    """Measured before: that a sandbox is wiped on Sundays stood on the page of its rate limit alone, as a reason; and a
    report of an outage told a limit as so that it lowered three lines below."""
    requests = plays(model, PRICE)
    record(client, tenant)
    asked = " ".join(requests[0]["messages"][0]["content"].split())
    assert "is a statement of that one's page, too" in asked
    assert "what the event itself ends is told as past" in asked


def test_what_a_change_brings_is_in_the_stack_whoever_reads_it(client, tenant, model):
    """By its fields and its bumps, as they write it; measured before: a model that told none left the stack as it was,
    and a sentence that it took for a technology stood there and on no page."""
    jobs = {**PRICE, "says": "technology", "text": "Jobs run on dramatiq now.", "topic": "Jobs"}
    plays(model, jobs, {**jobs, "text": "Axios"})
    metadata = {"dependencies": ["dramatiq 1.17", "-celery"], "occurred_at": "2026-03-01T10:00:00Z"}
    content = "chore(deps): bump axios from 1.7.2 to 1.7.9\n\nJobs run on dramatiq now."
    event = {"kind": "code_change", "event_id": "e1", "content": content, "metadata": metadata}
    response = client.post("record_event", tenant.agent, event)
    stack = text(client, tenant, "2-summaries/product/tech-stack.md")
    assert all(name in stack for name in ("dramatiq 1.17", "axios 1.7.9")) and "Axios" not in stack
    assert jobs["text"] in text(client, tenant, "2-summaries/unit-economics/jobs.md") and jobs["text"] not in stack
    assert {one["text"]: one["topic"] for one in response.json()["statements"]}[jobs["text"]] == "Jobs"


def test_the_day_of_the_event_may_be_said(client, tenant, model):
    """In each form: the model is told it, and adds nothing; in German what the model insists on may be a noun, and what
    it leaves out when it is asked is gone."""
    dated = {**PRICE, "text": "The Pro plan costs CHF 65 since 1 March 2026."}
    noun = {**PRICE, "text": "Die Ausstellung kostet 9 Euro Eintritt.", "topic": "Eintritt"}
    invented = {**PRICE, "text": "Am Eingang kostet Peter 9 Euro.", "topic": "Eintritt"}
    talk = "User: Der Eintritt am Eingang kostet 9 Euro, die Karte und der Plan CHF 65, das Haus Pro ist offen."
    plays(model, noun, invented, again=[noun])
    kept = record(client, tenant, content=talk)["statements"]
    assert noun["text"] in [statement["text"] for statement in kept] and "Peter" not in str(kept)
    german = {**PRICE, "text": "The Pro plan costs CHF 65 (01.03.2026)."}
    plays(model, dated)
    assert dated["text"] in [statement["text"] for statement in record(client, tenant, "e2")["statements"]]
    plays(model, german)
    assert german["text"] in [statement["text"] for statement in record(client, tenant, "e3")["statements"]]


def test_what_the_model_read_and_wrote_is_told(client, tenant, model):
    """Of both questions together, in the answer, also of a repeated one."""
    plays(model, PRICE)
    record(client, tenant)
    plays(model, FREE)
    answer = record(client, tenant, "e2", FREED, day=5)
    assert answer["tokens"]["read"] > answer["tokens"]["written"] > 0
    assert record(client, tenant, "e2", FREED, day=5)["tokens"] == answer["tokens"]


def test_the_model_says_what_the_event_is_about(client, tenant, model):
    """Where the event bears it out; else it is called after what it says."""
    long = f"User: Hi!\n\n{CONTENT}\n\n" + "User: The shop has tea. " * 60
    plays(model, PRICE, summary="The price of the Pro plan")
    record(client, tenant, content=long)
    assert "— The price of the Pro plan\n" in text(client, tenant, "3-descriptions/")
    plays(model, PRICE, summary="Peter and the price of 99")
    record(client, tenant, "e2", long + "User: Tea is green.", day=2)
    assert "Peter" not in text(client, tenant, "3-descriptions/")


def test_the_model_may_say_whose_it_is(client, tenant, model):
    """By a name that it was shown on a page, as it is asked to; a figure of a page is none of the event's."""
    plays(model, {**PRICE, "text": "Lena's Pro plan costs CHF 65 per month."})
    record(client, tenant)
    lena = {**PRICE, "text": "Lena's Pro plan is sold until Friday."}
    plays(model, lena, {**PRICE, "text": "The Pro plan costs 65 on Friday."})
    answer = record(client, tenant, "e2", "User: The Pro plan is sold until Friday.", day=5)
    assert lena["text"] in [statement["text"] for statement in answer["statements"]] and "costs 65" not in str(answer)


def test_what_stands_in_for_a_statement_stands_on_its_page(client, tenant, model):
    """The model has read where it belongs; the rules would look for a place by the words."""
    wrong = {**PRICE, "text": "Deploys happen on Sunday at 23:00.", "category": "operations", "topic": "Deploys"}
    plays(model, wrong)
    record(client, tenant)
    assert "22:00" in text(client, tenant, "2-summaries/operations/deploys")


@pytest.mark.parametrize("wrong", ["Deploys happen on Sunday at 22:00. " * 20, "", "  ", "…"])
def test_a_statement_that_is_too_long_or_none_costs_itself_alone(client, tenant, model, wrong):
    """Endpoints refuse schemas with lengths, so the prompt tells them."""
    plays(model, PRICE, {**PRICE, "text": wrong})
    answer = record(client, tenant)
    assert answer["method"] == "llm" and PRICE["text"] in [statement["text"] for statement in answer["statements"]]
    assert all(0 < len(statement["text"].strip("… ")) <= 400 for statement in answer["statements"])


def test_a_topic_or_a_category_that_is_no_name_is_none(client, tenant, model):
    """The rules say then where the statement belongs."""
    plays(model, {**PRICE, "topic": "The Pro plan costs CHF 65 per month. " * 3, "category": "unit-economics " * 9})
    record(client, tenant)
    paths = [file["path"] for file in client.request("GET", "knowledge_files", tenant.reader, "/").json()["files"]]
    assert all(len(path) < 90 for path in paths)


@pytest.mark.parametrize(
    "category",
    ["../../1-index", "system", "3-descriptions", "2-summaries/finance", "Learned", "assets", "History", ".."],
)
def test_a_category_is_no_path_and_no_name_that_the_files_have_of_their_own(client, tenant, model, category):
    """The rules say then in which folder the statement belongs, and it is kept."""
    plays(model, {**PRICE, "category": category})
    record(client, tenant)
    paths = [file["path"] for file in client.request("GET", "knowledge_files", tenant.reader, "/").json()["files"]]
    folders = {path.split("/")[1] for path in paths if path.startswith("2-summaries/")}
    assert "CHF 65" in text(client, tenant, "2-summaries/") and folders <= CATEGORIES.keys()


def test_research_on_competitors_goes_where_the_model_puts_it(client, tenant, model):
    """The page for what rules find of them is for that alone."""
    rival = "Rivalis, a competitor, charges CHF 80 for the Pro plan."
    own = {**PRICE, "text": "Two refurbished pairs came back.", "category": "policies", "topic": "Warranty"}
    plays(model, {**PRICE, "text": rival, "category": "critical-review", "topic": "Rivalis"}, own)
    record(client, tenant, content=f"A comparison with rival vendors. {rival} {own['text']}", kind="research")
    assert rival in text(client, tenant, "2-summaries/critical-review/rivalis.md")
    assert own["text"] in text(client, tenant, "2-summaries/policies/warranty.md")
