"""What of an earlier statement a later one makes a thing of the past, among all that a business has said."""

from datetime import UTC, datetime

import pytest
from knowledge.files.current_statements import news
from knowledge.ports.embedder import OnnxEmbedder, cosine
from knowledge.text.statements.changes import Changes
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.former_values import ends_something
from knowledge.text.statements.values import Value, measured_months, values

CHANGED = [
    ("Availability was 99.71 % against a goal of 99.9 %.", "Availability was 99.98 %."),
    (
        "What about the opening date of the new shop in Faro? April 18th. The lease is signed.",
        "Faro is delayed, we open on May 9th because the electrician can't come earlier.",
    ),
    (
        "Hotels. We give them 15 percent commission. Google Ads only in high season, at most 900 euros a month.",
        "Commission for hotels? From now on 12 percent, no longer 15.",
    ),
    (
        "Who maintains the fleet? Duarte runs the workshop with two mechanics.",
        "Duarte left. Marta runs the workshop now.",
    ),
    ("We run 140 bikes in Lisbon and 60 in Porto at the moment.", "In Lisbon we have 165 bikes now."),
    (
        "Should we support Apple Pay as well? Not for the launch. Maybe in the summer.",
        "We accept Apple Pay now, after all.",
    ),
    (
        "Any rule for cancellations? Free until 24 hours before pickup. After that we keep half.",
        "And the free cancellation is until 48 hours before pickup instead of 24.",
    ),
    (
        "A city bike is 12 euros a day, an e-bike 29. For a week it's 60 and 150.",
        "We raised the e-bike to 32 euros a day.",
    ),
    ("ELPRO's lead time is seven weeks, and the minimum order is 200 units.", "The lead time is down to three weeks."),
    ("ELPRO's lead time is seven weeks, and the minimum order is 200 units.", "The minimum order is now 50 units."),
    (
        "Tive is the cheapest, but its certificate is not accepted by Swissmedic.",
        "Swissmedic accepts Tive's certificate since February.",
    ),
    (
        "Libero GE — Price: 74 EUR, Battery: 150 days, Calibration: EN 12830, PTB, Connectivity: LTE-M",
        "ELPRO raised the price of the Libero GE from 74 EUR to 81 EUR on March 1st.",
    ),
    (
        "The free trial should be 10 days.",
        "We decided to drop the free trial completely, because nobody converted from it.",
    ),
    (
        "When is the go-live? On September 1st.",
        "The go-live moves to October 15th, the payment provider needs more time.",
    ),
    ("The Pro plan costs CHF 65 per month.", "The Pro plan is now CHF 79 per month."),
    ("The kitchen opens at 7:30.", "The kitchen opens at 8:00."),
    ("Our supplier for boxes is Ranpak.", "Our supplier for boxes is now Smurfit."),
    ("Die Lieferfrist beträgt vier Wochen.", "Die Lieferfrist beträgt jetzt sechs Wochen."),
    ("The hosting runs on Hetzner.", "We moved the hosting from Hetzner to Exoscale."),
    ("Backups are kept for 14 days.", "Backups are kept for 30 days."),
    ("Anna is responsible for payroll.", "Jonas is now responsible for payroll."),
    ("Le salon ouvre à 9 heures.", "Le salon ouvre maintenant à 10 heures."),
    ("We need two approvals for every refund above 100 euros.", "Refunds above 100 euros need only one approval now."),
]

