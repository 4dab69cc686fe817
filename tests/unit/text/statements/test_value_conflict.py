"""Which values a later clause tells instead, and which it tells again."""

import pytest
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.value_conflict import are_comparable, is_confirmed, is_of_another, otherwise
from knowledge.text.statements.values import Value, values


@pytest.mark.parametrize(
    ("new", "old", "is_change"),
    [
        ("The deposit is £40, it was £30.", "The deposit is £30.", True),
        ("The deposit is £40, it was £30.", "The deposit is £35.", False),
        ("The deposit is £40.", "The deposit is £35.", True),
        ("The deposit is £40, it was £30.", "The deposit is £35, it was £30.", True),
        ("Ten, as always.", "Foot passengers ten minutes.", False),
    ],
)
def test_who_tells_what_was_before_changes_that_alone(new, old, is_change):
    """Who tells nothing of it may change any value of the kind."""
    later, earlier = clauses(new)[0], clauses(old)[0]
    assert bool(otherwise(later, earlier, values(later.text), values(earlier.text))) == is_change


def test_amounts_that_are_told_again_are_no_change():
    """Unless one of them is another now, or is told as past."""
    assert is_confirmed("The reader costs £140, the post £980.", "the reader £140 extra")
    assert not is_confirmed("The reader costs £160, no longer £140.", "the reader £140 extra")
    assert not is_confirmed("Above £100 one approval is needed.", "two approvals above £100")


def test_of_two_values_of_a_sentence_the_one_that_is_told_again_is_meant():
    """The other one stays."""
    [later], [deposit, keg] = clauses("Keg deposit: £40 for 30 l kegs."), clauses("The deposit's £30, a keg's £78.")
    assert is_of_another(later, keg)
    assert not is_of_another(later, deposit)


def test_what_is_told_again_with_its_month_is_confirmed():
    """What began in a month is not of it alone, and a day of a month is a value itself."""
    assert is_confirmed("Fell from 41 in February to 33.", "They were 41 in February.")
    assert not is_confirmed("Fell from 41 to 33 in March.", "They were 41 in February.")
    assert not is_confirmed("It was 43, not 41 in February.", "They were 41 in February.")
    assert not is_confirmed("No longer 49 from March, but 59.", "The fee is 49 from March.")
    assert not is_confirmed("Not at 7 on March 9, at 8.", "We open at 7 on March 9.")


def test_amounts_are_comparable_up_to_a_hundred_times():
    """Thousands are grouped in many ways; a span may grow from seconds to years."""

    def one(text: str) -> Value:
        return values(text)[0]

    assert not are_comparable(one("£48"), one("£7,000"))
    assert are_comparable(one("900.000 Euro"), one("1.250.000 Euro"))
    assert are_comparable(one("900,000 euros"), one("1,250,000.50 euros"))
    assert are_comparable(one("30 seconds"), one("2 years"))
