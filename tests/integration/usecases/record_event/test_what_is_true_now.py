"""What files say is true now: what matters is there, where it belongs, and can be understood alone."""

import re

import pytest
from knowledge.files import index_lines, paths
from knowledge.files.formats import index
from knowledge.files.repository import Files
from knowledge.files.semver import ChangedBy

from tests.conftest import ONE_ADAPTER
from tests.support.conversations import FIRST, Record, text_below

pytestmark = ONE_ADAPTER


def test_every_key_fact_reaches_a_summary(record: Record, files: Files) -> None:
    """Measured before: 7 of 19 and 11 of 15 key facts; TWINT, CHF 65, the go-live and the budget did not."""
    record(FIRST)
    facts = ["CHF 65", "TWINT", "10 days", "September 1st", "12,000 francs", "Lena", "redshift-2", "December 15th"]
    facts += ["Sunday 22:00", "Tom and Mara", "hardware keys"]
    assert [fact for fact in facts if fact not in text_below(files)] == []


def test_of_background_and_a_conclusion_the_conclusion_stays(record: Record, files: Files) -> None:
    """Measured before: of ten sentences and a conclusion the first eight were kept."""
    background = [
        f"The {n}th survey of {word} had {n + 20} answers. {'It was a long one. ' * 20}"
        for n, word in enumerate(
            [
                "dentists",
                "doctors",
                "bakers",
                "lawyers",
                "tailors",
                "teachers",
                "farmers",
                "painters",
                "singers",
                "smiths",
            ]
        )
    ]
    record("User: " + "\n\n".join([*background, "So we will serve dentists in Zurich first."]))
    assert "serve dentists in Zurich first" in text_below(files)


def test_a_condition_stands_with_its_permission(record: Record, files: Files) -> None:
    """Measured before: the permission under Documentation, its condition under Security."""
    record(FIRST)
    [line] = [line for line in text_below(files).splitlines() if "redshift-2" in line]
    assert "Not before December 15th, the auditors still use it." in line
    [line] = [line for line in text_below(files).splitlines() if "Sunday 22:00" in line]
    assert "Deploys only on Sunday." in line


def test_a_subject_before_a_colon_stays_with_what_is_said_of_it(record: Record, files: Files) -> None:
    """Where nobody speaks; measured before: "90 cents since July" under no name."""
    record("Heating oil: 90 cents since July.\n\nEnd of the lease: 4 May, and it is final.")
    assert "- Heating oil: 90 cents since July." in text_below(files)
    assert "End of the lease: 4 May, and it is final." in text_below(files)


@pytest.mark.parametrize("polite", ["Verstanden.", "Thanks, that is great!", "Merci beaucoup!", "Hi! How are you?"])
def test_pleasantries_are_nothing(record: Record, files: Files, polite: str) -> None:
    """In any language."""
    assert record(f"User: {polite}").statements == [] and text_below(files) == ""


def test_the_case_of_a_named_topic_stays(record: Record, files: Files) -> None:
    """Measured before: `Sso`."""
    record("User: Azure AD is required.", topic="SSO")
    assert [entry.topic for entry in index.entries(files.read(paths.INDEX).content)] == ["SSO"]


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
    assert "payment of 240.00 GBP: succeeded (" in text_below(files)


def test_a_sentence_beside_fields_is_on_the_page(record: Record, files: Files) -> None:
    """With its state, and under the service that the fields name."""
    body = "service: Danfoss cloud\nstatus: alarm\nVoicing room 23.4 degrees at 04:10, setpoint 19. Relay stuck."
    record(body, 1, "integration")
    assert "- Voicing room 23.4 degrees at 04:10, setpoint 19. Relay stuck: alarm. (" in text_below(files)
    assert "**Status of Danfoss cloud**: Danfoss cloud: alarm (" in text_below(files)