BESIDE = [
    ("The Pro plan costs CHF 65 per month.", "The Team plan costs CHF 149 per month."),
    ("The checkout error rate is 0.2 %.", "The search error rate is 9.7 %."),
    ("Die Backups laufen um zwei Uhr.", "Die Berichte laufen um drei Uhr."),
    ("The Sentry quota is 50,000 errors a month.", "The Sentry quota is shared by all five teams."),
    (
        "We block 200 euros on the card for e-bikes. Nothing for city bikes, people hated that.",
        "We raised the e-bike to 32 euros a day.",
    ),
    ("A city bike is 12 euros a day.", "We raised the e-bike to 32 euros a day."),
    ("One-way costs 35 euros extra.", "We raised the e-bike to 32 euros a day."),
    ("Rent is 1,450 euros a month.", "Google Ads only in high season, at most 900 euros a month."),
    ("Eleven hotels in Lisbon, the biggest one is Memmo Alfama.", "In Lisbon we have 165 bikes now."),
    ("Shop number 7 sells 49 kinds of tea in street 7.", "Shop number 8 sells 56 kinds of tea in street 8."),
    (
        "TempTale GEO X — Price: 89 EUR, Battery: 90 days, Calibration: EN 12830, Connectivity: LTE-M",
        "ELPRO raised the price of the Libero GE from 74 EUR to 81 EUR on March 1st.",
    ),
    ("The lease of the Faro shop is signed.", "The Faro shop opens on May 9th."),
    ("Revenue in Q1 was 120,000 euros.", "Revenue in Q2 was 140,000 euros."),
    ("Lena owns the launch campaign.", "Tom owns the website."),
    ("The kitchen opens at 7:30.", "The bar opens at 17:00."),
    ("Anna is responsible for payroll.", "Jonas is responsible for hiring."),
    ("Faro has 12 parking spaces.", "Faro has 3 employees."),
    ("Waste was 8 % of bake value, 7.3 % in March alone.", "Corrected: 99.61 % in March."),
    ("Delivery takes 3 days in Germany.", "Delivery takes 5 days in Austria."),
    ("The app must work offline.", "The app must not store passwords."),
    ("Werkstatt 98 Franken, Lernende 55.", "Der Ansatz für Montage steigt auf 118 Franken."),
]

STATEMENTS = [text for pair in [*CHANGED, *BESIDE] for text in pair]
CHANGES = Changes(STATEMENTS)


def replaced(embedder: OnnxEmbedder, old: str, new: str, **how: bool) -> list[str]:
    """The clauses of the old statement that are no longer so."""
    one, other = embedder.embed([old, new])
    return [clause.clause for clause in Changes([*STATEMENTS, old, new]).replaced(new, old, cosine(one, other), **how)]


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_a_later_value_name_end_or_negation_replaces_an_earlier_one(embedder, old, new):
    """Of any trade and in several languages: nothing here knows their verbs."""
    assert replaced(embedder, old, new)


@pytest.mark.parametrize(("old", "new"), BESIDE)
def test_what_is_said_of_something_else_replaces_nothing(embedder, old, new):
    """Also in the same words, or with another number of the same unit."""
    assert replaced(embedder, old, new) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "The loom in bay 4 is oiled with oil 32 after every warp, because residue from yarn 210 gums the shafts.",
            "The carder in bay 9 is oiled with oil 68 after every warp, because residue from yarn 340 gums the shafts.",
        ),
        (
            "The pug mill in the cellar runs at 40 rpm, since clay from Stoke clogs above 45 rpm.",
            "The slab roller in the attic runs at 25 rpm, since clay from Bovey clogs above 28 rpm.",
        ),
        (
            "The grey mare gets 3 kg of oats in the morning, and 2 kg of hay at night.",
            "The bay gelding gets 5 kg of oats in the morning, and 4 kg of hay at night.",
        ),
        (
            "Mr Hale pays £40 a month for the paddock, which is due on the 3rd.",
            "Mrs Orr pays £55 a month for the orchard, which is due on the 12th.",
        ),
        (
            "La bomba del pozo 4 se limpia con cepillo 12 cada lunes, porque el lodo del canal 3 tapa el filtro.",
            "La turbina del pozo 7 se limpia con cepillo 15 cada lunes, porque el lodo del canal 9 tapa el filtro.",
        ),
        (
            "The loom in bay 4 is oiled with oil 32. It runs 6 hours a day.",
            "The carder in bay 9 is oiled with oil 68. It runs 8 hours a day.",
        ),
        (
            "Ward 3 keeps syringes for 14 days, because delivery from depot 2 takes 5 days.",
            "Ward 9 keeps syringes for 21 days, because delivery from depot 4 takes 8 days.",
        ),
    ],
)
def test_what_is_told_in_the_same_words_of_another_thing_replaces_no_clause(embedder, old, new):
    """Each clause, and what is said behind, is about what its sentence begins with, and beside no other clause's."""
    assert replaced(embedder, old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [
        (
            "The grey mare gets 3 kg of oats in the morning, and 2 kg of hay at night.",
            "The grey mare gets 3 kg of oats in the morning, and 5 kg of hay at night.",
            ["2 kg of hay at night"],
        ),
        (
            "The rent is 900 euros a month, and the deposit is 1,800 euros.",
            "The rent is 950 euros a month, and the deposit is 1,900 euros.",
            ["The rent is 900 euros a month", "the deposit is 1,800 euros"],
        ),
        (
            "The wheat field gets 120 kg of nitrogen in March, because the soil holds only 40 kg.",
            "The wheat field gets 100 kg of nitrogen in March, because the soil now holds 60 kg.",
            ["because the soil holds only 40 kg"],
        ),
    ],
)
def test_what_is_told_in_the_same_words_of_the_same_thing_replaces_its_counterpart(embedder, old, new, gone):
    """Clause by clause."""
    assert replaced(embedder, old, new) == gone


