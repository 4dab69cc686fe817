"""What overrules what: the newer the older, the user all; what runs came to ranks among equals."""

import psycopg
import pytest
from knowledge.text.near_duplicates import distinctions
from knowledge.text.numbered_subjects import numbers_its_subject

from tests.conftest import ONE_ADAPTER
from tests.support.learnings import LEARNING, SENTENCES, completed, matches
from tests.unit.text.test_numbered_subjects import COUNTED, NUMBERED


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
    ],
)
def test_what_is_said_of_two_stands_side_by_side(client, tenant, older, newer):
    """Two things, two services of one owner, or what two may do: neither is merged with the other, nor marked."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [newer]})
    answered = matches(client, tenant, older.lower().replace("`", ""), match_threshold=-1)
    assert {match["learning"] for match in answered} == {older, newer}
    assert not any(match["superseded_by"] or match["supersedes"] for match in answered)


def test_statements_about_two_things_stand_beside_each_other(client, tenant):
    """Who differs in what it is about as well, overrules nothing; nor does one of two that were said together."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": ["The billing API listens on port 8090."]})
    completed(client, tenant.agent, {"run_id": "r2", "learnings": ["The search API listens on port 8091."]})
    together = ["The client retries reads three times.", "The client retries reads five times."]
    completed(client, tenant.agent, {"run_id": "r3", "learnings": together})
    matched = matches(client, tenant, "Which API listens on which port, and how often does the client retry reads?")
    assert len(matched) == 4 and not any(match["superseded_by"] for match in matched)


@pytest.mark.parametrize(("statement", "number"), sorted(NUMBERED | COUNTED))
def test_sql_and_python_know_the_same_numbers_for_names(admin_url, statement, number):
    """Learnings are compared by one, statements of files by the other."""
    with psycopg.connect(admin_url) as connection:
        connection.execute("set search_path = knowledge")
        [is_about] = connection.execute("select _is_about(%s, %s)", [statement, number]).fetchone()
    assert is_about == numbers_its_subject(statement, number) == ((statement, number) in NUMBERED)


PORTS = "Which port does the API listen on?"


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


@pytest.mark.parametrize(("of_first", "of_second"), [("alpha", "beta"), (None, "beta")])
def test_a_project_overrules_nothing_that_is_said_beyond_it(client, tenant, of_first, of_second):
    """Another project's, or what is of all, stands, though the newer one says that it replaces something."""
    first, second = "The release of the app is cut on Tuesdays.", "The release of the app is now cut on Fridays."
    completed(client, tenant.agent, {"project": of_first, "learnings": [first]})
    completed(client, tenant.agent, {"project": of_second, "learnings": [second]})
    listed = client.request("GET", "learnings", tenant.reader, "/?state=superseded").json()
    assert listed["learnings"] == []


def test_what_is_said_for_all_overrules_what_a_project_said(client, tenant):
    """None is all."""
    completed(client, tenant.agent, {"project": "alpha", "learnings": ["The release of the app is cut on Tuesdays."]})
    completed(client, tenant.agent, {"learnings": ["The release of the app is now cut on Fridays."]})
    [superseded] = client.request("GET", "learnings", tenant.reader, "/?state=superseded").json()["learnings"]
    assert superseded["projects"] == ["alpha"]
    again = {"run_id": "r9", "project": "alpha", "learnings": ["The release of the app is cut on Tuesdays."]}
    completed(client, tenant.agent, again)
    assert client.request("GET", "learnings", tenant.reader, f"/{superseded['id']}").json()["state"] == "superseded"


def test_what_differs_of_all_leaves_a_project_its_own(client, tenant):
    """Nothing says that it changed: the project may be an exception. What a person says of all holds there, too."""
    completed(client, tenant.agent, {"project": "mango", "learnings": ["The prefix of invoices is RG."]})
    [of_all] = completed(client, tenant.agent, {"learnings": ["The prefix of invoices is INV."]})["learnings"]
    asked = "What is the prefix of invoices?"
    answered = matches(client, tenant, asked, project="mango")
    assert len(answered) == 2 and not any(match["superseded_by"] for match in answered)
    client.request("POST", "learnings", tenant.admin, f"/{of_all['id']}/confirm").raise_for_status()
    first, second = matches(client, tenant, asked, project="mango")
    assert (first["id"], second["superseded_by"]) == (of_all["id"], of_all["id"])


def test_what_a_person_pins_holds_beside_others(client, tenant):
    """Both of two that differ in a number, once a person says so."""
    first, second = (f"Bus {line} leaves from the depot at night." for line in (31, 33))
    ids = [
        completed(client, tenant.agent, {"run_id": text, "learnings": [text]})["learnings"][0]["id"]
        for text in (first, second)
    ]
    assert any(match["superseded_by"] for match in matches(client, tenant, first))
    for id_ in ids:
        client.request("POST", "learnings", tenant.admin, f"/{id_}/pin", json={}).raise_for_status()
    assert not any(match["superseded_by"] for match in matches(client, tenant, first))