def test_figures_of_one_name_in_two_units_are_two(record: Record, files: Files) -> None:
    """Each goes on in its unit, whether a report tells one of them or both."""
    kg, euros = {"name": "glaze", "value": 388, "unit": "kg"}, {"name": "glaze", "value": 3120, "unit": "EUR"}
    for day, kpis in enumerate([[kg], [{**kg, "value": 410}, euros], [{**euros, "value": 2120}]], 1):
        record({"kpis": kpis}, day, "integration", metadata={"service": "Till", "type": "analytics"})
    assert "**Till kpis glaze**: 388 kg → 410 kg (" in text_below(files)
    assert "**Till kpis glaze (EUR)**: 3120 EUR → 2120 EUR (" in text_below(files)


def test_what_a_push_adds_is_a_capability_and_its_upkeep_is_none(record: Record, files: Files) -> None:
    """Notes of what was added and removed are, too; the plan has the title of a release."""
    pushed = [{"message": "Bump actions/checkout from 4 to 5"}, {"message": "feat(milk): the scale reports grams"}]
    record({"commits": pushed}, 1, "code_change", metadata={"title": "Dairy scale 1.3"})
    notes = "Removed: ounces on the display\nAdded: backup to a stick (FAT32)\nAdded: alarm above 7 degrees"
    record(notes, 2, "code_change", metadata={"title": "Dairy scale 1.4"})
    capabilities = text_below(files, "3-descriptions/system/capabilities.md")
    assert "the scale reports grams" in capabilities and "Bump" not in capabilities + text_below(
        files, "2-summaries/product/milk"
    )
    assert "backup to a stick (FAT32). alarm above 7 degrees." in capabilities and "ounces" not in capabilities
    assert ": Dairy scale 1.4\n" in text_below(files, "2-summaries/product/implementation-plan.md")


def test_failures_told_in_content_are_documented(record: Record, files: Files) -> None:
    """What happened, the cause, the lesson and the attempts; the caller need not say that it failed."""
    record(
        "User: I tried three times to migrate the reports. It fails because the role lacks the privilege. "
        "I gave up; an admin must run `GRANT CREATE ON SCHEMA reports TO app` first."
    )
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert all(part in failure for part in ("three times", "lacks the privilege", "GRANT CREATE", "## Root cause"))


@pytest.mark.parametrize(
    "report",
    [
        "User: I tried to restart the worker three times. It does not come up. The image lacks libpq, so we have to "
        "build it anew.",
        "User: We tried a bigger pool twice. The login still times out because of the proxy. It must be bypassed.",
        "User: I tried every cable that we have. The printer never woke up again. The power supply has to be replaced.",
    ],
)
def test_a_failure_is_known_without_that_word(record: Record, files: Files, report: str) -> None:
    """By how it is told that something that was tried ended."""
    record(report)
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert "## What happened" in failure and "## Lesson learned" in failure


def test_what_was_tried_and_worked_is_no_failure(record: Record, files: Files) -> None:
    """Whatever has to be done with it."""
    record(
        "User: We tried the new oven because of the cracks. The bread is better now. We should bake all of it there."
    )
    assert not list(files.list("3-descriptions/learned/failures/"))


def test_each_part_of_a_failure_is_told_by_its_own_sentences(record: Record, files: Files) -> None:
    """And it is called after what was tried, not after who asked; measured before: all of it four times."""
    chat = [{"role": "user", "content": "Did the export to the warehouse work?"}]
    steps = (
        "No. I tried three times to load it into Snowflake. It fails because the role lacks the privilege. I gave up."
    )
    record([*chat, {"role": "assistant", "content": f"{steps} An admin must grant it first."}])
    [failure] = [files.read(entry.path).content for entry in files.list("3-descriptions/learned/failures/")]
    assert "# Failure: I tried three times to load it into Snowflake.\n" in failure
    cause = failure.partition("## Root cause")[2].partition("## ")[0]
    assert "lacks the privilege" in cause and "I tried" not in cause


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