def test_only_the_clause_that_changed_is_replaced(embedder):
    """The rest of the sentence stays true."""
    bikes = "We run 140 bikes in Lisbon and 60 in Porto at the moment."
    assert replaced(embedder, bikes, "In Lisbon we have 165 bikes now.") == ["We run 140 bikes in Lisbon"]


def test_a_log_is_changed_by_what_says_so_alone(embedder):
    """Another number of the same is a second entry; what says that it replaces something replaces it."""
    old, new = "Rendered with WeasyPrint.", "Replace WeasyPrint with Typst."
    assert replaced(embedder, old, new, explicit=True) == [old]
    assert replaced(embedder, "The kitchen opens at 7:30.", "The kitchen opens at 8:00.", explicit=True) == []


def test_one_corrects_oneself_about_the_same_alone(embedder):
    """Two prices that one event tells of two things are two."""
    two = ["Recyclia lowered its price to 155 euros per tonne.", "Ibáñez charges 60 euros per tonne now."]
    assert news(two, [], datetime.now(UTC), embedder).superseded == []
    statements = ["The kitchen opens at 7:30.", "The kitchen opens at 8:00, not at 7:30."]
    again = news(statements, [], datetime.now(UTC), embedder)
    assert again.new == [False, True] and [old.words for old in again.superseded] == statements[:1]
    assert news([statements[0], "The kitchen opens at 8:00 now."], [], datetime.now(UTC), embedder).new == [True, True]


def test_rows_of_a_table_are_about_their_first_cell(embedder):
    """The battery of one device says nothing of another's."""
    old, new = "Libero — Battery: 150 days", "Tive — Battery: 60 days"
    assert replaced(embedder, old, new) == []
    assert replaced(embedder, "Tive — Battery: 90 days", new) == ["Tive — Battery: 90 days"]


def test_a_question_is_the_context_of_its_answer():
    """And no clause of its own."""
    [answer] = clauses("When is the go-live? On September 1st.")
    assert (answer.text, answer.context, answer.answers) == ("On September 1st", "When is the go-live?", True)


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("costs CHF 1'265.50 a month", [Value("1265.50", "chf", "month")]),
        ("kostet 12 Franken pro Tag", [Value("12", "chf", "Tag".lower())]),
        ("at 14:00 on Sundays", [Value("sun", "weekday"), Value("14:00", "time")]),
        ("by the 15. August", [Value("15 aug", "date")]),
        ("seven weeks", [Value("7 w", "span")]),
        ("TTL 24h", [Value("24 h", "span")]),
        ("from 50k on", [Value("50000", "")]),
        ("Tue/Fri", [Value("tue", "weekday"), Value("fri", "weekday")]),
        ("in 2026 it was 5 %", [Value("5", "percent")]),
        ("the cluster redshift-2", []),
    ],
)
def test_values_have_a_kind(clause, expected):
    """By their currency or unit, in digits or words; years and names are none."""
    assert values(clause) == expected


