"""What webhooks of common services say in ways of their own."""

import pytest
from knowledge.usecases.record_event.content.webhooks import commits, is_routine, is_transaction, is_upkeep, with_money


def test_a_push_is_called_after_what_is_new() -> None:
    """Then what else was changed, then upkeep; each commit with its files and the beginning of its hash."""
    pushed = [
        {"message": "chore: bump", "id": "1" * 40},
        {"message": "Correct the port", "id": "2" * 40, "modified": ["a.py"]},
        {"message": "feat: search", "id": "3" * 40, "added": ["b.py"], "modified": ["b.py", "c.py"]},
    ]
    assert commits({"commits": pushed}) == [
        f"feat: search\n\nFiles: b.py, c.py\n\nCommit: {'3' * 12}",
        f"Correct the port\n\nFiles: a.py\n\nCommit: {'2' * 12}",
        f"chore: bump\n\nCommit: {'1' * 12}",
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"pull_request": {"title": "Add search", "body": "By meaning."}}, ["Add search\n\nBy meaning."]),
        ({"sha": "a" * 40, "commit": {"message": "Fix it"}}, [f"Fix it\n\nCommit: {'a' * 12}"]),
        ({"message": "Fix it", "hash": "abc"}, ["Fix it\n\nCommit: abc"]),
        ({"message": "The server is down"}, []),
        ({"commits": ["not an object", {"message": " "}]}, []),
        ("text", []),
    ],
)
def test_commits_come_in_several_forms(content: object, expected: list[str]) -> None:
    """A pull request, one commit of GitHub's or of one's own; what is of something else has none."""
    assert commits(content) == expected


def test_amounts_are_written_as_people_do() -> None:
    """Stripe gives the smallest unit, which some currencies do not have; other numbers stay."""
    paid = {
        "type": "invoice.paid",
        "data": {"object": {"id": "in_1", "amount_due": 4900, "currency": "usd", "seats": 3}},
    }
    invoice = with_money(paid)["data"]["object"]
    assert (invoice["amount_due"], invoice["seats"]) == ("49.00 USD", 3)
    yen = {"type": "x", "data": {"object": {"total": 500, "currency": "jpy", "tax": {"amount": 50}}}}
    assert with_money(yen)["data"]["object"] == {
        "total": "500 JPY",
        "currency": "jpy",
        "tax": {"currency": "jpy", "amount": "50 JPY"},
    }
    assert with_money({"amount": 4900}) == {"amount": 4900}


def test_a_payment_is_a_transaction_and_a_report_is_none() -> None:
    """One object with an id and an amount."""
    assert is_transaction({"data": {"object": {"id": "in_1", "amount_due": 1}}}) and is_transaction(
        {"id": "1", "fee": 2}
    )
    assert not is_transaction({"revenue": 100}) and not is_transaction("id amount")


def test_upkeep_is_no_progress() -> None:
    """By how such commits begin."""
    assert all(map(is_upkeep, ("chore(deps): bump", "Merge branch 'x'", "docs: typo", "Update dependencies")))
    assert not any(map(is_upkeep, ("feat: x", "Correct the port", "bumper stickers")))


def test_upkeep_that_somebody_asks_for_is_no_routine() -> None:
    """A part of the product, or a figure that is no version."""
    telling = ["chore(android): minSdk 24 -> 26", "chore(i18n): ko removed", "test: soak test for 6 h in nightly"]
    routine = ["chore(deps): bump x from 1 to 2", "chore: release 2.6.0", "docs: typo", "build(deps-dev): x 4.17.21"]
    assert [*map(is_routine, [*telling, *routine])] == [False] * 3 + [True] * 4