@pytest.mark.parametrize("act", ["pin", "confirm"])
def test_what_a_person_pins_or_confirms_is_no_longer_superseded(client, tenant, act):
    """A run had superseded it; what was known before that act is told as of then."""
    older, newer = "Dangerous goods need the form IMO-4.", "For hazardous cargo the declaration DGD-9 replaces paper."
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [older]})["learnings"]
    stated = {"learning": newer, "supersedes": one["id"]}
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": [stated]})["learnings"]
    asked = "Which form do dangerous goods need?"
    then = max(match["last_seen_at"] for match in matches(client, tenant, asked))
    client.request("POST", "learnings", tenant.admin, f"/{one['id']}/{act}").raise_for_status()
    answered = {match["id"]: match for match in matches(client, tenant, asked)}
    assert (answered[one["id"]]["superseded_by"], answered[two["id"]]["supersedes"]) == (None, None)
    was = {match["id"]: match for match in matches(client, tenant, asked, as_of=then)}
    assert was[one["id"]]["superseded_by"] == two["id"]


def test_what_a_person_superseded_since_is_pinned_no_longer(client, tenant):
    """Nor does it stand before what is near, with what superseded it."""
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": ["Dangerous goods need the form IMO-4."]})[
        "learnings"
    ]
    [two] = completed(client, tenant.agent, {"run_id": "r2", "learnings": ["Cargo needs the declaration DGD-9."]})[
        "learnings"
    ]
    completed(client, tenant.agent, {"run_id": "r3", "learnings": ["The keys of the forklift hang in the office."]})
    client.request("POST", "learnings", tenant.admin, f"/{one['id']}/pin", json={}).raise_for_status()
    client.request("POST", "learnings", tenant.admin, f"/{two['id']}/confirm").raise_for_status()
    superseding = {"supersedes": one["id"]}
    client.request("PATCH", "learnings", tenant.admin, f"/{two['id']}", json=superseding).raise_for_status()
    first, *_ = matches(client, tenant, "Where are the keys of the forklift?")
    assert first["learning"] == "The keys of the forklift hang in the office."


def test_what_was_known_then_is_answered_as_of_then(client, tenant):
    """Before the newer was known, the older is answered alone and unmarked."""
    completed(client, tenant.agent, {"run_id": "r1", "learnings": [LEARNING]})
    [known] = matches(client, tenant, LEARNING)
    later = "The API no longer listens on 8090; it moved to 8091."
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [later]})
    [then] = matches(client, tenant, LEARNING, as_of=known["last_seen_at"])
    assert (then["learning"], then["superseded_by"]) == (LEARNING, None)
    assert matches(client, tenant, LEARNING, as_of="2020-01-01T00:00:00Z") == []


def test_what_was_replaced_since_replaced_the_older_then(client, tenant):
    """Of three that say so one after the other the first is marked by the second as of between."""
    ports = ("8090 of the host", "no longer 8090; it moved to 8091", "8092 now")
    texts = [f"The quote service listens on port {port}." for port in ports]
    for number, text in enumerate(texts):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
    asked = "Which port does the quote service listen on?"
    between = next(one["created_at"] for one in matches(client, tenant, asked) if one["learning"] == texts[1])
    first, second = matches(client, tenant, asked, as_of=between)
    assert [first["learning"], second["learning"]] == [texts[1], texts[0]]
    assert (first["superseded_by"], second["superseded_by"]) == (None, first["id"])
    assert matches(client, tenant, asked)[0]["learning"] == texts[2]


def test_what_was_said_again_by_then_stood_then(client, tenant):
    """As of each run that one is first, seen as often and last as it was by then, which the run said."""
    names = ("Kim", "Lou", "Mia", "Kim")
    asked = "Who is the release manager?"
    seen = []
    for number, name in enumerate(names):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [f"The release manager is {name}."]})
        seen.append(max(one["last_seen_at"] for one in matches(client, tenant, asked)))
    for name, then in zip(names, seen, strict=True):
        first, *others = matches(client, tenant, asked, as_of=then)
        assert (first["learning"], first["superseded_by"]) == (f"The release manager is {name}.", None)
        assert (first["last_seen_at"], first["age_days"]) == (then, 0)
        assert all(one["superseded_by"] == first["id"] for one in others)
    by_name = {one["learning"]: one["frequency"] for one in matches(client, tenant, asked, as_of=seen[2])}
    assert by_name["The release manager is Kim."] == 1


