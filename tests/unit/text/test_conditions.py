"""Whether what one statement denies is denied in another case than the one that another speaks of."""

from collections import Counter

import pytest
from knowledge.text.conditions import denies_elsewhere
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


def own_marks(one: str, other: str) -> list[str]:
    """What distinguishes the one from the other."""
    return [*(Counter(distinctions(one)) - Counter(distinctions(other))).elements()]


@pytest.mark.parametrize(("denial", "other"), sorted(ELSEWHERE | OF_THE_SAME))
def test_what_is_denied_in_another_case_is_told_by_what_bounds_it(denial: str, other: str) -> None:
    """Also where an opposite stands in the denial's place; what is denied in every case is denied in each."""
    marks, others = own_marks(denial, other), own_marks(other, denial)
    assert denies_elsewhere(denial, other, marks, others) == ((denial, other) in ELSEWHERE)
