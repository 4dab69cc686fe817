"""What a run was served, and what of it is a user's memory."""

from knowledge.learnings.served_texts import ServedTexts

ROWS = [
    {"id": 1, "learning": "The API listens on port 8090.", "private": False},
    {"id": 2, "learning": "Ben is paid on the third of each month.", "private": True},
]


def test_only_what_tells_of_the_memory_is_left_out() -> None:
    """What the tenant knows may be said again."""
    served = ServedTexts.of(ROWS)
    text = "The API listens on port 8090. As Ben is paid on the third of each month, the job runs on the fourth."
    assert (served.texts, served.without_memory(text)) == ([row["learning"] for row in ROWS], ROWS[0]["learning"])
    assert ServedTexts().without_memory(text) == text


def test_an_entry_with_an_address_is_recognised_in_a_log_that_has_none() -> None:
    """Logs are cleaned before anything is compared; a memory has whom to write to."""
    served = ServedTexts.of([{"id": 1, "learning": "Write to anna@fjord.no or ben@fjord.no.", "private": True}])
    assert served.without_memory("Write to [redacted:email] or [redacted:email].") == ""
