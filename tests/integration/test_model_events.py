"""record-event with a language model behind a real HTTP server: what it says is checked against the event."""

import json

from tests.integration.test_model_extraction import model, said

__all__ = ["model"]  # a fixture

CONTENT = "User: The Pro plan costs CHF 65 per month. Lena owns the launch.\n\nUser: Deploys happen on Sunday at 22:00."
PRICE = {"says": "fact", "text": "The Pro plan costs CHF 65 per month.", "category": "unit-economics", "replaces": []}


def record(client, tenant, event_id="e1", content=CONTENT, day=1):
    """The answer of record-event."""
    at = {"occurred_at": f"2026-03-{day:02}T10:00:00Z"}
    event = {"kind": "conversation", "event_id": event_id, "content": content, "metadata": at}
    response = client.post("record_event", tenant.agent, event)
    assert response.status_code == 200, response.text
    return response.json()


def answered(*statements, topic="", summary=""):
    """A model that always says this."""
    return lambda n: said(json.dumps({"topic": topic, "summary": summary, "statements": list(statements)}))


def text(client, tenant, prefix):
    """All files under a prefix."""
    listed = client.request("GET", "knowledge_files", tenant.reader, f"/?prefix={prefix}").json()["files"]
    paths = [f"/{each['path']}" for each in listed]
    return "\n".join(client.request("GET", "knowledge_files", tenant.reader, path).json()["content"] for path in paths)


def test_what_the_model_invents_is_replaced_by_what_the_rules_find(client, tenant, model):
    """Item by item: another figure, another name; what is borne out stays the model's."""
    wrong = {"says": "fact", "text": "Peter owns the launch.", "category": "organization", "replaces": []}
    late = {"says": "fact", "text": "Deploys happen on Sunday at 23:00.", "category": "product", "replaces": []}
    model(answered(PRICE, wrong, late))
    answer = record(client, tenant)
    statements = " ".join(statement["text"] for statement in answer["statements"])
    assert answer["method"] == "llm" and "CHF 65" in statements and "22:00" in statements
    assert "Peter" not in statements and "23:00" not in statements
    assert "Peter" not in text(client, tenant, "2-summaries/")


def test_what_the_model_says_is_not_said_again_by_the_rules(client, tenant, model):
    """Of what one says in one go only what is missing is added; measured before: all of it, in another category."""
    wrong = {"says": "fact", "text": "Marco cooks for 30 vegan guests.", "category": "organization", "replaces": []}
    hall = {**PRICE, "text": "The Lakeside Hall is booked for EUR 4,800."}
    model(answered(hall, wrong))
    talk = "User: The Lakeside Hall is booked for EUR 4,800. Thirty guests eat vegan food at the wedding."
    texts = [each["text"] for each in record(client, tenant, content=talk)["statements"]]
    assert texts == ["The Lakeside Hall is booked for EUR 4,800.", "Thirty guests eat vegan food at the wedding."]


def test_the_model_puts_statements_into_categories(client, tenant, model):
    """Also into one that only it has a name for; the request held it to a schema in which each field is required."""
    requests = model(answered({**PRICE, "category": "Price list"}))
    record(client, tenant)
    assert "CHF 65" in text(client, tenant, "2-summaries/price-list/")
    schema = requests[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["required"]) == set(schema["properties"])
    assert set(schema["$defs"]["Said"]["required"]) == set(schema["$defs"]["Said"]["properties"])


def test_the_model_names_what_is_no_longer_so(client, tenant, model):
    """It is shown what the files say; what it takes to be superseded leaves the summary and enters the history."""
    model(answered(PRICE))
    record(client, tenant)
    free = {"says": "decision", "text": "Everything is free of charge.", "category": "unit-economics", "replaces": [1]}
    requests = model(answered(free))
    record(client, tenant, "e2", "User: Everything is free of charge from today.", day=5)
    assert "1. The Pro plan costs CHF 65 per month." in requests[-1]["messages"][1]["content"]
    assert "CHF 65" not in text(client, tenant, "2-summaries/")
    assert "was: The Pro plan costs CHF 65 per month, until 2026-03-05" in text(client, tenant, "3-descriptions/")


def test_numbers_that_the_model_makes_up_replace_nothing(client, tenant, model):
    """There is no such line."""
    model(answered({**PRICE, "replaces": [7, 0, -1]}))
    assert record(client, tenant)["method"] == "llm"
    assert "CHF 65" in text(client, tenant, "2-summaries/")


def test_the_model_says_what_the_event_is_about(client, tenant, model):
    """Where the event bears it out; else it is called after what it says."""
    long = f"User: Hi!\n\n{CONTENT}\n\n" + "User: The shop has tea. " * 60
    model(answered(PRICE, summary="The price of the Pro plan"))
    record(client, tenant, content=long)
    assert "— The price of the Pro plan\n" in text(client, tenant, "3-descriptions/")
    model(answered(PRICE, summary="Peter and the price of 99"))
    record(client, tenant, "e2", long + "User: Tea is green.", day=2)
    assert "Peter" not in text(client, tenant, "3-descriptions/")