def test_a_month_is_measured_where_an_amount_is_told_in_it():
    """And not since then, nor of a time of day."""
    assert measured_months("Im Februar waren es 41") == measured_months("41 in February") == {"feb"}
    assert measured_months("41 since February") == measured_months("in February we open at 9:00") == set()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "The no-shows were 41 in February, most of them boosters.",
            "No-shows fell from 41 in February to 33 in March.",
        ),
        ("Tomasz did nine nights in February.", "Tomasz did ten nights with a cold."),
        (
            "The heat pump was tendered in January: three bids.",
            "Hallam Thermal, second in the tender, now builds the heat pump.",
        ),
    ],
)
def test_what_was_counted_in_a_month_stays_so(old, new):
    """What another month brings, or nobody knows when, takes nothing of it back."""
    assert CHANGES.replaced(new, old, 0.9) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Since 2023 our supplier for boxes is Ranpak.", "Our supplier for boxes is now Smurfit."),
        ("We use Stripe since 2023 for all payments.", "We do not use Stripe for payments any more."),
        ("Since 2024 Duarte runs the workshop.", "Marta runs the workshop now."),
        (
            "From June on the VPN is required for all remote staff.",
            "The VPN is not required for remote staff.",
        ),
        ("The no-shows were 41 in February.", "The no-shows were 43, not 41 in February."),
        ("In 2026 the kitchen opens at 7:30.", "The kitchen opens at 8:00."),
        ("The rent is 900 euros from May.", "The rent is now 950 euros."),
        ("Die Miete beträgt seit Mai 900 Euro.", "Die Miete beträgt jetzt 950 Euro."),
        ("The tax is due in May.", "The tax is no longer due."),
    ],
)
def test_what_began_or_is_so_at_some_time_may_end(embedder, old, new):
    """Only what was counted in a month is of that month alone."""
    assert replaced(embedder, old, new)


def test_what_is_a_hundred_times_as_much_in_other_words_is_of_something_else():
    """A price is no turnover."""
    old, new = "Sports massage is £48.", "Classes brought in £5,300, sports massage £7,000."
    assert CHANGES.replaced(new, old, 0.9) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The session timeout is 30 seconds.", "The session timeout is 1 hour."),
        ("The free trial lasts 7 days.", "The free trial lasts 2 years."),
        ("The rate limit is 10 requests per minute.", "The rate limit is 1000 requests per minute."),
        ("The campaign's budget is 500 euros.", "The campaign's budget is 50,000 euros."),
        ("The campaign's budget is 500 euros.", "We decided last week that the campaign's budget is now 50,000 euros."),
        ("Das Budget der Kampagne beträgt 900.000 Euro.", "Das Budget der Kampagne wurde auf 1.250.000 Euro erhöht."),
    ],
)
def test_what_is_a_hundred_times_as_much_replaces_what_the_same_words_told(embedder, old, new):
    """So does what says that it changes something."""
    assert replaced(embedder, old, new)


def test_a_pronoun_beside_a_day_that_is_over_names_nothing():
    """Measured before: whose Mondays were free ended a Monday on which somebody else began."""
    old = "The Monday after the move. She'll see it when it's already done."
    new = "Marijke's hours. She goes to four fifths in September: not there on Mondays."
    others = [f"{name} talks about the harbour." for name in ("Ada", "Jo", "Lea", "Kim", "Max")]
    assert Changes([*others, old, new]).replaced(new, old, 0.43) == []


def test_a_question_of_names_alone_denies_nothing():
    """What it asks of them, nobody knows."""
    assert CHANGES.replaced("Quarry Road too? No no. Shut, as ever.", "Quarry Road is closed on Saturdays.", 0.9) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Les bars paient, et ils voudraient comme les cavistes.", "Ils ne viennent plus que tous les quinze jours."),
        ("Les bars paient, et ils voudraient comme les cavistes.", "Ils ne viennent plus."),
        ("Sie zahlen nach dreißig Tagen.", "Im Winter kommen sie nicht mehr."),
    ],
)
def test_a_pronoun_beside_an_ending_names_nothing(old, new):
    """It stands for whatever was told before."""
    assert CHANGES.replaced(new, old, 0.9) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The VPN is offered to all employees.", "The VPN was cancelled."),
        ("The SMS reminder is sent a day before.", "The SMS reminder was cancelled."),
        ("Les bus circulent le dimanche.", "Les bus ne circulent plus."),
    ],
)
def test_a_short_name_beside_an_ending_is_what_ended(old, new):
    """How long a word is says nothing."""
    assert Changes([*STATEMENTS, old, new]).replaced(new, old, 0.9)


