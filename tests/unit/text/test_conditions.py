"""Whether what one statement denies is denied in another case than the one that another speaks of."""

from collections import Counter

import pytest
from knowledge.text.conditions import denies_elsewhere, since_when
from knowledge.text.near_duplicates import distinctions

# Denials, each with what is said of another case; SQL is asked of the same (test_overruling.py).
ELSEWHERE = {
    ("Do not open the valve before the pressure drops.", "Open the valve after the pressure drops."),
    ("Do not restart the worker during a migration.", "Restart the worker before a migration."),
    ("Do not restart the worker during a migration.", "Restart the worker."),
    ("Do not salt the beans until they are soft.", "Salt the beans when they are soft."),
    ("Never store the solvent above 25 degrees.", "Store the solvent below 25 degrees."),
    ("Guests may not enter before 15:00.", "Guests may enter after 15:00."),
    ("Force pushes are forbidden during the freeze.", "Force pushes are allowed after the freeze."),
    ("Do not enable the cache of the shop.", "Disable the cache of the shop."),
}
OF_THE_SAME = {
    ("Do not open the valve before the pressure drops.", "Open the valve before the pressure drops."),
    ("Never merge into trunk.", "Merge into trunk once the checks pass."),
    ("Do not commit the lock file because it conflicts on every merge.", "Commit the lock file."),
    ("Do not retry the payment: it is charged at once.", "Retry the payment."),
    ("From now on never deploy the shop on Fridays.", "Deploy the shop on Fridays."),
    ("Force pushes are forbidden.", "Force pushes are allowed."),
    ("Deploy the shop before noon.", "Deploy the shop after noon."),
}

# Statements that begin with since when they hold, those of before, and the words that say so.
SINCE = {
    ("As of November the limit is 60.", "The limit is 100.", "As of November "),
    ("As of March the fee is 5.", "As of 1 January 2026 the fee is 4.", "As of March "),
    ("Since the renovation the hall seats 95.", "The hall seats 120.", "Since the renovation "),
    ("Since we hired Noor, support answers in 4 hours.", "Support answers in 24 hours.", "Since we hired Noor, "),
    ("After last week's incident it times out after 60.", "It times out after 30.", "After last week's incident "),
    ("Desde enero la biblioteca presta 8 libros.", "La biblioteca presta 5 libros.", "Desde enero "),
    ("As of age 18 the library lends 10 books.", "The library lends 5 books.", ""),
    ("From 8 to 18 parking costs 4 euros.", "Parking costs 2 euros.", ""),
    ("From May to July the road is closed.", "The road is open.", "From May "),
    ("After the meal the dose is 5 mg.", "The dose is 10 mg.", ""),
    ("Since Norway is far: the parcel takes 6 days.", "The parcel takes 2 days.", ""),
    ("The fee is 5 since May.", "The fee is 4.", ""),
}


@pytest.mark.parametrize(("statement", "before", "opening"), sorted(SINCE))
def test_since_when_something_holds_is_said_before_what_holds(statement: str, before: str, opening: str) -> None:
    """In which case it holds is no such thing."""
    assert since_when(statement, before) == opening


def own_marks(one: str, other: str) -> list[str]:
    """What distinguishes the one from the other."""
    return [*(Counter(distinctions(one)) - Counter(distinctions(other))).elements()]


@pytest.mark.parametrize(("denial", "other"), sorted(ELSEWHERE | OF_THE_SAME))
def test_what_is_denied_in_another_case_is_told_by_what_bounds_it(denial: str, other: str) -> None:
    """Also where an opposite stands in the denial's place; what is denied in every case is denied in each."""
    marks, others = own_marks(denial, other), own_marks(other, denial)
    assert denies_elsewhere(denial, other, marks, others) == ((denial, other) in ELSEWHERE)
