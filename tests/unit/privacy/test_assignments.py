"""Values that are assigned under the name of a secret."""

import re
from itertools import count

from knowledge.privacy.assignments import AssignedSecrets
from knowledge.privacy.secrets import redact, without_secrets

from tests.support.linear import is_linear


def test_only_what_can_be_nothing_else_is_a_secret_everywhere() -> None:
    """A type, a word or a placeholder under such a name is none of the other places' business."""
    script = 'nueva_pass = "Ventas2031!"\nprivateKey: Uint8Array\npassword = "correct-horse"\nclave = "columna_1"'
    elsewhere = "Ventas2031! Uint8Array correct-horse columna_1 $SECRET"
    assert AssignedSecrets([script, "PASS=$SECRET", ""]).removed_from(elsewhere) == elsewhere.replace(
        "Ventas2031!", "[redacted:secret]"
    )


def test_the_longest_that_stands_there_goes() -> None:
    """One secret may begin like another, and what begins like one may be none."""
    secrets = AssignedSecrets(f'password = "{value}"' for value in ("Ventas2031!", "Ventas2031!xyZ", "Ventas2031!xb"))
    text = "u:Ventas2031!xyZ@h Ventas2031!xyA,Ventas2031!xa/Ventas2031!xbVentas2031! Ventas2031"
    one = "[redacted:secret]"
    assert secrets.removed_from(text) == f"u:{one}@h {one}xyA,{one}xa/{one}{one} Ventas2031"


def test_many_secrets_take_linear_time() -> None:
    """Each line of a file may assign another value."""

    def redact(lines: str) -> str:
        numbers = count(1_000_000)
        return without_secrets(re.sub("NUMBER", lambda _: str(next(numbers)), lines))

    assert is_linear(redact, "password: aNUMBERb!x\n", length=40_000)


def test_pass_is_a_password_beside_a_user() -> None:
    """Alone it is a verb, or counts what passed; and `pw` is a module."""
    assert redact("user=mailer pw=marmalade") == "user=mailer pw=[redacted:password]"
    assert redact("It uses user=mailer pass=marmalade now.") == "It uses user=mailer pass=[redacted:password] now."
    for text in ("pass=through means nothing", "tests pass=twelve fail=three", "with pw=playwright as browser"):
        assert redact(text) == text


def test_a_key_of_code_is_a_name() -> None:
    """Whatever the account is called in front of it."""
    for text in (
        'const db_key = "customerid"',
        'mail_key = "subject"',
        "ssh_key = 'deployment'",
        'c[db_key="sessions"]',
    ):
        assert redact(text) == text
