"""What a title is about."""

from knowledge.usecases.record_event.language import titles


def test_a_name_that_nothing_speaks_of_is_whose_it_is() -> None:
    """Then what stands behind the colon is what it is about."""
    title = "Northgate Brewing: cans, and a second look at bottles"
    assert titles.of_title(title, ["Glass went up by 11 %."]) == "Cans"
    assert titles.of_title("Redis: what we found", ["Redis keeps all in memory."]) == "Redis"


def test_what_kind_of_text_it_is_names_nothing() -> None:
    """What more of the text speaks of does: a list, its first part, or what a question asks of."""
    texts = ["This analysis is mine.", "Webinars cost least per clinic.", "A clinic costs 600 euros.", "Ads cost more."]
    title = "Analysis: cost of a clinic by channel, February to April"
    assert titles.of_title(title, texts) == "Cost of a clinic by channel"
    assert titles.of_title("Analysis: what free delivery costs us", texts) == "Free delivery costs"
    assert titles.of_title("Decision: sensor, case and warranty", texts) == "Sensor, case and warranty"


def test_a_list_is_of_several_subjects() -> None:
    """With or without a word that joins; a comma alone lists nothing."""
    assert titles.is_of_several("Auswertung Frühjahr: Touren, Samstage, Bestellungen")
    assert titles.is_of_several("Decision: summer box, subscription and wholesale")
    assert not titles.is_of_several("Analysis: acquisition cost by channel, February to April")
