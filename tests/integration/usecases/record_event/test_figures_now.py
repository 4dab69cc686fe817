"""Figures as they are now: with their unit, their period and their service, each on one page."""

import re

import pytest
from knowledge.files import paths
from knowledge.files.formats import index
from knowledge.files.repository import Files

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import Record, text_below

pytestmark = ONE_ADAPTER


def test_figures_with_a_note_count_and_transactions_do_not(record: Record, files: Files) -> None:
    """`(+6.1 %…)` and `from 88 answers` are notes; a refund is an event, no figure."""
    metrics = "Active households: 1,204 (+6.1 % against the week before)\nNPS 51 from 88 answers"
    record(metrics, 1, "integration", metadata={"service": "app"})
    refund = {"type": "charge.refunded", "data": {"object": {"id": "ch_1", "amount": 4500, "currency": "eur"}}}
    record(refund, 2, "integration", metadata={"service": "stripe"})
    assert "**app Active households**: 1,204 (" in text_below(files) and "**app NPS**: 51 (" in text_below(files)
    assert "45.00" not in text_below(files) and "45.00 EUR" in text_below(files, "3-descriptions/")


def test_a_page_tells_what_is_live_and_what_failed_last(record: Record, files: Files) -> None:
    """With its version and its error; a figure of a release stands with the version that reported it."""
    kind = {"type": "deployment"}
    live = {"service": "api", "version": "2.4.1", "status": "succeeded", "environment": "production", "seconds": 312}
    record(live, 1, "integration", metadata=kind)
    failed = {**live, "version": "2.5.0", "status": "failed", "error": "migration 0042 timed out"}
    record({name: value for name, value in failed.items() if name != "seconds"}, 2, "integration", metadata=kind)
    page = text_below(files)
    assert "**Live version of api in production**: 2.4.1 (" in page and "**api seconds**: 312 (2.4.1) (" in page
    assert "**Last failure of api in production**: 2.5.0, migration 0042 timed out (" in page
    assert "**Status of api**: api deployment 2.5.0: failed (migration 0042 timed out) (" in page
    record({**live, "version": "2.5.1", "seconds": 298}, 3, "integration", metadata=kind)
    assert "**Live version of api in production**: 2.4.1 → 2.5.1 (" in text_below(files)
    assert "**api seconds**: 312 → 298 (2.5.1) (" in text_below(files)


def test_an_amount_has_its_currency(record: Record, files: Files) -> None:
    """The last payment tells its amount, a figure of money its currency, and the log what the body calls its event."""
    paid = {"type": "payment", "provider": "stripe", "amount": 129.5, "currency": "EUR", "status": "paid"}
    record(paid, 1, "integration")
    mrr = {"mrr": 41200, "churn_rate": 0.021, "currency": "eur"}
    record(mrr, 2, "integration", metadata={"service": "stripe", "type": "figures"})
    refund = {"type": "refund", "id": "r_8", "amount": "18.00", "currency": "GBP", "service": "gocardless"}
    record({**refund, "status": "done"}, 3, "integration")
    assert "**Last of gocardless**: gocardless refund of 18.00 GBP: done (" in text_below(files)
    assert "**Last of stripe**: stripe payment of 129.5 EUR: paid (" in text_below(files)
    assert "**stripe mrr**: 41200 EUR (" in text_below(files) and "churn rate**: 0.021 (" in text_below(files)
    assert "- **Type**: payment\n" in text_below(files, "3-descriptions/")


def test_a_payment_in_lines_is_the_last_of_its_service(record: Record, files: Files) -> None:
    """With who paid and for what; no figure follows from one payment to the next. Stripe's own objects are in cents."""
    for day, (who, amount) in enumerate([("Abbey of Glenstal", "EUR 5,120.00"), ("Ballina Parish", "EUR 310.00")], 1):
        lines = f"Payment received\nCustomer: {who}\nAmount: {amount}\nReference: final invoice {day}\nStatus: paid"
        record(lines, day, "integration", metadata={"type": "payment", "service": "AIB"})
    charge = {"id": "ch_3", "object": "charge", "amount": 24000, "currency": "gbp", "status": "succeeded"}
    record(charge, 3, "integration", metadata={"type": "payment", "service": "Stripe"})
    last = "Payment received of EUR 310.00: paid (Customer: Ballina Parish; Reference: final invoice 2)"
    assert f"**Last of AIB**: {last} (" in text_below(files) and "→" not in text_below(files)
    assert "**Last of Stripe**: Stripe charge of 240.00 GBP: succeeded (" in text_below(files)