def test_what_superseded_it_then_is_told_of_what_holds_again(client, tenant):
    """Between the second and the third run the second stands before the first, and after them the first."""
    texts = (LEARNING, "The API no longer listens on 8090; it moved to 8091.", LEARNING)
    seen = []
    for number, text in enumerate(texts):
        completed(client, tenant.agent, {"run_id": f"r{number}", "learnings": [text]})
        seen.append(max(one["last_seen_at"] for one in matches(client, tenant, PORTS)))
    for text, then in zip(texts[1:], seen[1:], strict=True):
        first, second = matches(client, tenant, PORTS, as_of=then)
        assert (first["learning"], first["supersedes"], first["superseded_by"]) == (text, second["id"], None)
        assert (second["supersedes"], second["superseded_by"]) == (None, first["id"])
    [alone] = matches(client, tenant, PORTS, as_of=seen[0])
    assert (alone["supersedes"], alone["superseded_by"]) == (None, None)


def test_what_a_person_confirmed_or_pinned_since_was_an_agents_word_then(client, tenant):
    """Before that the later one overruled it, which stands behind it ever since."""
    first, second = (f"Deploys to the moon cluster need {count} approvals." for count in ("two", "four"))
    asked = "How many approvals does a deploy to the moon cluster need?"
    [one] = completed(client, tenant.agent, {"run_id": "r1", "learnings": [first]})["learnings"]
    completed(client, tenant.agent, {"run_id": "r2", "learnings": [second]})
    then = max(match["last_seen_at"] for match in matches(client, tenant, asked))
    for act in ("confirm", "pin"):
        client.request("POST", "learnings", tenant.admin, f"/{one['id']}/{act}").raise_for_status()
    later, earlier = matches(client, tenant, asked, as_of=then)
    assert [later["learning"], earlier["learning"]] == [second, first]
    assert (earlier["authority"], earlier["rule"], earlier["pinned"]) == ("learned", False, False)
    assert (earlier["superseded_by"], later["overruled_by"]) == (later["id"], None)
    assert matches(client, tenant, asked)[0]["authority"] == "user"


def test_a_learning_is_told_as_it_was_worded_then(client, tenant):
    """And as whose word it was: who changed it later had not said so yet."""
    [known] = completed(client, tenant.agent, {"learnings": ["The dial code of the plant is 44-101."]})["learnings"]
    [before] = matches(client, tenant, "dial code")
    changed = {"learning": "The dial code of the plant is 55-909."}
    client.request("PATCH", "learnings", tenant.admin, f"/{known['id']}", json=changed).raise_for_status()
    [then] = matches(client, tenant, "dial code", as_of=before["last_seen_at"])
    [now] = matches(client, tenant, "dial code")
    assert ("44-101" in then["learning"], then["authority"], then["rule"]) == (True, "learned", False)
    assert ("55-909" in now["learning"], now["authority"], now["rule"]) == (True, "user", True)


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


def test_a_project_overrules_nothing_of_another(client, tenant):
    """Both are told, each with its project; where one is asked for, no line says so."""
    for project, day in (("alpha", "Tuesdays"), ("beta", "Fridays")):
        body = {"run_id": project, "project": project, "learnings": [f"The release is cut on {day}."]}
        completed(client, tenant.agent, body)
    asked = {"query": "On which days is the release cut?"}
    answer = client.post("query_knowledge", tenant.reader, asked).json()
    assert len(answer["matches"]) == 2
    assert not any(match["superseded_by"] or match["supersedes"] for match in answer["matches"])
    for project, day in (("alpha", "Tuesdays"), ("beta", "Fridays")):
        assert f", project {project}] The release is cut on {day}." in answer["formatted"]
    assert (
        "project" not in client.post("query_knowledge", tenant.reader, asked | {"project": "beta"}).json()["formatted"]
    )


