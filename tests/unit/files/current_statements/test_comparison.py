"""What an event makes of what the summaries say."""

from datetime import UTC, datetime

import pytest
from knowledge.chunks import reader
from knowledge.files import paths
from knowledge.files.current_statements import CurrentStatement, EndedStatement, Judgement, news, read_standing
from knowledge.files.current_statements.striking import LineChange, past
from knowledge.files.edits import Figures
from knowledge.text.statements import marks
from knowledge.text.statements.changes import ReplacedClause

AT = datetime(2026, 3, 12, tzinfo=UTC)
SUMMARY = paths.summary("gtm", "pricing")
LINE = "- The Pro plan costs CHF 65 per month. (2026-01-01)"
NOW = "The Pro plan is now CHF 79 per month."


@pytest.mark.parametrize("is_judged", [False, True], ids=["compared", "judged"])
@pytest.mark.parametrize("persons", [frozenset(), frozenset({LINE})], ids=["learned", "persons"])
def test_a_persons_line_is_superseded_by_no_statement(embedder, is_judged, persons):
    """Neither by its words nor where a model names it; an agent's is. What is said stands beside it."""
    standing = read_standing(SUMMARY, lambda _: f"Pricing | 1.0.0, 2026-01-01 |\n\n{LINE}\n", lambda _: persons)
    judgement = Judgement([EndedStatement(standing[0], (0,), "")]) if is_judged else None
    made = news([NOW], standing, AT, embedder, judgement=judgement)
    assert made.new == [True]
    assert [old.line for old in made.superseded] == ([] if persons else [LINE])


@pytest.mark.parametrize(
    ("line", "clause", "left"),
    [
        ("- Finding: Ads after every 4th level. (2026-01-01)", "Ads after every 4th level.", ""),
        ("- 2026-01-01: feat: the friends cap. [[3-descriptions/a/b.md]]", "feat: the friends cap.", ""),
        (
            "- The fee is 14. 3 people pay it.",
            "The fee is 14. 3 people pay it.",
            "- The fee is 14. 3 people pay it. (in part until {1}; now: {2})",
        ),
        ("- The newest wins, losers stay 30 days.", "losers stay 30 days", "- The newest wins, ~~{}~~ (until {})."),
        (
            "- Fulmar costs 2,800 a day.",
            "Fulmar costs 2",
            "- Fulmar costs 2,800 a day. (in part until {1}, “{0}”; now: {2})",
        ),
        (
            "- Regatta on 8 and 9 August, pontoon A is cleared.",
            "Regatta on 8",
            "- Regatta on 8 and 9 August, pontoon A is cleared. (in part until {1}, “{0}”; now: {2})",
        ),
        (
            "- It opens Friday, 8 May, at six.",
            "8 May",
            "- It opens Friday, 8 May, at six. (in part until {1}, “{0}”; now: {2})",
        ),
    ],
)
def test_a_line_stays_as_long_as_it_says_something(line, clause, left):
    """No empty bullet is left, what is still so stays, no value is cut in two, and no sentence is left a torso."""
    sentence = line.removeprefix("- ") if left else clause
    change = LineChange(ReplacedClause(sentence, clause), NOW, 0)
    [gone] = past(CurrentStatement(SUMMARY, SUMMARY, "", line, sentence, "2026-01-01"), [change], "2026-03-12")
    assert gone.left == left.format(clause, "2026-03-12", NOW)


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("We offer one model, at EUR 24,500 with six months' delivery, a year.", "Price 23,900, not 24,500."),
        ("Das Zelt wird vermietet, für 900 Euro samt 14 Tagen Frist, im Hof.", "Es kostet 950 Euro statt 900."),
        ("The hall is let, at £60 an hour with 40 chairs, on Sundays.", "It is £75 an hour now."),
    ],
)
def test_a_clause_that_tells_another_value_is_not_struck_out(line, now):
    """Of which nothing is said it may still be so: the line names the part."""
    clause = line.split(", ")[1]
    change = LineChange(ReplacedClause(line, clause), now, 0)
    [gone] = past(CurrentStatement(SUMMARY, SUMMARY, "", f"- {line}", line, "2026-01-01"), [change], "2026-03-12")
    assert gone.left == f"- {line} (in part until 2026-03-12, “{clause}”; now: {now})"


def test_what_tells_its_own_past_is_not_struck_out(embedder):
    """`It was 2,800` misleads nobody."""
    made = news(["The boat costs 3,150 a day, it was 2,800."], [], AT, embedder)
    assert (made.texts, made.superseded) == ({}, [])


