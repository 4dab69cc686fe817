"""What the parts of a file are called."""

from knowledge.files.splitting import naming
from knowledge.files.splitting.naming import NamedText


def test_a_part_is_called_by_its_highest_heading() -> None:
    """The first of them where there are several."""
    assert naming.labels(["### Deep\n\n## High\n\n## Second\n", "# Other\n"]) == ["High", "Other"]


def test_a_part_without_a_heading_is_called_by_its_days() -> None:
    """From the first to the last, or the one day."""
    assert naming.labels(["- 2026-01-02 b\n- 2026-01-01 a\n", "- 2026-02-03 c\n"]) == [
        "2026-01-01 to 2026-01-02",
        "2026-02-03",
    ]


def test_else_by_the_words_that_tell_it_from_the_others() -> None:
    """What all parts say tells none; a part that says nothing of its own has a number."""
    parts = ["billing of the service\ninvoice and billing\ninvoice", "deploy the service\ndeploy by canary\ncanary"]
    assert naming.labels(parts) == ["Billing", "Deploy"]
    assert naming.labels(["same words\n", "same words\n"]) == ["1", "2"]
    days = ["- On Monday we bake.\n- Monday is long.\n", "- On Sunday we rest.\n- Sunday is short.\n"]
    assert naming.labels(days) == ["Monday", "Sunday"]


def test_words_that_stand_beside_one_another_are_a_name() -> None:
    """Two that do not are none: measured before, `Order and average`."""
    parts = ["- The average order is 31.\n- Our average order rose.\n", "- Royal Mail lost it.\n- Mail is late.\n"]
    assert naming.labels(parts)[0] == "Average order"


def test_where_nouns_have_capitals_other_words_name_nothing() -> None:
    """As in German."""
    parts = [
        "- Jeder bekommt bei Vertrag ein Protokoll.\n- Wer bekommt den Termin, hat einen Vertrag.\n",
        "- Im Hof steht der Wagen.\n- Den Wagen lädt die Wallbox.\n",
    ]
    assert naming.labels(parts) == ["Vertrag", "Wagen"]


def test_two_forms_of_a_word_are_one() -> None:
    """A name does not say the same twice."""
    groups = [["deploy deployment rollout"] * 3, ["other"] * 2]
    assert naming.telling_words(groups)[0] == ["deploy", "rollout"]


def test_what_a_line_points_to_names_no_part() -> None:
    """Nor does the word before it, which is on every page."""
    later = "(later, 2026-05-04: “Deposit and deposit again.” [[2-summaries/finance/deposit.md]])"
    parts = [f"- The billing of one {later}\n- the billing of two {later}\n", "- canary deploy\n- the canary deploy\n"]
    assert naming.labels(parts)[0] == "Billing"


def test_neither_labels_nor_months_name_a_part() -> None:
    """They are on every page, and say nothing of what is on it."""
    parts = [
        "- Requirement: The mast is checked in May.\n- Requirement: The mast was painted in May.\n",
        "- Galley: gas is off.\n- The galley has gas.\n",
    ]
    assert naming.labels(parts) == ["Mast", "Galley"]


def test_what_most_lines_do_not_share_names_no_part() -> None:
    """Measured before: a word that only one of them had; when it was said is no lie."""
    seed = "- We bought seed from Holm. (2026-03-01)\n- Ploughing starts late. (2026-03-02)\n"
    milk = "- Milk goes to Arla. (2026-03-04)\n- Two fences fell. (2026-03-04)\n"
    assert naming.labels([seed, milk]) == ["2026-03-01 to 2026-03-02", "2026-03-04"]


def test_what_no_line_says_any_more_is_what_it_was_about() -> None:
    """Measured before: what was struck out in one part told its siblings from it (`Depots: Holder`)."""
    held = [f"- The depot {town} holds 20 pallets of salt; its key holder is Ruth." for town in ("Chur", "Imst", "Zug")]
    ended = [line.replace("its key holder is Ruth", "~~its key holder is Ruth~~ (until 2026-03-02)") for line in held]
    parts = ["\n".join(ended), "\n".join(line.replace("salt", "tiles") for line in held)]
    assert naming.labels(parts, title="Depots") == ["Salt", "Tiles"]


def test_parts_about_the_same_have_one_name_and_numbers() -> None:
    """A chance word would tell them apart, and nobody what is in them."""
    salt = "- The second hall is full of the salt.\n- The gate of the third hall is closed, salt is behind it.\n"
    beside = [NamedText("Salt", "- The first hall has salt.\n"), NamedText("Paper", "- The cellar has paper.\n")]
    assert naming.labels([salt], beside, title="The hall") == ["Salt 2"]


def test_a_list_of_rows_is_called_by_them() -> None:
    """The words of its rows are those of any other's; a line may have several."""
    parts = ["\n".join(f"- Order {n} ships. Order {n + 9} waits." for n in range(at, at + 4)) for at in (7, 31)]
    assert naming.labels(parts) == ["Order 7 to 19", "Order 31 to 43"]


def test_few_lines_have_no_word_in_common_but_a_noun() -> None:
    """Measured before: `Asked`, `Here`, `Paying`; what they name is told instead, but for who speaks and when."""
    asked = "- They asked for it twice at Westlake. (2026-03-01)\n- Bo: Who asked Chugg on Friday? (2026-03-02)\n"
    here = "- Here Ann sleeps. Bo: I go to Ann. (2026-03-04)\n- Tea is here, Bo. (2026-03-05)\n"
    assert naming.labels([asked, here]) == ["Westlake, Chugg", "2026-03-04 to 2026-03-05"]


def test_a_part_is_called_unlike_those_that_exist() -> None:
    """By what tells it from them, too; where nothing does, by a number of its own."""
    beside = [NamedText("", "- lamps\n- our lamps\n- lamps\n"), NamedText("2", "- same\n"), NamedText("Holm", "")]
    assert naming.labels(["- lamps, vases\n- lamps\n- vases\n", "- same\n", "- from Holm (2026-03-01)\n"], beside) == [
        "Vases",
        "3",
        "Holm 2",
    ]


def test_what_lines_begin_with_names_a_part_before_what_is_done_with_it() -> None:
    """And what a mark tells to be so now names none."""
    now = "~~on Friday~~ (until 2026-05-04; now: the mast waits, the mast)"
    parts = [
        f"- The kiln in the hall has to be cleaned weekly, {now}. (2026-03-01)\n- The kiln is cleaned by Bo.\n",
        "- The sieve near the door has to be washed daily. (2026-03-01)\n",
    ]
    assert naming.labels(parts) == ["Kiln", "Sieve"]


def test_what_the_whole_is_called_names_no_part() -> None:
    """In neither number; measured before: `Waitlist: Waitlist`, `Prices: Price`."""
    parts = ["- The crew gets coffee.\n", "- The waitlist books alone.\n- The waitlist books twice.\n"]
    assert naming.labels(parts, title="Waitlist")[1] == naming.labels(parts, title="Waitlists")[1] == "Books"