def test_a_refund_is_no_payment(record: Record, files: Files) -> None:
    """Whatever type of report the caller calls it; in a sentence it is its service's last one, not its status."""
    payment = {"type": "payment", "service": "Stripe"}
    refund = {"id": "re_7", "object": "refund", "amount": 6100, "currency": "eur", "status": "succeeded"}
    record(refund, 1, "integration", metadata=payment)
    assert "**Last of Stripe**: Stripe refund of 61.00 EUR: succeeded (" in text_below(files)
    assert "**Type**: refund" in text_below(files, "3-descriptions/") and "payment" not in text_below(files)
    refund_told = "Refund of 18.00 EUR to Frau Ott for order 5512, goodwill."
    record(refund_told, 2, "integration", metadata={**payment, "status": "pending"})
    assert f"**Last of Stripe**: {refund_told[:-1]}: pending (" in text_below(files)
    assert "Status of" not in text_below(files)


def test_a_sentence_beside_fields_is_on_the_page(record: Record, files: Files) -> None:
    """With its state, and under the service that the fields name."""
    body = "service: Danfoss cloud\nstatus: alarm\nVoicing room 23.4 degrees at 04:10, setpoint 19. Relay stuck."
    record(body, 1, "integration")
    assert "- Voicing room 23.4 degrees at 04:10, setpoint 19. Relay stuck: alarm. (" in text_below(files)
    assert "**Status of Danfoss cloud**: Danfoss cloud: alarm (" in text_below(files)


def test_one_figure_is_one_however_it_is_written(record: Record, files: Files) -> None:
    """In capitals or small, with its unit or without; what it was is told, and what was told last stands first."""
    service = {"service": "Tallyho"}
    record("MRR is now 43,900 EUR, up from 41,200 EUR in October.", 1, "integration", metadata=service)
    assert "**Tallyho MRR**: 43,900 EUR (before: 41,200 EUR) (" in text_below(files)
    record({"mrr": 42100}, 2, "integration", metadata=service)
    assert "- **Tallyho mrr**: 43,900 EUR → 42100 (" in text_below(files)
    record({"mrr": 42700}, 3, "integration", metadata={**service, "period": "2026-02"})
    of_figure = re.findall(r"\*\*Tallyho mrr\*\*.*?(\d+) \(", text_below(files))
    assert of_figure == ["42700", "42100"]


def test_a_sentence_is_no_kind_of_report(record: Record, files: Files) -> None:
    """A service's file had a section for each: those without a kind are of the service alone."""
    for day, sentence in enumerate(["Trials are 31.", "Trials are 32. Nobody left."], 1):
        record(sentence, day, "integration", metadata={"service": "Tallyho"})
    service = files.read("3-descriptions/learned/services/tallyho.md").content
    assert re.findall(r"^## (.*)", service, re.M) == ["Tallyho"]


def test_items_of_an_array_are_told_apart_by_their_names(record: Record, files: Files) -> None:
    """Measured before: two hosts' alerts were one, without a host, and the service had the state of the last one."""
    alert = {"name": "disk", "host": "pg-1.example.org", "value": "91 %", "severity": "high", "status": "firing"}
    alerts = [alert, {**alert, "host": "10.0.0.7", "value": 40, "unit": "%", "status": "resolved"}]
    record({"alerts": alerts}, 1, "integration", metadata={"service": "Pulse"})
    assert "**Pulse alerts disk 10.0.0.7**: 40 % (" in text_below(files)
    assert "**Status of Pulse alerts disk pg-1.example.org**: firing (" in text_below(files)
    over = {**alert, "value": "60 %", "severity": "low", "status": "resolved"}
    record({"alerts": [over]}, 2, "integration", metadata={"service": "Pulse"})
    assert "**Pulse alerts disk pg-1.example.org**: 91 % → 60 % (" in text_below(files)
    assert "**Status of Pulse alerts disk pg-1.example.org**: resolved (" in text_below(files)
    assert "firing" not in text_below(files) and "**Status of Pulse**" not in text_below(files)
    assert "disk pg-1.example.org: firing *(until 2026-03-02; now: resolved)*" in text_below(files, "3-descriptions/")