def test_a_line_that_is_not_so_in_part_tells_what_is_so_now():
    """That is compared with what is said later, as well as the line."""
    line = "- Regatta on 8 and 9 August. (2026-04-02) (in part until 2026-04-20; now: It is on 15 August.)"
    both = ["Regatta on 8 and 9 August.", "It is on 15 August."]
    assert [statement.text for statement in _standing(line)] == both
    own = "- Regatta on 8 and 9 August. (in part until 2026-04-20; now: It is on 15 August.) (2026-04-02)"
    assert [statement.text for statement in _standing(own)] == both


@pytest.mark.parametrize("around", ["- {}", "- {} [[3-descriptions/gtm/pricing/conversations.md]]", "- Decision: {}"])
def test_of_a_line_that_is_gone_no_empty_bullet_stays(embedder, around):
    """Its day and its link alone say nothing."""
    line = around.format("The Pro plan costs CHF 65 per month. (2026-01-01)")
    standing = read_standing(SUMMARY, lambda _: f"Pricing | 1.0.0, 2026-01-01 |\n\n{line}\n")
    assert [old.left for old in news([NOW], standing, AT, embedder).superseded] == [""]


def test_an_empty_bullet_states_nothing():
    """Nor does a list that is written from rows: of runs, patterns, uploads."""
    text = "Pricing | 1.0.0, 2026-01-01 |\n\n- (2026-10-01)\n- (2026-10-01) [[a/b.md]]\n"
    assert read_standing(SUMMARY, lambda _: text) == []


@pytest.mark.parametrize("period", ["", "2026-10", "10:00 to 11:00"])
def test_a_figure_is_no_statement(period):
    """A report replaces it, and no event strikes it out; a fact that begins in bold letters is a statement."""
    figures = Figures(path=SUMMARY, title="Pricing", figures={"MRR": "5 EUR"}, at=AT, period=period)
    assert read_standing(SUMMARY, lambda _: figures.after(None)) == []
    fact = "- **Anna** of sales signs."
    assert [old.line for old in read_standing(SUMMARY, lambda _: f"Pricing | 1.0.0, 2026-01-01 |\n\n{fact}\n")] == [
        fact
    ]


@pytest.mark.parametrize("path", ["2-summaries/agent/learned-tasks.md", "2-summaries/user/uploads-general.md"])
def test_what_is_written_from_rows_is_never_struck_out(embedder, path):
    """A run's title says what was asked, not what is so; search leaves the same files out."""
    assert reader.is_searchable(SUMMARY) and not reader.is_searchable(path)
    assert read_standing(path, lambda _: f"Learned tasks | 1.0.0, 2026-01-01 |\n\n{LINE}\n") == []


def test_a_mark_follows_what_is_so_now(embedder):
    """What stands on another page now is told beside what was, and changes with it."""
    line = "- Solan takes less. Fulmar may transfer up to 1.75. (2026-01-01)"
    statements = ["Fulmar's trial at 1.75 m failed.", "The limit is 1.6 m as of 10 March."]
    first = _standing(line)
    [gone] = news(statements, first, AT, embedder).superseded
    mark = "~~Fulmar may transfer up to 1.75.~~ (until 2026-03-12; now: {})"
    assert gone.left == f"- Solan takes less. {mark.format(' '.join(statements))} (2026-01-01)"
    later = "From 1 May Fulmar's limit is 1.4 m instead of 1.6 m."
    lines = {old.line: old.left for old in news([later], _standing(gone.left), AT, embedder).superseded}
    assert lines[gone.left] == f"- Solan takes less. {mark.format(later)} (2026-01-01)"


def test_what_ends_on_a_day_to_come_holds_until_then(embedder):
    """It is not struck out; the line tells until when it holds, and what is so then."""
    line = "- The crossing costs £8.80. (2026-01-01)"
    later = "The crossing costs £9.40 instead of £8.80 from the first of April."
    [gone] = news([later], _standing(line), AT, embedder).superseded
    assert (gone.left, gone.day) == (f"{line} (until 2026-04-01; now: {later})", "2026-04-01")