def test_a_plugin_is_as_its_readme_is_now(record: Record, files: Files) -> None:
    """Measured before: what it said first, and the patch itself among the details of the changelog."""
    head = "diff --git a/plugins/mail/README.md b/plugins/mail/README.md\n--- a/plugins/mail/README.md\n"
    head += "+++ b/plugins/mail/README.md\n"
    record(f"Add the mail plugin\n\n{head}@@ -0,0 +1,2 @@\n+# Mail\n+Sends at 7:00.\n", 1, "code_change")
    change = f"Send earlier\n\n{head}@@ -1,2 +1,2 @@\n # Mail\n-Sends at 7:00.\n+Sends at 6:30.\n"
    record(change, 2, "code_change")
    plugin = files.read("3-descriptions/plugins/mail.md").content
    assert "Sends at 6:30." in plugin and "Sends at 7:00." not in plugin
    assert "@@" not in files.read("3-descriptions/system/changelog.md").content
    assert "@@" not in files.read("3-descriptions/system/capabilities.md").content


def test_a_row_of_a_table_with_empty_cells_is_kept(record: Record, files: Files) -> None:
    """And what begins with a table is called after its service."""
    table = "| Route | Bookings | Load |\n|---|---|---|\n| ZRH-LIS | 412 | 81 % |\n| GVA-LIS | 350 | |"
    record(table, 1, "integration", metadata={"service": "amadeus", "type": "bookings"})
    assert "**amadeus GVA-LIS Bookings**: 350" in text_below(files)
    assert "amadeus bookings" in files.read("2-summaries/documentation/integrations.md").content


def test_the_scopes_have_writers(record: Record, files: Files) -> None:
    """Services, decisions with their reasons, capabilities, plugins; each has its line in the index."""
    record("status: succeeded", 1, "integration", metadata={"service": "Vercel", "type": "deployment"})
    record("User: We decided to use Postgres instead of MongoDB, because reports need joins.", day=2)
    readme = "diff --git a/plugins/gmail/README.md b/plugins/gmail/README.md\n--- /dev/null\n"
    readme += "+++ b/plugins/gmail/README.md\n@@ -0,0 +1,2 @@\n+# Gmail\n+Reads mail.\n"
    record(f"feat: Gmail plugin\n\nIt reads the inbox.\n\n{readme}", 3, "code_change")
    listed = {entry.location for entry in index.entries(files.read(paths.INDEX).content)}
    written = {entry.path for entry in files.list("3-descriptions/")}
    assert written <= listed
    wanted = ["learned/services/vercel.md", "system/decisions/", "system/capabilities.md", "plugins/gmail.md"]
    assert all(any(path.startswith(f"3-descriptions/{folder}") for path in written) for folder in wanted)
    assert "Reads mail." in files.read("3-descriptions/plugins/gmail.md").content


def test_what_one_says_in_one_go_stays_together(record: Record, files: Files) -> None:
    """With the question that it answers, and its yes or no; questions that only lead the talk are nothing."""
    record(
        "Assistant: Good morning! Where do you want to start?\n\n"
        "User: Duarte runs the workshop with two mechanics. He wants a reminder after 30 rentals.\n\n"
        "Assistant: Got it, I'll add that. Do we need a permit for the racks?\n\n"
        "User: Yes, from the town. Without it bikes have to be inside by 8 pm.\n\n"
        "Assistant: Perfect, thanks! Anything else?"
    )
    assert "Duarte runs the workshop with two mechanics. He wants a reminder after 30 rentals." in text_below(files)
    assert "Do we need a permit for the racks? Yes, from the town. Without it" in text_below(files)
    assert not any(idle in text_below(files) for idle in ("Where do you want", "Got it", "Anything else", "Perfect"))


def test_a_line_of_the_index_is_no_question(record: Record, files: Files) -> None:
    """It says what the file says, not what was asked or greeted."""
    record("Assistant: What does a bike cost per day?\n\nUser: A city bike is 12 euros a day, an e-bike 29.")
    listed = [entry.description for entry in index.entries(files.read(paths.INDEX).content)]
    assert listed and not any(line.endswith("?") for line in listed)
    assert "A city bike is 12 euros a day, an e-bike 29." in listed


def test_a_report_keeps_what_it_says_in_sentences(record: Record, files: Files) -> None:
    """Measured before: figures alone; what sold out, what takes long and what is recommended were lost."""
    report = "Active subscribers: 2,318.\nThe Kenya lot sold out on Thursday. Shipping to Austria takes 5.2 days.\n"
    service = {"service": "Hearth", "type": "report"}
    record(f"{report}Recommendation: ship from the Linz warehouse.", 1, "integration", metadata=service)
    assert all(fact in text_below(files) for fact in ("Kenya lot sold out", "5.2 days", "Linz warehouse", "2,318"))


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


