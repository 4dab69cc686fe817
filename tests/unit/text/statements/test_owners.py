"""Whose a clause is."""

from datetime import UTC, datetime

import pytest
from knowledge.files.current_statements import news
from knowledge.files.current_statements.reading import CurrentStatement
from knowledge.files.embedding_cache import RememberingEmbedder
from knowledge.ports.embedder import OnnxEmbedder
from knowledge.text.statements.clauses import clauses
from knowledge.text.statements.owners import are_of_others
from knowledge.text.statements.subjects import Subjects

OTHERS = [
    (
        "Fitpark asks EUR 39 a month; sauna EUR 6 a visit.",
        "From January our membership costs EUR 35 a month, the sauna EUR 8 a visit.",
    ),
    ("Fitpark asks EUR 39 a month; sauna EUR 6 a visit.", "Our sauna is now EUR 8 a visit."),
    (
        "Our membership costs EUR 35 a month, sauna EUR 8 a visit.",
        "Fitpark raised to EUR 42 a month, sauna EUR 9 a visit.",
    ),
    (
        "Steiner wants CHF 5.20 for a sandwich; delivery CHF 15 a month.",
        "Our prices 2027: croissant CHF 2.90, sandwich CHF 6.10, delivery CHF 9 a month.",
    ),
    ("Saft sells packs at EUR 4, minimum 500 pieces.", "We sell packs at EUR 9, minimum 2 pieces."),
    ("Nordwerk verlangt 80 Euro die Stunde, Anfahrt 25 Euro.", "Wir nehmen 70 Euro die Stunde, Anfahrt 20 Euro."),
    ("Petit Four vend le kilo à 38 euros, livraison 6 euros.", "Notre kilo coûte 35 euros, livraison 4 euros."),
    ("Berglund (Lund) keeps the bikes for 30 days, deposit SEK 200.", "Our deposit is SEK 300."),
    (
        "Our course in Lund runs on Mondays, sixteen seats, SEK 900 a head.",
        "Malmö wants the course too, ten seats from October.",
    ),
    (
        "Course on Mondays, sixteen seats, SEK 900 a head.",
        "Malmö wants the course as well, ten seats from October.",
    ),
    (
        "Karlstad gets forty boxes on Tuesdays, delivery SEK 90.",
        "Örebro wants boxes too, twenty on Thursdays, delivery SEK 120.",
    ),
]
ONES = [
    (
        "Membership is EUR 30 a month, sauna EUR 6 a visit.",
        "From January our membership costs EUR 35 a month, the sauna EUR 8 a visit.",
    ),
    (
        "Fitpark asks EUR 39 a month; sauna EUR 6 a visit.",
        "Fitpark asks EUR 42 a month now, the sauna EUR 8 a visit.",
    ),
    ("Wir nehmen 70 Euro die Stunde, Anfahrt 20 Euro.", "Ab März nehmen wir 75 Euro die Stunde, Anfahrt 25 Euro."),
    ("Our course in Lund has sixteen seats, SEK 900 a head.", "Lund: eighteen seats, not sixteen, from October."),
]


def ended(old: str, new: str, embedder: OnnxEmbedder) -> list[str]:
    path = "2-summaries/operations/prices.md"
    line = CurrentStatement(path, path, "Prices", f"- {old} (2026-09-03)", old, "2026-09-03")
    change = news([new], [line], datetime(2026, 11, 3, tzinfo=UTC), RememberingEmbedder(embedder))
    return [statement.text for statement in change.superseded]


@pytest.mark.parametrize(("old", "new"), OTHERS)
def test_what_is_anothers_is_not_ended(embedder: OnnxEmbedder, old: str, new: str) -> None:
    """Who stands before a list is whose all of it is: ours ends nothing of another's, nor one customer's another's."""
    assert ended(old, new, embedder) == []


@pytest.mark.parametrize(("old", "new"), ONES)
def test_what_is_the_same_ones_is_ended(embedder: OnnxEmbedder, old: str, new: str) -> None:
    """Also where one of both does not say whose it is."""
    assert ended(old, new, embedder)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Fitpark asks EUR 39.", "We ask EUR 35.", True),
        ("Fitpark asks EUR 39, we ask EUR 30.", "We ask EUR 35.", False),
        ("The yard costs EUR 39.", "We ask EUR 35.", False),
        ("Croissants cost EUR 2, minimum 10.", "Our minimum for croissants is 12.", False),
        ("Duarte takes EUR 40.", "Marta takes EUR 50.", True),
        ("Anfahrt kostet 20 Euro.", "Unser Preis: Anfahrt 25 Euro.", False),
    ],
)
def test_an_owner_is_a_name_or_oneself(old: str, new: str, *, expected: bool) -> None:
    """Who is spoken of by the other one, too, is no other; what has an article or no capital elsewhere is no name."""
    [later], earlier = clauses(new), clauses(old)[-1]
    assert are_of_others(later, earlier, Subjects([old, new, "They sell croissants."])) is expected