@pytest.mark.parametrize(
    ("line", "until"),
    [("Our flour comes from Marsh Mill.", "2026-03-12"), ("The sourdough loaf costs £4.20.", "2026-04-01")],
)
def test_the_day_of_one_sentence_is_not_when_anothers_ends(embedder, line, until):
    """Measured before: the flour came from Marsh Mill until the new price of the bread held."""
    later = (
        "From 1 April the sourdough loaf costs £4.50. And we have switched our flour from Marsh Mill to Shipton Mill."
    )
    [gone] = news([later], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded
    assert gone.day == until


@pytest.mark.parametrize(
    ("line", "later", "until"),
    [
        ("The library opens at 9:00.", "The library opens at 10:00 now, not 9:00. The party is on 18 May.", None),
        ("The library opens at 9:00.", "The library opens at 10:00 now, not 9:00. The tea costs £2 from 1 May.", None),
        ("The library opens at 9:00.", "From 1 July tea costs £2. The library opens at 10:00 now, not 9:00.", None),
        (
            "Die Bücherei öffnet um 9:00 Uhr.",
            "Die Bücherei öffnet jetzt um 10:00 Uhr statt um 9:00 Uhr. Die Inventur ist am 30. Mai.",
            None,
        ),
        (
            "Die Bücherei öffnet um 9:00 Uhr.",
            "Die Bücherei öffnet jetzt um 10:00 Uhr statt um 9:00 Uhr. Das Fest ist am 30. Mai.",
            None,
        ),
        (
            "The library opens at 9:00.",
            "The library opens at 10:00 from 1 April, not 9:00. The party is on 18 May.",
            "2026-04-01",
        ),
        (
            "The library opens at 9:00.",
            "From 1 April there are new hours. The library opens at 10:00, not 9:00.",
            "2026-04-01",
        ),
    ],
)
def test_the_day_of_something_else_is_not_when_a_value_ends(embedder, line, later, until):
    """Measured before: the old hour held until the party."""
    [gone] = news([later], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded
    assert gone.day == (until or "2026-03-12")


OPENS, RENT = "The library opens at 9:00.", "Die Miete beträgt 900 EUR."


@pytest.mark.parametrize(
    ("line", "later", "until"),
    [
        (OPENS, "The library opens at 10:00 instead of 9:00. This starts on 18 May.", "2026-05-18"),
        (OPENS, "The library opens at 10:00 instead of 9:00. It begins on 18 May.", "2026-05-18"),
        (OPENS, "The library opens at 10:00 instead of 9:00. The change takes effect on 18 May.", "2026-05-18"),
        (OPENS, "The library opens at 10:00 instead of 9:00. The new hours apply on 18 May.", "2026-05-18"),
        (OPENS, "The hours change on 18 May. The library then opens at 10:00, not 9:00.", "2026-05-18"),
        (OPENS, "The library now opens at 10:00 instead of 9:00. This starts on 18 May.", "2026-05-18"),
        (RENT, "Die Miete beträgt 950 EUR statt 900 EUR. Die Änderung tritt am 1. Mai in Kraft.", "2026-05-01"),
        (RENT, "Die Miete beträgt jetzt 950 EUR statt 900 EUR. Das gilt ab 1. Mai.", "2026-05-01"),
        (RENT, "Die Miete beträgt jetzt 950 EUR statt 900 EUR. Das beginnt am 1. Mai.", "2026-05-01"),
    ],
)
def test_the_day_of_a_sentence_beside_is_when_a_value_ends(embedder, line, later, until):
    """Unless what changes it says "now"; then it has to be about that."""
    [gone] = news([later], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded
    assert gone.day == until


def test_the_day_that_is_told_behind_a_change_is_its_day(embedder):
    """A sentence that says no more than when leans on the one before."""
    later = "The sourdough loaf costs £4.50 instead of £4.20. That is from April."
    [gone] = news([later], _standing("- The sourdough loaf costs £4.20. (2026-01-01)"), AT, embedder).superseded
    assert gone.day == "2026-04-01"


def test_what_is_told_beside_a_day_ends_then(embedder):
    """What is not told as done yet is of the day that is told with it."""
    later = "Tracking. The app Pathcard is for everybody from 15 April. Hillwatch is no longer used on missions."
    [gone] = news([later], _standing("- Hillwatch is used on missions. (2026-01-01)"), AT, embedder).superseded
    assert gone.day == "2026-04-15"


def test_what_never_came_to_hold_ends_at_once(embedder):
    """A price that was to begin on the same day is over before it."""
    line = "- The crossing costs £9.40 from 1 April. (2026-01-01)"
    [gone] = news(["The crossing costs £9.60 instead of £9.40 from 1 April."], _standing(line), AT, embedder).superseded
    assert (gone.left, gone.day) == ("", "2026-03-12")


def test_a_value_that_comes_back_stands_again(embedder):
    """The line that told the change is over, and the mark that told what it brought tells what is so since."""
    line = "- Kittiwake's limit at the Skerrow berth is 38 knots, Ardlinn is sheltered. (2026-01-01)"
    change = "The limit at the Skerrow berth goes down from 38 to 36 knots."
    [gone] = news([change], _standing(line), AT, embedder).superseded
    assert marks.ends(gone.left, "Kittiwake's limit at the Skerrow berth is 38 knots")
    later = "The surveyor is content with 38 knots at the Skerrow berth again. 36 is history."
    lines = {old.line: old.left for old in news([later], _standing(gone.left), AT, embedder).superseded}
    assert f"; now: {later})" in lines[gone.left]
    [gone] = news([later], _standing(f"- {change}"), AT, embedder).superseded
    assert gone.left.startswith("- ~~") and later in gone.left


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("- Ada Lem (office), Milan Koch (Dramaturgie), Jo Orr (stage).", "Ada Lem is in charge, not Milan Koch."),
        ("- Cars come 20 minutes before, foot passengers ten minutes.", "Foot passengers stay at nine sixty."),
        (
            "- Wes starts on the second of February, he drives firkins.",
            "At least three firkins (was two), from 1 March.",
        ),
        ("- The account service has its own pool of 40.", "The tile service's pool is now 25, down from 40."),
    ],
)
def test_what_is_said_of_something_else_strikes_out_nothing(embedder, line, statement):
    """A name in a list asserts nothing that a no denies; a number without a unit is no span of time."""
    assert news([statement], _standing(line), AT, embedder).superseded == []


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ('January\'s "none this year" no longer holds.', "- Decision: Sorry Gordon. (2026-01-12)"),
        ('March\'s "none this year" no longer holds.', None),
        ("January's price no longer holds.", None),
    ],
)
def test_a_decision_that_an_event_reverses_is_superseded(embedder, statement, left):
    """Named by the month in which it was made, with a word of what it was about."""
    line = "- Decision: Decided, no low-alcohol beer this year. Sorry Gordon. (2026-01-12)"
    gone = news([statement], _standing(line), AT, embedder).superseded
    assert [old.left for old in gone] == ([left] if left else [])


