"""A label that callers choose holds no secret once it is stored, and still tells one thing from another."""

import pytest
from knowledge.privacy.labels import private_label, user_id

KEY = "ghp_" + "a1B2" * 9


@pytest.mark.parametrize(
    "secret", [KEY, "AKIAQ3EGRIOD5XWPLTKR", "ann.smith@acme-shop.io", "sk-ant-api03-" + "Zz9_" * 10, "hunter2secret"]
)
def test_a_secret_in_a_label_is_replaced(secret: str) -> None:
    """Of tokens and addresses nothing stays; what stands beside them does."""
    private = private_label(f"run of password={secret}")
    assert secret not in private and "[redacted:" in private and private.startswith("run of ")


@pytest.mark.parametrize("joint", ["run-", "run_", "pr-7-", "run ", "run/", "run:"])
@pytest.mark.parametrize(
    "token",
    [
        KEY,
        "sk-ant-api03-" + "Zz9_" * 10,
        "AKIAQ3EGRIOD5XWPLTKR",
        "glpat-" + "a1B2" * 5,
        "xoxb-123456789012-" + "a1B2" * 6,
        "hvs." + "a1B2" * 6,
        "shpat_" + "0a1b" * 8,
        "nvapi-" + "a1B2" * 16,
    ],
)
def test_a_token_behind_a_joint_is_replaced(joint: str, token: str) -> None:
    """Whatever joins it to what stands before it."""
    assert token not in private_label(joint + token) and private_label(joint + token).startswith(joint + "[redacted:")


@pytest.mark.parametrize("joint", ["WO-", "ssn_", "call-", "pr-7-"])
@pytest.mark.parametrize(
    "number",
    ["4111111111111111", "+491701234567", "536-90-4399", "DE89370400440532013000", "abc8Q~" + "aB3-" * 8 + "xy"],
)
def test_a_number_of_a_person_behind_a_joint_is_replaced(joint: str, number: str) -> None:
    """A card, a telephone, a social security number, an account; and a secret with a dash of its own."""
    private = private_label(joint + number)
    assert number not in private and private.startswith(joint + "[redacted:")


@pytest.mark.parametrize("before", ["", "job-", "wo_7-"])
@pytest.mark.parametrize("behind", ["-7", "_retry", f"-{KEY}", "-2026-11-30-b"])
@pytest.mark.parametrize("address", ["ann.smith@acme-shop.io", "o@harbour.gdansk.pl"])
def test_an_address_before_a_joint_is_replaced(before: str, address: str, behind: str) -> None:
    """Whatever joins it to what stands behind it."""
    private = private_label(before + address + behind)
    assert "@" not in private and "[redacted:email]" in private and KEY not in private


def test_two_labels_stay_two() -> None:
    """What a secret made different is told apart by a digest, and the same label is the same again."""
    first, other = private_label(f"run {KEY}"), private_label(f"run {KEY[:-1]}x")
    assert first != other and first == private_label(f"run {KEY}")


@pytest.mark.parametrize(
    "label",
    [
        "run-2026-11-21-001",
        "WO-42",
        "developer",
        "b3c1f6a0-1d5e-4c1c-8a52-1c0b9d6f0a11",
        "é" * 200,
        "cache-key-0123456789abcdef0123456789abcdef",
        "fix-task-ant-hill",
        "run-1764316800-1764320400",
        "2026-11-21-100-2031",
    ],
)
def test_an_ordinary_label_stays(label: str) -> None:
    """Ids, dates and names are left as they are."""
    assert private_label(label) == label


def test_a_long_label_fits_after_it() -> None:
    """Redaction never makes a label longer than a label may be."""
    assert len(private_label(KEY + "x" * 150)) <= 200


def test_a_users_id_may_be_an_address_and_no_secret() -> None:
    """What a user is found and forgotten by stays as it is; what nobody should be called is refused."""
    assert user_id("ann.smith@acme-shop.io") == "ann.smith@acme-shop.io"
    with pytest.raises(ValueError, match="secret"):
        user_id(KEY)
