"""What a report counts, and which report a person wrote."""

from typing import Any

import pytest
from knowledge.usecases.record_event.content.sanitizing import cleaned
from knowledge.usecases.record_event.models import Event
from knowledge.usecases.record_event.statements.metrics import figures, is_written


def event(**fields: Any) -> Event:
    return Event.model_validate({"kind": "integration", "event_id": "e", **fields})


STRIPE = {
    "type": "invoice.paid",
    "data": {"object": {"id": "in_1", "amount_paid": 7900, "currency": "eur", "attempt_count": 2, "due": 1769000000}},
}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (STRIPE, {}),
        ({"data": {"object": {"amount_due": 500, "currency": "jpy"}}, "type": "x"}, {"amount due": "500 JPY"}),
        ({"type": "refund", "amount": "45.00 EUR", "order": "A-77"}, {}),
        ({"report": {"activeUsers": 1432, "bounceRate": 0.41}}, {"active users": "1432", "bounce rate": "0.41"}),
        ({"status": "failed", "error": "Build exceeded 8192 MB"}, {}),
        ({"error": {"message": "Memory exceeded 8192 MB"}, "duration": "312 s"}, {"duration": "312 s"}),
        ("The deployment failed. Error: 5 tests failed", {}),
        ({"errors": 5, "error": 3, "error_rate": "2.1 %"}, {"errors": "5", "error": "3", "error rate": "2.1 %"}),
        (
            "Weekly report. Error: none. Active users: 1,204. MRR: 1,264 EUR.",
            {"Active users": "1,204", "MRR": "1,264 EUR"},
        ),
        ("status: ok, error: 0, latency: 120 ms", {"error": "0", "latency": "120 ms"}),
        ("Mean absolute error: 3.2 ms", {"Mean absolute error": "3.2 ms"}),
        ("Margin of error: 3 %. MRR: 1,264 EUR.", {"Margin of error": "3 %", "MRR": "1,264 EUR"}),
        ("Error: 12.5 GB exceeded. Queue: 12", {"Queue": "12"}),
        ("error: 12 per day", {"error": "12 per day"}),
        ({"prediction_error": "3.2 ms"}, {"prediction error": "3.2 ms"}),
        ("MRR is now 1,264 EUR. Stripe fee 2.18 EUR.", {"MRR": "1,264 EUR", "Stripe fee": "2.18 EUR"}),
        ("The churn rate fell to 3 %, down from 4 %.", {"churn rate": "3 % (before: 4 %)"}),
        ("Revenue: $40 per month", {"Revenue": "$40 per month"}),
        (
            "This week: 412 visits, 37 signups (up 12 %). 3 customers churned.",
            {"visits": "412", "signups": "37 (up 12 %)", "customers churned": "3"},
        ),
        (
            "Cold store: temperature -18,4 °C, Strom 1.240 kWh. Dock: temperature 4 °C",
            {"Cold store temperature": "-18,4 °C", "Cold store Strom": "1.240 kWh", "Dock temperature": "4 °C"},
        ),
        (
            "MRR is now CHF 12,640, up from CHF 11,900. NPS 51 from 88 answers. Last quarter it was 44.",
            {"MRR": "CHF 12,640 (before: CHF 11,900)", "NPS": "51 (from 88 answers)"},
        ),
        ({"rows": [{"value": 812}, {"value": 1432}], "row_count": 2}, {"row count": "2"}),
        (
            {"type": "x", "data": {"object": {"currency": "eur", "plan": {"amount": 4900}}}},
            {"plan amount": "49.00 EUR"},
        ),
        (
            "Weekly metrics, 23 November: MRR is now 14,300 EUR (before: 13,900 EUR). Churn 2.3 %.",
            {"MRR": "14,300 EUR (before: 13,900 EUR)", "Churn": "2.3 %"},
        ),
        ("The conversion rate rose from 1.9 % to 2.4 %.", {"conversion rate": "2.4 % (before: 1.9 %)"}),
        ("In November we had 4,812 visitors and 97 sign-ups.", {"visitors": "4,812", "sign-ups": "97"}),
        ("In November we had 3 visitors and lost the case.", {}),
        ("Revenue this month: £8,200 (last month £7,900)", {"Revenue": "£8,200 (last month £7,900)"}),
        (
            {"metrics": [{"name": "signups", "value": 41}, {"name": "bounce", "value": 52, "unit": "%"}]},
            {"signups": "41", "bounce": "52 %"},
        ),
        ({"source": "stripe", "mrr": {"value": 12400, "currency": "eur"}}, {"stripe mrr": "12400 EUR"}),
        (
            {"kpis": [{"name": "malt", "value": 12, "unit": "t"}, {"name": "malt", "value": 540, "unit": "EUR"}]},
            {"kpis malt (t)": "12 t", "kpis malt (EUR)": "540 EUR"},
        ),
        ("Milk: 1,300 l\nMilk: 560 EUR", {"Milk (l)": "1,300 l", "Milk (EUR)": "560 EUR"}),
        ([{"seats": "4 kg"}, {"seats": "5 kg"}], {}),
        (
            "Response time: 180 ms\nLoading time: 2.4 s\nWaiting time: 12 days\nOpening time: 9 am\nStart time: 10:30",
            {"Response time": "180 ms", "Loading time": "2.4 s", "Waiting time": "12 days"},
        ),
        ({"response_time": 190, "start_time": 1769000000, "time": "10:30"}, {"response time": "190"}),
        ("Revenue: EUR 5,400\nSupport: NPS 51", {"Revenue": "EUR 5,400", "Support": "NPS 51", "Support NPS": "51"}),
        ("Door open for an hour, 9.3 degrees inside. 3 alarms, mostly short.", {"alarms": "3"}),
        ("Invoice 7 was paid by Acme: $40. Version 2 is live. We signed 3 practices.", {}),
    ],
)
def test_figures_are_named_as_people_name_them(content: Any, expected: dict[str, str]) -> None:
    """From the fields of a webhook and from prose; amounts of Stripe in their currency; neither ids nor moments."""
    assert figures(cleaned(event(content=content))) == expected