def _standing(line: str) -> list[CurrentStatement]:
    return read_standing(SUMMARY, lambda _: f"Vessels | 1.0.0, 2026-01-01 |\n\n{line}\n")


@pytest.mark.parametrize(
    ("stands", "ending"),
    [
        ("Nous livrons en Belgique.", "Nous ne livrons plus en Belgique."),
        ("Le restaurant sert des moules.", "Le restaurant ne sert plus de moules."),
        ("Wir heizen mit Pellets statt Holz.", "Wir heizen mit Holz statt Pellets."),
    ],
)
def test_what_ends_something_says_nothing_again(embedder, stands, ending):
    """As near as the two are: measured before, the end was taken for a repetition, and was nowhere."""
    made = news([ending], _standing(f"- {stands} (2026-01-01)"), AT, embedder)
    assert made.new == [True] and [gone.statement for gone in made.superseded] == [stands]


FLATS = [f"Flat {n} was painted in March and has {n % 4 + 1} rooms." for n in range(1, 6)]
MACHINES = [
    f"Machine {n} was inspected on the {day} and its bearing had {count} scratches."
    for n, day, count in [(1, "3rd", 2), (2, "4th", 3), (3, "5th", 0), (4, "6th", 1), (9, "10th", 2), (29, "2nd", 1)]
]
SHIFTS = ["Leeds has 4 people on the late shift.", "York has 5 people on the late shift."]


@pytest.mark.parametrize("rows", [FLATS, MACHINES, SHIFTS], ids=["flats", "machines", "shifts"])
def test_a_list_that_is_sent_again_ends_nothing(embedder, rows):
    """Measured before: each of 30 rows ended by another that stands as well, whose name was a number."""
    standing = [line for row in rows for line in _standing(f"- {row} (2026-03-01)")]
    made = news([*rows, "All is well."], standing, AT, embedder)
    assert (made.superseded, made.new) == ([], [*[False] * len(rows), True])
    assert made.repeated == {(line.path, line.line) for line in standing}


@pytest.mark.parametrize("rows", [FLATS, MACHINES], ids=["flats", "machines"])
def test_the_rows_of_one_event_stand_beside_one_another(embedder, rows):
    """Measured before: the day on which one was inspected was a former value, which ended another's scratches."""
    made = news(rows, [], AT, embedder)
    assert (made.superseded, made.texts) == ([], {})


@pytest.mark.parametrize(
    ("line", "statement"),
    [("Flat 5 has 2 rooms.", "Flat 5 has 3 rooms now."), ("Room 101: 80 EUR.", "Room 101: 85 EUR.")],
)
def test_a_row_that_changes_ends_what_it_was(embedder, line, statement):
    """Its number is the same."""
    assert [old.statement for old in news([statement], _standing(f"- {line}"), AT, embedder).superseded] == [line]


