"""What a later statement tells itself as past is found where it was said, by its value."""

import pytest
from knowledge.text.statements.changes import Changes, ReplacedClause

FAR = 0.0  # a cosine that tells nothing: two languages, or another page
OTHERS = [f"{name} talks to {other} about the harbour." for name in ("Ada", "Jo", "Lea") for other in ("Kim", "Max")]

CASES = [
    ("The prefecture lets us take 28 litres a second.", "La préfecture autorise 34 l/s au lieu de 28.", "", ""),
    ("Ne pas dépasser 190 000 € d'électricité.", "The electricity ceiling is lifted from 190,000 to 205,000.", "", ""),
    ("It comes on 20 de noviembre.", "Bearing: promised for 20 November, was 20 November, now 27.", "", "Bearing"),
    ("Until 15 de noviembre it is 565.", "The early price (565) runs until 30 November, not the 15th.", "", ""),
    (
        "Wir dürfen nur 84 Plätze verkaufen statt 99.",
        "Ab sofort wieder 99 Plätze.",
        "Kleine Bühne: Tür gedreht.",
        "Kleine Bühne",
    ),
    (
        "Fulmar may transfer up to 1.75.",
        "The limit is 1.6 m as of 10 September.",
        "Fulmar's trial at 1.75 m failed.",
        "",
    ),
]

# What is told as past in so many words, or in words for figures; of a large number hardly two things speak.
NEAR = [
    ("Basic is £14.50, Full is £39.", "Basic goes to £15.20 (from 14.50).", ""),
    ("Castellan takes £388 a month.", "We pay Castellan £415 a month from June (388 so far).", ""),
    ("The bank gives 40.000 €.", "Sie geben nur 32.000 statt 40.000.", ""),
    ("We keep dried soil for three months.", "Retention goes from three months to six months.", "Dried soil."),
    ("She leaves the slip on the ninth of February and comes off on the twenty-seventh.",
     "She came off the slip on 4 March and not, as planned, on 27 February.", ""),
    ("Next dry dock: February 2028.", "The next docking is in November 2027 and not in February 2028.", ""),
    ("The app goes live on 15 May 2026.", "The app's launch moves from 15 May to 30 June 2026.", ""),
    ("Der Saal hat 412 Plätze.", "Aus 412 werden 404.", ""),
    ("The changeover is on 1 September.",
     "The changeover was to be on the first of September. It's the 5th of October now.", ""),
]  # fmt: skip

BESIDE = [
    ("Gearbox samples go from every six months to every four.", "feat(telemetry): events TTL 13 -> 6 months.", "", ""),
    ("Train two people.", "We keep the pictures 5 years. It used to be two.", "The people of SkyVerge came.", ""),
    ("100 % on 14 September.", "feat(friends): cap 100 -> 75.", "", ""),
    ("Turning at most 3 revolutions, it was 6.", "The minimum of motors is raised from 4 to 6.", "", "Motors"),
    (
        "Tours: still Saturdays at 11, but twelve people at most instead of 16.",
        "Tap room since 1 May: Sunday 12–20. It used to be 12–22 on all four days.",
        "There's a third tour on Saturdays.",
        "Tap room",
    ),
    ("Mondays before 10:00 are worst.", "Handover on Wednesdays at 10:00, no longer Mondays.", "", ""),
]


def replaced(old: str, new: str, before: str, title: str) -> list[ReplacedClause]:
    changes = Changes([*OTHERS * 6, old, new, before])
    return changes.replaced(new, old, FAR, before=before, title=title)


@pytest.mark.parametrize(("old", "new", "before", "title"), CASES)
def test_a_value_that_is_told_as_past_is_replaced_wherever_it_was_said(old, new, before, title):
    """In another language, on another page, with the subject in the sentence before: one rare word is enough."""
    assert replaced(old, new, before, title)


@pytest.mark.parametrize(("old", "new", "before"), NEAR)
def test_what_was_before_is_read_as_people_tell_it(old, new, before):
    """Without its unit, in words, put off, or away from what is so now."""
    changes = Changes([*OTHERS * 6, old, new, before])
    assert changes.replaced(new, old, 0.6, before=before)


@pytest.mark.parametrize(("old", "new", "before", "title"), BESIDE)
def test_the_same_number_of_something_else_stays(old, new, before, title):
    """A digit is in many statements, a share is no count, and a time of day is no name."""
    assert replaced(old, new, before, title) == []


def test_what_was_said_before_is_told_with_what_is_so_now():
    """Where the later statement has no subject of its own."""
    [leaning] = replaced(*CASES[-1])
    assert leaning.leans


def test_a_word_from_around_a_few_words_has_to_be_borne_out():
    """By the embedding, as where nothing is in common; measured before: a van's loading time ended a website's ten."""
    old = "They find their card, and when they are back the seats are gone. Ten minutes it gives them."
    new = "With 40 cm to spare at the back the get-in is down from two hours ten to an hour thirty-five."
    [gone] = replaced(old, new, "", "")
    assert (gone.sentence, gone.least) == ("Ten minutes it gives them.", 0.5)
