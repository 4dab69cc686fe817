"""A note that something is taken out ends the one that brought the very same, and the other way round."""

import pytest
from knowledge.text.statements.removal import is_heading_of_change, is_undone, thing


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Added: Login with Facebook.", "Removed: Login with Facebook."),
        ("Removed: Login with Facebook.", "Added: Login with Facebook."),
        ("Added: The login with Facebook.", "Removed: Login with Facebook"),
        ("Deprecated: Old search API.", "Removed: Old search API."),
        ("Added login with Facebook.", "Removed login with Facebook."),
        ("feat(auth): login with Facebook", "feat(auth)!: remove login with Facebook"),
        ("Hinzugefügt: Anmeldung mit Facebook.", "Entfernt: Anmeldung mit Facebook."),
        ("Ajouté : Connexion par Facebook.", "Supprimé : Connexion par Facebook."),
        ("Añadido: Acceso con Facebook.", "Eliminado: Acceso con Facebook."),
    ],
)
def test_what_is_taken_out_ends_what_brought_it(old: str, new: str) -> None:
    """In the words of changelogs and of commits, in four languages."""
    assert is_undone(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Added: Login with Google.", "Removed: Login with Facebook."),
        ("Added: Login with Facebook.", "Fixed: Login with Facebook."),
        ("Removed: Login with Facebook.", "Fixed: Login with Facebook."),
        ("Removed: Login with Facebook.", "Removed: Login with Facebook."),
        ("Added: Export as PDF of version 2.", "Removed: Export as PDF of version 1."),
        ("Hinzugefügt: Anmeldung mit Google.", "Entfernt: Anmeldung mit Facebook."),
        ("Ajouté : Mode sombre.", "Supprimé : Connexion par Facebook."),
        ("Añadido: Modo oscuro.", "Eliminado: Acceso con Facebook."),
    ],
)
def test_what_is_told_of_another_thing_or_not_turned_ends_nothing(old: str, new: str) -> None:
    """Neither does a repair."""
    assert not is_undone(new, old)


def test_a_note_is_about_its_thing() -> None:
    """Which capabilities tell without the word before it; such a word alone names no page."""
    assert thing("Added: Login with Facebook.") == "Login with Facebook."
    assert all(map(is_heading_of_change, ("Removed", "Hinzugefügt", "Supprimés", "Añadido")))
    assert not any(map(is_heading_of_change, ("Removals van", "New login", "Prices")))