@pytest.mark.parametrize(
    "sentence",
    [
        "Thanks everyone, have a great weekend!",
        "Danke und bis morgen!",
        "Morning all :)",
        "👍",
        "ok",
        "12",
        "TODO",
    ],
)
def test_an_event_of_pleasantries_writes_nothing(record: Record, files: Files, sentence: str) -> None:
    """No value, no name, and about nothing: neither a statement nor a description, and no line of the index."""
    answer = record(f"User: {sentence}")
    assert answer.statements == [] and answer.files == [] and answer.note and list(files.list()) == []


@pytest.mark.parametrize(
    "sentence", ["The van leaks oil.", "Dogs stay outside.", "Close the gate.", "She left. 12 are left."]
)
def test_a_few_words_that_tell_something_are_kept(record: Record, files: Files, sentence: str) -> None:
    """However short the event is."""
    record(f"User: {sentence}")
    assert sentence.split(". ")[0].rstrip(".") in text_below(files)


PERSONS = {
    "2-summaries/equipment/van.md": "# The van\n\n- The van is a Ford Transit.\n",
    "2-summaries/organization/trainees.md": "# Trainees\n\n- Trainees get a mentor.\n",
    "2-summaries/operations/washing.md": "# Dishwasher\n\n- The dishwasher stands in the back kitchen.\n",
}


@pytest.mark.parametrize(
    ("sentence", "path"),
    [
        ("The van needs new tyres before the winter.", "2-summaries/equipment/van.md"),
        ("Our van is insured with Helvetia from May.", "2-summaries/equipment/van.md"),
        ("Trainees earn 950 euros in their first year.", "2-summaries/organization/trainees.md"),
        ("The dishwasher is descaled every Friday by the late shift.", "2-summaries/operations/washing.md"),
    ],
)
def test_what_begins_with_the_name_of_a_page_goes_there(record: Record, files: Files, sentence: str, path: str) -> None:
    """A person has named it so, wherever its folder is and whatever the file is called."""
    for at, content in PERSONS.items():
        files.write(at, content, by=ChangedBy.USER, summary="Mine")
        index_lines.follow(files, [at], ChangedBy.SYSTEM, "Listed")
    record(f"Nina: {sentence}", 2)
    assert sentence in files.read(path).content


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


def test_a_figure_keeps_its_period(record: Record, files: Files) -> None:
    """In the summary with the one before, and in the log; measured before: November's took the place of October's."""
    for at, (month, mrr) in enumerate([("2026-10", "41,200"), ("2026-11", "43,900"), ("2026-08", "39,000")], 1):
        metabase = {"service": "metabase", "type": "analytics", "period": month}
        record({"mrr": f"{mrr} EUR"}, at, "integration", metadata=metabase)
    line = "**metabase mrr** of 2026-08: 39,000 EUR → 2026-10: 41,200 EUR → 2026-11: 43,900 EUR (2026-03-03"
    assert line in text_below(files)
    log = files.read("3-descriptions/documentation/integrations/log.md").content
    assert all(f"- **Period**: {month}\n" in log for month in ("2026-08", "2026-10", "2026-11")) and "until" not in log


def test_research_without_a_title_is_called_by_its_noun(record: Record, files: Files) -> None:
    """A sentence is no topic's name."""
    record("We found that the pump n0 hums at 50 Hz.", kind="research")
    assert [
        entry.path.rpartition("/")[2] for entry in files.list("2-summaries/") if "/documentation/" not in entry.path
    ] == ["pump-n0.md"]


def test_a_commit_is_about_its_scope(record: Record, files: Files) -> None:
    """Which is a topic also of what comes later."""
    record("feat(save): format v5, zstd", kind="code_change")
    record("feat!(save): format v6", 2, kind="code_change")
    summary = files.read("2-summaries/product/save.md").content
    assert "feat!(save): format v6" in summary