def test_what_is_left_of_something_is_no_end():
    """`Ne … plus que` is `only`."""
    assert not ends_something("Les bus ne circulent plus que le dimanche.")
    assert ends_something("Les bus ne circulent plus.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Our hall has 38. Ashford has 12.", "Visits: Ashford 1,104 in May, Porto 388."),
        ("Ines: Monday here, Wednesday and Thursday at Ashford.", "Saturdays at Ashford. Many would like it."),
        ("Ines: Monday here, Wednesday and Thursday at Ashford.", "Ashford opens on Saturdays 9:00 to 12:00 now."),
    ],
)
def test_the_name_of_a_place_alone_tells_nothing_of_what_is_said_there(embedder, old, new):
    """A name is known by its capital within sentences, where not all nouns have one."""
    others = ["We drive to Ashford.", "He rang from Ashford."]
    one, other = embedder.embed([old, new])
    assert Changes([*others, old, new]).replaced(new, old, max(0.6, cosine(one, other))) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Puppy plan £14.50 a month, kitten plan £12.50 a month.",
            "A puppy costs us £13.90 a month in goods and time, a kitten £9.60.",
        ),
        ("No no. Fitted kitchens 14 weeks, as ever.", "Nine weeks for everything made to order that is no kitchen."),
        ("The oak comes from Galloway.", "The ash comes from Galloway as well now."),
        ("Text reminders go out 48 hours before the visit.", "Until now one text went out 48 hours before the visit."),
        ("Showroom.", "Is that also showroom? No, showroom as it is."),
    ],
)
def test_one_word_in_common_may_be_of_many_things(embedder, old, new):
    """Where no change is told; `as well` adds something, `until now` tells what was, and a word asserts nothing."""
    assert replaced(embedder, old, new) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The deposit's £30, a new keg's £78, so do the sums.", "Keg deposit from 1 June: £40 for 30 l kegs."),
        ("Tours Saturdays at eleven and at two.", "Tours: still £14, still Saturdays at 11 and 14."),
        ("Lost kegs: 5 in two months.", "The 50 l kegs, which we've only had since April, £60."),
        ("Earliest hour is 6:30 by default.", "Cover: earliest hour default 06:30, below 06:00 it can't be set."),
    ],
)
def test_a_word_in_common_and_another_value_change_nothing(old, new):
    """Who tells what was before changes that alone, and what is said again is no change."""
    assert CHANGES.replaced(new, old, 0.9) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The service needs Java 17.", "The service needs Java 21 now."),
        ("We meet in room 7.", "We meet in room 9 now."),
        ("The plugin needs Python 3.11.", "The plugin needs Python 3.12 now."),
        ("Der Dienst braucht Java 17.", "Der Dienst braucht jetzt Java 21."),
        ("Le train part du quai 3.", "Le train part maintenant du quai 5."),
        ("El curso es en el aula 4.", "El curso es ahora en el aula 6."),
        ("The ticket costs 45.", "The ticket costs 50 now."),
    ],
)
def test_a_noun_with_a_number_is_changed_by_what_says_that_it_changes(embedder, old, new):
    """Where the same is said before it, in words that end with it."""
    assert replaced(embedder, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The service needs Java 17.", "The billing service needs Java 21 now."),
        ("The service needs Java 17.", "The service needs Java 21."),
        ("The library supports Python 3.11.", "The library supports Python 3.12."),
        ("The library supports Python 3.11.", "The library now supports Python 3.12."),
        ("The tests run on Java 17.", "The tests also run on Java 21 now."),
        ("Area 51 is closed.", "Area 52 is closed now."),
        ("We opened shop 7.", "We opened shop 8 now."),
        ("The heating of house 3 is broken.", "The heating of house 5 is broken now."),
        ("Die Linie 4 fährt zum Bahnhof.", "Die Linie 5 fährt jetzt zum Bahnhof."),
        ("Le quai 3 est fermé.", "Le quai 5 est fermé maintenant."),
        ("La línea 4 para en la plaza.", "La línea 6 para ahora en la plaza."),
    ],
)
def test_two_things_of_a_number_each_stand_beside_each_other(embedder, old, new):
    """As do two versions that hold at once, and what was done with each."""
    assert replaced(embedder, old, new) == []


@pytest.mark.parametrize(
    ("new", "old", "is_ended"),
    [
        ("24 people cancelled.", "19 people cancelled.", False),
        ("Wir hatten 127 Einsätze.", "Wir hatten 94 Einsätze.", False),
        ("We have 254,000 EUR in the bank.", "We have 318,000 EUR in the bank.", True),
        ("The fee was raised from 9 EUR to 12 EUR.", "The fee is 9 EUR.", True),
    ],
)
def test_what_was_counted_in_one_month_ends_nothing_of_another(new: str, old: str, *, is_ended: bool) -> None:
    """In a report of a month; what is so, or is told to have changed, replaces what was."""
    assert bool(Changes([new, old]).replaced(new, old, 0.9, of_period=True)) == is_ended
    assert Changes([new, old]).replaced(new, old, 0.9)
