"""A denial is about what tells the values and most of the words that it denies."""

import pytest
from knowledge.text.statements.denial import is_denied
from knowledge.text.statements.former_values import NO_LONGER
from knowledge.text.statements.subjects import Subjects


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("The shop no longer opens on Sundays.", "The shop opens on Sundays.", True),
        ("The shop no longer opens on Sundays.", "The shop opens at 9 am.", False),
        ("The shop is no longer open.", "The shop sells eggs.", True),
        ("The pool is no longer heated in winter.", "The pool is open in winter.", False),
        ("The pool is no longer heated, but covered.", "The pool is heated in winter.", True),
        ("Anna no longer works here.", "Anna works in Berlin.", True),
        ("In Kiel verkauft Ben keine Räder mehr.", "Ben verkauft Autos in Kiel.", False),
        ("Die Linien nach Kiel fahren nicht mehr.", "Die Linien nach Bonn fahren nachts.", False),
        ("Le bar n'ouvre plus le dimanche.", "Le bar ouvre à midi.", False),
        ("El bar ya no abre los domingos.", "El bar abre los domingos.", True),
    ],
)
def test_a_denial_denies_what_says_the_same(new: str, old: str, *, expected: bool) -> None:
    """Where nothing stands behind it, what stands before it is denied; a word alone is said of the whole subject."""
    denial = NO_LONGER.search(new)
    assert denial and is_denied(old, denial, Subjects([new, old])) == expected