def test_research_has_a_topic_of_its_own(record: Record, files: Files) -> None:
    """Called by its title, and found again by later research on it."""
    record("# Loggers for vaccines\n\nThe Libero costs 74 EUR. Tive is not certified.", kind="research")
    record("# Loggers: news\n\nThe Libero costs 81 EUR now.", 9, "research")
    [summary_path] = [entry.path for entry in files.list("2-summaries/") if "loggers" in entry.path]
    content = files.read(summary_path).content
    assert content.startswith("Loggers for vaccines |") and "81 EUR" in content and "74 EUR" not in content


def test_a_push_is_told_change_by_change(record: Record, files: Files) -> None:
    """Each with its type and its own details; neither lists of files nor patches are progress."""
    patch = '--- a/p.toml\n+++ b/p.toml\n@@ -1 +1,2 @@\n dependencies = [\n+  "weasyprint==62.3",\n'
    commits = [
        {
            "id": "1" * 40,
            "message": "feat: payslips as PDF\n\nRendered with WeasyPrint.",
            "added": ["a.py"],
            "patch": patch,
        },
        {"id": "2" * 40, "message": "fix: contributions are rounded\n\nTo five cents."},
        {"id": "3" * 40, "message": "chore(deps): bump django from 5.0.2 to 5.0.3"},
    ]
    record({"commits": commits}, 1, "code_change")
    log = files.read("3-descriptions/system/changelog.md").content
    assert log.index("### feat: payslips as PDF") < log.index("### fix: contributions") < log.index("### Upkeep")
    assert "— feat: payslips as PDF" in log and "- **Type**: Fix\n- **Details**: To five cents." in log
    plan = files.read("2-summaries/product/implementation-plan.md").content
    assert "Files:" not in plan and "dependencies" not in plan.lower()


def test_a_report_that_a_person_wrote_is_told_statement_by_statement(record: Record, files: Files) -> None:
    """Below its heading's topic; the rows of aligned columns are statements, and headings are none."""
    report = """1. Money
Sales were 1,372 thousand in the first quarter, after 1,298 thousand last year.
The wage ratio rose to 34.1 percent of sales because of two vacancies.

Product     Jan    Feb    Mar
Sourdough   70     68     74
Focaccia    9      12     16

2. Staff
Colm leaves the night shift on 1 May and becomes the manager of the bakehouse.
Jola takes over the night shift from him on the same day.
Nine positions are vacant, most of them at weekends.
The founders meet the whole team every Monday at nine.

3. Security
Only Tom and Mara may access the production database, with hardware keys.
The passwords of all former colleagues were revoked on 3 March.
"""
    record(report, kind="integration", metadata={"title": "First quarter"})
    whole = text_below(files)
    assert "Sourdough — Jan: 70, Feb: 68, Mar: 74" in whole and "2. Staff" not in whole
    assert "Only Tom and Mara" in files.read("2-summaries/security/security.md").content
    [page] = [entry.path for entry in files.list("2-summaries/") if "Sales were" in files.read(entry.path).content]
    assert "wage ratio" in files.read(page).content
    assert "Jola takes over" in text_below(files, "2-summaries/organization/")


def test_what_a_release_takes_out_is_told_as_gone(record: Record, files: Files) -> None:
    """And what it adds is a capability; measured before: pages "Added" and "Removed", and a login that reads as new."""
    notes = "## Added\n- Tide tables for the map\n\n## Fixed\n- Crash on old phones\n\n## Removed\n- Login with Yahoo"
    record(notes, kind="code_change", metadata={"title": "Release 7"})
    log = files.read("3-descriptions/system/changelog.md").content
    assert "Added: Tide tables for the map. Fixed: Crash on old phones. Removed: Login with Yahoo." in log
    assert "- Removed: Login with Yahoo." in text_below(files) and "- 2026-03-01: Release 7\n" in text_below(files)
    assert not any(f"/{name}.md" in text_below(files, "1-index/") for name in ("added", "fixed", "removed"))
    assert "Yahoo" not in files.read("3-descriptions/system/capabilities.md").content