def test_what_an_event_says_again_ends_by_a_change_behind_it_alone(embedder):
    """An agent tells what it knows, and a person says what is so now."""
    line, change = "The Pro plan costs CHF 65 per month.", "It is CHF 79 per month now."
    standing = _standing(f"- {line} (2026-01-01)")
    assert news([line, change], standing, AT, embedder).superseded
    assert not news([change, line], standing, AT, embedder).superseded


@pytest.mark.parametrize(
    ("line", "statement", "ends"),
    [
        ("The deposit is now 300 EUR instead of 200 EUR.", "The deposit is now 350 EUR instead of 200 EUR.", True),
        ("The code is changed every 30 days, not 90.", "The code is changed every 60 days, not 90.", True),
        ("The code is changed every 30 days.", "The code is changed every 60 days, not 30.", True),
        ("The code is changed every 90 days.", "The code is changed every 60 days, not 30.", False),
        ("The deposit is now 300 EUR instead of 200 EUR.", "The key deposit is now 30 EUR instead of 20 EUR.", False),
        ("The deposit is now 300 EUR instead of 200 EUR.", "The rent is now 350 EUR instead of 200 EUR.", False),
    ],
)
def test_who_tells_what_was_before_ends_that_and_another_change_of_it(embedder, line, statement, ends):
    """Neither another value, nor another thing that only costs money, too."""
    gone = news([statement], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded
    assert [old.statement for old in gone][:1] == ([line] if ends else [])


def test_what_a_persons_line_says_otherwise_is_overruled(embedder):
    """It stands there, and below it."""
    line, stale = "- The alarm code is changed every 30 days.", "The alarm code is changed every 90 days."
    standing = read_standing(SUMMARY, lambda _: f"Alarm | 1.0.0, 2026-01-01 |\n\n{line}\n", lambda _: {line})
    made = news([stale, "The alarm rings at noon."], standing, AT, embedder)
    assert (made.overruled, made.superseded, made.new) == ({0: line}, [], [True, True])


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("We use Slack for chat.", "We don't use Slack anymore, we use Teams."),
        ("We ship to Switzerland.", "We stopped shipping to Switzerland because of customs."),
        ("Enviamos paquetes a Suiza.", "Dejamos de enviar paquetes a Suiza."),
        ("Parking is free.", "Parking isn't free any more."),
        ("Le parking est gratuit.", "Le parking n'est plus gratuit: il coûte 9 € par jour depuis novembre."),
        ("We have 12 employees.", "We have 14 employees now."),
        ("The insurance is with Allianz.", "We changed the insurance to AXA."),
        ("Die Versicherung ist bei Allianz.", "Wir haben die Versicherung zur AXA gewechselt."),
        ("Our office is in Leeds.", "We have moved, the office is in York now."),
        ("The launch is on 14 January.", "The launch moves to 4 February, the security audit takes longer."),
        ("Der Start ist am 14. Januar.", "Der Start verschiebt sich auf den 4. Februar."),
    ],
)
def test_a_plain_change_ends_what_was(embedder, line, statement):
    """A denial that stands apart, what stops, a count, what goes to another or to another day."""
    assert [old.statement for old in news([statement], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded]


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("We use Slack for chat with customers.", "We don't use Slack for files anymore."),
        ("Slack costs 8 EUR a month.", "We don't use Slack anymore."),
        ("We ship to Austria.", "We stopped shipping to Switzerland because of customs."),
        ("We ship to Switzerland.", "We should stop shipping to Switzerland."),
        ("We ship to Switzerland.", "We never stopped shipping to Switzerland."),
        ("Le restaurant est gratuit.", "Le parking n'est plus gratuit."),
        ("We have 12 bikes.", "We have 14 employees now."),
        ("Leeds has 12 employees.", "York has 14 employees now."),
        ("We have 12 employees in Leeds.", "We have 14 employees now."),
        ("The car insurance is with Allianz.", "We changed the health insurance to AXA."),
        ("The meeting is in Berlin.", "The meeting room is in Paris now."),
        ("The launch in Spain is on 14 January.", "The launch in Italy moves to 4 February."),
        ("The exhibition is on 14 January.", "The exhibition is open from 20 January to 4 February."),
    ],
)
def test_the_neighbours_of_a_plain_change_stay(embedder, line, statement):
    """Another purpose, place, thing or day, advice, and what never ended."""
    assert news([statement], _standing(f"- {line} (2026-01-01)"), AT, embedder).superseded == []