def test_figures_of_one_name_in_two_units_are_two(record: Record, files: Files) -> None:
    """Each goes on in its unit, whether a report tells one of them or both."""
    kg, euros = {"name": "glaze", "value": 388, "unit": "kg"}, {"name": "glaze", "value": 3120, "unit": "EUR"}
    for day, kpis in enumerate([[kg], [{**kg, "value": 410}, euros], [{**euros, "value": 2120}]], 1):
        record({"kpis": kpis}, day, "integration", metadata={"service": "Till", "type": "analytics"})
    assert "**Till kpis glaze**: 388 kg → 410 kg (" in text_below(files)
    assert "**Till kpis glaze (EUR)**: 3120 EUR → 2120 EUR (" in text_below(files)


def test_a_service_tells_what_all_its_reports_tell(record: Record, files: Files) -> None:
    """Also what came later; single payments are in the log. Measured before: a link to a summary that was not there."""
    for day, metric in enumerate(["error rate: 0.4 %", "p95 latency: 310 ms", "error rate: 0.2 %"], 1):
        record(metric, day, "integration", metadata={"service": "checkout", "type": "monitoring"})
    service = files.read("3-descriptions/learned/services/checkout.md").content
    assert "- error rate\n" in service and service.count("latency") == 1 and "devops.md]]" in service
    refund = {"type": "charge.refunded", "data": {"object": {"id": "ch_1", "amount": 4500, "currency": "eur"}}}
    record(refund, 4, "integration", metadata={"service": "stripe"})
    assert "log.md]]" in files.read("3-descriptions/learned/services/stripe.md").content
    lines = {entry.location: entry.description for entry in index.entries(files.read(paths.INDEX).content)}
    assert lines["3-descriptions/learned/services/checkout.md"].startswith("error rate; p95 latency")


SHAPES = [
    ({"service": "shop", "type": "alert", "metrics": {"error_rate": "0.4 %"}}, "0.4 %"),
    ({"service": "shop", "type": "weekly", "metrics": {"error_rate": "0.3 %", "visitors": 1200}}, "0.3 %"),
    ({"event": "deploy.finished", "service": "shop", "status": "succeeded", "error_rate": "0.2 %"}, "0.2 %"),
    ("Shop: error rate is 0.1 %", "0.1 %"),
]


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "backwards"])
def test_a_figure_stands_on_one_page_whatever_tells_it(record: Record, files: Files, order: int) -> None:
    """An alert, a week's figures, a deployment, a sentence; another service's stands apart. Measured before: on two."""
    for day, (content, _) in enumerate(SHAPES[::order], 1):
        record(content, day, "integration", metadata={} if isinstance(content, dict) else {"service": "shop"})
    record({"service": "search", "metrics": {"error_rate": "9.7 %"}}, 5, "integration")
    lines = text_below(files).splitlines()
    last, before = (SHAPES[::order][at][1] for at in (-1, -2))
    assert [f"{before} → {last} (" in line for line in lines if line.lower().startswith("- **shop error rate**")] == [
        True
    ]
    assert sum("**search error rate**: 9.7 % (" in line for line in lines) == 1
    linked = re.findall(r"(?:Now: |, )\[\[(.*?)\]\]", files.read("3-descriptions/learned/services/shop.md").content)
    assert linked and all(files.read(path).content for path in linked)


def test_a_figure_stands_on_one_page_though_a_report_names_no_service(record: Record, files: Files) -> None:
    """The body's kind put it under finance, the sentence under DevOps, where the stale one stayed for good."""
    record({"service": "thumbnailer", "error_rate": "1.4 %"}, 6, "integration")
    record("thumbnailer error rate 0.3 %", 7, "integration")
    record({"service": "thumbnailer", "error_rate": "0.6 %", "p95_ms": 120}, 8, "integration")
    lines = [line for line in text_below(files).splitlines() if line.startswith("- **thumbnailer error rate**")]
    assert [line.partition(" (")[0] for line in lines] == ["- **thumbnailer error rate**: 0.3 % → 0.6 %"]


def test_a_body_says_whose_its_figures_are_and_of_when(record: Record, files: Files) -> None:
    """As a webhook sends them, without metadata: two services' figures and states are apart, and each period's."""
    for day, (service, value) in enumerate([("stripe", 18200), ("paddle", 7100), ("stripe", 19400)], 1):
        record({"data": {"service": service, "mrr": value, "period": f"2026-0{day}"}}, day, "integration")
    record({"service": "railway", "status": "success"}, 4, "integration")
    record("Service: vercel\nStatus: failed", 5, "integration")
    finances = text_below(files)
    assert (
        "**stripe mrr** of 2026-01: 18200 → 2026-03: 19400" in finances
        and "**paddle mrr** of 2026-02: 7100" in finances
    )
    assert "**Status of railway**" in finances and "**Status of vercel**" in finances


