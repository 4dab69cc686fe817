"""What overrules what: the newer the older, whatever is asked; what runs came to ranks among equals."""

import psycopg
import pytest
from knowledge.text.numbered_subjects import is_about

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import LEARNING, PORTS, completed, matches
from tests.unit.text.test_conditions import ELSEWHERE, OF_THE_SAME, SINCE, own_marks
from tests.unit.text.test_numbered_subjects import COUNTED, NAMED, NUMBERED, OPPOSITES, OPPOSITES_OF_ONE, VALUES


def test_reinforcement_merges_what_is_known(client, tenant):
    """Agent types and tags of both stay; a run counts once; each agent type finds it."""
    for run_id, agent_type, tag in (("r1", "developer", "a"), ("r2", "reviewer", "b")):
        learning = {"learning": LEARNING, "tags": [tag]}
        completed(client, tenant.agent, {"run_id": run_id, "agent_type": agent_type, "learnings": [learning, learning]})
    for agent_type in ("developer", "reviewer"):
        [match] = matches(client, tenant, LEARNING, agent_type=agent_type)
        assert (match["agent_types"], match["tags"]) == (["developer", "reviewer"], ["a", "b"])
        assert match["frequency"] == 2


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (LEARNING, "The API listens on port 8091."),
        (LEARNING, "The API no longer listens on 8090; it moved to 8091."),
        ("The worker needs Python 3.11 to start.", "The worker needs Python 3.12 to start."),
    ],
)
def test_the_newer_overrules_the_older(client, tenant, older, newer):
    """The newer is first and names the older, which is marked, ranked down and kept."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})["learnings"]
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})["learnings"]
    first, second = matches(client, tenant, "Which port does the API listen on, and which Python does the worker need?")
    assert (first["id"], first["supersedes"], first["superseded_by"]) == (two["id"], one["id"], None)
    assert (second["id"], second["superseded_by"]) == (one["id"], two["id"])
    assert second["score"] < first["score"]


@pytest.mark.parametrize(
    ("older", "newer", "question"),
    [
        ("The client retries three times.", "The client retries five times.", "How often does the client retry?"),
        ("The worker needs redis.", "The worker does not need redis.", "Does the worker need redis?"),
        ("La sauvegarde tourne à deux heures.", "La sauvegarde tourne à trois heures.", "Quand tourne la sauvegarde ?"),
        ("The proxy of the portal is nginx.", "The proxy of the portal is caddy.", "Which proxy has the portal?"),
        (
            "The lead of the team is lena fischer.",
            "The lead of the team is omar haddad.",
            "Who is the lead of the team?",
        ),
        ("The worker has 512 MiB of memory.", "The worker has 2 GiB of memory.", "How much memory has the worker?"),
        ("The proxy of the portal is nginx.", "The proxy of the portal is caddy.", "Is the proxy still nginx?"),
        ("CI uses ubuntu-22.04 runners.", "CI uses ubuntu-24.04 runners.", "Does CI still use ubuntu-22.04 runners?"),
        ("Retry 3 times before giving up.", "Retry 5 times before giving up.", "How often to retry before giving up?"),
        ("Keep 30 days of the logs.", "Keep 60 days of the logs.", "How many days of the logs are kept?"),
        ("Port 8090 is used by the API.", "Port 8091 is used by the API.", "Which port is used by the API?"),
        ("Python 3.11 is required.", "Python 3.12 is required.", "Which Python is required?"),
        (
            "The partner API is at https://api.io/v1.",
            "The partner API is at https://api.io/v2.",
            "Where is the partner API?",
        ),
        ("Le site de la mairie utilise un cache.", "Le site de la mairie n'utilise pas un cache.", "Un cache ?"),
        ("Der Wartungsmodus ist aktiv.", "Der Wartungsmodus ist nicht mehr aktiv.", "Ist der Wartungsmodus aktiv?"),
        ("Le serveur accepte les jetons.", "Le serveur n'accepte plus les jetons.", "Le serveur accepte les jetons ?"),
        ("Le portail demande un badge.", "Le portail ne demande pas de badge.", "Le portail demande un badge ?"),
        (
            "Der Export braucht keinen Schlüssel.",
            "Der Export braucht einen Schlüssel.",
            "Braucht der Export Schlüssel?",
        ),
        ("Das Lager öffnet von 9 bis 17 Uhr.", "Das Lager öffnet von 8 bis 18 Uhr.", "Wann öffnet das Lager?"),
        ("The sauna is heated at 9:00.", "The sauna is heated at 10:00.", "When is the sauna heated?"),
        ("The laundry opens at 7:30.", "The laundry opens at 7:45.", "When does the laundry open?"),
        ("The lab is open from 8:30 to 16:00.", "The lab is open from 9:30 to 18:00.", "When is the lab open?"),
        ("The lock expires after 20 seconds.", "The lock expires after 20 minutes.", "When does the lock expire?"),
        ("Images carry the seal 0x1F2E.", "Images carry the seal 0x9D8C.", "Which seal do images carry?"),
        ("Le préavis est de trente jours.", "Le préavis est de quarante-deux jours.", "Quel est le préavis ?"),
        ("Il magazzino apre alle sette.", "Il magazzino apre alle nove.", "Quando apre il magazzino?"),
        ("Elke pallet heeft twee labels.", "Elke pallet heeft drie labels.", "Hoeveel labels heeft elke pallet?"),
    ],
)
def test_in_the_same_words_the_newer_overrules_the_older(client, tenant, older, newer, question):
    """Also where one number or negation makes of a short statement a vector that is further away."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    first, second = matches(client, tenant, question)
    assert (first["learning"], first["supersedes"], first["superseded_by"]) == (newer, second["id"], None)
    assert (second["learning"], second["superseded_by"]) == (older, first["id"])


