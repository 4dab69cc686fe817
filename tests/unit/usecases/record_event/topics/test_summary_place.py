"""The places of summaries."""

from knowledge.usecases.record_event.topics.summary_place import SummaryPlace, place_at, place_of, titled


def test_a_place_is_a_file_in_its_category() -> None:
    """And found again by its path; of what is in no summary the other place is taken."""
    place = SummaryPlace("operations", "laredo-dock", "Laredo dock")
    assert place_at(place.path) == place and place_of("3-descriptions/a/b.md", place) == place
    assert titled("gtm") == "GTM" and titled("unit-economics") == "Unit economics"


def test_details_never_stand_among_what_people_wrote() -> None:
    """A category that is called like a scope has its descriptions among what was learned."""
    assert SummaryPlace("user", "user", "User").description("history") == "3-descriptions/learned/user-user/history.md"
    assert SummaryPlace("gtm", "x", "X").description("research") == "3-descriptions/documentation/research/x.md"