@ONE_ADAPTER
def test_the_user_overrules_what_was_learned(database, tenant, embedder):
    """Whatever came first, what the user wrote stands before what agents learned, which is marked."""

    def keep(text, authority, run_id):
        [vector] = embedder.embed([text])
        record = {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": []}
        records = [record | {"authority": authority}]
        [row] = database.call(
            "upsert_knowledge", tenant_id=tenant.tenant_id, learnings=records, model="m", run_id=run_id
        )
        return row["id"]

    ruled = keep(LEARNING, "user", "r1")
    learned = keep("The API listens on port 8091.", "learned", "r2")
    [vector] = embedder.embed(["Which port?"])
    rows = database.call(
        "match_knowledge", tenant_id=tenant.tenant_id, query_embedding=vector, model="m", question="Which port?"
    )
    assert [(row["id"], row["superseded_by"]) for row in rows] == [(ruled, None), (learned, ruled)]


@ONE_ADAPTER
def test_no_number_of_rules_crowds_out_a_fix(database, tenant, embedder):
    """Measured before: with thirty rules that are near, nothing else that is near was looked at."""
    days = ("Monday", "Tuesday", "Friday", "Sunday")
    texts = [f"Never deploy billing on {day} without step {step}." for day in days for step in range(2, 12)]
    items = [(text, {"authority": "user", "kind": "rule"}) for text in texts]
    fix = "A deploy failed with E77; `make unlock` mended it."
    records = [
        {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": [], **item}
        for (text, item), vector in zip([*items, (fix, {"kind": "fix"})], embedder.embed([*texts, fix]), strict=True)
    ]
    database.call("upsert_knowledge", tenant_id=tenant.tenant_id, learnings=records, model="m", run_id="r")
    [vector] = embedder.embed(["Never deploy billing on Friday."])
    rows = database.call(
        "match_knowledge",
        tenant_id=tenant.tenant_id,
        query_embedding=vector,
        model="m",
        question="Never deploy billing on Friday.",
        match_count=10,
        rule_count=10,
        by_part=True,
    )
    assert [row["learning"] for row in rows if row["part"] == "fix"] == [fix]


# How runs ended, and who may overrule


@pytest.fixture
def keep(database, tenant, embedder):
    """Keeps a learning as it is given, beside its text; its id."""

    def upsert(text, run_id=None, **item):
        [vector] = embedder.embed([text])
        record = {"learning": text, "embedding": str(vector), "distinctions": distinctions(text), "tags": [], **item}
        [row] = database.call(
            "upsert_knowledge", tenant_id=tenant.tenant_id, learnings=[record], model="m", run_id=run_id
        )
        return str(row["id"])

    return upsert


@pytest.fixture
def known(database, tenant):
    """What a person is shown of a learning."""
    return lambda id_: database.call("find_learning", tenant_id=tenant.tenant_id, id=id_)[0]["learning"]


@ONE_ADAPTER
@pytest.mark.parametrize(("outcome", "counted"), [("succeeded", (1, 0)), ("failed", (0, 1)), ("unverified", (0, 1))])
def test_how_a_run_ended_counts_once_for_what_it_was_handed(database, tenant, embedder, keep, known, outcome, counted):
    """Success is useful, failure wrong, for what was served to the run alone; the last part that knows decides."""
    handed, other = keep(LEARNING), keep(SENTENCES[0])
    database.call("note_served", tenant_id=tenant.tenant_id, run_id="r2", ids=(handed,), similarities=(0.9,))
    [vector] = embedder.embed([SENTENCES[1]])
    taught = {"learning": SENTENCES[1], "embedding": str(vector), "distinctions": [], "tags": []}
    run = {"run_id": "r2", "learnings": [taught], "model": "m", "threshold": 0.92, "method": "x"}
    for request_hash, part, ended in (("h1", 1, "failed"), ("h2", 2, outcome), ("h2", 2, outcome)):
        database.call(
            "complete_run",
            tenant_id=tenant.tenant_id,
            **run,
            request_hash=request_hash,
            part=part,
            run_outcome=ended,
        )
    assert (known(handed)["useful"], known(handed)["wrong"]) == counted
    assert (known(other)["useful"], known(other)["wrong"]) == (0, 0)


@ONE_ADAPTER
def test_a_runs_own_verdict_is_counted_in_place_of_its_outcome(database, tenant, keep, known):
    """A run that said what misled it, and then succeeded, has not found that useful."""
    misled = keep(LEARNING)
    ids = {"tenant_id": tenant.tenant_id, "run_id": "r2"}
    database.call("note_served", **ids, ids=(misled,), similarities=(0.9,))
    database.call("note_feedback", **ids, id=misled, actor="agent", verdict="wrong")
    run = {"request_hash": "h", "learnings": [], "model": "m", "threshold": 0.92, "method": "x"}
    database.call("complete_run", **ids, **run, run_outcome="succeeded")
    assert (known(misled)["useful"], known(misled)["wrong"]) == (0, 1)


@ONE_ADAPTER
def test_an_agent_never_overrules_what_the_user_wrote(keep, known):
    """Who states that it supersedes a user's rule is marked as overruled itself; the user may."""
    ruled = keep(LEARNING, authority="user")
    stated = keep("The API listens on port 8091.", supersedes=ruled)
    assert known(ruled)["superseded_by"] is None
    assert (known(stated)["superseded_by"], known(stated)["supersedes"]) == (ruled, None)
    again = keep("The API listens on port 8092.", supersedes=ruled, authority="user")
    assert known(ruled)["superseded_by"] == again


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