def test_figures_of_a_table_have_a_trend_each(record: Record, files: Files) -> None:
    """Called by its row and its column. Measured before: of a row one half was struck out."""
    table = "| service | p95 | errors |\n|---|---|---|\n| search | {} ms | {} % |\n| login | 310 ms | 0.2 % |\n"
    for day, values in enumerate([(890, 1.4), (640, 0.9)], 1):
        record(table.format(*values), day, "integration", metadata={"service": "grafana"})
    summaries = text_below(files)
    assert (
        "**grafana search p95**: 890 ms → 640 ms" in summaries
        and "**grafana search errors**: 1.4 % → 0.9 %" in summaries
    )
    assert "~~" not in summaries and "search —" not in summaries


def test_a_figure_may_stand_behind_a_colon_with_a_space(record: Record, files: Files) -> None:
    """As French writes it; and a verb alone names none."""
    record(
        "Taux de désabonnement : 1,8 %\nDeployed to production, took 41 s",
        1,
        "integration",
        metadata={"service": "app"},
    )
    assert "**app Taux de désabonnement**: 1,8 %" in text_below(files) and "took**" not in text_below(files)


def test_the_log_marks_the_figure_of_the_service(record: Record, files: Files) -> None:
    """What two services report alike is marked where the one of which it is no longer so reported it."""
    for day, (service, value) in enumerate([("stripe", 7100), ("paddle", 7100), ("stripe", 19400)], 1):
        record({"service": service, "mrr": value}, day, "integration")
    log = files.read("3-descriptions/documentation/integrations/log.md").content
    assert "service: stripe; mrr: 7100 *(until" in log and "service: paddle; mrr: 7100 *(" not in log


def test_the_reports_of_a_service_stand_in_one_summary(record: Record, files: Files) -> None:
    """Whatever a later one is nearer to; what its sentences said before is superseded like the rest."""
    service = {"service": "Hearth", "type": "report"}
    first = "# Week 9\n\nMRR stands at 41,720 EUR. Shipping to Austria takes 5.2 days."
    record(first, 1, "integration", metadata=service)
    later = "# Week 10\n\nMRR stands at 41,180 EUR. Visitors: 17,011. Shipping to Austria takes 2.4 days now."
    record(later, 9, "integration", metadata=service)
    [mrr] = [line for line in text_below(files).splitlines() if "**Hearth MRR**" in line]
    assert "41,720 EUR → 41,180 EUR" in mrr
    assert "takes 2.4 days" in text_below(files) and "takes 5.2 days" not in text_below(files)
    assert "41,720" not in files.read("3-descriptions/learned/services/hearth.md").content


@pytest.mark.parametrize("label", ["Report for {}: ", "{}: ", "Bericht {} 2026: ", "{} report: "])
def test_the_month_of_a_report_is_no_part_of_its_figures_names(record: Record, files: Files, label: str) -> None:
    """In its label; measured before: `Report for September Subscribers` and `Report for October Subscribers`."""
    paddle = {"service": "paddle", "occurred_at": "2026-11-03T10:00:00Z"}
    for day, month, subscribers in [(1, "September", "512 (+3 % on August)"), (2, "October", "540")]:
        text = f"{label.format(month)}Subscribers: {subscribers}. Trial conversion {day + 20} %."
        record(text, day, "integration", metadata=paddle)
    [line] = [line for line in text_below(files).splitlines() if "Subscribers**" in line]
    assert "of 2026-09: 512" in line and "→ 2026-10: 540" in line and "September" not in line


def test_a_figure_keeps_its_period(record: Record, files: Files) -> None:
    """In the summary with the one before, and in the log; measured before: November's took the place of October's."""
    for at, (month, mrr) in enumerate([("2026-10", "41,200"), ("2026-11", "43,900"), ("2026-08", "39,000")], 1):
        metabase = {"service": "metabase", "type": "analytics", "period": month}
        record({"mrr": f"{mrr} EUR"}, at, "integration", metadata=metabase)
    line = "**metabase mrr** of 2026-08: 39,000 EUR → 2026-10: 41,200 EUR → 2026-11: 43,900 EUR (2026-03-03"
    assert line in text_below(files)
    log = files.read("3-descriptions/documentation/integrations/log.md").content
    assert all(f"- **Period**: {month}\n" in log for month in ("2026-08", "2026-10", "2026-11")) and "until" not in log