@pytest.mark.parametrize(
    ("added", "removed", "login", "dark"),
    [
        ("Added", "Removed", "Login with Yahoo", "Dark mode for the map"),
        ("Hinzugefügt", "Entfernt", "Anmeldung mit Yahoo", "Dunkles Design für die Karte"),
    ],
)
def test_what_a_later_release_takes_out_ends_what_an_earlier_one_added(
    record: Record, files: Files, added: str, removed: str, login: str, dark: str
) -> None:
    """In summaries, the changelog and the capabilities; what else was added stays."""
    record(f"## {added}\n- {login}\n- {dark}", kind="code_change", metadata={"title": "Release 7"})
    record(f"## {removed}\n- {login}", day=2, kind="code_change", metadata={"title": "Release 8"})
    now = text_below(files)
    assert f"{added}: {login}" not in now and f"{removed}: {login}" in now and f"{added}: {dark}" in now
    for name, words in (("changelog", f"{added}: {login}"), ("capabilities", login)):
        assert f"{words} *(until 2026-03-02; " in files.read(f"3-descriptions/system/{name}.md").content


@pytest.mark.parametrize("title", ["PDF export", "Release 3.2"])
@pytest.mark.parametrize("text", ["feat: payslips as PDF", "## Added\n- Payslips as PDF", "Added payslips as PDF"])
def test_a_capability_needs_no_title_that_says_so(record: Record, files: Files, title: str, text: str) -> None:
    """The change itself says that it adds something."""
    record(text, kind="code_change", metadata={"title": title})
    assert "ayslips as PDF" in files.read("3-descriptions/system/capabilities.md").content
    assert "- **Type**: New feature" in files.read("3-descriptions/system/changelog.md").content


def test_a_patch_alone_tells_what_it_brings_and_takes_out(record: Record, files: Files) -> None:
    """Measured before: an entry with nothing but its type."""
    files_of_it = "--- a/requirements.txt\n+++ b/requirements.txt"
    record(
        f"diff --git a/requirements.txt b/requirements.txt\n{files_of_it}\n@@ -1,2 +1,2 @@\n-rq==1.15\n+huey==2.5\n",
        kind="code_change",
        metadata={"title": "Queue"},
    )
    assert "- **Dependencies**: huey 2.5, without rq" in files.read("3-descriptions/system/changelog.md").content
    assert "- 2026-03-01: Queue: huey 2.5, without rq" in text_below(files)


def test_a_role_that_speaks_once_names_no_page(record: Record, files: Files) -> None:
    """Its label stays with what it says, since it may be what is spoken of."""
    record("Support: The parcel of Ms Weber is lost.\nMaya: We send a new parcel.\nMaya: The parcel costs 40 euros.")
    assert "- Support: The parcel of Ms Weber is lost." in text_below(files)
    assert not any(path.path.endswith("/support.md") for path in files.list("2-summaries/"))


def test_notes_stand_below_their_headings(record: Record, files: Files) -> None:
    """As a text does: what is said without its subject has it on the page of its heading."""
    record("## Physiotherapy\n- The waiting list is open again.\n\n## Vaccines\n- The fridge is new.")
    [physio] = [entry.path for entry in files.list("2-summaries/") if entry.path.endswith("/physiotherapy.md")]
    assert "- The waiting list is open again." in files.read(physio).content


def test_what_a_change_replaces_is_told_where_it_stood(record: Record, files: Files) -> None:
    """And not in the list of changes."""
    record("Reset links are valid for 30 minutes. They are sent by e-mail.", 1, "code_change")
    record("Reset links are now valid for 15 minutes instead of 30.", 2, "code_change")
    pages = [entry.path for entry in files.list("2-summaries/") if "\n- Reset links" in files.read(entry.path).content]
    [page] = pages
    assert "They are sent by e-mail." in files.read(page).content and "30 minutes" not in text_below(files, page)


def test_a_few_words_of_a_release_are_told(record: Record, files: Files) -> None:
    """Below a heading that says what became of them; below any other they say too little."""
    record("v2.0.0\n\n### Added\n- Dark mode\n- CSV import\n\n### Misc\n- Small things", 1, "code_change")
    product = files.read("2-summaries/product/product.md").content
    assert "- Added: Dark mode." in product and "- Added: CSV import." in product
    assert "Small things" not in text_below(files)