@pytest.mark.parametrize(
    ("older", "newer", "question"),
    [
        (
            "Condor uses RabbitMQ for jobs.",
            "Condor migrated from RabbitMQ to NATS for jobs.",
            "What has condor for jobs?",
        ),
        (
            "Feature toggles live in toggles.yml.",
            "toggles.yml is gone: feature toggles live in LaunchDarkly.",
            "toggles?",
        ),
        (
            "The catalog stores its data in MongoDB.",
            "The catalog now stores its data in Postgres instead of MongoDB.",
            "Where does the catalog store its data?",
        ),
        ("The max page size is 100.", "Max page size: 250 (was 100).", "What is the max page size?"),
    ],
)
def test_what_names_what_was_so_replaces_it(client, tenant, older, newer, question):
    """A newer one that has what the older one says and another value is first, whatever its verbs."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    first, second = matches(client, tenant, question)
    assert (first["learning"], first["supersedes"], first["superseded_by"]) == (newer, second["id"], None)
    assert (second["learning"], second["superseded_by"]) == (older, first["id"])


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Push notifications are sent through OneSignal.",
            "We replaced OneSignal by Firebase for push notifications.",
        ),
        ("Errors are reported to Rollbar.", "Error reporting was moved to Sentry; Rollbar is gone."),
        ("Transcoding of the videos is done by Mux.", "We switched transcoding of the videos from Mux to Cloudflare."),
        ("Sessions expire after 30 minutes.", "Since the audit, sessions expire after 15 minutes."),
        ("Payroll is done by Gusto.", "Gusto has been swapped out for Rippling for payroll."),
        ("The docs are built with Sphinx.", "The docs are now built with MkDocs."),
        ("Die Telefonanlage läuft über Placetel.", "Die Telefonanlage läuft jetzt über sipgate."),
        ("Les congés se demandent sur Lucca.", "Les congés ne se demandent plus sur Lucca mais sur Payfit."),
        ("De nieuwsbrief gaat via Mailchimp.", "De nieuwsbrief gaat niet meer via Mailchimp maar via Brevo."),
    ],
)
def test_what_says_that_it_changed_supersedes_what_it_changed(client, tenant, older, newer):
    """In other words too, where it tells the name or value that was, or what is so now in the same words."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})["learnings"]
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})["learnings"]
    known = client.request("GET", "learnings", tenant.reader, f"/{one['id']}").json()
    assert (known["state"], known["superseded_by"]) == ("superseded", two["id"])


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Errors of the web app are reported to Rollbar.", "Errors of the worker were moved to Sentry."),
        ("Customers in Norway pay by Vipps.", "Customers in Denmark now pay by MobilePay."),
        ("The nightly job exports orders to Exact.", "The nightly job now exports refunds to Exact."),
        ("Tests of the API need Redis.", "Tests of the API now also need Postgres."),
        (
            "Feature flags live in LaunchDarkly.",
            "Since LaunchDarkly is slow in tests, feature flags are stubbed there.",
        ),
    ],
)
def test_what_changed_elsewhere_supersedes_nothing(client, tenant, older, newer):
    """Of another thing, or beside what was."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})["learnings"]
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    assert client.request("GET", "learnings", tenant.reader, f"/{one['id']}").json()["state"] == "active"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "From now on we always write integration tests for the API.",
            "From now on we always write integration tests for the importer.",
        ),
        (
            "From now on we always back up the CRM before an upgrade.",
            "From now on we always back up the wiki before an upgrade.",
        ),
        (
            "From now on we always dry the teff twice before it is milled.",
            "From now on we always dry the sorghum twice before it is milled.",
        ),
        ("Going forward we wax the IKEA stools by hand.", "Going forward we wax the oak stools by hand."),
        ("Ab sofort prüfen wir die Rechnungen doppelt.", "Ab sofort prüfen wir die Lieferscheine doppelt."),
        ("Ab jetzt wird der Teig vor dem Formen gewogen.", "Ab jetzt wird der Sirup vor dem Formen gewogen."),
        ("Désormais on relit les devis à deux.", "Désormais on relit les contrats à deux."),
        ("A partir de ahora revisamos los pedidos dos veces.", "A partir de ahora revisamos los recibos dos veces."),
        ("Voortaan wegen we de appels twee keer.", "Voortaan wegen we de peren twee keer."),
        ("We fire the bowls twice after they are glazed.", "We fire the plates twice after they are glazed."),
        ("Vor dem Guss wird der Rahmen genau geprüft.", "Vor dem Guss wird die Form genau geprüft."),
        ("As of today we lock the kiln room at night.", "As of today we lock the glaze room at night."),
    ],
)
def test_what_is_laid_down_from_now_on_of_two_things_holds_of_both(client, tenant, older, newer):
    """Since when a rule holds does not say that another one ends."""
    for run, learning in (("r1", older), ("r2", newer)):
        completed(client, tenant.agent, {"run_id": run, "learnings": [{"learning": learning, "kind": "rule"}]})
    listed = client.request("GET", "learnings", tenant.reader, "/").json()["learnings"]
    assert {row["learning"]: row["state"] for row in listed} == {older: "active", newer: "active"}
    answered = matches(client, tenant, older, match_threshold=-1)
    assert len(answered) == 2 and not any(match["superseded_by"] or match["supersedes"] for match in answered)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("We order rope from Nilsen.", "From now on we order rope from Larsen in Oslo, no longer from Nilsen."),
        ("Sessions expire after 30 minutes.", "From now on sessions expire after 15 minutes."),
        ("The region of the shop is dublin.", "From now on the region of the shop is frankfurt."),
        ("The glaze of the bowls is celadon.", "From now on the glaze of the bowls is Tenmoku, and no longer celadon."),
        ("The rate limit is 100 calls.", "As of November the rate limit is 60 calls."),
        ("Invoices are due within 30 days.", "As of 1 January invoices are due within 14 days."),
        ("The hall seats 120 people.", "Since the renovation the hall seats 95 people."),
        ("The gateway times out after 30 s.", "After last week's incident the gateway times out after 60 s."),
        ("Deploy the shop on Fridays.", "From now on never deploy the shop on Fridays."),
        ("Les congés se demandent sur Lucca.", "Désormais les congés ne se demandent plus sur Lucca mais sur Payfit."),
    ],
)
def test_what_is_otherwise_from_now_on_supersedes_what_was(client, tenant, older, newer):
    """Where it tells what is no longer so, or says otherwise of the same thing."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    by = {match["learning"]: match for match in matches(client, tenant, older, match_threshold=-1)}
    assert by[older]["superseded_by"] == by[newer]["id"]


