"""A later clause ends an earlier one where what stands next to its word for that is what the earlier one is about."""

import pytest
from knowledge.text.statements.clause_pair import ClausePair, Grounds
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.ended_clause import ends
from knowledge.text.statements.subjects import Subjects


def grounds(new: str, old: str) -> Grounds | None:
    """Of the first clause of each."""
    return ClausePair(clauses(new)[0], clauses(old)[0], Subjects([new, old])).grounds()


@pytest.mark.parametrize(
    ("new", "old", "is_ended"),
    [
        ("Las ovejas de la granja ya no las cuida Inés.", "La granja abre a las siete.", False),
        ("Las ovejas de la granja ya no las cuida Inés.", "Las ovejas las cuida Inés.", True),
        ("Die Schafe der Farm hütet nicht mehr Ines.", "Die Farm öffnet um sieben.", False),
        ("Die Schafe hütet Ines nicht mehr.", "Ines hütet die Schafe.", True),
        ("The farm is no longer let to campers in summer.", "The farm opens at seven.", False),
        ("The farm shop is no longer open.", "The farm shop sells eggs.", True),
    ],
)
def test_what_is_denied_of_a_subject_ends_nothing_else_of_it(new: str, old: str, *, is_ended: bool) -> None:
    """Of the same place alone nothing ends, where more is denied of it than a word; articles are nothing in common."""
    assert bool(grounds(new, old)) == is_ended


@pytest.mark.parametrize(
    ("new", "ended", "beside"),
    [
        ("Anna no longer works on Mondays.", "Anna works on Mondays.", "Anna works in Berlin."),
        ("Anna no longer works in Berlin.", "Anna works in Berlin.", "Anna works on Mondays."),
        ("Anna doesn't work in Berlin any more.", "Anna works in Berlin.", "Anna works on Mondays."),
        ("We no longer use Redis as a cache.", "We use Redis as a cache.", "We use Redis as a queue."),
        (
            "We no longer use Redis because of its licence.",
            "We use Redis for sessions.",
            "We use Postgres for sessions.",
        ),
        ("Lena arbeitet nicht mehr in Hamburg.", "Lena arbeitet in Hamburg.", "Lena arbeitet montags."),
        ("Nach Kiel liefern wir nicht mehr.", "Wir liefern nach Kiel.", "Wir liefern mit dem Rad."),
        ("Wir reparieren keine Autos mehr.", "Wir reparieren Autos in Kiel.", "Wir reparieren Räder in Kiel."),
        ("Paul ne travaille plus le lundi.", "Paul travaille le lundi.", "Paul travaille à Lyon."),
        ("Le café ne sert plus de moules.", "Le café sert des moules.", "Le café sert du vin."),
        ("Marta ya no trabaja en Sevilla.", "Marta trabaja en Sevilla.", "Marta trabaja los lunes."),
    ],
)
def test_a_denial_ends_what_says_the_same_of_the_subject(new: str, ended: str, beside: str) -> None:
    """And nothing else that is said with the same verb: measured before, Anna's Mondays ended her Berlin."""
    assert grounds(new, ended) and not grounds(new, beside)


@pytest.mark.parametrize(
    ("new", "old", "is_ended"),
    [
        ("Wir heizen mit Pellets statt Holz.", "Wir heizen mit Holz statt Gas.", True),
        ("On chauffe aux granulés au lieu du bois.", "On chauffe au bois au lieu du gaz.", True),
        ("El bar está en Getxo en lugar del centro.", "El bar está en el centro en lugar del puerto.", True),
        ("We heat with pellets instead of wood.", "We heat with wood instead of gas.", True),
        ("Valkey replaced Redis in the shop.", "Redis replaced Memcached in the shop.", True),
        ("Wir liefern mit Hermes statt UPS.", "Wir liefern mit DHL statt UPS.", False),
        ("On sert du cacao au lieu du café.", "On sert du thé au lieu du café.", False),
    ],
)
def test_what_was_chosen_instead_of_something_is_ended_by_what_replaces_it(
    new: str, old: str, *, is_ended: bool
) -> None:
    """And not by what replaces the same as it did."""
    assert bool(grounds(new, old)) == is_ended


@pytest.mark.parametrize(
    ("new", "ended", "beside"),
    [
        (
            "Frau Huber has cancelled the garden party.",
            "The garden party takes place on 4 June.",
            "Frau Huber was there herself and is content.",
        ),
        ("Dona Amélia has cancelled Quinta da Foz.", "Quinta da Foz gets 20 probes.", "Quinta do Vale gets 12 probes."),
        ("Anna dropped the free trial.", "The free trial lasts 10 days.", "Anna opens the shop on Mondays."),
        ("Zendesk replaced the old inbox.", "The old inbox is read daily.", "Zendesk costs EUR 40 a month."),
        ("The garden party was cancelled by Frau Huber.", "The garden party takes place.", "Frau Huber pays late."),
        ("The Friday tour is cancelled.", "The Friday tour starts at nine.", "The shop opens at nine."),
    ],
)
def test_who_ends_something_ends_that_alone(new: str, ended: str, beside: str) -> None:
    """What somebody cancels, drops or replaces is gone, and nothing else of whom it is told."""
    subjects = Subjects([new, ended, beside])
    assert ends(new, ended, subjects) and not ends(new, beside, subjects)
