"""Older lines point to what was said later of the same, on whatever page."""

import pytest
from knowledge.files import paths
from knowledge.files.current_statements import (
    CurrentStatement,
    PlacedStatement,
    SupersededStatement,
    late_pointers,
    pointers,
    read_standing,
)
from knowledge.text.statements import marks

from tests.support.doubles import Words

DAY, NOW = "2026-03-12", "2026-05-04"
PAGE, OTHER = paths.summary("operations", "pool"), paths.summary("organization", "house")
POOL = "- We have the leisure centre pool on Wednesdays from two to four, £65 an hour. (2026-03-12)"
OLDER = [
    POOL,
    "- Patients may not film in the treatment rooms. (2026-03-12)",
    "- Sports massage is £48. (2026-03-12)",
    "- Tom is our fire warden. (2026-03-12)",
    "- The antenatal class on Saturdays takes six. (2026-03-12)",
    "- Brightwash do our towels, £140 a month. (2026-03-12)",
]
FRIDAYS = "The leisure centre has the pool for us on Fridays now, half one till half three, at the same price an hour."
NEW = [PlacedStatement(FRIDAYS, OTHER), PlacedStatement("Hannah has a new bicycle.", PAGE)]


def test_an_older_line_points_to_what_was_said_later_of_the_same(embedder) -> None:
    """Also in other words and on another page; what nothing was said of points nowhere."""
    assert _left(embedder, OLDER, NEW) == {POOL: f"{POOL} (later, {NOW}: “{FRIDAYS}” [[{OTHER}]])"}


@pytest.mark.parametrize(
    "line",
    [
        POOL.replace(DAY, "2026-06-01"),
        POOL.replace(" (2026-03-12)", ""),
        f"- Towels are dry. {marks.struck_out(POOL.removeprefix('- '), DAY)}",
        f"- {DAY}: {POOL.removeprefix('- ')}",
    ],
    ids=["later", "undated", "struck out", "of a log"],
)
def test_what_is_told_already_or_was_done_points_nowhere(embedder, line: str) -> None:
    """A mark tells what is so now, and what a log tells of a day stays so."""
    assert _left(embedder, [line, *OLDER[1:]], NEW) == {}


def test_what_a_mark_does_not_tell_is_led_on(embedder) -> None:
    """Of a line that ended in part the rest has its own future; what the mark tells is not told again."""
    mark = marks.in_part("2026-04-01", "It is £70.")
    line = f"{POOL} {mark}"
    assert marks.pointed_to(_left(embedder, [line, *OLDER[1:]], NEW)[line]) == [FRIDAYS]
    in_part = SupersededStatement(PAGE, POOL, "", "", NOW, FRIDAYS, left=line)
    assert _left(embedder, OLDER, NEW, superseded=[in_part]) == {}


def test_what_was_told_before_on_the_same_day_points_to_what_is_told_then(embedder) -> None:
    """Events come one after the other; measured before: 5 of 11 changes of one day had neither mark nor pointer."""
    today = f"- Our office is in Leeds. ({NOW})"
    assert list(_left(embedder, [today], [PlacedStatement("We have moved, the office is in York now.", OTHER)])) == [
        today
    ]


def test_a_persons_line_points_nowhere(embedder) -> None:
    """No agent writes behind what a person wrote."""
    assert _left(embedder, OLDER, NEW, persons=frozenset({POOL})) == {}


def test_what_ends_points_nowhere(embedder) -> None:
    """Its history tells what is so instead."""
    assert _left(embedder, OLDER, NEW, superseded=[SupersededStatement(PAGE, POOL, "", "", NOW, FRIDAYS)]) == {}


def test_what_was_said_later_may_change_in_its_turn(embedder) -> None:
    """The line leads to what is said now instead, and no longer to what that ended."""
    before = "The leisure centre has the pool for us on Thursdays now."
    pointing = marks.pointed("- Swimmers come on Wednesdays. (2026-03-11)", DAY, before, PAGE)
    assert marks.pointed_to(_left(embedder, [pointing, *OLDER[1:]], NEW)[pointing]) == [FRIDAYS]


def test_a_line_leads_to_each_change_of_what_it_tells(embedder) -> None:
    """A turn tells several things, which change one after the other."""
    line = f"{POOL.removesuffix(f' ({DAY})')} Tom is our fire warden. ({DAY})"
    warden = "Hannah has taken over from Tom as fire warden."
    left = _left(embedder, [line, *OLDER[1:3]], [NEW[0], PlacedStatement(warden, PAGE)])
    assert sorted(marks.pointed_to(left[line])) == sorted([FRIDAYS, warden])


def test_by_another_model_what_pointed_to_what_changes_points_to_what_is_said_now() -> None:
    """What it was about goes on, in words that it may have none of."""
    early = "- Wednesday is for swimmers. (2026-03-11)"
    pointing = marks.pointed(early, DAY, POOL.removeprefix("- "), PAGE)
    left = _left(Words(), [pointing, *OLDER], NEW)
    assert marks.pointed_to(left[pointing]) == [FRIDAYS] and POOL in left
    ended = SupersededStatement(PAGE, POOL, "", "", NOW, FRIDAYS, statement=read(OLDER)[0].text)
    assert marks.pointed_to(_left(Words(), [pointing, *OLDER], NEW, superseded=[ended])[pointing]) == [FRIDAYS]