@pytest.mark.parametrize(
    ("older", "newer", "question"),
    [
        (
            "Never push directly to main; open a pull request.",
            "Always push directly to main.",
            "May I push directly to main?",
        ),
        (
            "Don't retry POST /payments: it double-charges.",
            "Retry POST /payments: it is idempotent.",
            "Shall I retry POST /payments?",
        ),
        (
            "Commit the lock file.",
            "Do not commit the lock file because it conflicts on every merge.",
            "Is the lock file committed?",
        ),
    ],
)
def test_what_is_forbidden_and_ordered_is_otherwise_whatever_is_said_besides(client, tenant, older, newer, question):
    """The reasons differ, and what else is to be done."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    first, second = matches(client, tenant, question)
    assert (first["learning"], first["supersedes"], first["superseded_by"]) == (newer, second["id"], None)
    assert (second["learning"], second["superseded_by"]) == (older, first["id"])


def test_what_replaces_the_first_of_three_replaces_what_was_said_since(client, tenant):
    """Who says "no longer 8090" speaks of the port, and has not heard of 8091."""
    ports = ("port 8090", "port 8091", "no longer 8090; it listens on 9000 now")
    texts = [f"The billing API listens on {port}." for port in ports]
    for number, text in enumerate(texts):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
    first, *others = matches(client, tenant, "Which port does the billing API listen on?")
    assert (first["learning"], first["superseded_by"]) == (texts[2], None)
    assert [one["superseded_by"] for one in others] == [first["id"], first["id"]]


@pytest.mark.parametrize(
    ("newest", "holds"),
    [
        ("The billing API listens on port 9000.", ["The billing API listens on port 9000."]),
        ("The billing API listens on port 8090.", ["The billing API listens on port 8090."]),
        ("The search API listens on port 9000.", ["The search API listens on port 9000.", "MOVED"]),
        ("The billing API logs to port 9000.", ["The billing API logs to port 9000.", "MOVED"]),
    ],
)
def test_what_took_a_place_gives_it_to_what_is_said_of_the_same_since(client, tenant, newest, holds):
    """Though it says more than that: it stands for what it took the place of."""
    moved = "The billing API no longer listens on port 8090; it was moved to 8443 behind the proxy."
    for number, text in enumerate(["The billing API listens on port 8090.", moved, newest]):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
    matched = matches(client, tenant, "What does the billing API listen on?")
    standing = [one["learning"].replace(moved, "MOVED") for one in matched if not one["superseded_by"]]
    assert sorted(standing) == sorted(holds)


@pytest.mark.parametrize(
    ("older", "newer", "question"),
    [
        ("Anna owns the billing service.", "Bert owns the billing service.", "Who owns the billing service?"),
        ("Anna Berg leads the release.", "Bert Holm leads the release.", "Who leads the release?"),
        ("The core team owns the billing service.", "The apps team owns the billing service.", "Who owns billing?"),
        ("The owner of billing is Anna.", "The owner of billing is Bert.", "Who is the owner of billing?"),
        ("The billing service is owned by the core team.", "Bert now owns the billing service.", "Who owns billing?"),
    ],
)
def test_of_two_that_hold_what_one_can_hold_the_newer_overrules_the_older(client, tenant, older, newer, question):
    """It is first and names the older, which is marked, ranked down and kept."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    first, second = matches(client, tenant, question)
    assert (first["learning"], first["supersedes"], first["superseded_by"]) == (newer, second["id"], None)
    assert (second["learning"], second["superseded_by"]) == (older, first["id"])
    assert second["score"] < first["score"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Anna owns billing.", "Bert owns search."),
        ("Anna owns the billing service.", "Anna owns the search service."),
        ("Anna knows the billing service.", "Bert knows the billing service."),
        ("Tool A-red hangs on the wall of the cellar.", "Tool A-blue hangs on the wall of the cellar."),
        ("The AuthService reads its list from the registry.", "The MailService reads its list from the registry."),
        ("`load_all` reads the settings of the worker.", "`load_one` reads the settings of the worker."),
        ("On Windows the tests of the shop need libpq.", "On Linux the tests of the shop need libpq."),
        ("The admin role of the shop can refund orders.", "The admin role of the shop can approve orders."),
        ("The image of the worker contains ffmpeg.", "The image of the worker contains imagemagick."),
        ("The cache node redis-a listens on port 6379.", "The cache node redis-b listens on port 6380."),
        ("The flag --fast skips linting.", "The flag --slow skips linting."),
        ("Error E100 means the disk is full.", "Error E200 means the disk is full."),
        ("HTTP 502 means the upstream is down.", "HTTP 504 means the upstream is down."),
        ("PR 412 fixed the memory leak.", "PR 413 fixed the memory leak."),
        ("Host 7 of the farm is at node7.internal.", "Host 8 of the farm is at node8.internal."),
        ("CVE-2026-1201 affects our image service.", "CVE-2026-1202 affects our image service."),
        ("The contract 2231 was signed by Olsen.", "The contract 2240 was signed by Olsen."),
        ("The door of lab 3 is opened with the blue card.", "The door of lab 4 is opened with the blue card."),
        ("Endpoint /v1/orders needs the scope read.", "Endpoint /v2/orders needs the scope read."),
        ("Vertrag 2231 wurde von Olsen unterschrieben.", "Vertrag 2240 wurde von Olsen unterschrieben."),
        ("Shelf B14 in aisle 2 holds paint.", "Shelf B15 in aisle 2 holds paint."),
        ("Pump 4 of the fountain runs at night.", "Pump 6 of the fountain runs at night."),
        ("In studio 4 the desk has a meter.", "In studio 5 the desk has a meter."),
        ("The library lends 5 books at once.", "As of age 18 the library lends 10 books at once."),
        ("The dose of the syrup is 10 mg.", "After the meal the dose of the syrup is 5 mg."),
        ("The export fails if the name has a comma.", "The import fails if the name has a comma."),
        ("The upload stops at files over 2 GB.", "The download stops at files over 2 GB."),
        ("Reading the ledger requires the auditor role.", "Writing the ledger requires the auditor role."),
        ("We ship to Norway.", "We do not ship to Iceland."),
        ("Do not open the valve before the pressure drops.", "Open the valve after the pressure drops."),
        ("Do not restart the worker during a migration.", "Restart the worker before a migration."),
        ("Never publish the grades before the board meets.", "Publish the grades after the board meets."),
        ("The ferry of the quay leaves at 16:00.", "The bus of the quay leaves at 18:00."),
        ("The 9:00 train stops at Kiel.", "The 10:00 train stops at Kiel."),
        ("The choir rehearses on Mondays at 7.", "The choir rehearses on Fridays at 7."),
        ("Always rotate the logs before starting the API.", "Always rotate the logs after starting the wiki."),
    ],
)
def test_what_is_said_of_two_stands_side_by_side(client, tenant, older, newer):
    """Two things, two services of one owner, or what two may do: neither is merged with the other, nor marked."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    answered = matches(client, tenant, older.lower().replace("`", ""), match_threshold=-1)
    assert {match["learning"] for match in answered} == {older, newer}
    assert not any(match["superseded_by"] or match["supersedes"] for match in answered)


@pytest.mark.parametrize(
    "newer",
    [
        "Falke's Makefile: ```make\nbuild:\n\tgo build ./...\n``` needs a tab.",
        "Falke's Makefile:\n```make\nbuild:\n\tgcc a.c\n```\nneeds a tab.",
        "Falke uses tabs in Makefile, as GNU make 4.3 wants.",
    ],
)
def test_what_only_names_more_replaces_nothing(client, tenant, newer):
    """Where the older one has no number, name or negation, there is none that the newer one takes back."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": ["Falke uses tabs in Makefile."]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    matched = matches(client, tenant, "Makefile of Falke")
    assert len(matched) == 2 and not any(match["superseded_by"] for match in matched)


