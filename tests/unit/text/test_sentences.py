"""Where a sentence ends."""

import pytest
from knowledge.text.sentences import fragments, may_be_several, sentences, whole


@pytest.mark.parametrize(
    "block",
    [
        "Der Verkauf beginnt am 3. März.",
        "Beginn: 3. März, Ende: 4. Mai.",
        "Wir planen den Start im 2. Quartal.",
        "Dr. Huber and Prof. Maier want reminders, e.g. SMS.",
        "Wir verkaufen z. B. Bürsten.",
        "Cuesta aprox. 40 euros al mes.",
        "Das kostet ungef. 40 Euro.",
        "Ça coûte env. 40 euros.",
        "El Sr. García y la Dra. Ruiz abren.",
        "Hr. Meier ruft an.",
        "M. Dupont arrive lundi.",
        "S. Müller leitet das.",
        "Le gardien n'est plus M. Leroux, c'est M. Diallo.",
        "Beer, Tapscott and Rev. Anne Ley sent apologies.",
        "Le capitaine du port est M. Le Goff.",
        "The tuner is A. Holm, who lives with J. R. Smith.",
    ],
)
def test_ordinals_and_abbreviations_end_no_sentence(block: str) -> None:
    """A point after them belongs to them."""
    assert sentences(block) == [block]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("It has 3.", "March was slow."),
        ("No no.", "We never delete rows, we mark them."),
        ("Preise sind fest.", "Änderungen kosten extra."),
        ("Магазин открыт.", "Цены снижены."),
        ("Šárka píše.", "Čaj je horký."),
        ("The bucket is in eu-west-1.", "April is the deadline."),
        ("Der Preis ist 4 Euro pro kg.", "Wir liefern."),
        ("It takes 3 Hrs.", "We wait."),
        ("We take plan B.", "It is cheap."),
        ("The answer is B.", "The next one is C."),
        ("Wir nehmen Halle B.", "Die Firma zahlt."),
        ("So do I.", "Tomorrow we sail."),
        ("We moved to building C.", "Parking is free."),
    ],
)
def test_a_capital_begins_a_sentence(first: str, second: str) -> None:
    """In every alphabet that has capitals, and also after a number."""
    assert sentences(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The barn has 6 stalls.", "3 of them are empty."),
        ("Der Hof hat 14 Tore.", "3 davon klemmen."),
        ("The vet comes to see it.", "12 sheep are lame."),
        ("The gate opens at 8:00.", "45 people fit inside."),
        ("The p95 is 300 ms.", "error rate is 2 %."),
        ("We moved in 2024.", "npm is gone."),
        ("The bucket is in eu-west-1.", "3 replicas run there."),
        ("Der Server steht in eu-west-1.", "40 Euro kostet er."),
        ("Milk is taxed at 7 %.", "iPad sales are not."),
    ],
)
def test_a_figure_or_a_small_letter_begins_a_sentence_behind_what_is_whole(first: str, second: str) -> None:
    """A word that is written out, a time, a long number or a unit has no point of its own."""
    assert sentences(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    ("sentence", "unsure"),
    [
        ("See No. 5 for e.g. small ones in the Hauptstr. 12.", False),
        ("Die Messe ist am 6. Oktober.", False),
        ("La reunión es a las 8 a. m. en la sala.", False),
        ("Art. 5 Abs. 2 gilt.", True),
        ("The fee is 14. 3 people pay it.", True),
        ("It is a 10 min. walk (approx.) to v2. 3 of it... or so.", True),
    ],
)
def test_what_may_be_an_abbreviation_or_an_ordinal_is_not_cut(sentence: str, unsure: bool) -> None:
    """Where nothing tells whether it is one, it may be several sentences."""
    assert sentences(sentence) == [sentence] and may_be_several(sentence) == unsure


def test_full_width_marks_end_a_sentence() -> None:
    """Japanese and Chinese put no space between sentences."""
    assert sentences("価格は月額です。決済はStripeを使います。") == ["価格は月額です。", "決済はStripeを使います。"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "the build is slow because `COPY . .` comes first , always!",
            "The build is slow because `COPY . .` comes first, always.",
        ),
        ("the file is in .config/app", "The file is in .config/app."),
        ("wir liefern ab Hof", "Wir liefern ab Hof."),
        ("npm install breaks on Node 22", "npm install breaks on Node 22."),
        ("docker compose up starts it", "docker compose up starts it."),
        ("du -sh prints the size", "du -sh prints the size."),
        ("getauscht wurde die Pumpe", "getauscht wurde die Pumpe."),
        ("価格は月額3,000円です。", "価格は月額3,000円です。"),
        ("", ""),
    ],
)
def test_a_sentence_is_whole_in_its_writers_words(before: str, after: str) -> None:
    """It gets its point, and a capital where an article or a pronoun begins it; code between backticks stays."""
    assert whole(before) == after


@pytest.mark.parametrize(
    "block",
    ["Die Pumpe wurde am 3.11. getauscht.", "On livre à 8 h. chaque lundi.", "Am 13.11. um acht ist Probe."],
)
def test_a_day_or_an_hour_in_short_ends_no_sentence(block: str) -> None:
    """Measured before: `am 3.11. Getauscht`."""
    assert sentences(block) == [block]


@pytest.mark.parametrize(
    "block",
    [
        "Rent is 950.00. deposit is 1900.00.",
        "The single ticket costs 2.50. 3 zones cost 7.50.",
        "Version 1.3.12. use it.",
        "The pump weighs 5 kg. take two.",
        "One portion is 250 g. 4 portions are a pan.",
    ],
)
def test_a_price_or_a_unit_ends_a_sentence_before_a_small_letter_or_a_figure(block: str) -> None:
    """They are no day and no hour."""
    assert len(sentences(block)) == 2


def test_fragments_end_at_marks_and_lines() -> None:
    """A fragment ends behind each mark before a space, an abbreviation's too, and at a line's end."""
    assert fragments("Dr. Ann left. So did I!\n\nWhy?") == ["Dr.", "Ann left.", "So did I!", "Why?"]