@pytest.mark.parametrize(
    ("lines", "about", "findings"),
    [
        (
            [
                "What do we charge for the telemetry add-on? 9 EUR per unit and month.",
                "Payment terms stay at 30 days.",
                "The set point for frozen fish is -20 °C.",
                "Plug in reefers before the driver leaves.",
            ],
            "Electric reefer trailers",
            [
                "Price is 148,000 EUR, about 61,000 more than a diesel unit.",
                "Electric trailers cool with a battery of 40 kWh.",
                "The battery lasts eleven hours.",
            ],
        ),
        (
            ["Delivery fees stay at 6 EUR.", "Rye is baked at 240 °C.", "The night shift starts at two."],
            "Deck ovens",
            ["Price is 31,000 EUR for three decks.", "Deck ovens bake rye at 250 °C.", "Delivery takes six weeks."],
        ),
    ],
    ids=["trailers", "ovens"],
)
def test_a_price_of_something_else_is_not_what_was_said_later(embedder, lines, about, findings) -> None:
    """A currency is no subject in common, and a bare "Price is …" is about what its text is about."""
    older = [f"- {line} ({DAY})" for line in lines]
    assert older[0] not in _left(embedder, older, [PlacedStatement(text, OTHER, about) for text in findings])


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("The cleaning costs 220 EUR a month.", "The accountant charges 240 EUR a month."),
        ("The phone costs 49 EUR a month.", "Internet costs 39 EUR a month."),
        ("The rent is 1,500 a month.", "The starter plan costs 9 EUR a month."),
        ("Die Reinigung kostet 220 Euro im Monat.", "Das Telefon kostet 49 Euro im Monat."),
        ("Und der Preis? 14.800 Euro inklusive Montage.", "Ab Januar beträgt der Stundensatz 72 Euro."),
        ("Supplier Cole delivers within 7 days.", "Supplier Brook delivers within 4 days."),
        ("Machine 3 has 2 scratches.", "Machine 4 has 3 scratches."),
    ],
)
def test_what_has_no_word_of_its_subject_in_common_is_of_something_else(embedder, line, statement) -> None:
    """Measured before, in small tenants, where little else is near: of things that cost money one led to another."""
    assert _left(embedder, [f"- {line} ({DAY})"], [PlacedStatement(statement, OTHER)]) == {}


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("We have 12 employees.", "We have 14 employees now."),
        ("Our office is in Leeds.", "We have moved, the office is in York now."),
        ("The Pro plan costs 49 EUR a month.", "For the Pro plan we ask 59 EUR a month."),
        ("Le parking est gratuit.", "Le parking n'est plus gratuit: il coûte 9 € par jour."),
        ("We use Slack for chat.", "We don't use Slack anymore, we use Teams."),
    ],
)
def test_in_a_small_tenant_what_is_of_one_thing_points(embedder, line, statement) -> None:
    """What is counted is a subject, and so is a name."""
    assert list(_left(embedder, [f"- {line} ({DAY})"], [PlacedStatement(statement, OTHER)])) == [f"- {line} ({DAY})"]


def test_what_names_a_subject_is_quoted_with_what_follows(embedder) -> None:
    """On its page alone; of a long statement from the sentence on that changes the line."""
    short = [PlacedStatement("The pool is ours on Fridays now.", OTHER), PlacedStatement("From one.", OTHER), *NEW[1:]]
    [line] = _left(embedder, OLDER, short).values()
    assert marks.pointed_to(line) == [" ".join(statement.text for statement in short[:2])]
    apart = [short[0], PlacedStatement(short[1].text, PAGE), *NEW[1:]]
    assert marks.pointed_to(next(iter(_left(embedder, OLDER, apart).values()))) == [short[0].text]
    long = [PlacedStatement(f"Priya was late, he blames the car park as ever. {FRIDAYS}", OTHER), *NEW[1:]]
    assert marks.pointed_to(_left(embedder, OLDER, long)[POOL]) == [FRIDAYS]


def test_what_is_told_late_points_to_what_was_said_since(embedder) -> None:
    """As if it had been told in its order; to nothing of its own day, and of the others nothing changes."""
    since = read([f"- {FRIDAYS} ({NOW})"])
    late = late_pointers(read([POOL]), [*since, *read(OLDER[1:])], embedder)
    assert late == {read([POOL])[0]: f"{POOL} (later, {NOW}: “{FRIDAYS}” [[{PAGE}]])"}
    assert late_pointers(read([POOL]), read(OLDER), embedder) == {}


def test_what_points_to_a_later_day_is_not_led_back(embedder) -> None:
    """An event that is told late is not the latest."""
    pointing = marks.pointed(POOL, "2026-06-01", "Mondays, for good.", OTHER)
    assert pointing not in _left(embedder, [pointing, *OLDER[1:]], NEW)


def test_what_has_a_name_that_is_told_as_past_points_there(embedder) -> None:
    """On a page with few lines, too, and however the name is written."""
    stays, now = (
        f"- Fine. The document system stays iManage for now. ({DAY})",
        "We decided to move from iManage to Nexus.",
    )
    checks = f"- Conflict checks must be done within 24 hours. ({DAY})"
    assert list(_left(embedder, [stays, checks], [PlacedStatement(now, OTHER)])) == [stays]


def read(lines: list[str], persons: frozenset[str] = frozenset()) -> list[CurrentStatement]:
    """The lines as a summary has them."""
    text = "\n".join(lines)
    return read_standing(PAGE, lambda _: f"Pool | v1.0.0, 2026-03-12T10:00:00+00:00 | \n\n{text}\n", lambda _: persons)


def _left(embedder, lines, statements, persons=frozenset(), superseded=()) -> dict[str, str]:
    left: dict[str, str] = {}
    for pointer in pointers(statements, read(lines, persons), NOW, embedder, superseded):
        left[pointer.line.line] = pointer.left(NOW, left.get(pointer.line.line, ""))
    return left