def test_statements_about_two_things_stand_beside_each_other(client, tenant):
    """Who differs in what it is about as well, overrules nothing; nor does one of two that were said together."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": ["The billing API listens on port 8090."]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": ["The search API listens on port 8091."]})
    together = ["The client retries reads three times.", "The client retries reads five times."]
    completed(client, tenant.agent, {"run_id": "r3", "learnings": together})
    matched = matches(client, tenant, "Which API listens on which port, and how often does the client retry reads?")
    assert len(matched) == 4 and not any(match["superseded_by"] for match in matched)


@pytest.mark.parametrize(("statement", "number"), sorted(NUMBERED | COUNTED | NAMED | VALUES))
def test_sql_and_python_know_the_same_for_what_is_spoken_of(connected, statement, number):
    """Learnings are compared by one, statements of files by the other."""
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("set search_path = knowledge")
        [by_sql] = connection.execute("select _is_about(%s, %s)", [statement, number]).fetchone()
    assert by_sql == is_about(statement, number) == ((statement, number) in NUMBERED | NAMED)


@pytest.mark.parametrize(("denial", "other"), sorted(ELSEWHERE | OF_THE_SAME))
def test_sql_and_python_know_the_same_for_another_case(connected, denial, other):
    """As for what is spoken of."""
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("set search_path = knowledge")
        asked = [denial, other, own_marks(denial, other), own_marks(other, denial)]
        [elsewhere] = connection.execute("select _denies_elsewhere(%s, %s, %s::text[], %s::text[])", asked).fetchone()
    assert elsewhere == ((denial, other) in ELSEWHERE)


@pytest.mark.parametrize(("statement", "before", "opening"), sorted(SINCE))
def test_sql_and_python_know_the_same_for_since_when_something_holds(connected, statement, before, opening):
    """As for what is spoken of."""
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("set search_path = knowledge")
        assert connection.execute("select _since_when(%s, %s)", [statement, before]).fetchone() == (opening,)


@pytest.mark.parametrize(("one", "other", "mark"), sorted(OPPOSITES | OPPOSITES_OF_ONE))
def test_sql_and_python_know_the_same_for_two_opposites(connected, one, other, mark):
    """As for what is spoken of."""
    with psycopg.connect(connected.admin_url) as connection:
        connection.execute("set search_path = knowledge")
        asked = connection.execute("select _are_of_opposites(%s, %s, %s::text[])", [one, other, [mark]])
        assert asked.fetchone() == ((one, other, mark) in OPPOSITES,)


def test_what_is_said_again_holds_again(client, tenant):
    """Of 8090, 8091 and 8090 again the last is first, whether the second named the first or not."""
    for second in ("The API listens on port 8091.", "The API no longer listens on 8090; it moved to 8091."):
        for run, text in enumerate((LEARNING, second, LEARNING)):
            completed(client, tenant.agent, {"run_id": f"{run} {second}", "learnings": [text]})
        first, *others = matches(client, tenant, PORTS)
        assert (first["learning"], first["superseded_by"]) == (LEARNING, None)
        assert others and all(match["superseded_by"] == first["id"] for match in others)


def test_what_a_run_repeats_of_its_own_changes_nothing(client, tenant):
    """A run that is sent once more says nothing again."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    completed(
        client, tenant.agent, {"run_id": "r2", "learnings": ["The API no longer listens on 8090 but on 8091 now."]}
    )
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    first, second = matches(client, tenant, PORTS)
    assert (first["supersedes"], second["superseded_by"]) == (second["id"], first["id"])
    assert second["learning"] == LEARNING


