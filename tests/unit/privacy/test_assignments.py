"""Values that are assigned under the name of a secret."""

from knowledge.privacy.assignments import assigned_secrets, without


def test_only_what_can_be_nothing_else_is_a_secret_everywhere() -> None:
    """A type, a word or a placeholder under such a name is none of the other places' business."""
    script = 'nueva_pass = "Ventas2031!"\nprivateKey: Uint8Array\npassword = "correct-horse"\nclave = "columna_1"'
    assert assigned_secrets([script, "PASS=$SECRET", ""]) == {"Ventas2031!"}


def test_the_longest_goes_first() -> None:
    """One secret may begin like another."""
    assert without("a Ventas2031!x b", ["Ventas2031!", "Ventas2031!x"]) == "a [redacted:secret] b"