@pytest.mark.parametrize(
    ("content", "single"),
    [
        ("Payment received\nCustomer: Abbey of Glenstal\nAmount: EUR 5,120.00\nReference: invoice 88", True),
        ("Zahlung eingegangen\nKunde: Holz\nBetrag: 310,00 EUR", True),
        ("Amount: $45.00\nOrder: 77", True),
        ("Orders: 120\nAmount: EUR 5,400", False),
        ("Amount: 31,250 EUR\nMonth: October 2026", False),
        ("Average amount: EUR 45\nRevenue: EUR 5,400", False),
        ("service: Till\nperiod: 2026-10\namount: EUR 5400", False),
    ],
)
def test_one_payment_in_lines_is_no_figure(content: str, single: bool) -> None:
    """As in JSON: an amount as such, of no period and without a count beside it."""
    occurrence = cleaned(event(content=content))

    assert occurrence.transaction is single and bool(figures(occurrence)) is not single


@pytest.mark.parametrize(
    ("metadata", "content", "written"),
    [
        (
            {},
            "The landlord wrote that the lease is renewed for two years.\n\nMara takes the keys over from Jonas "
            "on Monday. The boiler stays as it is until the plumber has time.",
            True,
        ),
        (
            {},
            "Our revenue rose to CHF 12.5 a month. The churn rate is now 2.3 %. Conversion rate rose from 1.9 % to "
            "2.4 %. The deployment of the shop went through at noon.",
            False,
        ),
        ({"service": "Vercel"}, "The shop was deployed from the branch of the release. " * 9, False),
        ({"metrics": {"mrr": 3}}, "The shop was deployed from the branch of the release. " * 9, False),
    ],
)
def test_a_report_of_three_sentences_that_tell_more_than_figures_is_a_persons(
    metadata: dict[str, Any], content: str, written: bool
) -> None:
    """But for what names its service or its figures in fields."""
    occurrence = cleaned(event(content=content, metadata=metadata))

    assert is_written(occurrence) is written