def test_all_that_was_so_before_is_superseded_by_what_is_so_now(client, tenant):
    """Also where the last one is nearer to the first than to the one between."""
    one_after_another = (
        LEARNING,
        "The API no longer listens on 8090; it moved to 8091.",
        "The API now listens on port 8092.",
    )
    for text in one_after_another:
        completed(client, tenant.agent, {"learnings": [text]})
    first, *others = matches(client, tenant, PORTS)
    assert (first["learning"], first["superseded_by"]) == (one_after_another[-1], None)
    assert {match["learning"]: match["superseded_by"] for match in others} == dict.fromkeys(
        one_after_another[:2], first["id"]
    )


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (LEARNING, "The API listens on port 8091."),
        (LEARNING, "The API no longer listens on 8090; it moved to 8091."),
        ("The proxy of the portal is nginx.", "The proxy of the portal is caddy."),
    ],
)
@pytest.mark.parametrize("asked", [{"agent_type": "ops"}, {"tags": ["a"]}, {"kind": "fix"}, {"until": True}])
def test_what_a_filter_leaves_out_overrules_all_the_same(client, tenant, older, newer, asked):
    """The older is marked and has half its score, whether it was said to be replaced or is judged so."""
    learning = {"learning": older, "kind": "fix", "tags": ["a"]}
    completed(client, tenant.agent, {"run_id": "r1", "agent_type": "ops", "learnings": [learning]})
    [alone] = matches(client, tenant, older)
    run = {"run_id": "r2", "agent_type": "dev", "learnings": [{"learning": newer, "kind": "decision"}]}
    [two] = completed(client, tenant.agent, run)["learnings"]
    filters = {"until": alone["created_at"]} if "until" in asked else asked
    [match] = matches(client, tenant, older, **filters)
    assert (match["learning"], match["superseded_by"]) == (older, two["id"])
    assert match["score"] < 0.75 * alone["score"]
    [newest] = matches(client, tenant, older, agent_type="dev")
    assert (newest["learning"], newest["superseded_by"]) == (newer, None)


@ONE_ADAPTER
@pytest.mark.parametrize(
    "both",
    [
        ["Das Backup läuft um zwei Uhr nachts.", "Das Backup läuft um drei Uhr nachts."],
        ["La copia de seguridad corre a las dos.", "La copia de seguridad corre a las tres."],
        ["La sauvegarde tourne à deux heures du matin.", "La sauvegarde tourne à trois heures du matin."],
    ],
    ids=["German", "Spanish", "French"],
)
def test_numerals_in_words_keep_two_learnings_apart(client, tenant, both):
    """Two o'clock is not three, in German, Spanish and French either."""
    outcomes = [completed(client, tenant.agent, {"learnings": [text]})["learnings"][0]["outcome"] for text in both]
    assert outcomes == ["inserted", "inserted"]
